import FirebreakClient
import FirebreakFixtures
import FirebreakModel
package import FirebreakProduction
import FirebreakWire
import Foundation

/// A project of Google's service, to take its settings over into a fixture and to hold fixtures against it. It is only
/// read, with five calls a second at most.
///
/// ```swift
/// let production = try ProductionProject("acme-shop")
/// #expect(try await production.drift(from: "shop.yaml").isEmpty)
/// ```
public struct ProductionProject: Sendable {
    /// The project's ID.
    public let id: String
    private let connection: ServiceConnection

    /// - Parameters:
    ///   - id: A project ID, or a project number.
    ///   - accessToken: By default, what `GOOGLE_OAUTH_ACCESS_TOKEN` has, else the credentials that
    ///     `GOOGLE_APPLICATION_CREDENTIALS` names, else gcloud's own.
    ///   - service: Another address than Google's.
    /// - Throws: A ``FirebreakFailure`` with `UNAUTHENTICATED` where there are no credentials that can be used, and with
    ///   `INVALID_ARGUMENT` for a project `demo-…`, which the service never has, and for an address that is none.
    public init(_ id: String, accessToken: String? = nil, service: String? = nil) throws(FirebreakFailure) {
        do throws(ServiceFailure) {
            try self.init(
                id, accessToken: accessToken, service: service, environment: ProcessInfo.processInfo.environment)
        } catch {
            throw FirebreakFailure(error)
        }
    }

    package init(
        _ id: String, accessToken: String?, service: String?, environment: [String: String],
        pace: ServiceConnection.Pace = ServiceConnection.Pace()
    ) throws(ServiceFailure) {
        try Self.check(id)
        let credentials = try ServiceCredentials.find(token: accessToken, environment: environment) { path in
            FileManager.default.fileExists(atPath: path) ? try WholeFile.read(path, .commandLineFile) : nil
        }
        self.id = id
        connection = try ServiceConnection(
            project: id, at: service ?? ServiceConnection.service, credentials, environment: environment, pace: pace
        ) {
            Int64(Date().timeIntervalSince1970)
        }
    }

    /// - Throws: For what is no project of the service.
    package static func check(_ id: String) throws(ServiceFailure) {
        guard !id.startsWithBytes(of: "demo-") else {
            throw .usage(
                """
                \(id) is a project that the service never has: all that begin with demo- are for emulators alone; name \
                the real one (drift takes it as --project)
                """)
        }
        let isID = id.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-.:".utf8.contains($0) }
        guard isID, !id.isEmpty, id.utf8.count <= 64 else {
            throw .usage("\(id.visible) is no ID of a project, such as acme-shop")
        }
    }

    /// The settings as a fixture in YAML: what differs from a new project, with comments for what could not be known or
    /// was left out on purpose.
    ///
    /// - Parameters:
    ///   - profile: That the fixture is for.
    ///   - secrets: Whether client secrets, keys, passwords of mail servers and numbers with fixed codes are taken along.
    /// - Throws: A ``FirebreakFailure`` with `UNAUTHENTICATED`, `NOT_FOUND`, `UNREACHABLE`, and a sentence that says what
    ///   to do.
    public func fixture(
        for profile: EmulatorConfiguration.Profile = .production, secrets: Bool = false
    ) async throws -> String {
        do {
            let settings = try await settings()
            let pulled = try await pulled(settings, for: profile, secrets: secrets)
            return String(decoding: pulled.document(of: id, heading: heading), as: UTF8.self)
        } catch let failure as ServiceFailure {
            throw FirebreakFailure(failure)
        }
    }

    /// A setting that is not what a fixture says.
    public struct Difference: Sendable, Equatable {
        /// Where it stands in the project's part of a fixture, such as `config.signIn.anonymous.enabled`.
        public let setting: String
        /// The service's value; `-` for none.
        public let production: String
        /// The fixture's value, or that of a new project; `-` for none.
        public let here: String
        /// What it changes for tests, in a sentence.
        public let effect: String
    }

    /// What a fixture says otherwise than the service.
    ///
    /// - Parameters:
    ///   - fixture: Path of a document in YAML or JSON.
    ///   - project: Whose part of it is compared; by default that of the same ID, or the only one.
    /// - Returns: Empty if there is nothing.
    /// - Throws: As ``fixture(for:secrets:)``, and with `INVALID_FIXTURE` for a document that cannot be applied.
    public func drift(from fixture: String, project: String? = nil) async throws -> [Difference] {
        do {
            let fixture = try FixtureUnderTest(
                path: fixture, project: project ?? id, environment: ProcessInfo.processInfo.environment)
            return try await differences(from: fixture).all.map(Difference.init)
        } catch let failure as ServiceFailure {
            throw FirebreakFailure(failure)
        }
    }
}

extension ProductionProject.Difference {
    package init(_ difference: SettingDifference) {
        setting = difference.setting
        production = difference.production
        here = difference.here
        effect = difference.effect
    }
}

