import FirebreakWire

/// Canonical XML 1.0, inclusive or exclusive: the octets that signatures are made of.
struct CanonicalXML {
    var isExclusive: Bool
    var keepsComments: Bool
    /// Prefixes that exclusive canonical XML treats as the inclusive one does; `#default` is the empty one.
    var inclusivePrefixes: [String] = []

    /// What is made where no other is named (XML Signature section 4.4.3.2).
    static let standard = CanonicalXML(isExclusive: false, keepsComments: false)
    static let exclusive = CanonicalXML(isExclusive: true, keepsComments: false)

    /// The URI of the exclusive method, which is also the namespace of its parameters.
    static let exclusiveURI = "http://www.w3.org/2001/10/xml-exc-c14n#"

    init(isExclusive: Bool, keepsComments: Bool) {
        self.isExclusive = isExclusive
        self.keepsComments = keepsComments
    }

    /// Reads a `Transform` or a `CanonicalizationMethod`; `nil` for another algorithm.
    init?(_ element: XMLElement) {
        switch element.attribute("Algorithm") {
        case "http://www.w3.org/TR/2001/REC-xml-c14n-20010315": self = .standard
        case "http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments":
            self.init(isExclusive: false, keepsComments: true)
        case Self.exclusiveURI: self = .exclusive
        case Self.exclusiveURI + "WithComments": self.init(isExclusive: true, keepsComments: true)
        default: return nil
        }
        guard isExclusive else { return }
        inclusivePrefixes = element.children("InclusiveNamespaces", in: Self.exclusiveURI).flatMap { parameters in
            (parameters.attribute("PrefixList") ?? "").separated(where: \.properties.isWhitespace).map(String.init)
        }
    }

    /// The part of a document that is written.
    private struct Part {
        var tree: XMLTree
        var root: Range<Int>
        var omitted: Range<Int>?

        /// An attribute or a namespace, which is not among the tree's nodes, is where the element is that it stands in.
        func contains(_ node: LibXML2.Node?, in parent: LibXML2.Node?) -> Bool {
            guard let position = [node, parent].lazy.compactMap({ $0.flatMap { tree.positions[$0] } }).first else {
                return false
            }
            return root.contains(position) && omitted?.contains(position) != true
        }
    }

    /// The octets of an element and everything in it.
    ///
    /// - Parameter omitted: An element inside that is left out.
    /// - Returns: `nil` if libxml2 cannot write it, as with relative namespaces.
    func octets(of element: XMLElement, without omitted: XMLElement? = nil) -> [UInt8]? {
        let tree = element.tree
        let xml = tree.xml
        guard let output = xml.xmlAllocOutputBuffer(nil) else { return nil }
        defer { _ = xml.xmlOutputBufferClose(output) }
        var part = Part(tree: tree, root: element.range, omitted: omitted?.range)
        let written = Self.withList(inclusivePrefixes) { prefixes in
            withUnsafeMutablePointer(to: &part) { part in
                xml.quietly {
                    xml.xmlC14NExecute(
                        tree.document,
                        { part, node, parent in
                            part?.assumingMemoryBound(to: Part.self).pointee.contains(node, in: parent) == true ? 1 : 0
                        }, part, isExclusive ? LibXML2.exclusive : LibXML2.inclusive, prefixes, keepsComments ? 1 : 0,
                        output)
                }
            }
        }
        guard written >= 0, let content = xml.xmlOutputBufferGetContent(output) else { return nil }
        return Array(UnsafeBufferPointer(start: content, count: xml.xmlOutputBufferGetSize(output)))
    }

    /// Texts as a list of pointers that `NULL` ends.
    private static func withList<Result>(
        _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Result
    ) -> Result {
        var bytes: [UInt8] = []
        let starts = texts.map { text in
            defer { bytes += Array(text.utf8) + [0] }
            return bytes.count
        }
        return bytes.withUnsafeMutableBufferPointer { bytes in
            var list = starts.map { bytes.baseAddress?.advanced(by: $0) } + [nil]
            return list.withUnsafeMutableBufferPointer { body($0.baseAddress) }
        }
    }
}

extension XMLElement {
    /// The positions of its node and all in it.
    fileprivate var range: Range<Int> { position..<tree.nodes[position].end }
}
