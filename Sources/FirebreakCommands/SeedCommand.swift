package import ArgumentParser
import Firebreak
import FirebreakClient
import FirebreakFixtures
package import FirebreakModel
import FirebreakWire
import Foundation

/// `firebreak seed F…`: applies fixtures to a running server.
package struct SeedCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "seed",
        abstract: "Apply fixtures to a running server.",
        discussion: """
            Each project is changed as a whole or not at all. The refs of users and what they stand for go to standard \
            output, or with --out to a file; a name that ends in .env makes it lines of NAME=VALUE. What is wrong with \
            a fixture is one line each, file:line:column: /path: message, and the exit code is 3.

            An export goes into the project as well: a directory of the official emulators, or a file that the \
            Firebase CLI's auth:export wrote, JSON or CSV.

            \(ServerLocation.rule)

            Examples:
              firebreak seed fixtures/quick-start.yaml
              firebreak seed firebase-export
              firebreak seed --strategy replace --tokens --out refs.json shop.yaml
              firebreak seed --out .env shop.yaml
            """
    )

    @Argument(help: ArgumentHelp("Documents in YAML or JSON, or exports.", valueName: "file"), completion: .file())
    var files: [String]

    @Option(
        help: """
            What happens to existing content: it is kept and updated, it is removed first, or none that the document \
            names may exist. (default: as the document says, else merge)
            """)
    var strategy: Choice<FixtureStrategy>?

    @Flag(help: "Sign in the users that have a ref, and add their tokens to the output.")
    var tokens = false

    @Option(
        help: ArgumentHelp("Write the refs to this file instead of standard output.", valueName: "file"),
        completion: .file())
    var out: String?

    @Option(help: "How to write the refs. (default: dotenv for a name that ends in .env, else json)")
    var format: RefList.Format?

    @OptionGroup(title: "Server")
    var options: ServerOptions

    package init() {}

    package func run() async throws {
        let selected = try options.selectedProject()
        let exports = files.filter(ExportFile.isExport)
        guard exports.isEmpty || (strategy == nil && !tokens) else {
            throw CommandFailure("--strategy and --tokens go with fixtures, not with exports", status: .usage)
        }
        guard files.count > exports.count || (out == nil && format == nil) else {
            throw CommandFailure("--out and --format go with fixtures: an export has no refs", status: .usage)
        }
        let fixtures = try files.filter { !exports.contains($0) }
            .map { try ValidatedFile(path: $0, project: selected.id) }
        for export in try exports.map(ExportFile.init(path:)) {
            try await TerminalScreen.standardError.showing("Importing \(export.path)") {
                try await export.send(to: selected)
            }
        }
        guard !fixtures.isEmpty else { return }
        var list = RefList()
        for fixture in fixtures {
            let parts = fixture.projects.filter { options.project == nil || $0 == options.project }
            guard !parts.isEmpty else {
                throw CommandFailure("\(fixture.path): there is nothing for project \(selected.id)")
            }
            // None of them is changed if one of them cannot be.
            let projects = parts.map { FirebreakProject($0, at: selected.transport) }
            if parts.count > 1 { for project in projects { _ = try await seed(fixture, project, isTrial: true) } }
            for project in projects {
                let summary = try await TerminalScreen.standardError.showing("Applying \(fixture.path)") {
                    try await seed(fixture, project)
                }
                try list.add(summary)
            }
        }
        let format = format ?? (out?.endsWithBytes(of: ".env") == true ? .dotenv : .json)
        let text = try list.text(format)
        guard let out else { return try StandardStream.output.write(text) }
        do { try OutputFile(path: out).write(Array(text.utf8)) } catch {
            throw CommandFailure("--out \(out) cannot be written: \(error.fileReason)")
        }
    }

    private func seed(
        _ fixture: ValidatedFile, _ project: FirebreakProject, isTrial: Bool = false
    ) async throws -> SeedSummary {
        let isTrial = isTrial || fixture.isWrong
        let summary: SeedSummary
        do throws(FirebreakFailure) {
            summary = try await project.seed(
                fixture.document, file: fixture.path, strategy: strategy.map { .init(rawValue: $0.value.rawValue) },
                tokens: tokens && !isTrial, dryRun: isTrial)
        } catch {
            if let failure = fixture.failure(for: error) { throw failure }
            try fixture.check()
            throw error
        }
        try fixture.check()
        return summary
    }
}

