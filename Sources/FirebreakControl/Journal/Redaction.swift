import FirebreakDiscovery
import FirebreakWire

/// Replaces the secrets of a call by what they are: by the names of members first, then wherever a text quotes one of
/// the values that were found so.
struct Redaction {
    /// A shorter value is replaced only where it stands under its name.
    private static let shortestQuoted = 3
    /// A value of fewer bytes is a quotation only where no letter or digit adjoins it.
    private static let shortestUnmistakable = 8
    /// Documents and links are in texts of others, and so on; what is deeper than this is not looked at.
    private static let maximumNesting = 4

    /// What each secret is.
    private var kinds: [ExactText: String] = [:]

    /// Finds the secrets of a document.
    mutating func collect(from document: JSON?) {
        guard let document else { return }
        collect(document, name: nil, kind: nil, nesting: 0)
    }

    /// Finds the secrets of a query, a form or a link.
    mutating func collect(from text: String) { collect(text, nesting: 0) }

    private mutating func collect(_ value: JSON, name: String?, kind: String?, nesting: Int) {
        switch value {
        case .null, .bool: break
        case .number(let text): if let kind { add(text, kind) }
        case .string(let text):
            if let kind { add(text, kind) }
            collect(text, nesting: nesting)
        case .array(let elements):
            for element in elements { collect(element, name: name, kind: kind, nesting: nesting) }
        case .object(let members):
            for member in members {
                let kind = Self.kind(of: member, in: name) ?? kind
                collect(member.value, name: member.key, kind: kind, nesting: nesting)
            }
        }
    }

    private mutating func collect(_ text: String, nesting: Int) {
        guard nesting < Self.maximumNesting else { return }
        if let document = Self.document(in: text) {
            return collect(document, name: nil, kind: nil, nesting: nesting + 1)
        }
        guard text.containsByte(UInt8(ascii: "=")) else { return }
        let bytes = Array(text.utf8)
        for parameter in TextParameter.all(in: bytes) {
            let value = bytes[parameter.value]
            guard parameter.kind != nil || value.contains(where: Self.mayHoldMore) else { continue }
            let raw = String(decoding: value, as: UTF8.self)
            let decoded = PercentEncoding.decode(raw.utf8, plusIsSpace: true)
            if let kind = parameter.kind {
                add(raw, kind)
                add(decoded, kind)
            }
            collect(decoded, nesting: nesting + 1)
        }
    }

    /// What a value has in it that is a document, a query or a link, also where it is escaped.
    private static func mayHoldMore(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "%"): true
        default: false
        }
    }

    /// Notes a value as a secret of this kind, unless it is too short to be told from other text.
    mutating func add(_ value: String, _ kind: String) {
        guard value.utf8.count >= Self.shortestQuoted else { return }
        // As texts quote it: itself, in JSON, in a query.
        let quoted = JSON.string(value).bytes.dropFirst().dropLast()
        for form in [value, String(decoding: quoted, as: UTF8.self), FormURLEncoding.encode(value)] {
            kinds[ExactText(form)] = kinds[ExactText(form)] ?? kind
        }
    }

    /// The numbers with which errors are answered are no codes of users.
    private static func kind(of member: JSON.Member, in parent: String?) -> String? {
        if case .number = member.value, parent == "error", member.key == "code" { return nil }
        return SecretMembers.kind(of: member.key)
    }

    /// The document that a text is, such as custom claims.
    private static func document(in text: String) -> JSON? {
        guard let first = text.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
        // Only looks like one.
        return try? JSON(parsing: text, huge: .null)
    }
}

// MARK: - Showing

extension Redaction {
    /// Shows documents and texts without the secrets that were found.
    struct Shown {
        private let secrets: SecretTexts

        init(_ redaction: Redaction) { secrets = SecretTexts(redaction.kinds, boundedBelow: shortestUnmistakable) }

        func document(_ value: JSON) -> JSON { shown(value, name: nil, kind: nil, nesting: 0) }

        func text(_ text: String) -> String { shown(text, nesting: 0) }

        private func shown(_ value: JSON, name: String?, kind: String?, nesting: Int) -> JSON {
            switch value {
            case .null, .bool: value
            case .number: kind.map { .string("<\($0)>") } ?? value
            case .string(let text):
                .string(kind.flatMap { text.isEmpty ? nil : "<\($0)>" } ?? shown(text, nesting: nesting))
            case .array(let elements):
                .array(elements.map { shown($0, name: name, kind: kind, nesting: nesting) })
            case .object(let members):
                .object(
                    members.map { member in
                        let kind = Redaction.kind(of: member, in: name) ?? kind
                        return JSON.Member(
                            secrets.replaced(in: member.key),
                            shown(member.value, name: member.key, kind: kind, nesting: nesting))
                    })
            }
        }

        private func shown(_ text: String, nesting: Int) -> String {
            guard nesting < maximumNesting, let document = Redaction.document(in: text) else {
                return secrets.replaced(in: text)
            }
            let shown = shown(document, name: nil, kind: nil, nesting: nesting + 1)
            return shown == document ? text : String(decoding: shown.bytes, as: UTF8.self)
        }
    }
}

/// A name and its value in a query, a form or a link, wherever it stands in a text.
struct TextParameter {
    /// What the value is, if it is a secret.
    let kind: String?
    /// Where the value stands; it is not empty.
    let value: Range<Int>

    /// All of them, in their order.
    static func all(in text: [UInt8]) -> [TextParameter] {
        var found: [TextParameter] = []
        var nameStart = 0
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "="), index > nameStart {
                let end = text[(index + 1)...].firstIndex(where: endsValue) ?? text.count
                let name = PercentEncoding.decode(text[nameStart..<index])
                if end > index + 1 {
                    found.append(
                        TextParameter(kind: SecretMembers.kind(ofParameter: name), value: (index + 1)..<end))
                }
                index = end
                nameStart = end
            } else {
                index += 1
                if !isOfName(byte) { nameStart = index }
            }
        }
        return found
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "%")
    }

    /// What ends a value in a query, a form, or the sentence that quotes one.
    private static func endsValue(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "<"),
            UInt8(ascii: ">"), UInt8(ascii: "'"):
            true
        default: false
        }
    }
}
