import FirebreakStore
import FirebreakWire

/// Reads mails that apps send: whatever can be read of whatever comes. What cannot be read is said, and stays in the mail
/// itself.
struct MailReader {
    private var text: String?
    private var html: String?
    private var attachments = 0
    private var parts = 0
    private var problems: [String] = []

    private init() {}

    /// - Parameter sender: Of the envelope; `nil` for none.
    static func read(_ content: [UInt8], sender: String?) -> ReceivedMail {
        let header = MailHeader(of: content[...])
        var reader = Self()
        if let limit = header.exceeded {
            reader.note(
                limit == .mailFields
                    ? "its header has more than \(limit.amount) fields" : "its header is longer than \(limit.amount)")
        }
        reader.read(header, level: 1)
        let from = MailAddress.first(in: header["from"] ?? "")
        var mail = ReceivedMail(
            sender: from?.address ?? sender ?? "", subject: singleLine(EncodedWords.decoded(header["subject"] ?? "")),
            text: reader.text ?? reader.html.map(plainText(fromHTML:)) ?? "")
        mail.senderName = from?.name.map(singleLine)?.nonEmpty
        mail.replyTo = MailAddress.first(in: header["reply-to"] ?? "")?.address
        mail.html = reader.html
        mail.messageID = header["message-id"].map { $0.trimmed(of: "<>") }?.nonEmpty
        mail.language =
            header["content-language"]?.parted(at: ",").map { String($0.before) } ?? header["content-language"]
        mail.mailer = (header["x-mailer"] ?? header["user-agent"]).map(EncodedWords.decoded)
        mail.attachments = reader.attachments
        mail.problem = reader.problems.joined(separator: "; ").nonEmpty
        mail.size = content.count
        mail.content = content
        return mail
    }

    private mutating func note(_ problem: String) {
        if !problems.contains(where: problem.hasSameBytes) { problems.append(problem) }
    }

    // MARK: Parts

    private mutating func read(_ entity: MailHeader, level: Int) {
        let type = MailParameters(entity["content-type"])
        guard type.value.startsWithBytes(of: "multipart/") else { return readLeaf(entity, type) }
        guard Limit.mailDepth.allows(level) else {
            return note("its parts are in each other on more than \(Limit.mailDepth.amount) levels")
        }
        guard let boundary = type["boundary"] else {
            note("it has parts, and does not say what is between them")
            return take(entity.body, MailParameters("text/plain"), encoding: nil)
        }
        var found = false
        Self.forEachPart(of: entity.body, boundary) { part in
            found = true
            parts += 1
            guard Limit.mailParts.allows(parts) else {
                note("it has more than \(Limit.mailParts.amount) parts")
                return false
            }
            read(MailHeader(of: part), level: level + 1)
            return true
        }
        if !found { note("it has no part between the lines that it names") }
    }

    /// - Parameter visit: Returns whether to go on.
    private static func forEachPart(
        of body: ArraySlice<UInt8>, _ boundary: String, _ visit: (ArraySlice<UInt8>) -> Bool
    ) {
        let delimiter = Array("--\(boundary)".utf8)
        var lines = MailLines(body)
        var start: Int?
        var end = body.startIndex
        while let line = lines.next() {
            defer { end = line.endIndex }
            guard line.starts(with: delimiter) else { continue }
            let rest = line.dropFirst(delimiter.count)
            let isLast = rest.starts(with: "--".utf8)
            guard isLast || rest.allSatisfy(MailLines.isBlank) else { continue }
            if let start, !visit(body[start..<max(start, end)]) { return }
            start = isLast ? nil : lines.rest.startIndex
            if isLast { return }
        }
        if let start { _ = visit(body[min(start, body.endIndex)...]) }
    }

    private mutating func readLeaf(_ entity: MailHeader, _ type: MailParameters) {
        let disposition = MailParameters(entity["content-disposition"])
        let isText = ["", "text", "text/plain"].contains(where: type.value.hasSameBytes)
        let isFree = isText ? text == nil : html == nil
        guard isText || type.value.hasSameBytes(as: "text/html"), isFree,
            !disposition.value.hasSameBytes(as: "attachment")
        else {
            attachments += 1
            return
        }
        take(entity.body, type, encoding: entity["content-transfer-encoding"])
    }

    private mutating func take(_ body: ArraySlice<UInt8>, _ type: MailParameters, encoding: String?) {
        let bytes: [UInt8]
        switch encoding?.lowercased() {
        case nil, "", "7bit", "8bit", "binary": bytes = Array(body.prefix(Limit.renderedMail.maximum))
        case "quoted-printable": bytes = Self.decodedQuotedPrintable(body)
        case "base64": bytes = Self.decodedBase64(body)
        case let other?:
            note("a text of it has the encoding \(other.onOneLine)")
            bytes = Array(body.prefix(Limit.renderedMail.maximum))
        }
        if bytes.count >= Limit.renderedMail.maximum { note("a text of it is cut after \(Limit.renderedMail.amount)") }
        let charset = type["charset"]
        let (read, isRight) = Charset.text(bytes[...], in: charset)
        if !isRight { note("a text of it is not in the charset that it names, \((charset ?? "").onOneLine)") }
        let lines = read.substituting("\r\n", with: "\n")
        if type.value.hasSameBytes(as: "text/html") { html = lines } else { text = lines }
    }

    // MARK: Encodings

    /// Quoted-printable (RFC 2045 section 6.7): what is none stays as it is.
    static func decodedQuotedPrintable(_ body: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var lines = MailLines(body)
        while let line = lines.next(), result.count < Limit.renderedMail.maximum {
            let isEnded = lines.rest.startIndex > line.endIndex
            var line = line
            while let last = line.last, MailLines.isBlank(last) { line.removeLast() }
            let isContinued = line.last == UInt8(ascii: "=")
            if isContinued { line.removeLast() }
            result += unescaped(line)
            if !isContinued, isEnded { result += "\r\n".utf8 }
        }
        return Array(result.prefix(Limit.renderedMail.maximum))
    }

