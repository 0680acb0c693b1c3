import FirebreakWire
import NIOCore

/// Reads replies (RFC 5321, section 4.2), which may have several lines. None of it grows without end.
final class SMTPReplyDecoder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = SMTPReply

    /// Bytes of a line; servers may write 512.
    static let maximumLine = 4096
    /// Lines of a reply.
    static let maximumLines = 128

    private var buffer = ByteBuffer()
    private var lines: [String] = []
    /// How many replies were read.
    private(set) var count = 0

    /// Whether something was received that is not a whole reply yet.
    var isInsideReply: Bool { buffer.readableBytes > 0 || !lines.isEmpty }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var received = unwrapInboundIn(data)
        buffer.writeBuffer(&received)
        do throws(SMTPError) {
            while let reply = try next() {
                count += 1
                context.fireChannelRead(wrapInboundOut(reply))
            }
        } catch {
            buffer.clear()
            context.fireErrorCaught(error)
            context.close(promise: nil)
            return
        }
        buffer.discardReadBytes()
    }

    /// The next whole reply that was received.
    private func next() throws(SMTPError) -> SMTPReply? {
        while let end = buffer.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
            let length = end - buffer.readerIndex
            guard length <= Self.maximumLine, lines.count < Self.maximumLines else { throw Self.tooLong }
            var line = buffer.readString(length: length) ?? ""
            buffer.moveReaderIndex(forwardBy: 1)
            if line.endsWithBytes(of: "\r") { line.removeLast() }
            guard let code = Int(line.prefix(3)), (200..<600).contains(code) else {
                throw SMTPError("what the server says is not SMTP")
            }
            let rest = line.dropFirst(3)
            lines.append(String(rest.dropFirst()))
            guard rest.first != "-" else { continue }
            defer { lines = [] }
            return SMTPReply(code: code, lines: lines)
        }
        guard buffer.readableBytes <= Self.maximumLine else { throw Self.tooLong }
        return nil
    }

    private static let tooLong = SMTPError("the server's reply is too long")
}

/// A server's reply to a command: a code and lines of text.
struct SMTPReply: Sendable, Equatable {
    var code: Int
    var lines: [String]

    /// 2yz.
    var isSuccess: Bool { (200..<300).contains(code) }
    /// 3yz: the server waits for more.
    var isContinuation: Bool { (300..<400).contains(code) }
    /// 5yz: the same command will be refused again.
    var isPermanentFailure: Bool { (500..<600).contains(code) }

    /// Code and text on one line.
    var text: String { ([String(code)] + lines.filter { !$0.isEmpty }).joined(separator: " ") }
}
