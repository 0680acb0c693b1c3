package import FirebreakWire

/// The configuration of an identity provider.
package struct ProviderFixture: Sendable {
    /// `google.com`, `oidc.acme`, `saml.acme`.
    package var id: String
    package var path: FixturePath
    /// The resource; enabled unless it says otherwise.
    package var document: JSON
}
