import FirebreakWire

/// A document that libxml2 parsed and that is freed with this object.
///
/// Nothing is fetched, a document type ends the parsing, and so there are no entities but the predefined ones.
final class XMLTree {
    let document: LibXML2.Document
    let xml: LibXML2
    /// The nodes in the order of the document.
    private(set) var nodes: [Node] = []
    /// Where the library's nodes are in ``nodes``.
    private(set) var positions: [LibXML2.Node: Int] = [:]

    struct Node {
        enum Content {
            case element(name: String, namespace: String?, [Attribute])
            case text(String)
            /// Comments and instructions.
            case other
        }

        var content: Content
        /// The elements and other nodes directly in it.
        var children: [Int] = []
        /// The position after those of all that is in it.
        var end = 0
    }

    struct Attribute {
        /// Without its prefix.
        var name: String
        var namespace: String?
        var value: String
    }

    /// Largest accepted document in bytes: identity providers send some ten thousand.
    static let maximumBytes = Limit.samlResponse.maximum
    /// Maximum number of open elements; the relevant ones are far less deep.
    static let maximumDepth = 64

    /// - Throws: ``SAMLFailure/unreadable``, ``SAMLFailure/documentType``, ``SAMLFailure/libraryMissing``
    init(parsing bytes: [UInt8]) throws(SAMLFailure) {
        guard let xml = LibXML2.library else { throw .libraryMissing }
        guard bytes.count <= Self.maximumBytes else { throw .unreadable }
        // Before the rest is read: with the entities of a type a small document can become a very large one.
        guard !Self.hasDocumentType(bytes) else { throw .documentType }
        let read = bytes.withUnsafeBytes { bytes in
            xml.quietly {
                xml.xmlReadMemory(
                    bytes.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(bytes.count), nil, nil,
                    LibXML2.options)
            }
        }
        guard let document = read else { throw .unreadable }
        self.xml = xml
        self.document = document
        // In whichever encoding.
        guard xml.xmlGetIntSubset(document) == nil else { throw .documentType }
        guard readNodes() else { throw .unreadable }
    }

    deinit { xml.xmlFreeDoc(document) }

    /// Whether a document type follows the declarations, comments and instructions that a document can begin with, in
    /// UTF-8 or an encoding that puts zeros around the same bytes.
    private static func hasDocumentType(_ bytes: [UInt8]) -> Bool {
        var rest = bytes.filter { $0 != 0 }[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[start...]
            guard rest.starts(with: "<!--".utf8) || rest.starts(with: "<?".utf8) else {
                return rest.starts(with: "<!DOCTYPE".utf8)
            }
            let end = rest.starts(with: "<!--".utf8) ? "-->" : "?>"
            guard let found = rest.firstRange(of: Array(end.utf8)) else { return false }
            rest = rest[found.upperBound...]
        }
        return false
    }

    /// Goes through the document once.
    ///
    /// - Returns: Whether it is not too deep.
    private func readNodes() -> Bool {
        guard let reader = xml.xmlReaderWalker(document) else { return false }
        defer { xml.xmlFreeTextReader(reader) }
        // The elements that the next node may be in, from the root.
        var open: [Int] = []
        func close(to depth: Int) {
            while open.count > depth, let position = open.popLast() { nodes[position].end = nodes.count }
        }
        while xml.xmlTextReaderRead(reader) == 1 {
            let type = LibXML2.NodeType(rawValue: xml.xmlTextReaderNodeType(reader))
            let depth = Int(xml.xmlTextReaderDepth(reader))
            guard type != .endOfElement, let node = xml.xmlTextReaderCurrentNode(reader) else { continue }
            close(to: depth)
            let position = nodes.count
            positions[node] = position
            if let parent = open.last { nodes[parent].children.append(position) }
            nodes.append(Node(content: content(type, at: reader), end: position + 1))
            guard type == .element else { continue }
            guard depth < Self.maximumDepth, open.count == depth else { return false }
            open.append(position)
        }
        close(to: 0)
        return true
    }

    private func content(_ type: LibXML2.NodeType?, at reader: LibXML2.Reader) -> Node.Content {
        switch type {
        case .element:
            let name = text(xml.xmlTextReaderConstLocalName(reader)) ?? ""
            let namespace = text(xml.xmlTextReaderConstNamespaceUri(reader))
            var attributes: [Attribute] = []
            while xml.xmlTextReaderMoveToNextAttribute(reader) == 1 {
                guard xml.xmlTextReaderIsNamespaceDecl(reader) != 1 else { continue }
                attributes.append(
                    Attribute(
                        name: text(xml.xmlTextReaderConstLocalName(reader)) ?? "",
                        namespace: text(xml.xmlTextReaderConstNamespaceUri(reader)),
                        value: text(xml.xmlTextReaderConstValue(reader)) ?? ""))
            }
            return .element(name: name, namespace: namespace, attributes)
        case .text, .characterData, .whitespace, .significantWhitespace:
            return .text(text(xml.xmlTextReaderConstValue(reader)) ?? "")
        case .endOfElement, nil:
            return .other
        }
    }

    private func text(_ pointer: LibXML2.Text?) -> String? { pointer.map { String(cString: $0) } }

    /// Every element, parents before children.
    var elements: [XMLElement] { nodes.indices.compactMap { XMLElement($0, of: self) } }

    /// - Throws: ``SAMLFailure/unreadable`` if there is no element.
    func root() throws(SAMLFailure) -> XMLElement {
        guard let root = elements.first else { throw .unreadable }
        return root
    }
}
