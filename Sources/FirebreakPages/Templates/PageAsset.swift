import FirebreakWire

/// A resource that pages are made of or load.
package struct PageAsset: Sendable {
    package let name: String
    /// By the name's ending.
    package let contentType: String
    /// Changes whenever the file does.
    package let entityTag: String
    private let resource: Resource

    private static let contentTypes = [
        ".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
    ]

    /// All files by name.
    package static let all = Resource.all.compactMapValues(PageAsset.init)

    /// - Returns: Nil for a resource that is not a part of a page.
    private init?(_ resource: Resource) {
        let type = Self.contentTypes.first { resource.name.endsWithBytes(of: $0.key) }
        guard let type else { return nil }
        name = resource.name
        contentType = type.value
        let hash = stableHash(resource.bytes).bigEndian
        entityTag = withUnsafeBytes(of: hash) { "\"\(Hex.encode($0))\"" }
        self.resource = resource
    }

    package var bytes: [UInt8] { Array(resource.bytes) }

    /// A file's text; empty if there is no such file, which is a ``PageMistake``.
    static func text(_ name: String) -> String {
        guard let asset = all[name] else {
            PageMistake.report("there is no asset \(name)")
            return ""
        }
        return asset.resource.text
    }
}
