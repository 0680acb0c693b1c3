import CPageAssets
import FirebreakWire

/// A file that pages are made of or load: it stands in the binary, as written in the sources of `CPageAssets`.
package struct PageAsset: Sendable {
    /// Path below `Assets`, such as `console/console.css`.
    package let name: String
    /// Changes whenever the file does.
    package let entityTag: String
    private let index: Int

    /// All files by name.
    package static let all: [String: PageAsset] = {
        var assets: [String: PageAsset] = [:]
        for index in 0... {
            guard let name = firebreak_page_asset_at(index).name else { break }
            let asset = PageAsset(name: String(cString: name), index: index)
            assets[asset.name] = asset
        }
        return assets
    }()

    private init(name: String, index: Int) {
        self.name = name
        self.index = index
        let hash = stableHash(Self.content(index)).bigEndian
        entityTag = withUnsafeBytes(of: hash) { "\"\(Hex.encode($0))\"" }
    }

    package var bytes: [UInt8] { Array(Self.content(index)) }

    private static func content(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        let asset = firebreak_page_asset_at(index)
        return UnsafeBufferPointer(start: asset.bytes, count: asset.length)
    }

    /// By the name's ending.
    package var contentType: String {
        if name.ends(with: ".css") { return "text/css; charset=utf-8" }
        if name.ends(with: ".js") { return "text/javascript; charset=utf-8" }
        if name.ends(with: ".svg") { return "image/svg+xml" }
        return "text/html; charset=utf-8"
    }

    /// A file's text; empty if there is no such file, which is a ``PageMistake``.
    static func text(_ name: String) -> String {
        guard let asset = all[name] else {
            PageMistake.report("there is no asset \(name)")
            return ""
        }
        return String(decoding: asset.bytes, as: UTF8.self)
    }
}
