package import FirebreakWire

/// Markup with slots, as written in an `.html` file of `CPageAssets`: `{{name}}` is a slot, and each `<template id="…">`
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
    private let parts: [String: Template]

    /// - Parameter name: The file below `Assets`, without `.html`.
    package init(asset name: String) { self.init(PageAsset.text(name + ".html"), name: name) }

    /// - Parameters:
    ///   - text: The markup.
    ///   - name: What error texts call it.
    package init(_ text: String, name: String) {
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
            rest = rest[end.upperBound...].drop { $0 == "\n" }
        }
        main += rest
        self.parts = parts
        pieces = Self.pieces(of: main[...])
    }

    private init(pieces: [Piece], name: String) {
        self.pieces = pieces
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
            assertionFailure("\(name) has no part \(id)")
            return Template(pieces: [], name: id)
        }
        return part
    }

    /// The markup with its slots filled.
    ///
    /// - Parameter values: A value for each slot, by name.
    package func filled(_ values: [String: HTML] = [:]) -> HTML {
        assert(
            values.keys.allSatisfy(slots.contains), "\(name) has no slots \(values.keys.filter { !slots.contains($0) })"
        )
        var text = ""
        for piece in pieces {
            switch piece {
            case .markup(let markup): text += markup
            case .slot(let slot):
                assert(values[slot] != nil, "\(name): nothing fills the slot \(slot)")
                text += values[slot]?.text ?? ""
            }
        }
        return HTML(trusted: text)
    }

    private var slots: Set<String> {
        Set(pieces.compactMap { if case .slot(let name) = $0 { name } else { nil } })
    }
}
