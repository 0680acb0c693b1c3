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
                "\(id) is a project that the service never has: all that begin with demo- are for emulators alone")
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
            let fixture = try FixtureUnderTest(path: fixture, project: project ?? id)
            return try await differences(from: fixture).map(Difference.init)
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

    /// Settings that a project cannot have here are taken out one after the other, as many as a person would still read.
    private static let maximumProblems = 200

    /// The settings as a fixture that can be applied, with what is another one then.
    package func pulled(
        _ settings: ServiceSettings, for profile: EmulatorConfiguration.Profile, secrets: Bool
    ) async throws -> PulledFixture {
        let fresh = try await LocalProject(id, profile: profile, part: nil).settings()
        var pulled = PulledFixture(
            settings, of: id, for: Profile(profile), differingFrom: fresh, keepsSecrets: secrets)
        for _ in 0..<Self.maximumProblems {
            do throws(LocalProject.Problems) {
                let local = try await LocalProject(id, profile: profile, part: pulled.part)
                let here = try await local.settingsOrProblem()
                for difference in SettingDifference.all(production: settings, here: here) { pulled.note(difference) }
                return pulled
            } catch {
                var isChanged = false
                for problem in error.list where pulled.remove(problem.path.steps, because: problem.message) {
                    isChanged = true
                }
                guard isChanged else { throw ServiceFailure.fixture("the settings cannot be here: \(error.text)") }
            }
        }
        throw ServiceFailure.fixture("the service answered too many settings that cannot be here")
    }

    package func differences(from fixture: FixtureUnderTest) async throws -> [SettingDifference] {
        let here: ServiceSettings
        do throws(LocalProject.Problems) {
            here = try await LocalProject(fixture).settingsOrProblem()
        } catch {
            throw ServiceFailure.fixture(error.text)
        }
        return SettingDifference.all(production: try await settings(), here: here)
    }
}

/// A fixture that is compared with production.
package struct FixtureUnderTest: Sendable {
    let path: String
    let document: [UInt8]
    /// The project's part is that of this one.
    package let project: String

    /// - Parameter project: Whose part is wanted, if the document has several.
    package init(path: String, project: String?) throws(ServiceFailure) {
        self.path = path
        do throws(EmulatorError) {
            let file = try FixtureFile(path: path, project: nil)
            document = file.document
            self.project = file.project
        } catch {
            // It has several.
            do throws(EmulatorError) {
                let file = try FixtureFile(path: path, project: project)
                document = file.document
                self.project = file.project
            } catch {
                throw .fixture(error.description)
            }
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
        try await seed(fixture.document, file: fixture.path)
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
