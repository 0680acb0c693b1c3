import FirebreakWire
import Foundation

/// The header of a mail or of one of its parts (RFC 5322, RFC 6532).
struct MailHeader: Sendable {
    /// Each on one line, in their order.
    private(set) var fields: [(name: String, value: String)] = []
    /// What there is more of than is read of one.
    private(set) var exceeded: Limit?
    /// What comes after it.
    let body: ArraySlice<UInt8>

    init(of mail: some Sequence<UInt8>) { self.init(of: Array(mail)[...]) }

    init(of entity: ArraySlice<UInt8>) {
        var lines = MailLines(entity)
        var size = 0
        var raw: [(name: String, value: [UInt8])] = []
        while let line = lines.next() {
            guard !line.isEmpty else { break }
            size += line.count
            if !Limit.mailHeader.allows(size) { exceeded = exceeded ?? .mailHeader }
            if !Limit.mailFields.allows(raw.count + 1) { exceeded = exceeded ?? .mailFields }
            guard exceeded == nil else { continue }
            if MailLines.isBlank(line[line.startIndex]) {
                guard let last = raw.indices.last else { continue }
                raw[last].value += [UInt8(ascii: " ")] + line.drop(while: MailLines.isBlank)
            } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
                let name = String(decoding: line[..<colon], as: UTF8.self)
                raw.append((name, Array(line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") })))
            }
        }
        fields = raw.map { ($0.name, Charset.text($0.value[...], in: nil).text) }
        body = lines.rest
    }

    /// The first field of that name, in lower case.
    subscript(name: String) -> String? {
        fields.first { $0.name.trimmed.lowercased().hasSameBytes(as: name) }?.value.trimmed
    }
}

/// Lines of a mail, without their ends: CRLF, or LF where a program wrote no CR.
struct MailLines: IteratorProtocol {
    /// What was not read yet.
    private(set) var rest: ArraySlice<UInt8>

    init(_ content: ArraySlice<UInt8>) { rest = content }

    mutating func next() -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
        var line = rest[rest.startIndex..<end]
        if end < rest.endIndex, line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        rest = rest[min(end + 1, rest.endIndex)...]
        return line
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}

/// A value with parameters, as `Content-Type` and `Content-Disposition` have (RFC 2045 section 5.1).
struct MailParameters {
    /// Lower-case.
    let value: String
    private var parameters: [String: String] = [:]

    init(_ field: String?) {
        var parts: [[UInt8]] = [[]]
        var isQuoted = false
        var isEscaped = false
        for byte in (field ?? "").utf8 {
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
                continue
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
                continue
            } else if byte == UInt8(ascii: ";"), !isQuoted {
                parts.append([])
                continue
            }
            parts[parts.count - 1].append(byte)
        }
        let texts = parts.map { String(decoding: $0, as: UTF8.self) }
        value = texts.first?.trimmed.lowercased() ?? ""
        for text in texts.dropFirst() {
            guard let (name, value) = text.parted(at: "=") else { continue }
            parameters[name.trimmed.lowercased()] = parameters[name.trimmed.lowercased()] ?? value.trimmed
        }
    }

    subscript(name: String) -> String? { parameters[name]?.nonEmpty }
}

/// The charsets of mails, by the names that IANA has for them.
enum Charset {
    /// - Parameters:
    ///   - name: `nil` for one that is not named.
    /// - Returns: The text, and whether it is in that charset; if not, as well as it can be read.
    static func text(_ bytes: ArraySlice<UInt8>, in name: String?) -> (text: String, isRight: Bool) {
        // A language may follow the name (RFC 2231).
        let name = name.map { ($0.parted(at: "*")?.before).map(String.init) ?? $0 }?.trimmed.lowercased()
        switch name {
        case nil, "us-ascii", "ascii", "utf-8", "utf8":
            if let text = String(validating: bytes, as: UTF8.self) { return (text, true) }
            // Programs that name no charset write that of their system.
            return (western(bytes), name == nil)
        case "iso-8859-1", "latin1", "windows-1252", "cp1252": return (western(bytes), true)
        case "euc-jp":
            let text = String(bytes: inISO2022(ofEUC: bytes), encoding: .iso2022JP)
            return (text ?? western(bytes), text != nil)
        case let name?:
            if let encoding = encoding(name), let text = String(bytes: bytes, encoding: encoding) {
                return (text, true)
            }
            return (String(validating: bytes, as: UTF8.self) ?? western(bytes), false)
        }
    }

