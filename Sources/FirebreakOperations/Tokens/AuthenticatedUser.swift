package import FirebreakStore
package import FirebreakWire

/// An ID token that belongs to an account of this project.
package struct AuthenticatedUser: Sendable {
    package var account: Account
    package var token: JSONWebToken
    /// `sign_in_provider` of the token.
    package var provider: String

    /// How the user signed in, for tokens that continue the session; without claims of a custom token or a blocking
    /// function, which cannot be distinguished from the account's own in a token.
    package var signIn: SignIn {
        let firebase = token.payload["firebase"]
        var signIn = SignIn(provider: provider, attributes: firebase?["sign_in_attributes"])
        if let factor = firebase?["sign_in_second_factor"], let id = firebase?["second_factor_identifier"] {
            signIn.secondFactor = ["identifier": id, "provider": factor]
        }
        return signIn
    }
}
