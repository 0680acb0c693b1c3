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
        guard text.includes(UInt8(ascii: "=")) else { return }
        let bytes = Array(text.utf8)
        for parameter in TextParameter.all(in: bytes) {
            let raw = String(decoding: bytes[parameter.value], as: UTF8.self)
            let value = PercentEncoding.decode(raw.utf8, plusIsSpace: true)
            if let kind = parameter.kind {
                add(raw, kind)
                add(value, kind)
            }
            collect(value, nesting: nesting + 1)
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
        guard text.utf8.first == UInt8(ascii: "{") || text.utf8.first == UInt8(ascii: "[") else { return nil }
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

/// Finds secrets in texts and replaces them by what they are.
///
/// By an automaton after Aho and Corasick, since strangers choose both texts and secrets: however many there are, and
/// however alike, a text is read once. It runs from the end of the text to its beginning, so that it knows of every
/// place the longest secret that begins there.
struct SecretTexts {
    private struct State {
        /// The bytes of the secrets so far, from their end.
        var length = 0
        /// What the whole of it is, if it is a secret.
        var kind: String?
        /// The state of its longest ending that other secrets begin with.
        var fallback = 0
        /// The longest secret that it ends with, itself included; 0 for none.
        var secret = 0
    }

    private struct Step: Hashable {
        var state: Int
        var byte: UInt8
    }

    private var states = [State()]
    private var steps: [Step: Int] = [:]
    /// A shorter secret counts only where no letter or digit adjoins it.
    private let limit: Int

    /// - Parameters:
    ///   - kinds: What each is.
    ///   - limit: From this length on, it counts wherever it stands.
    init(_ kinds: [ExactText: String], boundedBelow limit: Int) {
        self.limit = limit
        for (text, kind) in kinds where !text.rawValue.isEmpty { add(text.rawValue, kind) }
        setFallbacks()
    }

    private mutating func add(_ text: String, _ kind: String) {
        var state = 0
        for byte in text.utf8.reversed() {
            let step = Step(state: state, byte: byte)
            if let next = steps[step] {
                state = next
            } else {
                states.append(State(length: states[state].length + 1))
                state = states.count - 1
                steps[step] = state
            }
        }
        states[state].kind = kind
    }

    private mutating func setFallbacks() {
        // A fallback is shorter, so that it is set before.
        let byLength = steps.map { (length: states[$1].length, step: $0, state: $1) }.sorted { $0.length < $1.length }
        for (_, step, state) in byLength {
            states[state].fallback = step.state == 0 ? 0 : next(after: states[step.state].fallback, step.byte)
            states[state].secret = states[state].kind == nil ? states[states[state].fallback].secret : state
        }
    }

    private func next(after state: Int, _ byte: UInt8) -> Int {
        var state = state
        while true {
            if let next = steps[Step(state: state, byte: byte)] { return next }
            guard state != 0 else { return 0 }
            state = states[state].fallback
        }
    }

    /// The text without the values of secret parameters, without quoted secrets and without tokens.
    func replaced(in text: String) -> String {
        let bytes = Array(text.utf8)
        let secrets = secrets(in: bytes)
        var parameters = TextParameter.all(in: bytes).filter { $0.kind != nil }[...]
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if let parameter = parameters.first, parameter.value.lowerBound == index {
                output += "<\(parameter.kind ?? "")>".utf8
                index = parameter.value.upperBound
            } else if let secret = secrets[index], let kind = states[secret].kind {
                output += "<\(kind)>".utf8
                index += states[secret].length
            } else if let length = Self.token(at: index, in: bytes) {
                output += "<token>".utf8
                index += length
            } else {
                output.append(bytes[index])
                index += 1
            }
            while let parameter = parameters.first, parameter.value.lowerBound < index { parameters.removeFirst() }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The longest secret that begins at each byte and counts there.
    private func secrets(in text: [UInt8]) -> [Int: Int] {
        var found: [Int: Int] = [:]
        guard states.count > 1 else { return found }
        var state = 0
        for index in text.indices.reversed() {
            state = next(after: state, text[index])
            var secret = states[state].secret
            // Those that do not count are short, and so are all that follow.
            while secret != 0, !counts(secret, at: index, in: text) { secret = states[states[secret].fallback].secret }
            if secret != 0 { found[index] = secret }
        }
        return found
    }

    private func counts(_ secret: Int, at index: Int, in text: [UInt8]) -> Bool {
        let length = states[secret].length
        guard length < limit else { return true }
        let end = index + length
        return (index == 0 || !text[index - 1].isASCIIAlphanumeric)
            && (end == text.count || !text[end].isASCIIAlphanumeric)
    }

    /// The length of a JSON Web Token, whatever it is under: three parts with points between them, of which the first is
    /// an object.
    private static func token(at index: Int, in text: [UInt8]) -> Int? {
        guard text[index...].starts(with: "eyJ".utf8), index == 0 || !isOfToken(text[index - 1]) else { return nil }
        let end = text[index...].firstIndex { !isOfToken($0) && $0 != UInt8(ascii: ".") } ?? text.count
        guard text[index..<end].count(where: { $0 == UInt8(ascii: ".") }) >= 2 else { return nil }
        return end - index
    }

    private static func isOfToken(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
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
