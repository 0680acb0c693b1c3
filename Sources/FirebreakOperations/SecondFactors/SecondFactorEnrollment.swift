import FirebreakCredentials
import FirebreakStore
import FirebreakWire

/// Starts to enrol a second factor: sends a code to its number, or returns the secret of one-time passwords
/// (phone-mfa.md sections 4.1 and 8).
package enum StartEnrollment: APIOperation {
    package struct Request: Decodable, Sendable {
        struct Phone: Decodable, Sendable {
            var phoneNumber: String?
        }

        package var idToken: String?
        var phoneEnrollmentInfo: Phone?
        var totpEnrollmentInfo: JSON?
    }

    package struct Response: Encodable, Sendable {
        struct PhoneSession: Encodable, Sendable {
            var sessionInfo: String
        }

        struct TOTPSession: Encodable, Sendable {
            /// Base32.
            var sharedSecretKey: String
            var verificationCodeLength: Int
            var hashingAlgorithm: String
            /// Seconds.
            var periodSec: Int
            var sessionInfo: String
            /// RFC 3339.
            var finalizeEnrollmentTime: String
        }

        var phoneSessionInfo: PhoneSession?
        var totpSessionInfo: TOTPSession?
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        let kind = try SecondFactorCheck.kind(
            phone: request.phoneEnrollmentInfo != nil, totp: request.totpEnrollmentInfo != nil, call)
        if kind == .totp {
            return try await call.write { tx in
                let user = try user(request, tx, call)
                try SecondFactorCheck.checkNewTOTP(in: user.account)
                return Response(totpSessionInfo: try startTOTP(for: user.account, tx, call))
            }
        }
        let session = try await SMSSender(.enrollment, call).send { tx in
            let user = try user(request, tx, call)
            guard let phone = request.phoneEnrollmentInfo else {
                throw WireError.missingMember("phoneEnrollmentInfo")
            }
            let number = try SMSSender.checked(phone.phoneNumber, of: user.account.secondFactors, tx, call)
            try SecondFactorCheck.checkNew(number, in: user.account)
            try SecondFactorCheck.checkRoom(in: user.account, call)
            return SMSSender.Recipient(number: number, account: user.account)
        }
        return Response(phoneSessionInfo: .init(sessionInfo: session))
    }

    /// The user, who must have signed in recently with a verified address.
    private static func user(_ request: Request, _ tx: Transaction, _ call: OperationContext) throws
        -> AuthenticatedUser
    {
        let user = try SecondFactorCheck.user(request.idToken, tx, call)
        try SecondFactorCheck.checkFirstFactor(of: user)
        guard user.account.emailVerified == true else { throw WireError.unverifiedEmail }
        try RecentSignIn.check(of: user, call)
        return user
    }

    private static let sessionLength = 226
    /// Milliseconds.
    private static let usualTime: Int64 = 900_000

    private static func startTOTP(
        for account: Account, _ tx: Transaction, _ call: OperationContext
    ) throws -> Response.TOTPSession {
        let secret = Base32.encode(call.random.secret(TOTP.secretBytes))
        let flow = Flow(
            token: call.random.urlSafe(sessionLength), kind: .totpEnrollment,
            content: ["localId": .string(account.id.rawValue), "secret": .string(secret)],
            expiresAt: call.rules.expiry(\.totpEnrollment, from: call.now))
        try tx.insert(flow, at: call.now)
        // Clients get a time even if nothing expires.
        let end = flow.expiresAt ?? call.now.advanced(byMilliseconds: usualTime)
        return Response.TOTPSession(
            sharedSecretKey: secret, verificationCodeLength: TOTP.digits, hashingAlgorithm: TOTP.algorithmName,
            periodSec: Int(TOTP.period), sessionInfo: flow.token, finalizeEnrollmentTime: end.rfc3339Microseconds)
    }
}

