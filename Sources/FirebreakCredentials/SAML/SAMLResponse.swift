/// What a response of SAML 2.0 and its first assertion say (SAML core sections 2 and 3.3.3).
///
/// Whether it is signed is known, not whether the signature is good.
package struct SAMLResponse: Sendable, Equatable {
    package struct Attribute: Sendable, Equatable {
        package var name: String
        package var values: [String]
    }

    package struct Assertion: Sendable, Equatable {
        /// Entity ID of the identity provider.
        package var issuer: String?
        package var nameID: String?
        /// As it stands there.
        package var notBefore: String?
        /// As it stands there.
        package var notOnOrAfter: String?
        /// The audiences of each restriction.
        package var audiences: [[String]] = []
        /// `InResponseTo` of the subject's confirmation.
        package var inResponseTo: String?
        package var attributes: [Attribute] = []
    }

    /// Where it is posted to.
    package var destination: String?
    package var inResponseTo: String?
    /// Value of the outer status code, a URI.
    package var status: String?
    /// Whether the response or the assertion has a signature.
    package var isSigned = false
    package var assertion: Assertion?

    /// Bytes of a document that is read at all: identity providers send some ten thousand.
    package static let maximumBytes = 256 * 1024

    package static let success = "urn:oasis:names:tc:SAML:2.0:status:Success"

    /// - Returns: `nil` when the bytes are no XML document with a response, or more than ``maximumBytes``.
    package init?(xml: [UInt8]) {
        guard xml.count <= Self.maximumBytes, let response = SAMLResponseReader.read(xml) else { return nil }
        self = response
    }

    init() {}
}
