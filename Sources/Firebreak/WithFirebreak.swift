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
/// - Throws: What the body throws, or an ``EmulatorError``.
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
            // Cancelled servers end by throwing or not; either way the port is free now.
            while let ended = await group.nextResult() { _ = ended }
            return result
        }
        try await group.waitForAll()
        throw EmulatorError.storage
    }
}