/// Enrols a second factor with its first code (phone-mfa.md sections 4.2 and 8).
package enum FinalizeEnrollment: APIOperation {
    package struct Request: Decodable, Sendable {
        struct TOTP: Decodable, Sendable {
            var sessionInfo: String?
            var verificationCode: String?
        }

        var displayName: String?
        package var idToken: String?
        var phoneVerificationInfo: PhoneVerification?
        var totpVerificationInfo: TOTP?
    }

    package struct Response: Encodable, Sendable {
        var idToken: String
        var refreshToken: String?
        var totpAuthInfo: Empty?
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        let kind = try SecondFactorCheck.kind(
            phone: request.phoneVerificationInfo != nil, totp: request.totpVerificationInfo != nil, call)
        return try await call.write { tx in
            let user = try SecondFactorCheck.user(request.idToken, tx, call)
            try SecondFactorCheck.checkFirstFactor(of: user)
            return kind == .totp
                ? try enrollTOTP(request, user, tx, call) : try enrollPhone(request, user, tx, call)
        }.get()
    }

    // MARK: SMS

    /// - Returns: A failure that counts, so that the transaction must be committed.
    private static func enrollPhone(
        _ request: Request, _ user: AuthenticatedUser, _ tx: Transaction, _ call: OperationContext
    ) throws -> Result<Response, WireError> {
        guard let phone = request.phoneVerificationInfo else {
            throw WireError.missingMember("phoneVerificationInfo")
        }
        let number: String
        switch try phone.redeem(tx, call) {
        case .success(let proved): number = proved
        case .failure(let error): return .failure(error)
        }
        do {
            try SecondFactorCheck.checkNew(number, in: user.account)
            try SecondFactorCheck.checkRoom(in: user.account, call)
            var (factor, id) = newFactor(request, call)
            factor.phoneNumber = number
            return .success(try enroll(factor, id, "phone", user, tx, call))
        } catch let error as WireError {
            return .failure(error)  // the code is consumed all the same
        }
    }

    // MARK: One-time passwords

    /// Codes of a session that are looked at, right or wrong, until the enrolment has to be started again (production.md
    /// section 12).
    private static let maximumAttempts: Int64 = 3

    /// - Returns: A failure that counts, so that the transaction must be committed.
    private static func enrollTOTP(
        _ request: Request, _ user: AuthenticatedUser, _ tx: Transaction, _ call: OperationContext
    ) throws -> Result<Response, WireError> {
        guard let session = request.totpVerificationInfo?.sessionInfo?.nonEmpty,
            let flow = try tx.flow(.totpEnrollment, token: session),
            user.account.id.isNamed(flow.content["localId"]?.stringValue),
            let secret = flow.content["secret"]?.stringValue.flatMap({ Base32.decode($0) })
        else { throw WireError.invalidSessionInfo }
        guard flow.attempts < maximumAttempts else { throw WireError.tooManyEnrollmentAttempts }
        guard !flow.isCompleted else { throw WireError.enrollmentAlreadyComplete }
        try call.checkExpiry(of: flow, "totpEnrollment", .sessionExpired)
        guard request.displayName?.isEmpty == false else { throw WireError.missingFactorDisplayName }
        guard let code = request.totpVerificationInfo?.verificationCode?.nonEmpty else { throw WireError.missingCode }
        try tx.noteAttempt(flow)
        do {
            return .success(try enrollTOTP(request, flow, code, secret: secret, user, tx, call))
        } catch let error as WireError {
            return .failure(error)  // the attempt counts all the same
        }
    }

    private static func enrollTOTP(
        _ request: Request, _ flow: Flow, _ code: String, secret: [UInt8], _ user: AuthenticatedUser, _ tx: Transaction,
        _ call: OperationContext
    ) throws -> Response {
        let step = TOTP.matchingStep(
            code, secret: secret, at: call.now.seconds, window: call.settings.secondFactors.totpWindowOrDefault,
            after: nil
        )
        guard let step else { throw WireError.invalidCode }
        try SecondFactorCheck.checkNewTOTP(in: user.account)
        try SecondFactorCheck.checkRoom(in: user.account, call)
        try tx.complete(flow)
        var (factor, id) = newFactor(request, call)
        factor.setTOTP()
        try tx.save(TOTPSecret(accountID: user.account.id, enrollmentID: id, secret: secret, lastStep: step))
        var response = try enroll(factor, id, "totp", user, tx, call)
        response.totpAuthInfo = Empty()
        return response
    }

    // MARK: Both

    private static func newFactor(_ request: Request, _ call: OperationContext) -> (factor: SecondFactor, id: String) {
        let id = SecondFactorCheck.newID(call)
        var factor = SecondFactor()
        factor.displayName = request.displayName
        factor.enrolledAt = call.behavior.formatsFactors ? call.now.rfc3339Shortened : call.now.rfc3339
        factor.id = id
        return (factor, id)
    }

    private static func enroll(
        _ factor: SecondFactor, _ id: String, _ kind: String, _ user: AuthenticatedUser, _ tx: Transaction,
        _ call: OperationContext
    ) throws -> Response {
        var account = user.account
        account.secondFactors = (account.secondFactors ?? []) + [factor]
        // Production ends other sessions for a phone number, not for one-time passwords (production.md section 6.2).
        if call.behavior.factorsEndSessions, kind == "phone" { account.endSessions(at: call.now) }
        try tx.save(account)
        if call.behavior.offersWayBack, let email = account.email {
            try CodeSender(call).send(
                .revertSecondFactorAddition, for: email, about: account, secondFactor: factor, tx)
        }
        var signIn = user.signIn
        signIn.secondFactor = ["identifier": .string(id), "provider": .string(kind)]
        let tokens = try TokenIssuer(call).reissue(&account, signIn, tx)
        return Response(idToken: tokens.idToken, refreshToken: tokens.refreshToken)
    }
}

