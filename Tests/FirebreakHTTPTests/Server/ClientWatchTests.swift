import FirebreakWire
import NIOCore
import NIOPosix
import Testing

@testable import FirebreakHTTP

/// Work ends with the client that it is done for. It is work that would never end by itself.
@Suite(.timeLimit(.minutes(20)))
struct ClientWatchTests {
    /// A connection of a server, and its client, for the length of a test.
    private static func withConnection(
        _ body: (_ server: any Channel, _ client: any Channel) async throws -> Void
    ) async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let accepted = group.next().makePromise(of: (any Channel).self)
        let listening = try await ServerBootstrap(group: group)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try HTTP1ConnectionHandler.install(
                        in: channel, maximumBody: 1, secure: false, heads: RequestMemory())
                    accepted.succeed(channel)
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let address = try #require(listening.localAddress)
        let client = try await ClientBootstrap(group: group).connect(to: address).get()
        let server = try await accepted.futureResult.get()
        try await body(server, client)
        // Not before: a server that stops listening also closes what it is just about to accept.
        for channel in [client, server, listening] { try? await channel.close() }
    }

    private static let share = WorkerExecutor.Share(project: "demo-shop", kind: "test")

    private static func workForEver() async throws { while true { try await Task.sleep(for: .seconds(3600)) } }

    @Test(arguments: [CloseMode.all, .output])
    func `work ends when its client goes, or sends no more`(mode: CloseMode) async throws {
        try await Self.withConnection { server, client in
            let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
            let work = Task {
                try await ClientWatch.work(for: server, Self.share, on: .bulk) {
                    beginning.yield()
                    try await Self.workForEver()
                }
            }
            for await _ in begun { break }

            try await client.close(mode: mode)

            await #expect(throws: CancellationError.self) { try await work.value }
        }
    }

    @Test func `work whose client has gone before is not begun`() async throws {
        try await Self.withConnection { server, client in
            try await client.close()
            // The server has noticed it once something that waits for it has ended.
            let waiting = ClientWatch(server)
            await #expect(throws: CancellationError.self) { try await waiting.run { try await Self.workForEver() } }

            await #expect(throws: CancellationError.self) {
                try await ClientWatch.work(for: server, Self.share, on: .bulk) { try await Self.workForEver() }
            }
        }
    }

    @Test func `a connection is watched as long as there is work for it, many times`() async throws {
        try await Self.withConnection { server, client in
            for number in 0..<100 {
                let result = try await ClientWatch.work(for: server, Self.share, on: .bulk) { number }
                #expect(result == number)
            }
            #expect(try await HTTP1ConnectionHandler.watchCount(on: server) == 0)
        }
    }
}
