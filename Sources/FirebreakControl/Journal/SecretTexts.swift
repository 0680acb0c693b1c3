import FirebreakWire

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
        for (step, state) in steps.sorted(by: { states[$0.value].length < states[$1.value].length }) {
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
