import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Walks an XML document and collects the contents of a SAML response.
///
/// libxml2 limits the expansion of entities; external entities are not resolved.
final class SAMLResponseReader: NSObject, XMLParserDelegate {
    private var response = SAMLResponse()
    /// Names of the open elements, without prefixes.
    private var path: [String] = []
    private var text = ""
    private var responses = 0
    private var assertions = 0
    private var hasFailed = false

    /// Largest accepted document in bytes: identity providers send some ten thousand.
    static let maximumBytes = 256 * 1024
    /// Maximum number of open elements; the relevant ones are far less deep.
    private static let maximumDepth = 64

    static func read(_ xml: [UInt8]) -> SAMLResponse? {
        guard xml.count <= maximumBytes else { return nil }
        let parser = XMLParser(data: Data(xml))
        parser.shouldProcessNamespaces = true
        let reader = SAMLResponseReader()
        parser.delegate = reader
        // The parser's own result does not detect documents that end too early.
        let isWhole = parser.parse() && !reader.hasFailed && reader.path.isEmpty && reader.responses == 1
        return isWhole ? reader.response : nil
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard path.count < Self.maximumDepth else {
            hasFailed = true
            return parser.abortParsing()
        }
        path.append(name)
        text = ""
        if path == ["Response"] {
            responses += 1
            response.destination = attributes["Destination"]
            response.inResponseTo = attributes["InResponseTo"]
        } else if path == ["Response", "Status", "StatusCode"] {
            response.status = attributes["Value"]
        } else if path == ["Response", "Signature"] || path == ["Response", "Assertion", "Signature"] {
            response.isSigned = true
        } else if path == ["Response", "Assertion"] {
            assertions += 1
            if assertions == 1 { response.assertion = SAMLResponse.Assertion() }
        } else if isInAssertion {
            start(path.dropFirst(2).joined(separator: "/"), attributes)
        }
    }

    /// Whether the position is inside the first assertion, the only one that counts.
    private var isInAssertion: Bool {
        assertions == 1 && path.count > 2 && path[0] == "Response" && path[1] == "Assertion"
    }

    private func start(_ place: String, _ attributes: [String: String]) {
        switch place {
        case "Subject/SubjectConfirmation/SubjectConfirmationData":
            response.assertion?.inResponseTo = attributes["InResponseTo"]
        case "Conditions":
            response.assertion?.notBefore = attributes["NotBefore"]
            response.assertion?.notOnOrAfter = attributes["NotOnOrAfter"]
        case "Conditions/AudienceRestriction": response.assertion?.audiences.append([])
        case "AttributeStatement/Attribute":
            response.assertion?.attributes.append(.init(name: attributes["Name"] ?? "", values: []))
        default: break
        }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) { hasFailed = true }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        defer {
            _ = path.popLast()
            text = ""
        }
        guard isInAssertion else { return }
        let value = text.trimmingCharacters(in: .whitespacesAndNewlines)
        switch path.dropFirst(2).joined(separator: "/") {
        case "Issuer": response.assertion?.issuer = value
        case "Subject/NameID": response.assertion?.nameID = value
        case "Conditions/AudienceRestriction/Audience": addAudience(value)
        case "AttributeStatement/Attribute/AttributeValue": addAttributeValue(value)
        default: break
        }
    }

    private func addAudience(_ value: String) {
        guard let last = response.assertion?.audiences.indices.last else { return }
        response.assertion?.audiences[last].append(value)
    }

    private func addAttributeValue(_ value: String) {
        guard let last = response.assertion?.attributes.indices.last else { return }
        response.assertion?.attributes[last].values.append(value)
    }
}
