/// The namespaces of SAML responses.
enum SAMLNamespace {
    static let protocols = "urn:oasis:names:tc:SAML:2.0:protocol"
    static let assertions = "urn:oasis:names:tc:SAML:2.0:assertion"
    static let signatures = "http://www.w3.org/2000/09/xmldsig#"
}
