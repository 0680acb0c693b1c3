package import ArgumentParser
import Firebreak
import FirebreakClient
import FirebreakWire
import Foundation

/// `firebreak export PATH`: exports a project of a running server.
package struct ExportCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a project of a running server to files.",
        discussion: """
            A directory gets the form of the official emulator suite; parts of other emulators in it stay. A file gets \
            the form of the Firebase CLI's auth:export, CSV when its name ends in .csv, else JSON; - is standard \
            output. With --format fixture it is a fixture, in JSON.

            \(ServerLocation.rule)

            Examples:
              firebreak export firebase-export
              firebreak export users.json
              firebreak export --tenant blue users.csv
              firebreak export --format fixture shop.json
            """
    )

    /// The forms that a file can have.
    package enum Format: String, CaseIterable, Sendable, ExpressibleByArgument {
        case emulator
        case authExport = "auth-export"
        case authExportCSV = "auth-export-csv"
        case fixture
    }

    @Argument(help: "A directory, a file whose name ends in .json or .csv, or -.", completion: .file())
    var path: String

    @Option(help: "The form. (default: follows from the path)")
    var format: Format?

    @Option(help: "With auth-export, the accounts of this tenant instead of the project's own.")
    var tenant: String?

    @OptionGroup(title: "Server")
    var options: ServerOptions

    package init() {}

    package func run() async throws {
        let format = format ?? defaultFormat
        let project = try options.selectedProject()
        let document = try await TerminalScreen.standardError.showing("Exporting \(project.id)") {
            try await project.export(.init(rawValue: format.rawValue), tenant: tenant)
        }
        guard format == .emulator else { return try write(document) }
        guard path != "-" else { throw CommandFailure("format emulator is a directory", status: .usage) }
        try Self.write(document, toDirectory: path)
    }

    /// Writes a server's export in the form of the official emulators.
    ///
    /// - Throws: ``CommandFailure`` for a directory that cannot be written.
    static func write(_ document: [UInt8], toDirectory path: String) throws {
        guard let files = (try? JSON(parsing: document))?["files"]?.objectValue else {
            throw FirebreakFailure(.unexpectedAnswer, "The server's answer is no export.")
        }
        do throws(ExportDirectory.Failure) {
            try ExportDirectory.write(files.map { ($0.key, JSON.indented($0.value.bytes)) }, to: path)
        } catch {
            throw CommandFailure(error.description)
        }
    }

    private var defaultFormat: Format {
        if path.ends(with: ".csv") { return .authExportCSV }
        return path.ends(with: ".json") || path == "-" ? .authExport : .emulator
    }

    private func write(_ content: [UInt8]) throws {
        guard path != "-" else { return try StandardStream.output.write(content) }
        do { try Data(content).write(to: URL(filePath: path), options: .atomic) } catch {
            throw CommandFailure("\(path) cannot be written: \(error.localizedDescription)")
        }
    }
}
