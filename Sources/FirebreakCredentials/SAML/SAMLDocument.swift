import FirebreakWire

/// A document with one response that has at most one assertion, directly below it.
struct SAMLDocument {
    let response: XMLElement
    let assertion: XMLElement?
    /// Whether a signature stands anywhere in it.
    let isSigned: Bool

    /// - Throws: ``SAMLFailure`` for what a signature could be misread with.
    init(_ xml: [UInt8]) throws(SAMLFailure) {
        let tree = try XMLTree(parsing: xml)
        response = try tree.root()
        guard response.is("Response", in: SAMLNamespace.protocols) else { throw .unreadable }
        let elements = tree.elements
        isSigned = elements.contains { $0.is("Signature", in: SAMLNamespace.signatures) }
        var identifiers: Set<String> = []
        for id in elements.flatMap(\.identifiers) {
            guard identifiers.insert(id).inserted else { throw .repeatedID(id) }
        }
        let isEncrypted = elements.contains {
            $0.namespace == SAMLNamespace.assertions && $0.name.begins(with: "Encrypted")
        }
        guard !isEncrypted else { throw .encrypted }
        let assertions = elements.filter { $0.is("Assertion", in: SAMLNamespace.assertions) }
        guard assertions.count < 2 else { throw .severalAssertions }
        assertion = response.children("Assertion", in: SAMLNamespace.assertions).first
        guard assertions.isEmpty || assertion != nil else { throw .misplacedAssertion }
    }
}
