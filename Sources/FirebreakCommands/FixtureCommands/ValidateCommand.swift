package import ArgumentParser
import Configuration
import Firebreak
import FirebreakFixtures
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
        let reader = ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: environment))
        var configuration = EmulatorConfiguration()
        configuration.fixtures = files
        configuration.fixtureVariables = environment
        configuration.project = project ?? reader.defaultProject ?? configuration.project
        configuration.profile = profile?.value ?? configuration.profile

        let emulator = try Emulator(configuration: configuration)
        try await emulator.applyFixtures()
        for fixture in emulator.fixtures {
            let users = fixture.projects.map(\.userCount).reduce(0, +)
            try StandardStream.output.write(
                "\(fixture.source.file): good; projects: \(fixture.projects.count), users: \(users)\n")
        }
    }
}

extension ProjectFixture {
    /// Users of the project and of its tenants.
    fileprivate var userCount: Int { content.users.count + tenants.map(\.content.users.count).reduce(0, +) }
}
