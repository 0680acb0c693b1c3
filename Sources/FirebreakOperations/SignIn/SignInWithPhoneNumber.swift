import FirebreakStore
import FirebreakWire

/// Signs in, or links a number, with a code sent by SMS (phone-mfa.md section 2).
package enum SignInWithPhoneNumber: APIOperation {
    package struct Request: Decodable, Sendable {
        package var code: String?
        package var idToken: String?
        var operation: VerifyOp?
        var phoneNumber: String?
        var sessionInfo: String?
        var temporaryProof: String?
    }

    enum VerifyOp: String, WireEnumeration {
        case unspecified = "VERIFY_OP_UNSPECIFIED"
        case signUpOrIn = "SIGN_UP_OR_IN"
        case reauthenticate = "REAUTH"
        case update = "UPDATE"
        case link = "LINK"
    }

    package struct Response: Encodable, Sendable {
        var idToken: String?
        var refreshToken: String?
        var expiresIn: String?
        var localId: String?
        var isNewUser: Bool?
        var temporaryProof: String?
        var phoneNumber: String
        /// Seconds, as text.
        var temporaryProofExpiresIn: String?
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        guard call.tenant == nil else { throw WireError.unsupportedTenantOperation.because(.setting(.phone)) }
        guard call.settings.phone.allowsSignIn else { throw WireError.operationNotAllowed.because(.setting(.phone)) }
        switch try await call.signIn({ tx in try identify(request, tx, call) }) {
        case .answered(let response): return response
        case .signedIn(let completed):
            return Response(
                idToken: completed.tokens?.idToken, refreshToken: completed.tokens?.refreshToken,
                expiresIn: completed.tokens?.expiresIn, localId: completed.account.id.rawValue,
                isNewUser: completed.isNew, phoneNumber: completed.account.phoneNumber ?? "")
        }
    }

    private static func identify(
        _ request: Request, _ tx: Transaction, _ call: OperationContext
    ) throws -> Identification<Response> {
        let isProof = request.temporaryProof?.isEmpty == false
        let number: String
        switch try provedNumber(request, tx, call) {
        case .success(let proved): number = proved
        case .failure(let error): return .refused(error)
        }
        do {
            return try identify(number, isProof: isProof, request, tx, call)
        } catch let error as WireError {
            return .refused(error)  // the code is consumed all the same
        }
    }

    private static func identify(
        _ number: String, isProof: Bool, _ request: Request, _ tx: Transaction, _ call: OperationContext
    ) throws -> Identification<Response> {
        let user = try request.idToken?.nonEmpty.map { try call.authenticate(idToken: $0, tx) }
        let owner = try tx.account(phoneNumber: number)
        if let user, let owner, owner.id != user.account.id {
            guard !isProof else { throw WireError.phoneNumberExists }
            return .answered(try temporaryProof(of: number, tx, call))
        }
        let found = user?.account ?? owner
        guard found?.disabled != true else { throw WireError.userDisabled }
        let refusal =
            call.profile == .production && user != nil
            ? WireError.numberForSecondFactorUser : .phoneOfSecondFactorUser
        guard found?.secondFactors?.isEmpty != false else { throw refusal }
        if found == nil, !call.profile.isReference {
            guard request.operation != .reauthenticate else { throw WireError.userNotFound }
            guard !call.settings.disablesUserSignUp else {
                throw WireError.adminOnlyOperation.because(.setting(.userSignUp))
            }
        }
        var pending = PendingSignIn(
            try found ?? Account(newIn: tx, isDated: false, call), isNew: found == nil, SignIn(provider: "phone"),
            SignInContext(method: "phone"))
        pending.asksForSecondFactor = false
        pending.update = { account, _ in
            account.phoneNumber = number
            if found == nil { account.lastLoginAt = String(call.now.milliseconds) }
            account.updateProviders()
        }
        pending.recheck = { account, tx in
            guard user != nil || owner == nil || account.phoneNumber == number else { throw WireError.userNotFound }
            guard account.secondFactors?.isEmpty != false else { throw refusal }
            if let owner = try tx.account(phoneNumber: number), owner.id != account.id {
                throw WireError.phoneNumberExists
            }
        }
        return .identified(pending)
    }

    /// The number that the caller proves to own: by the proof of an earlier call, else by a code.
    private static func provedNumber(
        _ request: Request, _ tx: Transaction, _ call: OperationContext
    ) throws -> Result<String, WireError> {
        if let proof = request.temporaryProof?.nonEmpty {
            guard let text = request.phoneNumber?.nonEmpty else { throw WireError.missingPhoneNumber }
            guard let flow = try tx.flow(.temporaryProof, token: proof),
                let number = flow.content["phoneNumber"]?.stringValue,
                number == text || PhoneNumber.forms(of: text, call.profile).contains(number)
            else { throw WireError.invalidTemporaryProof }
            try call.checkExpiry(of: flow, "temporaryProof", .invalidTemporaryProof)
            return .success(number)
        }
        guard let session = request.sessionInfo?.nonEmpty else { throw WireError.missingSessionInfo }
        guard let code = request.code?.nonEmpty else { throw WireError.missingCode }
        return try SMSCode.redeem(code, sessionInfo: session, tx, call).map(\.recipient)
    }

    private static let proofLength = 119
    private static let proofLifetime = "3600"

    /// The number belongs to another account, so the caller may sign in there instead of linking it.
    private static func temporaryProof(of number: String, _ tx: Transaction, _ call: OperationContext) throws
        -> Response
    {
        let flow = Flow(
            token: call.random.urlSafe(proofLength), kind: .temporaryProof,
            content: ["phoneNumber": .string(number)], expiresAt: call.rules.expiry(\.temporaryProof, from: call.now))
        try tx.insert(flow, at: call.now)
        let seconds = flow.expiresAt.map { ($0.milliseconds - call.now.milliseconds) / 1000 }
        return Response(
            temporaryProof: flow.token, phoneNumber: number,
            temporaryProofExpiresIn: seconds.map { String($0) } ?? proofLifetime)
    }
}
