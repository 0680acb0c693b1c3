import FirebreakWire

/// The contents of a SAML 2.0 response and its assertion (SAML core sections 2 and 3.3.3).
package struct SAMLResponse: Sendable, Equatable {
    package struct Attribute: Sendable, Equatable {
        package var name: String
        package var values: [String]
    }

    package struct Assertion: Sendable, Equatable {
        package var id: String?
        /// Entity ID of the identity provider.
        package var issuer: String?
        package var nameID: String?
        /// What kind of name it is, a URI.
        package var nameIDFormat: String?
        /// As written in the response.
        package var notBefore: String?
        /// As written in the response.
        package var notOnOrAfter: String?
        /// The audiences of each restriction.
        package var audiences: [[String]] = []
        /// `InResponseTo` of the subject's confirmation.
        package var inResponseTo: String?
        /// End of the subject's confirmation, as written in the response.
        package var confirmationEnd: String?
        package var attributes: [Attribute] = []
    }

    /// The document.
    let xml: [UInt8]
    /// Entity ID of who made the response.
    package var issuer: String?
    /// Where it is posted to.
    package var destination: String?
    package var inResponseTo: String?
    /// Value of the outer status code, a URI.
    package var status: String?
    package var assertion: Assertion?

    package static let success = "urn:oasis:names:tc:SAML:2.0:status:Success"

    /// Reads a response from any source.
    package init(xml: [UInt8]) throws(SAMLFailure) {
        let document = try SAMLDocument(xml)
        self.init(xml, document.response, assertion: document.assertion)
    }

    /// Reads the response again, from what one of these certificates' keys signed alone: the assertion in it if only
    /// that is signed.
    ///
    /// - Parameters:
    ///   - certificates: In PEM, or their Base64; others are skipped.
    ///   - own: A key of this server that may have signed as well.
    /// - Throws: ``SAMLFailure/unsigned``, ``SAMLFailure/badSignature``
    package func verified(
        by certificates: [String], or own: SigningKey? = nil
    ) throws(SAMLFailure) -> SAMLResponse {
        let document = try SAMLDocument(xml)
        let outer = EnvelopedSignature(of: document.response)
        let inner = document.assertion.flatMap { EnvelopedSignature(of: $0) }
        guard outer != nil || inner != nil else { throw document.isSigned ? .badSignature : .unsigned }
        let keys = certificates.compactMap { SAMLKey(certificate: $0) } + [own].compactMap { $0.map(SAMLKey.init) }
        // What is read are the signed octets themselves, so that nothing else can be taken for them.
        if let octets = outer?.verifiedOctets(keys) {
            let signed = try SAMLDocument(octets)
            return SAMLResponse(xml, signed.response, assertion: signed.assertion)
        }
        guard let octets = inner?.verifiedOctets(keys) else { throw .badSignature }
        return SAMLResponse(xml, document.response, assertion: try XMLTree(parsing: octets).root())
    }

    private init(_ xml: [UInt8], _ response: XMLElement, assertion: XMLElement?) {
        self.xml = xml
        issuer = response.children("Issuer", in: SAMLNamespace.assertions).first?.text.trimmed
        destination = response.attribute("Destination")
        inResponseTo = response.attribute("InResponseTo")
        status = response.children("Status", in: SAMLNamespace.protocols).first?
            .children("StatusCode", in: SAMLNamespace.protocols).first?.attribute("Value")
        self.assertion = assertion.map(Assertion.init)
    }
}

extension SAMLResponse.Assertion {
    fileprivate init(_ assertion: XMLElement) {
        func below(_ element: XMLElement?, _ name: String) -> [XMLElement] {
            element?.children(name, in: SAMLNamespace.assertions) ?? []
        }
        func text(_ element: XMLElement) -> String { element.text.trimmed }
        let subject = below(assertion, "Subject").first
        let name = below(subject, "NameID").first
        let confirmation = below(below(subject, "SubjectConfirmation").first, "SubjectConfirmationData").first
        let conditions = below(assertion, "Conditions").first
        id = assertion.attribute("ID")
        issuer = below(assertion, "Issuer").first.map(text)
        nameID = name.map(text)
        nameIDFormat = name?.attribute("Format")
        notBefore = conditions?.attribute("NotBefore")
        notOnOrAfter = conditions?.attribute("NotOnOrAfter")
        audiences = below(conditions, "AudienceRestriction").map { below($0, "Audience").map(text) }
        inResponseTo = confirmation?.attribute("InResponseTo")
        confirmationEnd = confirmation?.attribute("NotOnOrAfter")
        attributes = below(assertion, "AttributeStatement").flatMap { below($0, "Attribute") }.map { attribute in
            SAMLResponse.Attribute(
                name: attribute.attribute("Name") ?? "", values: below(attribute, "AttributeValue").map(text))
        }
    }
}
