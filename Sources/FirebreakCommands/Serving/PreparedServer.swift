import Firebreak
import Logging

/// The common start of `serve` and `exec`: the settings are read, logging is set up, and the emulator exists but does
/// not listen yet.
struct PreparedServer: Sendable {
    let configuration: EmulatorConfiguration
    let logger: Logger
    let emulator: Emulator
    let readyFile: ReadyFile?

    init(_ options: ServeOptions, defaults: ServeSettings.Defaults) throws {
        let settings = try ServeSettings(options: options, defaults: defaults)
        settings.logFormat.bootstrap(level: settings.logLevel)
        // A script that closes the pipe after reading the ready line does not mean to stop the server.
        StandardStream.ignoreBrokenPipes()

        configuration = settings.configuration
        // Only now: loggers that are created before logging is set up keep the default handler.
        logger = Logger(label: "firebreak")
        emulator = try Emulator(configuration: settings.configuration, logger: logger)
        readyFile = try settings.readyFile.map(ReadyFile.init(path:))
    }

    /// Writes the ready file, if one is configured; a failure does not stop the server.
    ///
    /// - Returns: The ready line.
    @discardableResult
    func announce(at address: BoundAddress) -> String {
        let line = ReadyLine.text(address: address, configuration: configuration)
        do {
            try readyFile?.write(line)
        } catch {
            logger.error("The ready file could not be written", metadata: ["error": "\(error)"])
        }
        return line
    }
}
