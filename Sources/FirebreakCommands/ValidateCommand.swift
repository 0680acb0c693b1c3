package import ArgumentParser
import Firebreak
import FirebreakClient
import FirebreakFixtures
import FirebreakModel
import FirebreakWire
import Foundation

/// `firebreak validate F…`: reports whether fixtures are valid.
package struct ValidateCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check fixtures without a server.",
        discussion: """
            Reads the files and applies them, in their order, to empty projects in memory. Each problem is \
            one line, file:line:column: /path: message, and the exit code is 3.

            Examples:
              firebreak validate fixtures/*.yaml
              firebreak validate --profile production shop.yaml
            """
    )

    @Argument(help: ArgumentHelp("Documents in YAML or JSON.", valueName: "file"), completion: .fixtures)
    var files: [String]

    @Option(help: "The profile of projects that do not set one. (default: local)")
    var profile: Choice<EmulatorConfiguration.Profile>?

    @Option(help: "The project that a document without projects describes. (default: as for serve)")
    var project: String?

    package init() {}

    package func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        var configuration = EmulatorConfiguration()
        configuration.fixtures = files
        configuration.fixtureVariables = environment
        configuration.project =
            try ProjectChoice(flag: project, environment: environment)?.id ?? configuration.project
        configuration.profile = profile?.value ?? configuration.profile

        let emulator = try Emulator(configuration: configuration)
        try await emulator.applyFixtures()
        for fixture in emulator.fixtures {
            let users = fixture.projects.map(\.userCount).reduce(0, +)
            try StandardStream.output.write(
                "\(fixture.source.file.visible): good; projects: \(fixture.projects.count), users: \(users)\n")
        }
    }
}

extension ProjectFixture {
    /// Users of the project and of its tenants.
    var userCount: Int { content.users.count + tenants.map(\.content.users.count).reduce(0, +) }
}

/// A fixture to be sent to a server: validated, and with the values of this environment in it.
struct ValidatedFile {
    let path: String
    private let source: FixtureSource
    private let fixture: Fixture

    /// - Parameter project: The project that a document without `projects` describes.
    /// - Throws: ``CommandFailure`` with ``ExitStatus/invalidFixture``.
    init(path: String, project: String) throws {
        self.path = path
        let document: [UInt8]
        do throws(WholeFile.Failure) { document = try WholeFile.read(path, .fixture) } catch {
            throw CommandFailure(error.description, status: .invalidFixture)
        }
        do throws(FixtureError) {
            source = try FixtureSource(
                document, file: path, environment: ProcessInfo.processInfo.environment)
            fixture = Fixture(source, partOf: ProjectID(rawValue: project))
            // Without projects there is no server to ask.
            if fixture.projects.isEmpty { try fixture.check() }
        } catch {
            throw CommandFailure(error.description, status: .invalidFixture)
        }
    }

    /// IDs of the projects that it describes.
    var projects: [String] { fixture.projects.map(\.id.rawValue) }

    /// What is wrong with the document by itself, in which case the server is only asked what else is.
    ///
    /// - Throws: ``CommandFailure`` with ``ExitStatus/invalidFixture``.
    func check() throws {
        do throws(FixtureError) { try fixture.check() } catch {
            throw CommandFailure(error.description, status: .invalidFixture)
        }
    }

    var isWrong: Bool { !fixture.problems.isEmpty }

    /// JSON, escaped so that the server does not expand variables of its own environment.
    var document: [UInt8] { source.value.escapingExpansions.bytes }

    /// The server's errors about the fixture, with their positions in the file.
    ///
    /// - Returns: `nil` for any other failure.
    func failure(for failure: FirebreakFailure) -> CommandFailure? {
        guard failure.code == .invalidFixture else { return nil }
        var problems = failure.details.map { detail in
            FixtureProblem(
                FixturePath(pointer: detail["path"]?.stringValue ?? ""), detail["message"]?.stringValue ?? "")
        }
        // The server does not see what this environment lacks.
        problems += source.problems.filter { !problems.contains($0) }
        return CommandFailure(source.error(problems).description, status: .invalidFixture)
    }
}