extension FirebreakFailure {
    fileprivate init(_ failure: ServiceFailure) {
        let code: Code =
            switch failure.kind {
            case .credentials: Code(rawValue: "UNAUTHENTICATED")
            case .project: .notFound
            case .service: .unreachable
            case .usage: .invalidArgument
            case .fixture: .invalidFixture
            }
        self.init(code, failure.message)
    }
}

// MARK: - Reading and comparing

extension ProductionProject {
    package func settings() async throws -> ServiceSettings { try await ServiceSettings(of: id, from: connection) }

    /// The first lines of a pulled document.
    package var heading: [String] {
        let time = Date().ISO8601Format()
        return [
            "Settings of project \(id), as \(connection.address) had them at \(time).",
            "firebreak drift says what has changed since, firebreak pull --update takes it over.",
        ]
    }

    package func accounts(_ settings: ServiceSettings, _ options: PulledUsers.Options) async throws -> ServiceAccounts {
        try await ServiceAccounts(
            of: id, tenants: settings.tenants.map(\.id), limit: options.limit,
            readsHashes: options.pseudonyms == nil, from: connection)
    }

    /// Settings that a project cannot have here are taken out one after the other, as many as a person would still read.
    private static let maximumProblems = 200

    /// The settings as a fixture that can be applied, with what is another one then.
    ///
    /// - Parameter add: Adds more than settings.
    package func pulled(
        _ settings: ServiceSettings, for profile: EmulatorConfiguration.Profile, secrets: Bool,
        adding add: (inout PulledFixture) -> Void = { _ in }
    ) async throws -> PulledFixture {
        let fresh = try await LocalProject(id, profile: profile, part: nil).settings()
        var pulled = PulledFixture(
            settings, of: id, for: Profile(profile), differingFrom: fresh, keepsSecrets: secrets)
        add(&pulled)
        guard Limit.fixture.allows(pulled.part.bytes.count) else { throw ServiceFailure.tooManyAccounts }
        for _ in 0..<Self.maximumProblems {
            do throws(LocalProject.Problems) {
                let local = try await LocalProject(id, profile: profile, part: pulled.part)
                let here = try await local.settingsOrProblem()
                for difference in SettingDifference.all(production: settings, here: here) { pulled.note(difference) }
                return pulled
            } catch {
                var isChanged = pulled.removeUsers(error.list)
                for problem in error.list where pulled.remove(problem.path.steps, because: problem.message) {
                    isChanged = true
                }
                guard isChanged else { throw ServiceFailure.fixture("the settings cannot be here: \(error.text)") }
            }
        }
        throw ServiceFailure.fixture("the service answered too many settings that cannot be here")
    }

    /// What a fixture says otherwise, and what could not be read of production, in sentences.
    package func differences(
        from fixture: FixtureUnderTest
    ) async throws -> (all: [SettingDifference], gaps: [String]) {
        let (production, here) = try await sides(of: fixture)
        return (SettingDifference.all(production: production, here: here), production.gaps)
    }

    private func sides(of fixture: FixtureUnderTest) async throws -> (
        production: ServiceSettings, here: ServiceSettings
    ) {
        // What is wrong with the fixture is told before anybody waits for the service.
        let here: ServiceSettings
        do throws(LocalProject.Problems) {
            here = try await LocalProject(fixture).settingsOrProblem()
        } catch {
            throw ServiceFailure.fixture(error.text)
        }
        return (try await settings(), here)
    }
}

extension ProductionProject {
    /// A fixture's document with production's settings, and everything else of its text as it is.
    ///
    /// - Throws: ``ServiceFailure`` for what cannot be changed without losing something; it says the line.
    package func updated(_ fixture: FixtureUnderTest) async throws -> [UInt8] {
        let (production, here) = try await sides(of: fixture)
        let differences = SettingDifference.all(production: production, here: here)
        guard !differences.isEmpty else { return fixture.document }
        let pulled = try await pulled(production, for: fixture.profile, secrets: false)
        let changes = try differences.compactMap { difference in
            try fixture.change(for: difference, addingFrom: pulled.part)
        }
        let document: [UInt8]
        do throws(FixtureError) {
            document = try YAMLEditor.applying(
                changes, to: fixture.document, file: fixture.path, environment: fixture.environment)
        } catch {
            throw ServiceFailure.fixture(error.description)
        }
        // Users may need what production does not have.
        let updated = try FixtureUnderTest(
            document, path: fixture.path, project: fixture.project, environment: fixture.environment)
        do throws(LocalProject.Problems) { _ = try await LocalProject(updated) } catch {
            throw ServiceFailure.fixture(
                "with the settings of \(id), \(fixture.path) could not be applied, so it stays as it is: \(error.text)")
        }
        return document
    }
}

