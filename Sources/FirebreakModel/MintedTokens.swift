/// Tokens as if a user had signed in, and the user's identity.
public struct MintedTokens: Codable, Sendable, Equatable {
    /// The account's ID.
    public var uid: String
    /// ID of the user's tenant.
    public var tenant: String?
    /// The account's address.
    public var email: String?
    /// The ID token, as a sign-in returns it.
    public var idToken: String
    /// The token with which new ID tokens are requested.
    public var refreshToken: String?
    /// Seconds until the ID token expires.
    public var expiresIn: String?

    /// Tokens of a user.
    public init(
        uid: String, tenant: String? = nil, email: String? = nil, idToken: String, refreshToken: String? = nil,
        expiresIn: String? = nil
    ) {
        self.uid = uid
        self.tenant = tenant
        self.email = email
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
    }
}
