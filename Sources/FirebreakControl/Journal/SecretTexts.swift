import FirebreakWire

/// Finds secrets in texts and replaces them by what they are.
///
/// By an automaton after Aho and Corasick, since strangers choose both texts and secrets: however many there are, and
/// however alike, it is made in one pass over the secrets, and a text is read once. It runs from the end of the text to its
/// beginning, so that it knows of every place the longest secret that begins there.
struct SecretTexts {
    /// What was read of the secrets so far, from their end.
    private struct State {
        /// The last byte that was read.
        var byte: UInt8 = 0
        /// How many bytes were read.
        var length: Int32 = 0
        /// The first of the states that follow this one, and the next one that follows the same state as this one; 0 for none.
        var firstStep: Int32 = 0
        var nextSibling: Int32 = 0
        /// The state of its longest ending that other secrets begin with.
        var fallback: Int32 = 0
        /// The longest secret that it ends with, itself included; 0 for none.
        var secret: Int32 = 0
    }

    private var states = [State()]
    /// What each secret is, by the state of the whole of it.
    private var kinds: [Int32: String] = [:]
    /// Where the first byte leads: most bytes of a text are looked up here.
    private var firstSteps = [Int32](repeating: 0, count: 256)
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
        var state: Int32 = 0
        for byte in text.utf8.reversed() {
            if let next = step(from: state, byte) {
                state = next
                continue
            }
            let next = Int32(clamping: states.count)
            var new = State()
            new.byte = byte
            new.length = states[Int(state)].length + 1
            if state == 0 {
                firstSteps[Int(byte)] = next
            } else {
                new.nextSibling = states[Int(state)].firstStep
                states[Int(state)].firstStep = next
            }
            states.append(new)
            state = next
        }
        kinds[state] = kind
    }

    /// The state after one more byte of a secret; `nil` if no secret goes on so.
    private func step(from state: Int32, _ byte: UInt8) -> Int32? {
        guard state != 0 else {
            let first = firstSteps[Int(byte)]
            return first == 0 ? nil : first
        }
        var next = states[Int(state)].firstStep
        while next != 0 {
            if states[Int(next)].byte == byte { return next }
            next = states[Int(next)].nextSibling
        }
        return nil
    }

    /// By length, because a fallback is shorter and has to be set before.
    private mutating func setFallbacks() {
        var line = firstSteps.filter { $0 != 0 }
        line.reserveCapacity(states.count)
        for state in line { states[Int(state)].secret = kinds[state] == nil ? 0 : state }
        var index = 0
        while index < line.count {
            let state = line[index]
            index += 1
            var following = states[Int(state)].firstStep
            while following != 0 {
                let fallback = next(after: states[Int(state)].fallback, states[Int(following)].byte)
                states[Int(following)].fallback = fallback
                states[Int(following)].secret = kinds[following] == nil ? states[Int(fallback)].secret : following
                line.append(following)
                following = states[Int(following)].nextSibling
            }
        }
    }

    private func next(after state: Int32, _ byte: UInt8) -> Int32 {
        var state = state
        while true {
            if let next = step(from: state, byte) { return next }
            guard state != 0 else { return 0 }
            state = states[Int(state)].fallback
        }
    }

    /// The text without the values of secret parameters, without quoted secrets and without tokens.
    func replaced(in text: String) -> String {
        let bytes = Array(text.utf8)
        let secrets = secrets(in: bytes)
        let parameters = TextParameter.all(in: bytes).filter { $0.kind != nil }
        var parameter = 0
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let secret = secrets.isEmpty ? 0 : secrets[index]
            if parameter < parameters.count, parameters[parameter].value.lowerBound == index {
                output += "<\(parameters[parameter].kind ?? "")>".utf8
                index = parameters[parameter].value.upperBound
            } else if secret != 0, let kind = kinds[secret] {
                output += "<\(kind)>".utf8
                index += Int(states[Int(secret)].length)
            } else if let length = Self.token(at: index, in: bytes) {
                output += "<token>".utf8
                index += length
            } else {
                output.append(bytes[index])
                index += 1
            }
            while parameter < parameters.count, parameters[parameter].value.lowerBound < index { parameter += 1 }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The longest secret that begins at each byte and counts there, 0 for none; empty where there are no secrets.
    private func secrets(in text: [UInt8]) -> [Int32] {
        guard states.count > 1 else { return [] }
        var found = [Int32](repeating: 0, count: text.count)
        var state: Int32 = 0
        for index in text.indices.reversed() {
            state = next(after: state, text[index])
            var secret = states[Int(state)].secret
            // Those that do not count are short, and so are all that follow.
            while secret != 0, !counts(secret, at: index, in: text) {
                secret = states[Int(states[Int(secret)].fallback)].secret
            }
            found[index] = secret
        }
        return found
    }

    private func counts(_ secret: Int32, at index: Int, in text: [UInt8]) -> Bool {
        let length = Int(states[Int(secret)].length)
        guard length < limit else { return true }
        let end = index + length
        return (index == 0 || !text[index - 1].isASCIIAlphanumeric)
            && (end == text.count || !text[end].isASCIIAlphanumeric)
    }

    /// The length of a JSON Web Token, whatever it is under: three parts with points between them, of which the first is
    /// an object.
    private static func token(at index: Int, in text: [UInt8]) -> Int? {
        guard text[index] == UInt8(ascii: "e"), text[index...].starts(with: "eyJ".utf8),
            index == 0 || !isOfToken(text[index - 1])
        else { return nil }
        let end = text[index...].firstIndex { !isOfToken($0) && $0 != UInt8(ascii: ".") } ?? text.count
        guard text[index..<end].count(where: { $0 == UInt8(ascii: ".") }) >= 2 else { return nil }
        return end - index
    }

    private static func isOfToken(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