/// Removes a second factor of the signed-in user (phone-mfa.md section 4.3).
package enum WithdrawEnrollment: APIOperation {
    package struct Request: Decodable, Sendable {
        package var idToken: String?
        var mfaEnrollmentId: String?
    }

    package struct Response: Encodable, Sendable {
        var idToken: String
        var refreshToken: String?
        var expiresIn: String?
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        return try await call.write { tx in
            let user = try SecondFactorCheck.user(request.idToken, acceptsLegacy: true, tx, call)
            try RecentSignIn.check(of: user, call)
            var account = user.account
            guard try account.removeSecondFactor(request.mfaEnrollmentId ?? "", tx, call) else {
                throw WireError.enrollmentNotFound
            }
            try tx.save(account)
            var signIn = user.signIn
            // The session keeps the factor that it used, unless it is the one that goes (production.md section 12).
            let usesOther = signIn.secondFactor?["identifier"]?.stringValue != request.mfaEnrollmentId
            if call.profile.isReference || !usesOther { signIn.secondFactor = nil }
            let tokens = try TokenIssuer(call).reissue(&account, signIn, tx)
            return Response(
                idToken: tokens.idToken, refreshToken: tokens.refreshToken,
                expiresIn: call.profile.isReference ? tokens.expiresIn : nil)
        }
    }
}

extension Account {
    /// Removes a second factor; outside the reference this ends the sessions (production.md section 12).
    ///
    /// - Returns: `false` if the account has no factor with this ID.
    mutating func removeSecondFactor(_ id: String, _ tx: Transaction, _ call: OperationContext) throws -> Bool {
        guard let index = secondFactors?.firstIndex(where: { $0.id == id }) else {
            return false
        }
        secondFactors?.remove(at: index)
        if call.behavior.formatsFactors, secondFactors?.isEmpty == true { secondFactors = nil }
        try tx.deleteTOTPSecret(of: self.id, enrollmentID: id)
        // production.md section 6.2
        if call.behavior.factorsEndSessions { endSessions(at: call.now) }
        return true
    }
}
