import FirebreakOperations
import FirebreakWire
import NIOCore
import NIOPosix

/// Sends mails to one server, each on a connection of its own.
package struct SMTPClient: Sendable {
    /// Milliseconds for making a connection, which is not interrupted when the server ends.
    private static let connectTimeout: Int64 = 5_000

    private let server: SMTPServer
    /// Milliseconds for a whole mail.
    private let timeout: Int64

    package init(_ server: SMTPServer, timeout: Int64 = 30_000) {
        self.server = server
        self.timeout = timeout
    }

    /// - Returns: Why the server did not take the mail; `nil` when it did.
    package func send(_ mail: SMTPMail) async -> DeliveryFailure? {
        let outcome = await withTimeLimit(milliseconds: timeout) { await failure(of: mail) }
        switch outcome {
        case nil: return DeliveryFailure(SMTPError.timedOut.description)
        case .some(nil): return nil
        case .some(let error?): return DeliveryFailure(scrubbed(error), isPermanent: error.isPermanent)
        }
    }

    private func failure(of mail: SMTPMail) async -> SMTPError? {
        do {
            try await converse(mail)
            return nil
        } catch let error as SMTPError {
            return error
        } catch {
            return SMTPError(OutgoingRequest.Failure(error).description)
        }
    }

    private typealias Connection = (NIOAsyncChannel<SMTPReply, ByteBuffer>, NIOLoopBound<SMTPReplyDecoder>)

    private func converse(_ mail: SMTPMail) async throws {
        let encryption = server.isTLS ? try Encryption(with: server) : nil
        let (connection, decoder): Connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(.milliseconds(min(timeout, Self.connectTimeout)))
            .connect(host: server.host, port: server.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let decoder = SMTPReplyDecoder()
                    if let encryption { try channel.pipeline.syncOperations.addHandler(encryption.handler()) }
                    try channel.pipeline.syncOperations.addHandler(decoder)
                    return (
                        try NIOAsyncChannel(wrappingChannelSynchronously: channel),
                        NIOLoopBound(decoder, eventLoop: channel.eventLoop)
                    )
                }
            }
        try await connection.executeThenClose { inbound, outbound in
            var conversation = SMTPConversation(connection.channel, decoder, inbound, outbound)
            try await conversation.open(server)
            try await conversation.send(mail)
            await conversation.close()
        }
    }

    /// The words for an error, without the password.
    private func scrubbed(_ error: SMTPError) -> String {
        guard error.quotesServer, let password = server.credentials?.password, !password.isEmpty else {
            return error.description
        }
        return error.description.substituting(password, with: "***")
    }
}

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

    /// Whether an address or the header has letters beyond ASCII, which a server has to know of (RFC 6531).
    var isInternational: Bool {
        let end = content.firstRange(of: Array("\r\n\r\n".utf8))?.lowerBound ?? content.endIndex
        return !hasASCIIRecipient || !hasASCIISender || content[..<end].contains { $0 > 0x7F }
    }

    /// Whether every server can deliver to the address.
    var hasASCIIRecipient: Bool { recipient.utf8.allSatisfy { $0 < 0x80 } }

    /// Whether every server takes the sender's address, or there is none.
    var hasASCIISender: Bool { sender?.utf8.allSatisfy { $0 < 0x80 } ?? true }

    /// Whether the content has bytes that a server for 7-bit mails may change.
    package var isEightBit: Bool { content.contains { $0 > 0x7F } }

    private static let carriageReturn = UInt8(ascii: "\r")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let dot = UInt8(ascii: ".")
}

/// Why a mail was not taken.
struct SMTPError: Error, Sendable, Equatable, CustomStringConvertible {
    /// For the record.
    var description: String
    /// Whether it has words of the server, which may repeat what it was sent.
    var quotesServer = false
    /// Whether another attempt would end in the same way.
    var isPermanent = false

    init(_ description: String, isPermanent: Bool = false, quotesServer: Bool = false) {
        self.description = description
        self.isPermanent = isPermanent
        self.quotesServer = quotesServer
    }

    static let closed = SMTPError("the server closed the connection")
    static let timedOut = SMTPError("the server did not answer in time")

    /// A command that was refused.
    ///
    /// - Parameter command: Without its arguments, which may be secret.
    static func refused(_ command: String, _ reply: SMTPReply, isPermanent: Bool = false) -> SMTPError {
        SMTPError("\(command): \(reply.text)", isPermanent: isPermanent, quotesServer: true)
    }
}
