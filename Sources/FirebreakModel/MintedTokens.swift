/// Tokens as if a user had signed in, and whose they are.
public struct MintedTokens: Codable, Sendable, Equatable {
    /// The account's ID.
    public var uid: String
    /// ID of the user's tenant.
    public var tenant: String?
    /// The account's address.
    public var email: String?
    /// As a sign-in answers it.
    public var idToken: String
    /// What new ID tokens are got with.
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