    /// Every byte has a meaning in one of the two.
    private static func western(_ bytes: ArraySlice<UInt8>) -> String {
        String(bytes: bytes, encoding: .windowsCP1252) ?? String(bytes: bytes, encoding: .isoLatin1)
            ?? String(decoding: bytes, as: UTF8.self)
    }

    /// Japanese in EUC as the same characters of ISO-2022-JP, which Foundation reads everywhere.
    private static func inISO2022(ofEUC bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var isJapanese = false
        var rest = bytes
        while let byte = rest.popFirst() {
            let next = rest.first ?? 0
            let isPair = byte >= 0xA1 && next >= 0xA1
            if isPair != isJapanese { result += isPair ? Array("\u{1B}$B".utf8) : Array("\u{1B}(B".utf8) }
            isJapanese = isPair
            result.append(byte & 0x7F)
            if isPair { result.append((rest.popFirst() ?? 0) & 0x7F) }
        }
        return result + (isJapanese ? Array("\u{1B}(B".utf8) : [])
    }

    /// Whether a letter of it depends on what was before it in the text: such a text is read by itself.
    static func hasStates(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["iso-2022-", "hz-", "utf-7"].contains { name.startsWithBytes(of: $0) }
    }

    /// Foundation names few of the encodings that it has; the others have the numbers of Core Foundation
    /// (CFStringEncodingExt.h) with the highest bit set.
    private static func encoding(_ name: String) -> String.Encoding? {
        let name = name.rest(afterBytes: "cp125").map { "windows-125\($0)" } ?? name.without(ending: "-i")
        if let number = name.rest(afterBytes: "iso-8859-").flatMap({ UInt($0) }), (2...16).contains(number),
            number != 12
        {
            return String.Encoding(rawValue: 0x8000_0200 + number)
        }
        return others[name].map(String.Encoding.init(rawValue:))
    }

    private static let others: [String: UInt] = [
        "big5": 0x8000_0A03, "cp437": 0x8000_0400, "cp850": 0x8000_0410, "cp866": 0x8000_041B, "cp932": 0x8000_0420,
        "cp936": 0x8000_0632, "cp949": 0x8000_0422, "euc-kr": 0x8000_0422, "gb18030": 0x8000_0632,
        "gb2312": 0x8000_0632, "gbk": 0x8000_0632, "hz-gb-2312": 0x8000_0A05, "ibm437": 0x8000_0400,
        "ibm850": 0x8000_0410, "ibm866": 0x8000_041B, "iso-2022-jp": 0x8000_0820, "iso-2022-kr": 0x8000_0840,
        "koi8-r": 0x8000_0A02, "koi8-u": 0x8000_0A08, "ks_c_5601-1987": 0x8000_0422, "sjis": 0x8000_0420,
        "shift_jis": 0x8000_0420, "shift-jis": 0x8000_0420, "tis-620": 0x8000_041D, "utf-16": 10,
        "utf-16be": 0x9000_0100, "utf-16le": 0x9400_0100, "utf-7": 0x8400_0100, "windows-1250": 0x8000_0501,
        "windows-1251": 0x8000_0502, "windows-1253": 0x8000_0503, "windows-1254": 0x8000_0504,
        "windows-1255": 0x8000_0505, "windows-1256": 0x8000_0506, "windows-1257": 0x8000_0507,
        "windows-1258": 0x8000_0508, "windows-31j": 0x8000_0420, "windows-874": 0x8000_041D, "x-sjis": 0x8000_0420,
    ]
}
