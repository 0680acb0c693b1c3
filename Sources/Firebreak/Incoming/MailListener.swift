import FirebreakControl
import FirebreakHTTP
import FirebreakOperations
import FirebreakStore
import FirebreakWire
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization

/// The mail server to which apps send mails by themselves, for the outbox (firebreak.md section 5.6).
final class MailListener: Service {
    private let control: ControlServices
    private let host: String
    private let port: Int
    /// `nil` where connections cannot be encrypted.
    private let encryption: Encryption?
    private let address: ServerAddress
    private let isBound = Mutex(false)
    /// All mails that are being received together.
    private let memory = RequestMemory(limit: 8 * Limit.mail.maximum)
    private let connections = Atomic(0)
    /// Yields once the server itself listens: what is wrong with the host is said of that.
    private let turn: AsyncStream<Void>
    private let isTurn: AsyncStream<Void>.Continuation
    /// Yields once it listens.
    private let started: AsyncStream<Void>
    private let isStarted: AsyncStream<Void>.Continuation

    init(_ control: ControlServices, host: String, port: Int, encryption: Encryption?) {
        self.control = control
        self.host = host
        self.port = port
        self.encryption = encryption
        address = ServerAddress(configuredHost: host, publicHost: nil, isTLS: false)
        (turn, isTurn) = AsyncStream.makeStream()
        (started, isStarted) = AsyncStream.makeStream()
    }

    /// `nil` while it does not listen.
    var hostAndPort: String? {
        isBound.withLock { $0 } ? "\(address.connectable.host):\(address.connectable.port)" : nil
    }

    /// To be called when the server itself listens.
    func serverListens() { isTurn.yield() }

    /// Waits until it listens.
    ///
    /// - Returns: `false` when it cannot.
    func isListening() async -> Bool {
        for await _ in started { return true }
        return false
    }

    /// Takes mails until the server ends; those that have begun are still taken then.
    ///
    /// - Throws: ``EmulatorError/portTaken``, or the system's error when it cannot listen.
    func run() async throws {
        defer { isStarted.finish() }
        guard await hasTurn() else { return }
        let (accepted, connections) = AsyncStream.makeStream(of: (any Channel).self)
        let listener: any Channel
        do {
            listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.backlog, value: 256)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(self.handler())
                        guard case .enqueued = connections.yield(channel) else { throw ChannelError.ioOnClosedChannel }
                    }
                }
                .bind(host: host, port: port).get()
        } catch {
            throw EmulatorError(listeningAt: EmulatorError.Place(host: host, port: port, use: .mail), error) ?? error
        }
        let local = listener.localAddress
        address.set(.init(host: local?.ipAddress ?? host, port: local?.port ?? 0))
        isBound.withLock { $0 = true }
        isStarted.yield()
        listener.closeFuture.whenComplete { _ in connections.finish() }
        await withTaskCancellationOrGracefulShutdownHandler {
            await withDiscardingTaskGroup { tasks in
                for await channel in accepted { tasks.addTask { await Self.end(of: channel) } }
            }
        } onCancelOrGracefulShutdown: {
            listener.close(promise: nil)
        }
    }

    private func hasTurn() async -> Bool {
        await withGracefulShutdownHandler {
            for await _ in turn { return true }
            return false
        } onGracefulShutdown: {
            self.isTurn.finish()
        }
    }

    /// Waits for a connection, and tells it when the server ends.
    private static func end(of channel: any Channel) async {
        await withTaskCancellationHandler {
            await withGracefulShutdownHandler {
                try? await channel.closeFuture.get()  // only tells when
            } onGracefulShutdown: {
                channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            }
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    private func handler() -> SMTPConnectionHandler {
        let count = connections.wrappingAdd(1, ordering: .relaxed).newValue
        return SMTPConnectionHandler(
            SMTPSession(memory, offersTLS: encryption != nil, isRefused: !Limit.mailConnections.allows(count)),
            encryption: encryption?.handler,
            deliver: { await self.deliver($0) },
            onEnd: { self.connections.wrappingSubtract(1, ordering: .relaxed) })
    }

    /// - Returns: The reply to the mail.
    private func deliver(_ mail: IncomingMail) async -> String {
        // Reading a large mail takes long, and other connections are on the same thread.
        let isSmall = mail.content.count < 64 << 10
        let receive = ReceiveMail(control)
        do {
            let ids =
                isSmall
                ? try await receive.receive(mail)
                : try await withTaskExecutorPreference(control.services.workers) { try await receive.receive(mail) }
            return "250 2.0.0 \(ids.joined(separator: " "))"
        } catch let error as WireError {
            return "554 5.3.0 \(error.message(in: control.services.profile).visible)"
        } catch let failure as StorageFailure {
            return "452 4.3.0 \(failure.sentence.visible)"
        } catch {
            return "451 4.3.0 \("\(error)".visible)"
        }
    }
}
