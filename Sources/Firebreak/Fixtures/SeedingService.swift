import ServiceLifecycle

/// Does what is due between a server's first connection and its being ready, and then nothing until the server ends.
struct SeedingService: Service {
    /// Says once that the server listens.
    let listening: AsyncStream<Void>
    /// An error of it ends the server.
    let seed: @Sendable () async throws -> Void

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            for await _ in listening {
                try await seed()
                break
            }
        }
        // Cancelled: the server ended on its own.
        try? await gracefulShutdown()
    }
}