    /// Replaces what stands for a byte: two hexadecimal digits after a `=`.
    static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "="), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                result.append(value)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    /// Base64 (RFC 2045 section 6.8): what is no digit does not count.
    static func decodedBase64(_ body: ArraySlice<UInt8>) -> [UInt8] {
        var digits: [UInt8] = []
        for byte in body {
            guard digits.count < Limit.renderedMail.maximum / 3 * 4 else { break }
            if byte.isASCIIAlphanumeric || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") {
                digits.append(byte)
            }
        }
        // One digit by itself stands for no byte.
        if digits.count % 4 == 1 { digits.removeLast() }
        return Base64.decode(digits[...]) ?? []
    }
}

/// Words of other charsets in a header (RFC 2047).
enum EncodedWords {
    private struct Word {
        var charset: String
        var bytes: [UInt8]
    }

    static func decoded(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        // The words just read, whose charset is the same: a letter may begin in one and end in the next.
        var open: Word?
        func flush() {
            if let word = open { result += Charset.text(word.bytes[...], in: word.charset).text }
            open = nil
        }
        while let start = rest.firstRange(of: "=?") {
            let before = rest[..<start.lowerBound]
            guard let (word, end) = word(rest[start.lowerBound...]) else {
                flush()
                result += rest[..<start.upperBound]
                rest = rest[start.upperBound...]
                continue
            }
            // White space between two of them is not part of the text.
            if open == nil || !before.isBlank {
                flush()
                result += before
            }
            if let known = open, !known.charset.hasSameBytes(as: word.charset) || Charset.hasStates(known.charset) {
                flush()
            }
            if open == nil { open = word } else { open?.bytes += word.bytes }
            rest = rest[end...]
        }
        flush()
        return result + rest
    }

    /// RFC 2047 allows 75 bytes; programs are known to write more.
    private static let maximumLength = 1000

    /// A word at the beginning of a text: `=?charset?Q?text?=`.
    private static func word(_ text: Substring) -> (Word, end: String.Index)? {
        let bytes = text.utf8.prefix(maximumLength)
        let fields = bytes.dropFirst(2)
        guard let charsetEnd = fields.firstIndex(of: UInt8(ascii: "?")),
            let encodingEnd = fields[fields.index(after: charsetEnd)...].firstIndex(of: UInt8(ascii: "?"))
        else { return nil }
        let content = bytes[bytes.index(after: encodingEnd)...]
        guard let mark = content.firstIndex(of: UInt8(ascii: "?")), content[mark...].starts(with: "?=".utf8),
            let charset = String(fields[..<charsetEnd])?.nonEmpty
        else { return nil }
        let encoded = Array(content[..<mark])
        guard !encoded.contains(UInt8(ascii: " ")) else { return nil }
        let decoded: [UInt8]
        switch fields[fields.index(after: charsetEnd)..<encodingEnd].map({ $0 | 0x20 }) {
        case [UInt8(ascii: "b")]: decoded = MailReader.decodedBase64(encoded[...])
        case [UInt8(ascii: "q")]:
            let blank = UInt8(ascii: " ")
            decoded = MailReader.unescaped(encoded.map { $0 == UInt8(ascii: "_") ? blank : $0 }[...])
        default: return nil
        }
        return (Word(charset: charset, bytes: decoded), bytes.index(mark, offsetBy: 2))
    }
}

extension MailAddress {
    /// The first address of a field such as `From`, and the name beside it: `Name <address>`, `address (name)`.
    static func first(in field: String) -> (name: String?, address: String)? {
        var phrase = ""
        /// The phrase with its quotes, which belong to an address without brackets.
        var bare = ""
        var address: String?
        var comment = ""
        var depth = 0
        var isQuoted = false
        var isEscaped = false
        scan: for scalar in field.unicodeScalars {
            if isEscaped {
                isEscaped = false
            } else if scalar == "\\", isQuoted || depth > 0 {
                isEscaped = true
                continue
            } else if depth > 0 {
                if scalar == "(" { depth += 1 }
                if scalar == ")" {
                    depth -= 1
                    continue
                }
            } else if scalar == "\"" {
                isQuoted.toggle()
                guard address != nil else {
                    bare.append("\"")
                    continue
                }
            } else if !isQuoted {
                switch scalar {
                case "(":
                    depth += 1
                    continue
                case "<":
                    address = ""
                    continue
                case ">", ";": break scan
                case ",":
                    guard address == nil else { break }
                    if !phrase.trimmed.isEmpty { break scan }
                    continue
                case ":":
                    // The name of a group.
                    guard address == nil else { break }
                    phrase = ""
                    bare = ""
                    continue
                default: break
                }
            }
            if depth > 0 {
                comment.unicodeScalars.append(scalar)
            } else if address != nil {
                address?.unicodeScalars.append(scalar)
            } else {
                phrase.unicodeScalars.append(scalar)
                bare.unicodeScalars.append(scalar)
            }
        }
        let found = (address ?? bare).trimmed
        guard !found.isEmpty else { return nil }
        let name = EncodedWords.decoded((address == nil ? comment : phrase).trimmed).nonEmpty
        return (name, found)
    }
}

extension String {
    /// Without these characters around it.
    fileprivate func trimmed(of characters: String) -> String {
        let set = Set(characters.unicodeScalars)
        let view = unicodeScalars.drop { set.contains($0) || $0 == " " }
        return String(String.UnicodeScalarView(view.reversed().drop { set.contains($0) || $0 == " " }.reversed()))
    }
}
