package import ArgumentParser
import Firebreak
import FirebreakWire
import Foundation

/// `firebreak open FILE`: shows a run that was kept because it failed.
package struct OpenCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Show a run that failed: its mails, calls, accounts and settings.",
        discussion: """
            The file is one that exec --keep-on-failure wrote, or emulators:exec. The console of that run is served on a \
            free port until Ctrl-C, and its API for what reads: nothing can be changed, and its clock stands still. \
            Passwords, tokens, codes and keys are not in the file.

            Examples:
              firebreak exec --keep-on-failure run.firebreak -- npm test
              firebreak open run.firebreak
            """)

    @Argument(help: ArgumentHelp("The file of the run.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: "Port to listen on. (default: a free one)")
    var port: Int?

    package init() {}

    package func validate() throws {
        if let port, !(0...65535).contains(port) { throw ValidationError("--port must be 0 through 65535") }
    }

    package func run() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "firebreak-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: directory) }  // the system removes what is left
        var settings = try ServeSettings(options: .parse([]), environment: [:], defaults: .exec)
        settings.configuration.port = port ?? 0
        settings.configuration.smtpInPort = nil
        do throws(EmulatorError) {
            try settings.configuration.show(runIn: file, dataDirectory: directory)
        } catch {
            throw CommandFailure(error.description, status: .storage)
        }
        let words = settings.configuration.keptRunSentence.map { $0 + "\n" } ?? ""
        try await PreparedServer(settings).serve { _, address in "\(words)\(address.url)/firebreak/\n" }
    }
}
