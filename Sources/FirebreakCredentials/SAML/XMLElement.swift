import CLibXML2

/// An element of an ``XMLTree``.
struct XMLElement {
    let tree: XMLTree
    let pointer: xmlNodePtr

    init(_ pointer: xmlNodePtr, of tree: XMLTree) {
        self.pointer = pointer
        self.tree = tree
    }

    /// The name without its prefix.
    var name: String { pointer.pointee.name.map { String(cString: $0) } ?? "" }

    /// The namespace's URI.
    var namespace: String? { pointer.pointee.ns?.pointee.href.map { String(cString: $0) } }

    func `is`(_ name: String, in namespace: String) -> Bool { self.name == name && self.namespace == namespace }

    static func == (_ one: XMLElement, _ other: XMLElement) -> Bool { one.pointer == other.pointer }

    // MARK: What is in it

    private var nodes: some Sequence<xmlNodePtr> {
        sequence(first: pointer.pointee.children) { $0?.pointee.next }.lazy.prefix { $0 != nil }.compactMap(\.self)
    }

    /// The elements directly below.
    var children: [XMLElement] {
        nodes.filter { $0.pointee.type == XML_ELEMENT_NODE }.map { XMLElement($0, of: tree) }
    }

    /// The elements of this name directly below.
    func children(_ name: String, in namespace: String) -> [XMLElement] {
        children.filter { $0.is(name, in: namespace) }
    }

    /// The text directly below in whole, whatever comments stand in it.
    var text: String {
        var text = ""
        for node in nodes where node.pointee.type == XML_TEXT_NODE || node.pointee.type == XML_CDATA_SECTION_NODE {
            text += node.pointee.content.map { String(cString: $0) } ?? ""
        }
        return text
    }

    /// The attribute of this name that is in no namespace.
    func attribute(_ name: String) -> String? {
        guard let value = tree.xml.xmlGetNoNsProp(pointer, name) else { return nil }
        defer { tree.xml.xmlFree(value) }
        return String(cString: value)
    }

    /// What references can name: SAML writes `ID`, signatures `Id`, XML itself `xml:id`.
    var identifiers: [String] {
        var found: [String] = []
        var next = pointer.pointee.properties
        while let attribute = next {
            if attribute.pointee.name.map({ String(cString: $0) })?.lowercased() == "id",
                let value = tree.xml.xmlNodeGetContent(
                    UnsafeMutableRawPointer(attribute).assumingMemoryBound(to: xmlNode.self))
            {
                found.append(String(cString: value))
                tree.xml.xmlFree(value)
            }
            next = attribute.pointee.next
        }
        return found
    }
}
