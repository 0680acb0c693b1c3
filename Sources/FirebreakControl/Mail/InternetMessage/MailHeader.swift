import FirebreakWire
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

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
    /// - Parameter name: `nil` for one that is not named.
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
        case let name?:
            if let known = known(name), let text = SystemCharset.text(bytes, known) { return (text, true) }
            return (String(validating: bytes, as: UTF8.self) ?? western(bytes), false)
        }
    }

    /// Every byte has a meaning in one of the two.
    private static func western(_ bytes: ArraySlice<UInt8>) -> String {
        String(bytes: bytes, encoding: .windowsCP1252) ?? String(bytes: bytes, encoding: .isoLatin1)
            ?? String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a letter of it depends on what was before it in the text: such a text is read by itself.
    static func hasStates(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["iso-2022-", "utf-7"].contains { name.startsWithBytes(of: $0) }
    }

    /// A charset in the words of those who convert it.
    struct Known {
        /// As iconv calls it.
        var name: String
        /// As Core Foundation numbers it (CFStringEncodingExt.h).
        var number: UInt
    }

    private static func known(_ name: String) -> Known? {
        let name = name.rest(afterBytes: "cp125").map { "windows-125\($0)" } ?? name.without(ending: "-i")
        if let number = name.rest(afterBytes: "iso-8859-").flatMap({ UInt($0) }), (2...16).contains(number),
            number != 12
        {
            return Known(name: "ISO-8859-\(number)", number: 0x0200 + number)
        }
        return others.first { $0.names.contains(where: name.hasSameBytes) }?.charset
    }

    private static let others: [(names: [String], charset: Known)] = [
        (["windows-1250"], Known(name: "CP1250", number: 0x0501)),
        (["windows-1251"], Known(name: "CP1251", number: 0x0502)),
        (["windows-1253"], Known(name: "CP1253", number: 0x0503)),
        (["windows-1254"], Known(name: "CP1254", number: 0x0504)),
        (["windows-1255"], Known(name: "CP1255", number: 0x0505)),
        (["windows-1256"], Known(name: "CP1256", number: 0x0506)),
        (["windows-1257"], Known(name: "CP1257", number: 0x0507)),
        (["windows-1258"], Known(name: "CP1258", number: 0x0508)),
        (["koi8-r"], Known(name: "KOI8-R", number: 0x0A02)), (["koi8-u"], Known(name: "KOI8-U", number: 0x0A08)),
        (["cp437", "ibm437"], Known(name: "CP437", number: 0x0400)),
        (["cp850", "ibm850"], Known(name: "CP850", number: 0x0410)),
        (["cp866", "ibm866"], Known(name: "CP866", number: 0x041B)),
        (["shift_jis", "shift-jis", "sjis", "x-sjis", "windows-31j", "cp932"], Known(name: "CP932", number: 0x0420)),
        (["iso-2022-jp"], Known(name: "ISO-2022-JP", number: 0x0820)),
        (["euc-jp"], Known(name: "EUC-JP", number: 0x0920)),
        (["euc-kr", "ks_c_5601-1987", "cp949"], Known(name: "CP949", number: 0x0422)),
        (["iso-2022-kr"], Known(name: "ISO-2022-KR", number: 0x0840)),
        (["gb2312", "gbk", "gb18030", "cp936"], Known(name: "GB18030", number: 0x0632)),
        (["big5"], Known(name: "BIG5", number: 0x0A03)),
        (["tis-620", "windows-874"], Known(name: "CP874", number: 0x041D)),
        (["utf-16"], Known(name: "UTF-16", number: 0x0100)),
        (["utf-16be"], Known(name: "UTF-16BE", number: 0x1000_0100)),
        (["utf-16le"], Known(name: "UTF-16LE", number: 0x1400_0100)),
        (["utf-7"], Known(name: "UTF-7", number: 0x0400_0100)),
    ]
}

/// Converts by the system: iconv of the C library on Linux, since Foundation loses its converters where it is linked
/// statically; Foundation elsewhere.
private enum SystemCharset {
    #if canImport(Glibc)
        static func text(_ bytes: ArraySlice<UInt8>, _ charset: Charset.Known) -> String? {
            guard let converter = iconv_open("UTF-8", charset.name), converter != iconv_t(bitPattern: -1) else {
                return nil
            }
            defer { iconv_close(converter) }
            var input = bytes.map { CChar(bitPattern: $0) }
            // No byte of these charsets becomes more than four.
            var output = [CChar](repeating: 0, count: 4 * input.count + 16)
            let rest: Int? = input.withUnsafeMutableBufferPointer { input in
                output.withUnsafeMutableBufferPointer { output in
                    var (from, fromCount) = (input.baseAddress, input.count)
                    var (to, toCount) = (output.baseAddress, output.count)
                    guard iconv(converter, &from, &fromCount, &to, &toCount) != Int(bitPattern: UInt.max),
                        iconv(converter, nil, nil, &to, &toCount) != Int(bitPattern: UInt.max)
                    else { return nil }
                    return toCount
                }
            }
            guard let rest else { return nil }
            return String(validating: output.prefix(output.count - rest).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    #else
        static func text(_ bytes: ArraySlice<UInt8>, _ charset: Charset.Known) -> String? {
            // The highest bit says that the number is Core Foundation's.
            String(bytes: bytes, encoding: String.Encoding(rawValue: 0x8000_0000 | charset.number))
        }
    #endif
}