/// The refs of seeded projects, in files that test suites read.
package struct RefList: Sendable {
    package enum Format: String, ExpressibleByArgument, CaseIterable, Sendable { case json, dotenv }

    private var projects: [(id: String, refs: [JSON.Member])] = []

    package init() {}

    /// Adds the refs of a seeded project; existing refs are replaced.
    package mutating func add(_ summary: SeedSummary) throws {
        let id = summary.project
        let refs = try summary.refs.map { JSON.Member($0.name, try JSON(parsing: WireEncoder().encode($0.user))) }
        guard let index = projects.firstIndex(where: { $0.id.hasSameBytes(as: id) }) else {
            return projects.append((id, refs))
        }
        let replaced = Set(refs.map { ExactText($0.key) })
        projects[index].refs = projects[index].refs.filter { !replaced.contains(ExactText($0.key)) } + refs
    }

    /// - Throws: ``CommandFailure`` when two values would have the same name.
    package func text(_ format: Format) throws -> String {
        switch format {
        case .json:
            let document: JSON = [
                "projects": .object(projects.map { JSON.Member($0.id, .object($0.refs)) })
            ]
            return String(decoding: JSON.indented(document.bytes), as: UTF8.self) + "\n"
        case .dotenv: return try dotenv()
        }
    }

    /// `ALICE_UID=…`; with several projects `DEMO_SHOP_ALICE_UID=…`.
    private func dotenv() throws -> String {
        var owners: [String: String] = [:]
        var lines = ""
        for project in projects {
            for ref in project.refs {
                for value in ref.value.objectValue ?? [] {
                    let parts = (projects.count > 1 ? [project.id] : []) + [ref.key, value.key]
                    let words = parts.map(Self.name).joined(separator: "_")
                    let name = words.utf8.first?.isASCIIDigit == true ? "_" + words : words
                    if let other = owners.updateValue(ref.key, forKey: name) {
                        throw CommandFailure("the refs \(other) and \(ref.key) would both be \(name); use json")
                    }
                    lines += "\(name)=\(DotenvValue.quoted(value.value.stringValue ?? value.value.text))\n"
                }
            }
        }
        return lines
    }

    /// `idToken` becomes `ID_TOKEN`.
    private static func name(_ text: String) -> String {
        var name = ""
        var wasLower = false
        for scalar in text.unicodeScalars {
            let isLower = ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
            let isUpper = ("A"..."Z").contains(scalar)
            if isUpper, wasLower { name += "_" }
            name += isLower || isUpper ? String(scalar).uppercased() : "_"
            wasLower = isLower
        }
        return name
    }
}

/// An export of the official emulators, or of the CLI's `auth:export`, to be sent to a server.
struct ExportFile {
    let path: String
    private let files: JSON

    /// Whether a path is an export rather than a fixture: a directory, CSV, or JSON with only a list of users, which a
    /// fixture never is because it has a version.
    static func isExport(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { return false }
        if isDirectory.boolValue || path.endsWithBytes(of: ".csv") { return true }
        guard path.endsWithBytes(of: ".json"), let content = try? WholeFile.read(path, .importFile),
            let document = try? JSON(parsing: content)  // not JSON: the error is reported elsewhere
        else { return false }
        return document["users"]?.arrayValue != nil && document["version"] == nil
    }

    init(path: String) throws {
        self.path = path
        do throws(ExportDirectory.Failure) { files = try ExportDirectory.files(at: path) } catch {
            throw CommandFailure(error.description, status: .invalidFixture)
        }
    }

    /// - Throws: ``CommandFailure``, with ``ExitStatus/invalidFixture`` for files that the server refuses.
    func send(to project: FirebreakProject) async throws {
        do throws(FirebreakFailure) { _ = try await project.transport.success(project.importing(files)) } catch {
            guard error.status == 400 else { throw error }
            let message = error.code == .refused ? "the server refused it" : error.message
            throw CommandFailure("\(path): \(message)".visible, status: .invalidFixture)
        }
    }
}
