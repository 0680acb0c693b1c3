import FirebreakStore
import FirebreakWire

/// The response of signInWithIdp: the identity provider's profile, and the account it belongs to (idp.md 1.5 and 1.8).
///
/// Members are in production's order (production.md section 1.1). SDKs check whether `needConfirmation`, `errorMessage`
/// and `mfaPendingCredential` are present at all.
package struct SignInWithIdpResponse: Encodable, Sendable {
    var federatedId: String
    var providerId: String
    var email: String?
    var originalEmail: String?
    var emailVerified: Bool?
    var firstName: String?
    var fullName: String?
    var lastName: String?
    var photoUrl: String?
    var localId: String?
    var emailRecycled: Bool?
    var displayName: String?
    var screenName: String?
    var username: String?
    var verifiedProvider: [String]?
    var needConfirmation: Bool?
    var idToken: String?
    var context: String?
    var oauthAccessToken: String?
    /// Seconds.
    var oauthExpireIn: Int?
    var refreshToken: String?
    var expiresIn: String?
    var oauthRefreshToken: String?
    var oauthTokenSecret: String?
    var oauthIdToken: String?
    var rawUserInfo: String?
    var errorMessage: String?
    var isNewUser: Bool?
    var kind = "identitytoolkit#VerifyAssertionResponse"
    var pendingToken: String?
    var tenantId: String?
    var mfaPendingCredential: String?
    var mfaInfo: [JSON]?

    /// The profile alone.
    init(_ profile: IdpProfile, _ credential: IdpCredential, _ request: SignInWithIdp.Request, _ call: OperationContext)
    {
        // Production omits these two for OpenID Connect (production.md section 10).
        let isBare = call.profile == .production && profile.providerID.startsWithBytes(of: "oidc.")
        context = isBare ? nil : ""
        federatedId = profile.federatedID(call.profile)
        providerId = profile.providerID
        email = profile.email
        emailVerified = profile.emailVerified
        firstName = profile.firstName
        lastName = profile.lastName
        fullName = profile.displayName
        displayName = profile.displayName
        screenName = profile.screenName
        // Apple's SDK reads this name alone (production.md section 10).
        if call.behavior.answersProvidersAsProduction, ["github.com", "twitter.com"].contains(profile.providerID) {
            username = profile.screenName
        }
        photoUrl = profile.photoURL
        // A SAML provider gives no tokens (saml.md section 6).
        let isSAML = call.behavior.speaksSAML && profile.providerID.startsWithBytes(of: "saml.")
        oauthAccessToken = isBare || isSAML ? nil : credential.givenAccessToken(call.behavior)
        // Google says how long its access tokens last (production.md section 10).
        if call.behavior.answersProvidersAsProduction, profile.providerID == "google.com", !credential.isTokenAlone {
            oauthExpireIn = Self.googleTokenLifetime
        }
        oauthIdToken = isSAML ? nil : credential.idToken
        // Reference: secrets are never returned.
        oauthTokenSecret = call.behavior.passesOnSecrets ? credential.givenTokenSecret(call.behavior) : nil
        rawUserInfo = profile.rawUserInfo
        if request.returnRefreshToken == true {
            oauthRefreshToken =
                credential.refreshToken ?? "FirebaseAuthEmulatorFakeRefreshToken_\(profile.providerID)"
        }
    }

    private static let googleTokenLifetime = 3599

    /// Adds the account and its tokens.
    mutating func complete(_ completed: CompletedSignIn, _ profile: IdpProfile, _ call: OperationContext) {
        let account = completed.account
        localId = account.id.rawValue
        isNewUser = completed.isNew ? true : nil
        emailRecycled = completed.replacesIdentity ? true : nil
        let address = profile.email.map(EmailAddress.folded)
        if EmailAddress.areSame(address, account.email) {
            // The reference tells nothing where there is no address.
            emailVerified = account.emailVerified ?? (call.behavior.answersProvidersAsProduction ? false : nil)
        } else if call.behavior.answersProvidersAsProduction {
            originalEmail = account.email
        }
        tenantId = call.tenant?.rawValue
        idToken = completed.tokens?.idToken
        refreshToken = completed.tokens?.refreshToken
        expiresIn = completed.tokens?.expiresIn
        mfaPendingCredential = completed.challenge?.pendingCredential
        mfaInfo = completed.challenge?.factors
    }
}
