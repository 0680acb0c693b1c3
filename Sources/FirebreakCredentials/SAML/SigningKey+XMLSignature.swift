import FirebreakWire

extension SigningKey {
    /// A `Signature` of a response's assertion, to be put into it behind its issuer: RSA and SHA-256, exclusive
    /// canonical XML.
    ///
    /// - Parameter xml: The response without the signature.
    /// - Throws: ``SAMLFailure/unreadable`` if there is no assertion with an ID that can be signed.
    package func signature(ofAssertionIn xml: [UInt8]) throws -> String {
        guard let assertion = try SAMLDocument(xml).assertion, let id = assertion.attribute("ID"),
            let octets = CanonicalXML.exclusive.octets(of: assertion)
        else { throw SAMLFailure.unreadable }
        let digest = Base64.encode(Digest.sha256(octets), .standard)
        // In canonical form, except that the declaration of the prefix belongs to the signature around it.
        let information = """
            <ds:CanonicalizationMethod Algorithm="\(CanonicalXML.exclusiveURI)"></ds:CanonicalizationMethod>\
            <ds:SignatureMethod Algorithm="\(XMLSignatureAlgorithm.rsaSHA256.rawValue)"></ds:SignatureMethod>\
            <ds:Reference URI="#\(id.escapedXML)"><ds:Transforms>\
            <ds:Transform Algorithm="\(SAMLNamespace.signatures)enveloped-signature"></ds:Transform>\
            <ds:Transform Algorithm="\(CanonicalXML.exclusiveURI)"></ds:Transform></ds:Transforms>\
            <ds:DigestMethod Algorithm="\(XMLDigest.sha256.rawValue)"></ds:DigestMethod>\
            <ds:DigestValue>\(digest)</ds:DigestValue></ds:Reference></ds:SignedInfo>
            """
        let signed = #"<ds:SignedInfo xmlns:ds="\#(SAMLNamespace.signatures)">"# + information
        let value = Base64.encode(try signature(of: Array(signed.utf8)), .standard)
        return """
            <ds:Signature xmlns:ds="\(SAMLNamespace.signatures)"><ds:SignedInfo>\(information)\
            <ds:SignatureValue>\(value)</ds:SignatureValue></ds:Signature>
            """
    }
}
