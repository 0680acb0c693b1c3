import Firebreak
import Logging

/// What `serve` and `exec` begin with alike: the settings are read, logs go where they say, and the emulator is there, but
/// does not listen.
struct PreparedServer: Sendable {
    let configuration: EmulatorConfiguration
    let logger: Logger
    let emulator: Emulator
    let readyFile: ReadyFile?

    init(_ options: ServeOptions, defaults: ServeSettings.Defaults) throws {
        let settings = try ServeSettings(options: options, defaults: defaults)
        settings.logFormat.bootstrap(level: settings.logLevel)
        // A script that read the ready line and closed the pipe does not mean to stop the server.
        StandardStream.ignoreBrokenPipes()

        configuration = settings.configuration
        // Only now: loggers that are made before the logs are set up keep the handler of the default.
        logger = Logger(label: "firebreak")
        emulator = try Emulator(configuration: settings.configuration, logger: logger)
        readyFile = try settings.readyFile.map(ReadyFile.init(path:))
    }

    /// Writes the ready file, if there is to be one; a server that cannot is still of use.
    ///
    /// - Returns: The line that stands in it.
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
