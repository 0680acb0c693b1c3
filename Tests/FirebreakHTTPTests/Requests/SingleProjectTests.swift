import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Logging
import Synchronization
import Testing

/// Single-project mode (wire.md section 6, firebreak.md section 2).
struct SingleProjectTests {
    /// A request that names project `other`, and what it is answered without the mode.
    struct Naming: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var status = 200
        var send: @Sendable (TestServer) async throws -> TestAnswer

        static let all: [Naming] = [
            Naming(testDescription: "path") { try await $0.admin("accounts", ["localId": "a"], project: "other") },
            Naming(testDescription: "path of the configuration") { server in
                let path = "/identitytoolkit.googleapis.com/v2/projects/other/config"
                return try await server.send(.get, path, headers: [.authorization: "Bearer owner"])
            },
            Naming(testDescription: "path of an endpoint for tests") { server in
                try await server.send(.get, "/emulator/v1/projects/other/oobCodes")
            },
            Naming(testDescription: "path of the control API") { server in
                try await server.control(.get, "/outbox", project: "other")
            },
            Naming(testDescription: "path of an issuer") { server in
                try await server.send(.get, "/securetoken.google.com/other/.well-known/openid-configuration")
            },
            Naming(testDescription: "body") { server in
                try await server.admin("accounts", ["localId": "a", "targetProjectId": "other"], project: "")
            },
            Naming(testDescription: "body of a copy") { try await $0.control(.post, ":fork", ["to": "other"]) },
            Naming(testDescription: "API key") { try await $0.signUp("a@example.test", key: "project:other") },
            Naming(testDescription: "API key of an action link", status: 400) { server in
                try await server.send(.get, "/emulator/action?mode=signIn&oobCode=c&apiKey=project:other")
            },
            Naming(testDescription: "ID token", status: 400) { server in
                let token = JSONWebToken.unsigned(
                    payload: Array(#"{"sub":"a","user_id":"a","aud":"other","firebase":{}}"#.utf8))
                return try await server.app("accounts:lookup", ["idToken": .string(token)])
            },
            Naming(testDescription: "refresh token", status: 400) { server in
                let record: JSON = [
                    "_AuthEmulatorRefreshToken": "DO NOT MODIFY", "localId": "a", "projectId": "other",
                ]
                return try await server.refresh(Base64.encode(record.bytes, .standard))
            },
        ]
    }

    private static let refusal =
        "Multiple projectIds are not recommended in single project mode. Requested project ID other, but the emulator "
        + "is configured for example. To opt-out of single project mode add/set the '\"singleProjectMode\"' false' "
        + "property in the firebase.json emulators config."

    @Test(arguments: Naming.all)
    func `without the mode every project is answered in silence`(_ naming: Naming) async throws {
        let log = RecordedWarnings()
        let server = try TestServer(.emulator, logger: log.logger)

        let answer = try await naming.send(server)

        #expect(answer.status == naming.status)
        #expect(log.ofProjects == [])
    }

    @Test(arguments: Naming.all)
    func `warn answers as ever and logs the project`(_ naming: Naming) async throws {
        let log = RecordedWarnings()
        let server = try TestServer(.emulator, singleProject: .warn, logger: log.logger)

        let answer = try await naming.send(server)

        #expect(answer.status == naming.status)
        #expect(log.ofProjects == ["other"])
    }

    @Test(arguments: Naming.all)
    func `error refuses another project, and nothing is made of it`(_ naming: Naming) async throws {
        let log = RecordedWarnings()
        let server = try TestServer(.emulator, singleProject: .error, logger: log.logger)

        let answer = try await naming.send(server)

        #expect(answer.status == 400)
        #expect(answer.message?.hasSuffix(Self.refusal) == true, "\(answer.message ?? "")")
        #expect(log.ofProjects == ["other"])
        #expect(try server.services.projects.projects() == [])
    }

    @Test(arguments: Profile.allCases)
    func `the text is the reference's in every profile`(_ profile: Profile) async throws {
        let server = try TestServer(profile, singleProject: .error)

        let answer = try await server.admin("accounts", ["localId": "a"], project: "other")

        #expect(answer.status == 400)
        #expect(answer.message == Self.refusal)
    }

    @Test(arguments: Profile.allCases)
    func `the default project is answered, however it is named`(_ profile: Profile) async throws {
        let log = RecordedWarnings()
        let server = try TestServer(profile, singleProject: .error, logger: log.logger)
        let inBody: JSON = ["localId": "b", "targetProjectId": .string(TestServer.project)]

        let user = try await server.signUp("a@example.test", key: "any-key")
        #expect(user.status == 200)
        #expect(try await server.app("accounts:lookup", ["idToken": try #require(user["idToken"])]).status == 200)
        #expect(try await server.refresh(user["refreshToken"]?.stringValue).status == 200)
        #expect(try await server.admin("accounts", ["localId": "a"]).status == 200)
        #expect(try await server.admin("accounts", inBody, project: "").status == 200)
        #expect(try await server.control(.get, "/outbox").status == 200)
        #expect(log.ofProjects == [])
    }

    @Test func `rights come first`() async throws {
        let server = try TestServer(.emulator, singleProject: .error)

        let answer = try await server.app("accounts:signUp", ["targetProjectId": "other"])

        #expect(answer.message?.hasPrefix("INSUFFICIENT_PERMISSION") == true)
    }

    // MARK: Without the mode

    private static let notice =
        "A request names project other in its path, but an app's API key that is not registered means project example: "
        + "admin and app see different accounts. Start with --project other, or give the app's key a project with "
        + "--api-key KEY=other."

    @Test(arguments: TestProfile.allCases)
    func `the log says once that a path names another project than keys mean`(_ profile: TestProfile) async throws {
        let log = RecordedWarnings()
        let server = try TestServer(profile.value, logger: log.logger)

        _ = try await server.admin("accounts", ["localId": "a"])
        _ = try await server.signUp("a@example.test")
        #expect(log.notices == [])
        _ = try await server.admin("accounts", ["localId": "a"], project: "other")
        #expect(log.notices == [Self.notice])
        _ = try await server.send(.get, "/emulator/v1/projects/third/oobCodes")
        _ = try await server.admin("accounts", ["localId": "b"], project: "other")
        #expect(log.notices == [Self.notice])
    }

    @Test func `endpoints for tests name projects as well`() async throws {
        let log = RecordedWarnings()
        _ = try await TestServer(.local, logger: log.logger).send(.get, "/emulator/v1/projects/other/oobCodes")

        #expect(log.notices == [Self.notice])
    }

    @Test(arguments: ["registered", "used", "rejected", "mode"])
    func `where keys tell projects apart, there is nothing to say`(how: String) async throws {
        let log = RecordedWarnings()
        let server = try TestServer(
            .local, unknownKeys: how == "rejected" ? .reject : .default, singleProject: how == "mode" ? .warn : .off,
            logger: log.logger)
        if how == "registered" { _ = try await server.control(.post, "/apiKeys", ["key": "k"], project: "other") }
        if how == "used" { _ = try await server.signUp("a@example.test", key: "project:third") }

        _ = try await server.admin("accounts", ["localId": "a"], project: "other")
        #expect(log.notices == [])
    }
}

/// Keeps the projects of warnings about single-project mode, and notices.
private final class RecordedWarnings: LogHandler, Sendable {
    private let projects = Mutex<[String]>([])
    private let texts = Mutex<[String]>([])

    var logger: Logger { Logger(label: "test", factory: { _ in self }) }
    var ofProjects: [String] { projects.withLock { $0 } }
    var notices: [String] { texts.withLock { $0 } }

    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .notice }
        set {}
    }
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) {
        if event.level == .notice { texts.withLock { $0.append(event.message.description) } }
        guard event.level == .warning, event.message.description.contains("single project mode"),
            case .string(let project)? = event.metadata?["project.id"]
        else { return }
        projects.withLock { $0.append(project) }
    }
}
