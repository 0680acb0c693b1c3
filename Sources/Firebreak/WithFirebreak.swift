public import Logging

/// Runs an emulator for the length of a body: on a free port of the loopback address, in memory unless configured
/// otherwise, and gone when this returns, however it returns.
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
///   - body: Gets the address at which the emulator is reached.
/// - Returns: What the body returns.
/// - Throws: What the body throws; else an ``EmulatorError``, also for what fails when the emulator ends, such as an
///   export that cannot be written; `CancellationError` when the task was cancelled before the emulator was ready.
public func withFirebreak<Result: Sendable>(
    configuration: EmulatorConfiguration = EmulatorConfiguration(),
    fixture: String? = nil,
    logger: Logger = Logger(label: "firebreak", factory: { _ in SwiftLogNoOpLogHandler() }),
    _ body: @Sendable (BoundAddress) async throws -> Result
) async throws -> Result {
    var configuration = configuration
    configuration.port = 0
    if let fixture { configuration.fixtures.append(fixture) }
    let emulator = try Emulator(configuration: configuration, logger: logger)
    let (addresses, continuation) = AsyncStream.makeStream(of: BoundAddress.self)
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
            defer { continuation.finish() }
            try await emulator.run { address in continuation.yield(address) }
        }
        for await address in addresses {
            let result = try await body(address)
            group.cancelAll()
            do { try await group.waitForAll() } catch is CancellationError {
                // How a server ends that is told to.
            }
            return result
        }
        // It ended before it was ready: most often by an error of its own.
        try await group.waitForAll()
        throw CancellationError()
    }
}
