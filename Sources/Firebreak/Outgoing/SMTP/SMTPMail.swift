/// A mail on its way to a mail server.
package struct SMTPMail: Sendable, Equatable {
    /// Address of the sender; `nil` for none, as in reports.
    package var sender: String?
    package var recipient: String
    /// The whole mail (RFC 5322).
    package var content: [UInt8]

    package init(sender: String?, recipient: String, content: [UInt8]) {
        self.sender = sender
        self.recipient = recipient
        self.content = content
    }

    /// The content as the server reads it (RFC 5321, section 4.5.2): lines end with CRLF, a dot at the beginning of one
    /// is doubled, and a line of one dot ends it. A CR or LF by itself becomes a line break, because servers disagree
    /// about it, and what one of them takes for the end could begin another mail.
    package var transmission: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(content.count + content.count / 32 + 8)
        var isAtStart = true
        var previous: UInt8 = 0
        for byte in content {
            defer { previous = byte }
            switch byte {
            case Self.lineFeed where previous == Self.carriageReturn: continue
            case Self.carriageReturn, Self.lineFeed:
                result += [Self.carriageReturn, Self.lineFeed]
                isAtStart = true
            default:
                if isAtStart, byte == Self.dot { result.append(Self.dot) }
                result.append(byte)
                isAtStart = false
            }
        }
        if !isAtStart { result += [Self.carriageReturn, Self.lineFeed] }
        return result + [Self.dot, Self.carriageReturn, Self.lineFeed]
    }

    /// Whether the content has bytes that a server for 7-bit mails may change.
    package var isEightBit: Bool { content.contains { $0 > 0x7F } }

    private static let carriageReturn = UInt8(ascii: "\r")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let dot = UInt8(ascii: ".")
}
