package import ArgumentParser
import Firebreak
import FirebreakProduction
import FirebreakWire
import Foundation

/// `firebreak pull PROJECT`: takes a real project's settings over into a fixture.
package struct PullCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "pull",
        abstract: "Write the settings of a real project as a fixture.",
        discussion: """
            Reads configuration, identity providers and tenants from Google's service, and changes nothing there. What \
            differs from a new project goes into the fixture, with comments for what could not be known or was left \
            out: secrets, and addresses that lead to production.

            \(ServiceOptions.rule)

            Examples:
              firebreak pull acme-shop --out shop.yaml
              firebreak pull acme-shop --dry-run
              firebreak pull --update shop.yaml
            """
    )

    @Argument(help: "The ID of a project, or its number. (default with --update: the one in the file)")
    var project: String?

    @Option(
        help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"), completion: .file())
    var out: String?

    @Option(
        help: ArgumentHelp(
            """
            Bring the settings in this fixture up to date; users, codes, comments and everything else of its text stay.
            """, valueName: "file"), completion: .file())
    var update: String?

    @Option(help: "The profile that the fixture is for. (default: production)")
    var profile: Choice<EmulatorConfiguration.Profile>?

    @Flag(help: "Take client secrets, keys, passwords of mail servers and numbers with fixed codes along.")
    var secrets = false

    @Flag(help: "Only show the requests that would be made.")
    var dryRun = false

    @OptionGroup(title: "Service")
    var service: ServiceOptions

    package init() {}

    package func run() async throws {
        try await ServiceOptions.reporting {
            if let update { return try await bringUpToDate(update) }
            guard let project else { throw ServiceFailure.usage("pull takes the ID of a project, such as acme-shop") }
            try ProductionProject.check(project)
            guard !dryRun else {
                let requests = try ServiceSettings.requests(project: project, at: service.address)
                return try StandardStream.output.write(requests.map { "\($0)\n" }.joined().visibleLines)
            }
            let production = try service.project(project)
            let document = try await TerminalScreen.standardError.showing("Reading \(project)") {
                let settings = try await production.settings()
                let pulled = try await production.pulled(
                    settings, for: profile?.value ?? .production, secrets: secrets)
                return pulled.document(of: project, heading: production.heading)
            }
            try OutputFile.write(document, to: out ?? "-")
            if let out, out != "-" {
                try StandardStream.output.write("Wrote the settings of \(project) to \(out)\n".visibleLines)
            }
        }
    }
}

extension PullCommand {
    private func bringUpToDate(_ path: String) async throws {
        guard out == nil, profile == nil, !secrets, !dryRun else {
            throw ServiceFailure.usage("--update goes without --out, --profile, --secrets and --dry-run")
        }
        let fixture = try FixtureUnderTest(
            path: path, project: project, environment: ProcessInfo.processInfo.environment)
        let production = try service.project(project ?? fixture.project)
        let document = try await TerminalScreen.standardError.showing("Reading \(production.id)") {
            try await production.updated(fixture)
        }
        guard document != fixture.document else {
            return try StandardStream.output.write("\(path) and project \(production.id) agree\n".visibleLines)
        }
        // It took a while: somebody may have saved the file meanwhile.
        let now = try FixtureUnderTest(
            path: path, project: project, environment: ProcessInfo.processInfo.environment)
        guard now.document == fixture.document else {
            throw ServiceFailure.fixture("\(path) has changed meanwhile, so nothing was written; run this again")
        }
        try OutputFile.write(document, to: path)
        try StandardStream.output.write("\(path) has the settings of \(production.id) now\n".visibleLines)
    }
}

/// Where the service is, and as whom it is asked.
package struct ServiceOptions: ParsableArguments {
    static let rule = """
        Credentials: --access-token, else GOOGLE_OAUTH_ACCESS_TOKEN, else the file that GOOGLE_APPLICATION_CREDENTIALS \
        names, else gcloud's own (gcloud auth application-default login).
        """

    @Option(help: ArgumentHelp("An access token; others can see it in the list of processes.", valueName: "token"))
    var accessToken: String?

    @Option(
        name: .customLong("service"),
        help: ArgumentHelp("Another server than Google's. (default: \(ServiceConnection.service))", valueName: "url"))
    var url: String?

    package init() {}

    var address: String { url ?? ServiceConnection.service }

    func project(_ id: String) throws(ServiceFailure) -> ProductionProject {
        try ProductionProject(
            id, accessToken: accessToken, service: url, environment: ProcessInfo.processInfo.environment)
    }

    /// Ends the command with what kept it from reading the service.
    static func reporting(_ work: () async throws -> Void) async throws {
        do { try await work() } catch let failure as ServiceFailure {
            switch failure.kind {
            case .usage: throw CommandFailure(failure.message, status: .usage)
            case .fixture: throw CommandFailure(failure.message, status: .invalidFixture)
            case .credentials, .project, .service: throw CommandFailure(failure.message)
            }
        }
    }
}
