package import FirebreakWire
import Logging

/// Markup with slots, as written in an `.html` file of `CResources`: `{{name}}` is a slot, and each `<template id="…">`
/// of the file is a part of its own, for what is repeated or shown only at times.
///
/// What fills a slot is ``HTML``, so texts are escaped before they get here.
package struct Template: Sendable {
    private enum Piece: Sendable {
        case markup(String)
        case slot(String)
    }

    private let name: String
    private let pieces: [Piece]
    private let slots: Set<String>
    private let parts: [String: Template]

    /// - Parameter name: The file below `Assets`, without `.html`.
    package init(asset name: String) { self.init(PageAsset.text(name + ".html"), name: name) }

    /// - Parameters:
    ///   - text: The markup.
    ///   - name: What error texts call it.
    init(_ text: String, name: String) {
        self.name = name
        var main = ""
        var parts: [String: Template] = [:]
        var rest = text[...]
        while let start = rest.firstRange(of: Self.partStart) {
            main += rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            guard let quote = rest.firstRange(of: "\">"), let end = rest.firstRange(of: Self.partEnd) else { break }
            let id = String(rest[..<quote.lowerBound])
            let content = rest[quote.upperBound..<end.lowerBound]
            parts[id] = Template(pieces: Self.pieces(of: content), name: "\(name) \(id)")
            rest = rest[end.upperBound...]
            while let next = rest.rest(afterBytes: "\n") { rest = next }
        }
        main += rest
        self.parts = parts
        pieces = Self.pieces(of: main[...])
        slots = Self.slots(of: pieces)
    }

    private init(pieces: [Piece], name: String) {
        self.pieces = pieces
        slots = Self.slots(of: pieces)
        self.name = name
        parts = [:]
    }

    private static let partStart = "<template id=\""
    private static let partEnd = "</template>"

    private static func pieces(of text: Substring) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text
        while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
            pieces.append(.markup(String(rest[..<open.lowerBound])))
            pieces.append(.slot(String(rest[open.upperBound..<close.lowerBound])))
            rest = rest[close.upperBound...]
        }
        pieces.append(.markup(String(rest)))
        return pieces
    }

    /// A part of the file.
    package func part(_ id: String) -> Template {
        guard let part = parts[id] else {
            PageMistake.report("\(name) has no part \(id)")
            return Template(pieces: [], name: id)
        }
        return part
    }

    /// The markup with its slots filled.
    ///
    /// - Parameter values: A value for each slot, by name.
    package func filled(_ values: [String: HTML] = [:]) -> HTML {
        let unknown = values.keys.filter { !slots.contains($0) }
        if !unknown.isEmpty { PageMistake.report("\(name) has no slots \(unknown.sorted())") }
        var text = ""
        for piece in pieces {
            switch piece {
            case .markup(let markup): text += markup
            case .slot(let slot):
                if let value = values[slot] {
                    text += value.text
                } else {
                    PageMistake.report("\(name): nothing fills the slot \(slot)")
                }
            }
        }
        return HTML(trusted: text)
    }

    private static func slots(of pieces: [Piece]) -> Set<String> {
        Set(pieces.compactMap { if case .slot(let name) = $0 { name } else { nil } })
    }
}

/// A mistake in the product's own pages, such as a slot that nothing fills. The page is sent without it, the log has an
/// error, and a debug build, which tests are, ends.
enum PageMistake {
    /// Gets mistakes in the place of all that; for the tests of this.
    @TaskLocal static var receiver: (@Sendable (String) -> Void)?

    static func report(_ text: String) {
        if let receiver { return receiver(text) }
        Logger(label: "firebreak").error("a page lacks something, which is a mistake in Firebreak: \(text)")
        assertionFailure(text)
    }
}
