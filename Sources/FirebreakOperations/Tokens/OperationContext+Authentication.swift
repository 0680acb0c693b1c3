import FirebreakStore
import FirebreakWire

extension OperationContext {
    /// The account of an ID token (tokens.md section 3, production.md section 6.1).
    ///
    /// - Parameter acceptsLegacy: Whether production's older kind of token is accepted, which password and custom-token
    ///   sign-in return if `returnSecureToken` is missing.
    /// - Throws: In this order `INVALID_ID_TOKEN`, `TENANT_ID_MISMATCH`, `USER_NOT_FOUND`, `TOKEN_EXPIRED`,
    ///   `USER_DISABLED`.
    func authenticate(
        idToken: String, _ tx: Transaction, acceptsLegacy: Bool = true
    ) throws -> AuthenticatedUser {
        let decoded = self.idToken.flatMap { $0.text.hasSameBytes(as: idToken) ? $0 : nil } ?? PresentedToken(idToken)
        guard let decoded, let token = decoded.token else { throw WireError.invalidIDToken }
        let payload = token.payload
        let isLegacy = acceptsLegacy && token.isLegacy(profile)
        guard isLegacy || payload["firebase"]?.objectValue != nil else { throw WireError.invalidIDToken }
        if let tenant = token.tenant(profile) {
            guard self.tenant != nil else { throw WireError.tenantTokenInProject }
            guard self.tenant?.isNamed(tenant) == true else { throw WireError.tenantIDMismatchInIDToken }
        }
        // The reference takes tokens of every project, signed or not (production.md section 6.1).
        if !profile.isReference { try check(decoded, token.payload, isLegacy: isLegacy) }
        if rules.expiry == .on {
            guard let expiry = payload["exp"]?.integerValue else { throw WireError.invalidIDToken }
            guard now.seconds < expiry.addingSaturating(Rules.Lifetimes.idTokenTolerance) else {
                let end = Timestamp(milliseconds: expiry &* 1000)
                throw WireError.invalidIDToken.because(.expired(lifetime: "idToken", at: end))
            }
        }

        guard let id = payload["user_id"]?.stringValue, let account = try tx.account(id: AccountID(rawValue: id)) else {
            throw WireError.userNotFound
        }
        guard isCurrent(payload, for: account) else { throw WireError.tokenExpired }
        guard account.disabled != true else { throw WireError.userDisabled }
        let provider = payload["firebase"]?["sign_in_provider"] ?? payload["sign_in_provider"]
        return AuthenticatedUser(account: account, token: token, provider: provider?.stringValue ?? "password")
    }

    /// The checks that the reference never makes: the token's audience and issuer, and whether it was signed by another
    /// key.
    private func check(_ token: PresentedToken, _ payload: JSON, isLegacy: Bool) throws(WireError) {
        let issuer = isLegacy ? LegacyToken.issuer : "https://securetoken.google.com/\(projectID)"
        if let audience = payload["aud"]?.stringValue, !projectID.isNamed(audience) {
            throw .invalidIDToken.because(.otherProject(audience))
        }
        guard payload["iss"]?.stringValue == issuer, payload["aud"] != nil else { throw .invalidIDToken }
        guard isOwn(token) else {
            let isUnsigned = token.token?.header["alg"] == "none"
            guard rules.idTokens == .signed, isUnsigned else { throw .invalidIDToken }
            throw .invalidIDToken.because(.rule(name: "idTokens", value: "signed", other: "unsigned"))
        }
        // A tenant's account needs a token of its tenant, although the same ID may exist in both.
        guard tenant == nil || isLegacy || payload["firebase"]?["tenant"] != nil else {
            throw .tenantIDMismatchInIDToken
        }
    }

    /// Whether the token is younger than the account's `validSince`. The reference compares the time of issue,
    /// production that of the sign-in.
    private func isCurrent(_ payload: JSON, for account: Account) -> Bool {
        guard let validSince = account.validSince, !validSince.isEmpty else { return true }
        let time = profile.behavior.keepsTimeOfSignIn ? payload["auth_time"] ?? payload["iat"] : payload["iat"]
        guard let time = time?.doubleValue, let limit = Double(validSince) else { return false }
        return time >= limit
    }
}

extension Int64 {
    fileprivate func addingSaturating(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}

/// An ID token that belongs to an account of this project.
struct AuthenticatedUser: Sendable {
    var account: Account
    var token: JSONWebToken
    /// `sign_in_provider` of the token.
    var provider: String

    /// How the user signed in, for tokens that continue the session; without claims of a custom token or a blocking
    /// function, which cannot be distinguished from the account's own in a token.
    var signIn: SignIn {
        let firebase = token.payload["firebase"]
        var signIn = SignIn(provider: provider, attributes: firebase?["sign_in_attributes"])
        if let factor = firebase?["sign_in_second_factor"], let id = firebase?["second_factor_identifier"] {
            signIn.secondFactor = ["identifier": id, "provider": factor]
        }
        return signIn
    }
}
