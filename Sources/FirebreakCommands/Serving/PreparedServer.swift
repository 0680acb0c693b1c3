import Dispatch
package import Firebreak
import FirebreakWire
import Foundation
import Logging

/// The common start of the commands that run a server: logging is set up, and the emulator exists but does not listen
/// yet.
struct PreparedServer: Sendable {
    let settings: ServeSettings
    let logger: Logger
    let emulator: Emulator
    let readyFile: ReadyFile?
    /// What a person reads meanwhile, if there is a terminal for it.
    private let report: TerminalReport?

    var configuration: EmulatorConfiguration { settings.configuration }

    /// - Parameter isReported: Whether a terminal on standard error is the server's, to tell there what happens.
    init(_ settings: ServeSettings, isReported: Bool = false) throws {
        self.settings = settings
        let screen = TerminalScreen.standardError
        report = isReported ? screen.map(TerminalReport.init) : nil
        // Who asks for a form of log lines gets it in a terminal as well.
        let style = settings.logFormat == nil ? report?.screen.style : nil
        (settings.logFormat ?? .text).bootstrap(level: settings.logLevel, screen: screen, style: style)
        // A script that closes the pipe after reading the ready line does not mean to stop the server.
        StandardStream.ignoreBrokenPipes()

        // Only now: loggers that are created before logging is set up keep the default handler.
        logger = Logger(label: "firebreak")
        emulator = try Emulator(configuration: settings.configuration, logger: logger)
        readyFile = try settings.readyFile.map(ReadyFile.init(path:))
    }

    /// Serves until the task is cancelled or shut down gracefully.
    ///
    /// - Parameter onReady: Called once.
    /// - Throws: As `Emulator.run`, with the process that has the port where that is known.
    func run(onReady: @escaping @Sendable (BoundAddress) async -> Void) async throws {
        if let file = settings.projectFile {
            let name = file.parted(atLast: "/")?.after ?? file[...]
            logger.info("The default project is that of \(name)", metadata: ["file": "\(file)"])
        }
        if let path = configuration.exportPath, let hub = configuration.hubAddress {
            logger.warning(
                """
                The emulators whose hub is at \(hub) run around this server. If they export to \(path) when they end, they \
                replace the directory, and the accounts in it are lost: run Firebreak around them, or export elsewhere
                """)
        }
        let (addresses, ready) = AsyncStream.makeStream(of: BoundAddress.self)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await tellOf(addresses) }
            tasks.addTask { await Allocator.trimNowAndThen() }
            defer { tasks.cancelAll() }
            do {
                try await emulator.run { address in
                    await onReady(address)
                    ready.yield(address)
                }
            } catch let error as EmulatorError where error.code == .portTaken {
                throw CommandFailure(error.description(owner: PortOwner.description(of:)), status: .portTaken)
            }
        }
    }

    /// Tells a person what happens until the task is cancelled.
    private func tellOf(_ addresses: AsyncStream<BoundAddress>) async {
        let activity = configuration.importPath.map { "Importing \($0)" } ?? "Applying fixtures"
        guard
            let address = await TerminalScreen.standardError.showing(activity, { await addresses.first { _ in true } }),
            let report
        else { return }
        report.begin(self, at: address)
        await report.followRefusals(of: emulator)
    }

    /// Writes the ready file, if one is configured; a failure does not stop the server.
    ///
    /// - Returns: The ready line.
    @discardableResult
    func announce(at address: BoundAddress) -> String {
        let line = ReadyLine.text(address: address, configuration: configuration, projectFile: settings.projectFile)
        do {
            try readyFile?.write(line)
        } catch {
            logger.error("The ready file could not be written", metadata: ["error": "\(error.fileReason)"])
        }
        return line
    }
}

extension ServeSettings {
    /// The default project, and where its name is from.
    var projectDescription: String { configuration.project + (projectFile.map { ", from \($0)" } ?? "") }
}

/// The one line of JSON that tells scripts that the server answers, and where.
package enum ReadyLine {
    /// `{"event":"ready","host":…,"port":…,"url":…,"project":…,"profile":…,"version":…}`, without a newline; with
    /// `projectFile` where the project is from a file, and `smtp` where it takes mails of apps.
    ///
    /// - Parameters:
    ///   - host: The address that the server listens on.
    ///   - port: The bound port, never 0.
    ///   - url: The server's address for clients.
    ///   - configuration: The server's configuration.
    ///   - projectFile: The file of the Firebase CLI that the default project is from.
    ///   - mailServer: Where it takes mails of apps, `host:port`.
    /// - Returns: The line.
    package static func text(
        host: String, port: Int, url: String, configuration: EmulatorConfiguration, projectFile: String? = nil,
        mailServer: String? = nil
    ) -> String {
        var line: JSON = [
            "event": "ready", "host": .string(host), "port": .int(port), "url": .string(url),
            "project": .string(configuration.project), "profile": .string(configuration.profile.rawValue),
            "version": .string(Version.current),
        ]
        if let projectFile { line["projectFile"] = .string(projectFile) }
        if let mailServer { line["smtp"] = .string("smtp://\(mailServer)") }
        return JSON.visible(line.bytes)
    }

    /// The line for a bound server.
    package static func text(
        address: BoundAddress, configuration: EmulatorConfiguration, projectFile: String? = nil
    ) -> String {
        text(
            host: address.host, port: address.port, url: address.url, configuration: configuration,
            projectFile: projectFile, mailServer: address.mailServer)
    }
}

/// The file that exists, with the ready line in it, only while the server is ready.
package struct ReadyFile: Sendable {
    private let file: OutputFile

    /// Checks early that the file can be written, and removes one left behind by a killed process.
    ///
    /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` if its directory is missing or not writable, and for a path
    ///   that is a directory itself.
    package init(path: String) throws {
        file = OutputFile(path: path)
        try file.check(for: "--ready-file")
        remove()
    }

    /// Writes the line atomically: a reader sees all of it or no file.
    package func write(_ line: String) throws {
        try file.write(Array("\(line)\n".utf8))
    }

    /// Removes the file.
    package func remove() { file.remove() }
}

/// Ends the process when a server that was told to stop does not: work that cannot be interrupted must not keep a
/// container or a terminal waiting.
///
/// Once started it needs no thread of Swift's concurrency, all of which may be busy with that work.
struct ShutdownDeadline: Sendable {
    /// The deadline for a server of this configuration.
    static func of(_ configuration: EmulatorConfiguration) -> Self {
        Self(limit: configuration.exportPath == nil ? ShutdownLimits.process : ShutdownLimits.processWithExport)
    }

    private let limit: DispatchTimeInterval
    private let end: @Sendable () -> Void
    private let queue = DispatchQueue(label: "firebreak.shutdown-deadline")

    /// - Parameters:
    ///   - limit: From ``start()`` to the end.
    ///   - end: Ends the process.
    init(limit: DispatchTimeInterval, end: @escaping @Sendable () -> Void = Self.endProcess) {
        self.limit = limit
        self.end = end
    }

    /// Starts the countdown.
    func start() { queue.asyncAfter(deadline: .now() + limit, execute: end) }

    private static func endProcess() {
        // Its reader may be what it waits for; the exit code reports the failure as well.
        UnwaitingStream.standardError.write("Error: the server did not end in time after it was told to\n")
        _exit(ExitStatus.failure.code)
    }
}
