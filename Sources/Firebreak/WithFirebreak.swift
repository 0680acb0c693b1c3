public import Logging

/// Runs an emulator for the duration of a body: on a free port of the loopback address, in memory unless configured
/// otherwise, and shut down when this returns or throws.
///
/// ```swift
/// try await withFirebreak { firebreak in
///     setenv("FIREBASE_AUTH_EMULATOR_HOST", firebreak.hostAndPort, 1)
/// }
/// ```
///
/// - Parameters:
///   - configuration: Its port is ignored.
///   - fixture: A file that is applied after those of the configuration, before the body runs.
///   - logger: Silent by default.
///   - body: Receives the address of the emulator.
/// - Returns: What the body returns.
/// - Throws: The error of the body; else an ``EmulatorError``, also for a failure at the end of the emulator, such as
///   an export that cannot be written; `CancellationError` when the task was cancelled before the emulator was ready.
public func withFirebreak<Result: Sendable>(
    configuration: EmulatorConfiguration = EmulatorConfiguration(),
    fixture: String? = nil,
    logger: Logger = Logger(label: "firebreak", factory: { _ in SwiftLogNoOpLogHandler() }),
    _ body: @Sendable (BoundAddress) async throws -> Result
) async throws -> Result {
    var configuration = configuration
    configuration.port = 0
    if let fixture { configuration.fixtures.append(fixture) }
    return try await Emulator(configuration: configuration, logger: logger).whileRunning(body)
}

extension Emulator {
    /// Runs it for the duration of a body, which begins when the emulator is ready.
    ///
    /// - Throws: The error of the body, else that of the emulator.
    package func whileRunning<Result: Sendable>(
        _ body: (BoundAddress) async throws -> Result
    ) async throws -> Result {
        let (addresses, continuation) = AsyncStream.makeStream(of: BoundAddress.self)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { continuation.finish() }
                try await self.run { address in continuation.yield(address) }
            }
            for await address in addresses {
                let result = try await body(address)
                group.cancelAll()
                do { try await group.waitForAll() } catch is CancellationError {
                    // The server ends this way when it is told to stop.
                }
                return result
            }
            // It ended before it was ready: usually because of an error of its own.
            try await group.waitForAll()
            throw CancellationError()
        }
    }
}
