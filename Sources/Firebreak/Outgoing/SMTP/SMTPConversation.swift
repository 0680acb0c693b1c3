import FirebreakWire
import NIOCore

/// One connection to a mail server, on which one mail is sent.
struct SMTPConversation {
    private let channel: any Channel
    private let decoder: NIOLoopBound<SMTPReplyDecoder>
    private var replies: NIOAsyncChannelInboundStream<SMTPReply>.AsyncIterator
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    /// How many replies were taken.
    private var taken = 0
    /// What the server can do, as its answer to EHLO says: keyword and parameters, in capitals.
    private var extensions: [String: [String]] = [:]

    init(
        _ channel: any Channel, _ decoder: NIOLoopBound<SMTPReplyDecoder>,
        _ replies: NIOAsyncChannelInboundStream<SMTPReply>, _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        self.channel = channel
        self.decoder = decoder
        self.replies = replies.makeAsyncIterator()
        self.outbound = outbound
    }

    /// Greets the server, goes over to TLS where it is offered, and signs in.
    mutating func open(_ server: SMTPServer) async throws {
        let greeting = try await reply()
        guard greeting.isSuccess else { throw SMTPError.refused("greeting", greeting) }
        try await greet()
        if !server.isTLS, Encryption.isAvailable, extensions["STARTTLS"] != nil { try await startTLS(server) }
        if let credentials = server.credentials { try await authenticate(credentials) }
    }

    /// - Throws: ``SMTPError``, also if the server refuses the mail itself, which another attempt would not change.
    mutating func send(_ mail: SMTPMail) async throws {
        let takesAllLetters = extensions["SMTPUTF8"] != nil
        guard takesAllLetters || mail.hasASCIIRecipient else {
            throw SMTPError("the server takes no address with letters beyond ASCII (SMTPUTF8)", isPermanent: true)
        }
        let sender = takesAllLetters || mail.hasASCIISender ? mail.sender : nil
        var parameters = mail.isEightBit && extensions["8BITMIME"] != nil ? " BODY=8BITMIME" : ""
        if takesAllLetters, mail.isInternational { parameters += " SMTPUTF8" }
        try await order("MAIL", "MAIL FROM:<\(sender ?? "")>" + parameters)
        try await order("RCPT", "RCPT TO:<\(mail.recipient)>")
        let invitation = try await command("DATA")
        guard invitation.isContinuation else {
            throw SMTPError.refused("DATA", invitation, isPermanent: invitation.isPermanentFailure)
        }
        try await outbound.write(ByteBuffer(bytes: mail.transmission))
        let receipt = try await reply()
        guard receipt.isSuccess else {
            throw SMTPError.refused("DATA", receipt, isPermanent: receipt.isPermanentFailure)
        }
    }

    /// Says good-bye. The mail was taken, so that nothing that happens here matters.
    mutating func close() async {
        let limit = channel.eventLoop.scheduleTask(in: .seconds(2)) { [channel] in channel.close(promise: nil) }
        _ = try? await command("QUIT")
        limit.cancel()
    }

    // MARK: Commands

    /// Servers that do not know EHLO have no extensions.
    private mutating func greet() async throws {
        let name = Self.name(of: channel.localAddress)
        let answer = try await command("EHLO \(name)")
        guard answer.isSuccess else {
            extensions = [:]
            let older = try await command("HELO \(name)")
            guard older.isSuccess else { throw SMTPError.refused("HELO", older) }
            return
        }
        extensions = [:]
        for line in answer.lines.dropFirst() {
            // Some servers have a `=` behind AUTH.
            let words = line.uppercased().split { $0 == " " || $0 == "=" }.map(String.init)
            guard let keyword = words.first else { continue }
            extensions[keyword, default: []] += words.dropFirst()
        }
    }

    /// The client's address in brackets, which says more than a name that the server cannot look up.
    private static func name(of address: SocketAddress?) -> String {
        guard let ip = address?.ipAddress else { return "localhost" }
        return ip.containsBytes(of: ":") ? "[IPv6:\(ip)]" : "[\(ip)]"
    }

    /// A server that offers TLS and refuses it then is spoken to without; its certificate is not verified, because
    /// an attacker who could exchange that could as well withhold the offer.
    private mutating func startTLS(_ server: SMTPServer) async throws {
        guard try await command("STARTTLS").isSuccess else { return }
        let encryption = try Encryption(with: server)
        let taken = taken
        try await channel.eventLoop.submit { [channel, decoder, encryption] in
            // What came before encryption may be anybody's.
            guard decoder.value.count == taken, !decoder.value.isInsideReply else {
                throw SMTPError("the server went on after STARTTLS without encryption")
            }
            try channel.pipeline.syncOperations.addHandler(encryption.handler(), position: .first)
        }.get()
        try await greet()
    }

    private mutating func authenticate(_ credentials: SMTPServer.Credentials) async throws {
        let mechanisms = extensions["AUTH"] ?? []
        let (user, password) = (Array(credentials.user.utf8), Array(credentials.password.utf8))
        func encoded(_ bytes: [UInt8]) -> String { Base64.encode(bytes, .standard) }
        var answer: SMTPReply
        if mechanisms.contains("PLAIN") {
            answer = try await command("AUTH PLAIN " + encoded([0] + user + [0] + password))
        } else if mechanisms.contains("LOGIN") {
            answer = try await command("AUTH LOGIN")
            for part in [user, password] where answer.isContinuation { answer = try await command(encoded(part)) }
        } else {
            throw SMTPError("the server offers neither AUTH PLAIN nor AUTH LOGIN")
        }
        // Its text might repeat what was sent.
        guard answer.isSuccess else { throw SMTPError("AUTH: \(answer.code)") }
    }

    private mutating func order(_ name: String, _ line: String) async throws {
        let answer = try await command(line)
        guard answer.isSuccess else {
            throw SMTPError.refused(name, answer, isPermanent: answer.isPermanentFailure)
        }
    }

    /// - Parameter line: Without line breaks.
    private mutating func command(_ line: String) async throws -> SMTPReply {
        try await outbound.write(ByteBuffer(string: line + "\r\n"))
        return try await reply()
    }

    private mutating func reply() async throws -> SMTPReply {
        guard let reply = try await replies.next(isolation: #isolation) else { throw SMTPError.closed }
        taken += 1
        return reply
    }
}
