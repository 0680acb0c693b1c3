/// An element of an ``XMLTree``.
struct XMLElement {
    let tree: XMLTree
    /// Of its node in the tree.
    let position: Int
    /// The name without its prefix.
    let name: String
    /// The namespace's URI.
    let namespace: String?
    private let attributes: [XMLTree.Attribute]

    /// - Returns: `nil` if the node is not an element.
    init?(_ position: Int, of tree: XMLTree) {
        guard case .element(let name, let namespace, let attributes) = tree.nodes[position].content else { return nil }
        self.tree = tree
        self.position = position
        self.name = name
        self.namespace = namespace
        self.attributes = attributes
    }

    func `is`(_ name: String, in namespace: String) -> Bool { self.name == name && self.namespace == namespace }

    // MARK: What is in it

    /// The elements directly below.
    var children: [XMLElement] { tree.nodes[position].children.compactMap { XMLElement($0, of: tree) } }

    /// The elements of this name directly below.
    func children(_ name: String, in namespace: String) -> [XMLElement] {
        children.filter { $0.is(name, in: namespace) }
    }

    /// The text directly below in whole, whatever comments stand in it.
    var text: String {
        tree.nodes[position].children.reduce(into: "") { text, child in
            if case .text(let part) = tree.nodes[child].content { text += part }
        }
    }

    /// The attribute of this name that is in no namespace.
    func attribute(_ name: String) -> String? {
        attributes.first { $0.name == name && $0.namespace == nil }?.value
    }

    /// What references can name: SAML writes `ID`, signatures `Id`, XML itself `xml:id`.
    var identifiers: [String] { attributes.filter { $0.name.lowercased() == "id" }.map(\.value) }
}
