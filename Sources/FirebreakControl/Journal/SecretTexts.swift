import FirebreakWire

/// Finds secrets in texts and replaces them by what they are.
struct SecretTexts {
    private struct Secret {
        var bytes: [UInt8]
        var kind: String
        /// Whether it counts only where no letter or digit adjoins it.
        var isBounded: Bool
    }

    /// By their first byte, longest first.
    private let secrets: [[Secret]]

    /// - Parameters:
    ///   - kinds: What each is.
    ///   - limit: From this length on, it counts wherever it stands.
    init(_ kinds: [String: String], boundedBelow limit: Int) {
        var secrets = [[Secret]](repeating: [], count: 256)
        for (text, kind) in kinds {
            let bytes = Array(text.utf8)
            guard let first = bytes.first else { continue }
            secrets[Int(first)].append(Secret(bytes: bytes, kind: kind, isBounded: bytes.count < limit))
        }
        self.secrets = secrets.map { $0.sorted { $0.bytes.count > $1.bytes.count } }
    }

    /// The text without the values of secret parameters, without quoted secrets and without tokens.
    func replaced(in text: String) -> String {
        let bytes = Array(text.utf8)
        var parameters = TextParameter.all(in: bytes).filter { $0.kind != nil }[...]
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if let parameter = parameters.first, parameter.value.lowerBound == index {
                output += "<\(parameter.kind ?? "")>".utf8
                index = parameter.value.upperBound
            } else if let (kind, length) = secret(at: index, in: bytes) ?? Self.token(at: index, in: bytes) {
                output += "<\(kind)>".utf8
                index += length
            } else {
                output.append(bytes[index])
                index += 1
            }
            while let parameter = parameters.first, parameter.value.lowerBound < index { parameters.removeFirst() }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private func secret(at index: Int, in text: [UInt8]) -> (kind: String, length: Int)? {
        for secret in secrets[Int(text[index])] where text[index...].starts(with: secret.bytes) {
            let end = index + secret.bytes.count
            guard secret.isBounded else { return (secret.kind, secret.bytes.count) }
            let adjoinsBefore = index > 0 && text[index - 1].isASCIIAlphanumeric
            let adjoinsAfter = end < text.count && text[end].isASCIIAlphanumeric
            if !adjoinsBefore, !adjoinsAfter { return (secret.kind, secret.bytes.count) }
        }
        return nil
    }

    /// A JSON Web Token, whatever it is under: three parts with points between them, of which the first is an object.
    private static func token(at index: Int, in text: [UInt8]) -> (kind: String, length: Int)? {
        guard text[index...].starts(with: "eyJ".utf8), index == 0 || !isOfToken(text[index - 1]) else { return nil }
        let end = text[index...].firstIndex { !isOfToken($0) && $0 != UInt8(ascii: ".") } ?? text.count
        guard text[index..<end].count(where: { $0 == UInt8(ascii: ".") }) >= 2 else { return nil }
        return ("token", end - index)
    }

    private static func isOfToken(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