/// A fixture that is compared with production.
package struct FixtureUnderTest: Sendable {
    let path: String
    package let document: [UInt8]
    /// The project whose part is compared.
    package let project: String
    /// The values of variables in it.
    let environment: [String: String]
    private let source: FixtureSource

    /// - Parameter project: Whose part is wanted, if the document has several.
    /// - Throws: ``ServiceFailure`` of the kind `fixture`.
    package init(path: String, project: String?, environment: [String: String]) throws(ServiceFailure) {
        let document: [UInt8]
        do throws(WholeFile.Failure) { document = try WholeFile.read(path, .fixture) } catch {
            throw .fixture(error.description)
        }
        try self.init(document, path: path, project: project, environment: environment)
    }

    init(
        _ document: [UInt8], path: String, project: String?, environment: [String: String]
    ) throws(ServiceFailure) {
        self.document = document
        self.path = path
        self.environment = environment
        let ids: [String]
        do throws(FixtureError) {
            source = try FixtureSource(document, file: path, environment: environment)
            let standard = ProjectID(rawValue: project ?? EmulatorConfiguration().project)
            let fixture = Fixture(source, partOf: standard)
            try fixture.check()
            ids = fixture.projects.map(\.id.rawValue)
        } catch {
            throw .fixture(error.description)
        }
        let same = project.flatMap { wanted in ids.first { $0.hasSameBytes(as: wanted) } }
        guard let known = same ?? (ids.count == 1 ? ids.first : nil) else {
            throw .fixture(
                "\(path) describes the projects \(ids.joined(separator: ", ")): none is the one that is meant")
        }
        self.project = known
    }

    /// Where the project's part is in the document.
    private var root: [String] { source.value["projects"] == nil ? [] : ["projects", project] }

    private var part: JSON { root.isEmpty ? source.value : source.value["projects"]?[project] ?? .emptyObject }

    /// The document as a server takes it that does not have this environment.
    var expanded: [UInt8] { source.value.escapingExpansions.bytes }

    var profile: EmulatorConfiguration.Profile {
        part["profile"]?.stringValue.flatMap(EmulatorConfiguration.Profile.init(rawValue:)) ?? .local
    }

    /// - Parameter pulled: Production's settings as a part of a fixture.
    /// - Throws: For a tenant with users, who would be lost.
    func change(
        for difference: SettingDifference, addingFrom pulled: JSON
    ) throws(ServiceFailure) -> YAMLEditor.Change? {
        let place = root + difference.path
        switch difference.change {
        case .set(let value): return .set(path: place + difference.member, to: value)
        case .add: return pulled.value(at: difference.path[...]).map { .set(path: place, to: $0) }
        case .remove:
            let content = part.value(at: difference.path[...])
            guard content?["users"] == nil, content?["codes"] == nil else {
                throw .fixture(
                    """
                    \(path): production has no \(difference.setting), but the fixture has users in it: take it out by hand \
                    or give it another name there
                    """)
            }
            return .remove(path: place)
        }
    }
}

/// A project of this version in memory, which says what a fixture comes to.
struct LocalProject: SettingsSource {
    /// Why a fixture cannot be applied.
    struct Problems: Error {
        var list: [FixtureProblem]
        var text: String
    }

    private let id: String
    private let transport: InProcessTransport

    /// A project with a part of a fixture; `nil` for a new one.
    init(_ id: String, profile: EmulatorConfiguration.Profile, part: JSON?) async throws(Problems) {
        try self.init(id, profile)
        guard let part else { return }
        try await seed(part.escapingExpansions.bytes, file: "\(id).json")
    }

    /// A project with the content that a fixture has for it.
    init(_ fixture: FixtureUnderTest) async throws(Problems) {
        try self.init(fixture.project, .local)
        try await seed(fixture.expanded, file: fixture.path)
    }

    private init(_ id: String, _ profile: EmulatorConfiguration.Profile) throws(Problems) {
        self.id = id
        var configuration = EmulatorConfiguration()
        configuration.project = id
        configuration.profile = profile
        do throws(EmulatorError) {
            transport = InProcessTransport(try Emulator(configuration: configuration))
        } catch {
            throw Problems(list: [], text: error.description)
        }
    }

    private func seed(_ document: [UInt8], file: String) async throws(Problems) {
        do throws(FirebreakFailure) {
            try await FirebreakProject(id, at: transport).seed(document, file: file)
        } catch {
            let problems = error.details.map { detail in
                FixtureProblem(
                    FixturePath(pointer: detail["path"]?.stringValue ?? ""), detail["message"]?.stringValue ?? "")
            }
            throw Problems(list: problems, text: error.message)
        }
    }

    func settings() async throws -> ServiceSettings { try await ServiceSettings(of: id, from: self) }

    func settingsOrProblem() async throws(Problems) -> ServiceSettings {
        do { return try await settings() } catch { throw Problems(list: [], text: "\(error)") }
    }

    func get(_ path: String, _ query: [(name: String, value: String)]) async throws -> JSON {
        let request = ControlRequest(
            .get, "/identitytoolkit.googleapis.com" + path, query: query.map { .init($0.name, $0.value) },
            caller: .admin)
        let reply = try await transport.send(request)
        guard reply.isSuccess else { throw ServiceRefusal(reply.status, reply.body) }
        return try JSON(parsing: reply.body)
    }
}
