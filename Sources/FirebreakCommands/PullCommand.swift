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

            --users takes accounts along under pseudonyms: made-up addresses, names, numbers, pictures and IDs, with \
            the same providers, custom claims, kinds of second factors and times. They are the same ones in each pull \
            with the same key; that is in the fixture's first comment, where it is found again, or --pseudonym-key. \
            Accounts with a password have \(Pseudonyms.password).

            \(ServiceOptions.rule)

            Examples:
              firebreak pull acme-shop --out shop.yaml
              firebreak pull acme-shop --users 100 --out shop.yaml
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

    @Option(
        help: ArgumentHelp(
            "Take accounts along: so many of the project and of each tenant, or all of them.", valueName: "N|all"))
    var users: AccountCount?

    @Flag(help: "Take the accounts as they are, with the hashes of their passwords.")
    var realUsers = false

    @Option(
        help: """
            Of custom claims take nothing, the members with made-up values, or all but personal texts. \
            (default: all)
            """)
    var claims: Choice<PulledUsers.Claims>?

    @Option(
        help: ArgumentHelp(
            "What pseudonyms are made of; it is not written. (default: the key in the file, else a new one)",
            valueName: "text"))
    var pseudonymKey: String?

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
            let options = try accountOptions()
            guard !dryRun else {
                var requests = try ServiceSettings.requests(project: project, at: service.address)
                if let options {
                    requests += try ServiceAccounts.requests(
                        project: project, at: service.address, readsHashes: options.pseudonyms == nil)
                }
                return try StandardStream.output.write(requests.map { "\($0)\n" }.joined().visibleLines)
            }
            let production = try service.project(project)
            let (document, claimNames) = try await TerminalScreen.standardError.showing("Reading \(project)") {
                try await read(production, options)
            }
            try OutputFile.write(document, to: out ?? "-")
            if !claimNames.isEmpty {
                try StandardStream.error.write(
                    """
                    warning: the fixture has custom claims with their values: \(claimNames.joined(separator: ", ")) \
                    (--claims keys makes the values up, --claims none leaves them out)

                    """.visibleLines)
            }
            if let out, out != "-" {
                try StandardStream.output.write("Wrote the settings of \(project) to \(out)\n".visibleLines)
            }
        }
    }
}

extension PullCommand {
    private func accountOptions() throws -> PulledUsers.Options? {
        guard let users else {
            guard !realUsers, claims == nil, pseudonymKey == nil else {
                throw ServiceFailure.usage(
                    "--real-users, --claims and --pseudonym-key go with --users N or --users all")
            }
            return nil
        }
        guard !realUsers || pseudonymKey == nil else {
            throw ServiceFailure.usage("--real-users has no pseudonyms: it goes without --pseudonym-key")
        }
        guard pseudonymKey?.isEmpty != true else { throw ServiceFailure.usage("--pseudonym-key must not be empty") }
        let pseudonyms = realUsers ? nil : try Pseudonyms(key: pseudonymKey ?? keyInFile() ?? Pseudonyms.newKey())
        return PulledUsers.Options(limit: users.limit, claims: claims?.value ?? .all, pseudonyms: pseudonyms)
    }

    /// That of the fixture which is written anew.
    private func keyInFile() throws -> String? {
        guard let out, out != "-", FileManager.default.fileExists(atPath: out) else { return nil }
        do throws(WholeFile.Failure) { return Pseudonyms.key(in: try WholeFile.read(out, .fixture)) } catch {
            throw ServiceFailure.usage(error.description)
        }
    }

    private func read(
        _ production: ProductionProject, _ options: PulledUsers.Options?
    ) async throws -> (document: [UInt8], claimNames: [String]) {
        let settings = try await production.settings()
        let accounts: ServiceAccounts? =
            if let options { try await production.accounts(settings, options) } else { nil }
        var claimNames: Set<String> = []
        let pulled = try await production.pulled(settings, for: profile?.value ?? .production, secrets: secrets) {
            guard let options, let accounts else { return }
            claimNames = $0.add(accounts, of: settings, options)
        }
        var heading = production.heading
        if let pseudonyms = options?.pseudonyms {
            heading.append(
                """
                The accounts are under pseudonyms, the same ones in each pull with the same key; those with a \
                password have \(Pseudonyms.password).
                """)
            if pseudonymKey == nil { heading.append("\(Pseudonyms.mark): \(pseudonyms.key)") }
        }
        return (pulled.document(of: production.id, heading: heading), claimNames.sorted())
    }

    private func bringUpToDate(_ path: String) async throws {
        guard out == nil, profile == nil, !secrets, !dryRun, users == nil, try accountOptions() == nil else {
            throw ServiceFailure.usage("--update goes without --out, --profile, --secrets, --users and --dry-run")
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

/// How many accounts are taken along.
struct AccountCount: ExpressibleByArgument {
    /// `nil` for all.
    var limit: Int?

    init?(argument: String) {
        guard argument != "all" else { return }
        guard let count = Int(argument), count > 0 else { return nil }
        limit = count
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
