/// The contents of a SAML 2.0 response and its first assertion (SAML core sections 2 and 3.3.3).
///
/// It is known whether the response is signed, but not whether the signature is valid.
package struct SAMLResponse: Sendable, Equatable {
    package struct Attribute: Sendable, Equatable {
        package var name: String
        package var values: [String]
    }

    package struct Assertion: Sendable, Equatable {
        /// Entity ID of the identity provider.
        package var issuer: String?
        package var nameID: String?
        /// As written in the response.
        package var notBefore: String?
        /// As written in the response.
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

    package static let success = "urn:oasis:names:tc:SAML:2.0:status:Success"

    /// - Returns: `nil` if the bytes are not an XML document with a response, or too large.
    package init?(xml: [UInt8]) {
        guard let response = SAMLResponseReader.read(xml) else { return nil }
        self = response
    }

    init() {}
}
