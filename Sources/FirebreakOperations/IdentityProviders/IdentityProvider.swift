/// What can be said of an identity provider by its ID alone.
enum IdentityProvider {
    /// Whether it is somebody else's service, rather than a way of signing in of our own.
    static func isFederated(_ id: String) -> Bool {
        !["password", "phone", "anonymous", "custom", "passkey", "emailLink"].contains(id)
    }
}
