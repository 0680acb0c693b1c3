import CLibXML2
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
        var root: xmlNodePtr
        var omitted: xmlNodePtr?

        /// The element that an attribute or a namespace stands in is given as its parent.
        func contains(_ node: xmlNodePtr?, in parent: xmlNodePtr?) -> Bool {
            if node == omitted, node != nil { return false }
            if node == root { return true }
            var element = parent
            while let current = element {
                if current == omitted { return false }
                if current == root { return true }
                element = current.pointee.parent
            }
            return false
        }
    }

    /// The octets of an element and everything in it.
    ///
    /// - Parameter omitted: An element inside that is left out.
    /// - Returns: `nil` if libxml2 cannot write it, as with relative namespaces.
    func octets(of element: XMLElement, without omitted: XMLElement? = nil) -> [UInt8]? {
        let xml = element.tree.xml
        guard let output = xml.xmlAllocOutputBuffer(nil) else { return nil }
        defer { _ = xml.xmlOutputBufferClose(output) }
        var part = Part(root: element.pointer, omitted: omitted?.pointer)
        let mode = isExclusive ? XML_C14N_EXCLUSIVE_1_0 : XML_C14N_1_0
        let written = Self.withList(inclusivePrefixes, xml) { prefixes in
            withUnsafeMutablePointer(to: &part) { part in
                xml.quietly {
                    xml.xmlC14NExecute(
                        element.tree.document,
                        { part, node, parent in
                            part?.assumingMemoryBound(to: Part.self).pointee.contains(node, in: parent) == true ? 1 : 0
                        }, part, Int32(mode.rawValue), prefixes, keepsComments ? 1 : 0, output)
                }
            }
        }
        guard written >= 0, let content = xml.xmlOutputBufferGetContent(output) else { return nil }
        return Array(UnsafeBufferPointer(start: content, count: xml.xmlOutputBufferGetSize(output)))
    }

    /// Texts as a list of pointers that `NULL` ends.
    private static func withList<Result>(
        _ texts: [String], _ xml: libxml2,
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<xmlChar>?>?) -> Result
    ) -> Result {
        var list: [UnsafeMutablePointer<xmlChar>?] = texts.map { xml.xmlStrdup($0) }
        list.append(nil)
        defer { for text in list { xml.xmlFree(text) } }
        return list.withUnsafeMutableBufferPointer { body($0.baseAddress) }
    }
}
