import ServiceLifecycle

/// Does the work between the server's listening and its being ready, then waits until the server ends.
struct SeedingService: Service {
    /// Yields once, when the server listens.
    let listening: AsyncStream<Void>
    /// If it throws, the server ends.
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
