import FirebreakWire

/// Encodes text as quoted-printable (RFC 2045, section 6.7), in lines of at most 76 characters.
///
/// LF and CRLF become line breaks; a lone CR is content.
func quotedPrintable(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 4)
    var column = 0
    for (index, byte) in bytes.enumerated() {
        let endsLine = index + 1 == bytes.count || isLineBreak(bytes, at: index + 1)
        if isLineBreak(bytes, at: index) {
            // In a CRLF, the CR breaks the line and the LF is skipped.
            guard byte == carriageReturn || index == 0 || bytes[index - 1] != carriageReturn else { continue }
            result += [carriageReturn, lineFeed]
            column = 0
            continue
        }
        let literal = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=")
        let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        // A full stop alone on a line would end the message in SMTP, "From " would start another one in a mailbox file.
        let isRisky = column == 0 && (byte == UInt8(ascii: ".") || byte == UInt8(ascii: "F"))
        let token = (literal && !isRisky) || (isBlank && !endsLine) ? [byte] : escaped(byte)
        if column + token.count > (endsLine ? 76 : 75) {
            result += [UInt8(ascii: "="), carriageReturn, lineFeed]
            column = 0
        }
        result += token
        column += token.count
    }
    return String(decoding: result, as: UTF8.self)
}

private let carriageReturn = UInt8(ascii: "\r")
private let lineFeed = UInt8(ascii: "\n")

/// Whether the byte is LF, or the CR of a CRLF.
private func isLineBreak(_ bytes: [UInt8], at index: Int) -> Bool {
    guard bytes[index] == carriageReturn else { return bytes[index] == lineFeed }
    return index + 1 < bytes.count && bytes[index + 1] == lineFeed
}

private func escaped(_ byte: UInt8) -> [UInt8] {
    [UInt8(ascii: "="), Hex.digit(byte >> 4, uppercase: true), Hex.digit(byte, uppercase: true)]
}
