import Foundation

/// Reads what `InternetMessage` writes, by the rules of the RFCs rather than by its code.
struct WrittenMail {
    var headers: [(name: String, value: String)] = []
    var body = ""

    init(_ bytes: [UInt8]) {
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    private init(_ source: String) {
        let parts = source.components(separatedBy: "\r\n\r\n")
        let lines = parts[0].replacingOccurrences(of: "\r\n ", with: " ").components(separatedBy: "\r\n")
        self.headers = lines.map { line in
            let pair = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(pair[0]), pair.count > 1 ? pair[1].trimmingCharacters(in: .whitespaces) : "")
        }
        self.body = parts.dropFirst().joined(separator: "\r\n\r\n")
    }

    subscript(_ name: String) -> String? {
        self.headers.first { $0.name == name }.map { Self.decodedWords($0.value) }
    }

    /// The parts of a multipart body.
    var parts: [WrittenMail] {
        guard let boundary = self["Content-Type"]?.components(separatedBy: "boundary=\"").last?.dropLast() else {
            return []
        }
        let pieces = ("\r\n" + self.body).components(separatedBy: "\r\n--\(boundary)")
        return pieces.dropFirst().dropLast().map { WrittenMail(String($0.dropFirst())) }
    }

    /// The body without its quoted-printable encoding.
    var content: String {
        var result: [UInt8] = []
        let bytes = Array(self.body.replacingOccurrences(of: "=\r\n", with: "").utf8)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "=") {
                let digits = String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self)
                result.append(UInt8(digits, radix: 16) ?? 0)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func decodedWords(_ value: String) -> String {
        guard value.hasPrefix("=?") else { return value }
        return value.components(separatedBy: " ").map { word in
            guard word.hasPrefix("=?UTF-8?B?"), word.hasSuffix("?=") else { return word }
            let data = Data(base64Encoded: String(word.dropFirst(10).dropLast(2)))
            return data.flatMap { String(data: $0, encoding: .utf8) } ?? "not UTF-8: \(word)"
        }.joined()
    }
}
