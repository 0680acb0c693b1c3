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
            the form of the Firebase CLI's auth:export, CSV when its name ends in .csv, JSON when it ends in .json; - is \
            standard output. One whose name ends in .yaml, or with --format fixture any, is a fixture. Its form is \
            JSON, which is YAML as well.

            \(ServerLocation.rule)

            Examples:
              firebreak export firebase-export
              firebreak export users.json
              firebreak export --tenant blue users.csv
              firebreak export shop.yaml
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

    @Argument(help: "A directory, a file whose name ends in .json, .csv or .yaml, or -.", completion: .file())
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
        guard format != .emulator || path != "-" else {
            throw CommandFailure("format emulator is a directory", status: .usage)
        }
        let document = try await Self.export(format, of: project, tenant: tenant)
        if format == .emulator {
            try Self.write(document, of: project, toDirectory: path)
        } else {
            try OutputFile.write(document, to: path)
            if path != "-" { try StandardStream.output.write("Exported \(project.id) to \(path)\n".visibleLines) }
        }
    }

    /// What a server has of a project.
    ///
    /// - Throws: ``CommandFailure`` for a project that it does not have: nothing would take the place of a seed.
    static func export(
        _ format: Format, of project: FirebreakProject, tenant: String? = nil
    ) async throws -> [UInt8] {
        let server = try await information(of: project.transport)
        guard ([server.defaultProject] + server.projects).contains(where: { $0.hasSameBytes(as: project.id) }) else {
            let others = server.projects.isEmpty ? [server.defaultProject] : server.projects
            let names = others.prefix(10).joined(separator: ", ") + (others.count > 10 ? ", …" : "")
            throw CommandFailure(
                """
                the server at \(project.transport.url) has no project \(project.id), so nothing was exported. \
                --project names another one; it has \(names)
                """)
        }
        return try await TerminalScreen.standardError.showing("Exporting \(project.id)") {
            try await project.export(.init(rawValue: format.rawValue), tenant: tenant)
        }
    }

    /// - Throws: ``CommandFailure`` for another server, such as an emulator of the Firebase CLI, which has paths of its own.
    private static func information(of transport: any Transport) async throws -> ServerInfo {
        do throws(FirebreakFailure) { return try await FirebreakServer(at: transport).info() } catch {
            guard error.code == .unexpectedAnswer || error.code == .refused || error.status == 404 else { throw error }
            let answer = error.status.map { "its answer has status \($0)" } ?? "its answer is another one"
            throw CommandFailure(
                """
                the server at \(transport.url) is not Firebreak: \(answer). Nothing was exported; --url names the address \
                of a Firebreak server
                """)
        }
    }

    /// Writes a server's export in the form of the official emulators, and says so.
    ///
    /// - Parameter replacesMetadata: Whether metadata there that cannot be read are replaced.
    /// - Throws: ``CommandFailure`` for a directory that cannot be written.
    static func write(
        _ document: [UInt8], of project: FirebreakProject, toDirectory path: String, replacesMetadata: Bool = false
    ) throws {
        guard let files = (try? JSON(parsing: document))?["files"]?.objectValue else {
            throw FirebreakFailure(.unexpectedAnswer, "The server's answer is not an export.")
        }
        do throws(ExportDirectory.Failure) {
            try ExportDirectory.write(
                files.map { ($0.key, JSON.indented($0.value.bytes)) }, to: path, replacesMetadata: replacesMetadata)
        } catch {
            throw CommandFailure(error.description)
        }
        let accounts = files.filter { $0.key.startsWithBytes(of: "accounts") }.reduce(0) {
            $0 + ($1.value["users"]?.arrayValue?.count ?? 0)
        }
        let text = "Exported \(TerminalReport.count(accounts, "account")) of \(project.id) to \(path)\n"
        try StandardStream.output.write(text.visibleLines)
    }

    private var defaultFormat: Format {
        if path.endsWithBytes(of: ".csv") { return .authExportCSV }
        if path.endsWithBytes(of: ".yaml") || path.endsWithBytes(of: ".yml") { return .fixture }
        return path.endsWithBytes(of: ".json") || path == "-" ? .authExport : .emulator
    }
}
