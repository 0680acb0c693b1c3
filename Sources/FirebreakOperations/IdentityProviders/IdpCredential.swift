import FirebreakCredentials
import FirebreakWire

/// An identity provider's statement about a user, read from what the client sends (idp.md 1.4).
///
/// Fake JSON, unsigned and signed tokens are all accepted; whether a signature is checked depends on rule
/// `credentials`, which is applied elsewhere.
struct IdpCredential: Sendable {
    /// Lower-case.
    let providerID: String
    /// The provider's ID of the user.
    let subject: String
    /// The claims of an ID token; for other credentials only `sub`.
    let claims: JSON
    /// `assertion` of a SAML response.
    let assertion: JSON?
    let idToken: String?
    let accessToken: String?
    let tokenSecret: String?
    let refreshToken: String?
    /// Whether an app gives a token of the user's identity and nothing else. What comes back from a provider's page
    /// stands for the provider's code, for which there are both tokens (production.md section 10).
    let isTokenAlone: Bool
    /// `user` of Sign in with Apple: the name, which comes with the first sign-in only.
    let user: JSON?

    /// - Parameter samlResponse: The SAML response among the parameters, if it is a real one and not a fake.
    /// - Throws: `INVALID_IDP_RESPONSE` and the like, in the order of idp.md 1.2.
    init(
        _ parameters: IdpParameters, _ samlResponse: SAMLResponse?, _ profile: Profile
    ) throws(WireError) {
        guard let provider = parameters["providerId"]?.lowercased() else {
            throw .invalidCredentialOrProviderID(parameters.quoted(profile))
        }
        providerID = provider
        idToken = parameters["id_token"]
        accessToken = parameters["access_token"]
        tokenSecret = parameters["oauth_token_secret"]
        refreshToken = parameters["refresh_token"]
        isTokenAlone = idToken != nil && accessToken == nil && !parameters.isFromPage
        user = parameters["user"].flatMap { try? JSON(parsing: $0, keys: .claims) }  // ignored unless it is JSON

        // In production a SAML response is all that counts; the reference requires an ID token beside its stand-in.
        let isResponseEnough =
            profile.behavior.speaksSAML && provider.startsWithBytes(of: "saml.") && idToken == nil && accessToken == nil
        let isResponseReal = samlResponse != nil && provider.startsWithBytes(of: "saml.")
        if isResponseEnough || isResponseReal, let text = parameters["SAMLResponse"] {
            let assertion = try Self.assertion(in: text, samlResponse, profile)
            claims = ["sub": assertion[path: "subject.nameId"] ?? .null]
            subject = try Self.subject(of: claims)
            self.assertion = assertion
            return
        }
        var found = try idToken.flatMap { text throws(WireError) in try Self.claims(in: text, provider, profile) }
        if found == nil {
            found = try accessToken.flatMap { text throws(WireError) in try Self.claims(in: text, provider, profile) }
        }
        if let found {
            claims = found
        } else {
            claims = ["sub": .string(try Self.subject(ofAccess: parameters, provider, profile))]
        }
        subject = try Self.subject(of: claims)
        assertion = try parameters["SAMLResponse"].map { text throws(WireError) in
            try Self.assertion(in: text, samlResponse, profile)
        }
    }

    /// Checks the lengths of the values by which accounts are found.
    ///
    /// - Throws: `INVALID_PROVIDER_ID`, `INVALID_IDP_RESPONSE`
    func checkLengths(_ profile: Profile) throws(WireError) {
        guard IdentifierLength.identity.allows(providerID, profile) else { throw .invalidProviderID }
        guard !profile.behavior.enforcesLimits || Limit.sessionClaims.allows(claims.bytes.count) else {
            throw .idpValueTooLong("data")
        }
        let nameID = assertion?[path: "subject.nameId"]?.stringValue ?? ""
        // A name ID may also be the address.
        for email in [claims["email"]?.stringValue ?? "", nameID.containsBytes(of: "@") ? nameID : ""] {
            guard IdentifierLength.email.allows(email, profile) else { throw .idpValueTooLong("email address") }
        }
        guard IdentifierLength.identity.allows(subject, profile), IdentifierLength.identity.allows(nameID, profile)
        else {
            throw .idpValueTooLong("ID")
        }
    }

