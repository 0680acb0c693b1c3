import FirebreakStore
import FirebreakWire

/// Changes an account: its own user's by ID token or code, or any by an admin (accounts.md section 8).
package enum UpdateAccount: APIOperation {
    package struct Request: Decodable, Sendable {
        struct MFA: Decodable, Sendable {
            var enrollments: [SecondFactorInput]?
        }

        var createdAt: String?
        package var customAttributes: String?
        var deleteAttribute: [UserAttribute]?
        var deletePasskey: [String]?
        var deleteProvider: [String]?
        var disableUser: Bool?
        package var email: String?
        var emailVerified: Bool?
        package var idToken: String?
        var lastLoginAt: String?
        var linkProviderUserInfo: JSON?
        package var localId: String?
        var mfa: MFA?
        package var oobCode: String?
        var password: String?
        var phoneNumber: String?
        var provider: JSON?
        var returnSecureToken: Bool?
        var upgradeToFederatedLogin: JSON?
        var userProfile: UserProfile
        var validSince: String?
    }

    package enum UserAttribute: String, WireEnumeration {
        case unspecified = "USER_ATTRIBUTE_NAME_UNSPECIFIED"
        case email = "EMAIL"
        case displayName = "DISPLAY_NAME"
        case provider = "PROVIDER"
        case photoURL = "PHOTO_URL"
        case password = "PASSWORD"
        case rawUserInfo = "RAW_USER_INFO"

        var profileMember: UserProfile.Member? {
            switch self {
            case .displayName: .displayName
            case .photoURL: .photoURL
            case .unspecified, .email, .provider, .password, .rawUserInfo: nil
            }
        }
    }

    package struct Response: Encodable, Sendable {
        var kind = "identitytoolkit#SetAccountInfoResponse"
        var localId: String
        package var email: String?
        var displayName: String?
        var idToken: String?
        var providerUserInfo: RawJSON?
        var newEmail: String?
        var photoUrl: String?
        var refreshToken: String?
        var expiresIn: String?
        var passwordHash: String?
        var emailVerified: Bool?
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        try checkRights(request, call)
        try checkPassword(request, call)
        let password = try await HashedPassword.requested(request.password, call)
        let outcome = try await call.write { tx in
            // Production prefers the token where both are given, the reference the code (production.md section 3.4).
            let hasToken = request.idToken?.isEmpty == false
            if let code = request.oobCode, !code.isEmpty, call.profile.isReference || !hasToken {
                return try redeem(code, request, tx, call)
            }
            var update = AccountChanges(request, password, try target(request, tx, call), call)
            return .success(try update.run(tx))
        }
        return try outcome.get()
    }

    /// What does not depend on the account: fields that the reference does not know, and who may send what.
    private static func checkRights(_ request: Request, _ call: OperationContext) throws(WireError) {
        if call.behavior.refusesUnimplemented {
            if request.provider != nil { throw .notImplemented("provider is not implemented yet.") }
            if request.upgradeToFederatedLogin != nil {
                throw .notImplemented("upgradeToFederatedLogin is not implemented yet.")
            }
        }
        let hasToken = request.idToken?.isEmpty == false
        if call.isAdmin {
            guard request.localId?.isEmpty == false else { throw .missingLocalID }
        } else {
            guard hasToken || request.oobCode?.isEmpty == false else {
                guard request.idToken == nil else { throw .emptyIDTokenAndNoCode }
                // Production looks for an empty code as for any other (production.md section 3.4).
                throw request.oobCode == nil || call.profile.isReference
                    ? .missingIDTokenOrCode : .invalidOobCode.because(.code(.unknown))
            }
            guard request.customAttributes == nil || (hasToken && !call.profile.isReference) else {
                throw .insufficientPermission.because(.credential(.admin))
            }
            guard call.behavior.usersSetFactorsAndLinks || request.linkProviderUserInfo == nil || !hasToken else {
                throw .linkProviderNotAllowed
            }
        }
        if call.isAdmin, let attributes = request.customAttributes, !attributes.isEmpty {
            do throws(CustomClaims.Problem) {
                try CustomClaims.check(text: attributes, huge: call.behavior.hugeClaims)
            } catch {
                throw error.wireError
            }
        }
        guard call.behavior.refusesUnimplemented else { return }
        for attribute in request.deleteAttribute ?? [] where attribute == .provider || attribute == .rawUserInfo {
            throw .notImplemented("deleteAttribute: \(attribute.rawValue)")
        }
    }

    /// Production holds an admin's password to a policy before it looks for the account, and not to the minimum length
    /// where no policy is configured (production.md section 7).
    private static func checkPassword(_ request: Request, _ call: OperationContext) throws(WireError) {
        guard call.isAdmin, call.behavior.trustsAdmins, let password = request.password?.nonEmpty,
            call.settings.passwordPolicy.isEnforced || !Limit.password.allows(password)
        else { return }
        try Password.check(password, call)
    }

    private static func target(_ request: Request, _ tx: Transaction, _ call: OperationContext) throws
        -> AccountChanges.Target
    {
        if let idToken = request.idToken, !idToken.isEmpty {
            let user = try call.authenticate(idToken: idToken, tx)
            // In the reference this was asked before.
            guard call.isAdmin || request.customAttributes == nil else {
                throw WireError.insufficientPermission.because(.credential(.admin))
            }
            guard request.disableUser == nil else { throw WireError.operationNotAllowed.because(.credential(.admin)) }
            if request.needsRecentSignIn { try RecentSignIn.check(of: user, call) }
            return AccountChanges.Target(account: user.account, provider: user.provider)
        }
        guard let account = try tx.account(id: AccountID(rawValue: request.localId ?? "")) else {
            throw WireError.userNotFound
        }
        return AccountChanges.Target(account: account, provider: nil)
    }

    /// Applies a code; of the other fields only the provider ones count then (accounts.md section 8.4).
    private static func redeem(
        _ code: String, _ request: Request, _ tx: Transaction, _ call: OperationContext
    ) throws -> Result<Response, WireError> {
        let before = try tx.openMessage(code: code).flatMap { try $0.email.flatMap { try tx.account(email: $0) } }
        let outcome: CodeRedemption.Outcome
        switch try CodeRedemption.redeem(code, tx, call) {
        case .failure(let error): return .failure(error)
        case .success(let success): outcome = success
        }
        var account = outcome.account
        if request.deleteProvider != nil || request.linkProviderUserInfo != nil {
            do {
                let linked = try ProviderLink.checked(request.linkProviderUserInfo, to: account, tx, call)
                account.updateProviders(deleting: Set(request.deleteProvider ?? []), linking: linked)
                try tx.save(account)
            } catch let error as WireError {
                // The code stays consumed, the account as it was (accounts.md section 8.1).
                if let before { try tx.save(before) }
                return .failure(error)
            }
        }
        return .success(Response(account, newEmail: outcome.newEmail, tokens: nil, call))
    }
}

extension UpdateAccount.Request {
    /// Whether it changes or takes away a means to sign in (production.md section 6.1).
    fileprivate var needsRecentSignIn: Bool {
        password?.isEmpty == false || deleteProvider?.isEmpty == false
            || deleteAttribute?.contains { [.password, .provider, .email].contains($0) } == true
    }
}

extension UpdateAccount.Response {
    init(_ account: Account, newEmail: String?, tokens: IssuedTokens?, _ call: OperationContext) {
        let resource = AccountResource(call)
        self.init(
            localId: account.id.rawValue, email: account.email, displayName: account.userProfile.displayName,
            idToken: tokens?.idToken, providerUserInfo: resource.providers(of: account), newEmail: newEmail,
            photoUrl: account.userProfile.photoURL, refreshToken: tokens?.refreshToken, expiresIn: tokens?.expiresIn,
            passwordHash: resource.shownHash(of: account), emailVerified: account.emailVerified)
    }
}
