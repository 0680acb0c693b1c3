import FirebreakCredentials
import FirebreakStore
import FirebreakWire

/// An identity provider's profile of a user, in the terms of accounts (idp.md 1.5).
struct IdpProfile: Sendable {
    let providerID: String
    /// The provider's ID of the user.
    let rawID: String
    var displayName: String?
    let firstName: String?
    let lastName: String?
    let screenName: String?
    let photoURL: String?
    /// Lower-case, except for a SAML response, which keeps the case.
    let email: String?
    let emailVerified: Bool
    /// JSON text.
    let rawUserInfo: String?
    /// `attributeStatements` of a SAML response, or what an OpenID Connect provider says beyond the profile
    /// (production.md section 10). The reference keeps the former only.
    let attributes: JSON?

    init(_ credential: IdpCredential, _ profile: Profile) {
        let claims = credential.claims
        providerID = credential.providerID
        rawID = credential.subject
        displayName = claims["name"]?.stringValue
        // GitHub has a name of its own for it (production.md section 10).
        let login = profile.behavior.answersProvidersAsProduction && providerID == "github.com" ? claims["login"] : nil
        screenName = (claims["screen_name"] ?? login)?.stringValue
        photoURL = claims["picture"]?.stringValue
        // What an OpenID Connect provider says beyond the profile belongs to the session (production.md section 10).
        let keepsClaims = !profile.isReference && providerID.startsWithBytes(of: "oidc.")
        attributes = keepsClaims ? claims.signInAttributes : credential.assertion?["attributeStatements"]

        let isGoogle = providerID == "google.com"
        firstName = isGoogle ? claims["given_name"]?.stringValue : nil
        lastName = isGoogle ? claims["family_name"]?.stringValue : nil
        let claimed = claims["email"]?.stringValue.map(EmailAddress.folded)
        let isVerified =
            Self.isTrue(claims["email_verified"], profile) && TrustedAddress.canBeVerified(by: providerID, profile)
        if providerID.startsWithBytes(of: "saml.") {
            let name = credential.assertion?[path: "subject.nameId"]?.stringValue
            let format = credential.assertion?[path: "subject.format"]?.stringValue
            let isAddress =
                (name.map { EmailAddress.normalized($0, .emulator) != nil } ?? false)
                && (format.map(SAMLResponse.Assertion.mayBeAddress) ?? true)
            email = isAddress ? name : claimed
            // Only the reference vouches for an address that is not there (saml.md section 5).
            emailVerified = !profile.behavior.speaksSAML || email != nil
            rawUserInfo = attributes?.text
        } else {
            email = claimed
            emailVerified = isVerified
            rawUserInfo =
                if isGoogle, !(profile.behavior.answersProvidersAsProduction && credential.isTokenAlone) {
                    Self.googleUserInfo(claims, email: claimed, isVerified).text
                } else {
                    (keepsClaims ? claims.claimsInShownOrder : claims).text
                }
        }
        // Apple sends the name beside the token, and only once (production.md section 10.1).
        if !profile.isReference, providerID == "apple.com", displayName == nil {
            displayName = Self.name(in: credential.user)
        }
    }

    /// Reference: any text is true, even `"false"`. Apple really sends texts.
    private static func isTrue(_ claim: JSON?, _ profile: Profile) -> Bool {
        guard let claim else { return false }
        return claim.isTruthy && (profile.isReference || claim != "false")
    }

    private static func name(in user: JSON?) -> String? {
        let parts = ["firstName", "middleName", "lastName"].compactMap { user?["name"]?[$0]?.stringValue?.nonEmpty }
        return parts.joined(separator: " ").nonEmpty
    }

    private static func googleUserInfo(_ claims: JSON, email: String?, _ isVerified: Bool) -> JSON {
        var scopes = "openid https://www.googleapis.com/auth/userinfo.profile"
        if email != nil { scopes += " https://www.googleapis.com/auth/userinfo.email" }
        var info: JSON = ["granted_scopes": .string(scopes)]
        info["id"] = claims["sub"]
        for name in ["name", "given_name", "family_name"] { info[name] = claims[name] }
        info["verified_email"] = .bool(isVerified)
        info["locale"] = "en"
        info["email"] = email.map(JSON.string)
        info["picture"] = claims["picture"]
        return info
    }

    /// `federatedId` of the response; the bare ID is stored.
    func federatedID(_ profile: Profile) -> String {
        if providerID == "google.com" { return "https://accounts.google.com/\(rawID)" }
        if !profile.isReference, providerID == "microsoft.com" { return "http://microsoft.com/\(rawID)" }
        // production.md section 10, saml.md section 5
        if !profile.isReference, providerID.startsWithBytes(of: "oidc.") || providerID.startsWithBytes(of: "saml.") {
            return "\(providerID)/\(rawID)"
        }
        return rawID
    }

    /// The entry of the account's provider list.
    var identity: FederatedIdentity {
        var identity = FederatedIdentity(providerID: providerID, rawID: rawID)
        identity.displayName = displayName
        identity.photoURL = photoURL
        identity.email = email
        identity.screenName = screenName
        return identity
    }
}

/// Claims of an OpenID Connect provider's ID token, as the service shows them (production.md section 10).
extension JSON {
    /// In the order in which they are shown.
    private static let registered = ["aud", "azp", "exp", "iat", "iss", "nbf", "nonce", "sub"]
    /// Claims with a meaning of their own, which are no attributes.
    private static let understood = Set(registered + ["email", "email_verified", "name", "picture"])

    /// The registered claims by name, then the others as the token has them.
    var claimsInShownOrder: JSON {
        let members = objectValue ?? []
        let first = Self.registered.compactMap { name in self[name].map { JSON.Member(name, $0) } }
        return .object(first + members.filter { !Self.registered.contains($0.key) })
    }

    /// The claims that `sign_in_attributes` of a session has; `nil` where none is left.
    var signInAttributes: JSON? {
        let members = (objectValue ?? []).filter { !Self.understood.contains($0.key) }
        return members.isEmpty ? nil : .object(members)
    }
}