    /// The claims of fake JSON or a token; `nil` for any other text.
    private static func claims(
        in text: String, _ provider: String, _ profile: Profile
    ) throws(WireError) -> JSON? {
        if text.startsWithBytes(of: "{") {
            guard let claims = try? JSON(parsing: text, keys: .claims, huge: profile.behavior.hugeClaims),
                case .object = claims
            else {
                throw .unparsableIDToken(text, of: provider)
            }
            return claims
        }
        return JSONWebToken(text, huge: profile.behavior.hugeClaims)?.payload
    }

    private static func subject(of claims: JSON) throws(WireError) -> String {
        guard let subject = claims["sub"], subject.isTruthy else { throw .idTokenWithoutSubject }
        guard let text = subject.stringValue else { throw .idTokenSubjectNotText }
        return text
    }

    // MARK: Access tokens

    /// Providers whose access tokens do not identify a user without an ID token (production.md section 10).
    private static func needsIDToken(_ provider: String) -> Bool {
        ["apple.com", "yahoo.com"].contains(provider) || provider.startsWithBytes(of: "oidc.")
            || provider.startsWithBytes(of: "saml.")
    }

    /// The user of a token that only the provider itself could look up: the same token always gives the same user.
    private static func subject(
        ofAccess parameters: IdpParameters, _ provider: String, _ profile: Profile
    ) throws(WireError) -> String {
        if let idToken = parameters["id_token"] {
            throw .fakeIDTokenNotAccepted(idToken, of: provider)
        }
        guard
            let token = parameters["access_token"] ?? (profile.behavior.refusesUnimplemented ? nil : parameters["code"])
        else {
            throw .credentialWithoutToken(parameters.quoted(profile))
        }
        // Reference: for these three it explains the refusal, as production does; all others are not implemented.
        if profile.behavior.refusesUnimplemented, !["google.com", "apple.com", "yahoo.com"].contains(provider) {
            throw .notImplemented("The Auth Emulator does not support \(provider) sign-in with credentials.")
        }
        guard !needsIDToken(provider) else {
            let quoted = parameters.quoted(profile)
            throw provider == "apple.com" ? .appleAccessToken(quoted) : .invalidCredentialOrProviderID(quoted)
        }
        // 21 digits, like Google's IDs.
        let digits = Digest.sha256(Array("\(provider) \(token)".utf8)).prefix(10).map { byte in
            (byte % 100 < 10 ? "0" : "") + String(byte % 100)
        }
        return "1" + digits.joined()
    }

    // MARK: What apps and blocking functions get

    /// Providers of which an SDK's credential keeps the access token, and nothing else that says who signed in.
    private static let providersWithoutIDToken = ["facebook.com", "github.com", "twitter.com"]

    /// The provider's access token, or a text that is obviously not a real one.
    ///
    /// Where it is all that an app keeps, it has to mean the person who signed in: the app links with it, or signs in with
    /// it again (idp.md 1.5).
    func givenAccessToken(_ behavior: ProfileBehavior) -> String {
        if let accessToken { return accessToken }
        guard behavior.accessTokensNamePeople, Self.providersWithoutIDToken.contains(providerID) else {
            return "FirebaseAuthEmulatorFakeAccessToken_\(providerID)"
        }
        // What the sign-in page has signed stays so.
        if let idToken, JSONWebToken(idToken) != nil { return idToken }
        return JSONWebToken.unsigned(payload: claims.bytes)
    }

    /// The secret that belongs to the access token: without one, SDKs make no credential of X's.
    func givenTokenSecret(_ behavior: ProfileBehavior) -> String? {
        if let tokenSecret { return tokenSecret }
        guard behavior.accessTokensNamePeople, providerID == "twitter.com" else { return nil }
        return "FirebaseAuthEmulatorFakeTokenSecret_\(providerID)"
    }

    // MARK: SAML

    /// The assertion of a real response, or of one in the reference's form: JSON instead of XML.
    private static func assertion(
        in text: String, _ response: SAMLResponse?, _ profile: Profile
    ) throws(WireError) -> JSON {
        if let response {
            var document = JSON.emptyObject
            document["assertion"] = response.assertion?.document
            return try assertion(of: document)
        }
        guard let response = try? JSON(parsing: text) else { throw .samlResponseUnreadable }
        return try assertion(of: response)
    }

    private static func assertion(of response: JSON) throws(WireError) -> JSON {
        guard let assertion = response["assertion"], assertion.isTruthy else { throw .samlWithout("assertion") }
        guard let subject = assertion["subject"], subject.isTruthy else { throw .samlWithout("assertion.subject") }
        guard subject["nameId"]?.isTruthy == true else { throw .samlWithout("assertion.subject.nameId") }
        return assertion
    }
}
