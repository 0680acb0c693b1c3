import NIOCore
import NIOPosix
import Synchronization

/// A mail server that says what a test wants it to say.
final class ScriptedMailServer: Sendable {
    /// What it answers to a line; lines of a mail are not asked about, but for its last one, the dot.
    enum Answer: Sendable {
        case say(String)
        case usual
        case nothing
        case hangUp
    }

    private let lines = Mutex<[String]>([])
    private let channel = Mutex<(any Channel)?>(nil)

    /// What it was sent, line by line, over all connections.
    var received: [String] { lines.withLock { $0 } }
    var port: Int { channel.withLock { $0?.localAddress?.port } ?? 0 }

    static let greeting = "220 mail.test ready"

    /// Runs a server while the body runs.
    static func serve(
        greeting: Answer = .say(greeting), _ script: @escaping @Sendable (String) -> Answer = { _ in .usual },
        _ body: (ScriptedMailServer) async throws -> Void
    ) async throws {
        let server = ScriptedMailServer()
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Session(server, greeting, script))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        server.channel.withLock { $0 = channel }
        defer { channel.close(promise: nil) }
        try await body(server)
    }

    private final class Session: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let server: ScriptedMailServer
        private let greeting: Answer
        private let script: @Sendable (String) -> Answer
        private var buffer = ByteBuffer()
        private var isInMail = false

        init(_ server: ScriptedMailServer, _ greeting: Answer, _ script: @escaping @Sendable (String) -> Answer) {
            self.server = server
            self.greeting = greeting
            self.script = script
        }

        func channelActive(context: ChannelHandlerContext) { act(greeting, usual: "", context) }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var received = unwrapInboundIn(data)
            buffer.writeBuffer(&received)
            while let end = buffer.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer.readString(length: end - buffer.readerIndex + 1) ?? ""
                take(line.hasSuffix("\r\n") ? String(line.dropLast()) : line + " (a line feed by itself)", context)
            }
        }

        private func take(_ line: String, _ context: ChannelHandlerContext) {
            server.lines.withLock { $0.append(line) }
            if isInMail {
                guard line == "." else { return }
                isInMail = false
            }
            let usual = Self.usual(line)
            let answer = script(line)
            if line == "DATA", case .usual = answer { isInMail = true }
            act(answer, usual: usual, context)
        }

        private static func usual(_ line: String) -> String {
            switch line.prefix(4) {
            case "EHLO": "250-mail.test\r\n250-SIZE 1000000\r\n250 8BITMIME"
            case "DATA": "354 go ahead"
            case "QUIT": "221 bye"
            case "AUTH": "235 welcome"
            default: "250 fine"
            }
        }

        private func act(_ answer: Answer, usual: String, _ context: ChannelHandlerContext) {
            switch answer {
            case .say(let text): context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text + "\r\n")), promise: nil)
            case .usual:
                context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: usual + "\r\n")), promise: nil)
            case .nothing: break
            case .hangUp: context.close(promise: nil)
            }
        }
    }
}
