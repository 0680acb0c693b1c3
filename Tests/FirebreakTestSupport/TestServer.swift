import FirebreakConsole
package import FirebreakControl
import FirebreakCredentials
package import FirebreakHTTP
package import FirebreakOperations
import FirebreakStore
package import FirebreakWire
package import HTTPTypes
package import Logging
import Testing

/// A whole server in memory without a socket: what a request meets behind HTTP parsing.
///
/// The default project is `example`, the default API key `fake-api-key`. Every test makes its own server.
package struct TestServer: Sendable {
    package let clock = TestClock()
    /// Blocking functions and listeners that the server calls.
    package let functions = TestFunctions()
    package let control: ControlServices
    package var services: Services { control.services }
    package let profile: Profile
    package let trace = RequestTrace()
    private let responder: EmulatorResponder

    package static let project = "example"
    package static let authority = "127.0.0.1:9099"
    /// Where the server says that it is.
    package static let origin = "http://" + authority

    /// - Parameters:
    ///   - rules: Over those of the profile, values as on the command line.
    ///   - maximumBody: Bytes.
    ///   - finder: Finds functions that no project configures.
    ///   - isReady: Whether the server says that its fixtures are in.
    package init(
        _ profile: Profile = .local, rules: KeyValuePairs<String, String> = [:],
        unknownKeys: Services.UnknownKeys = .default, singleProject: Services.SingleProject = .off,
        controlToken: String? = nil, publicHost: String? = nil, publicScheme: String? = nil,
        proxies: TrustedProxies = TrustedProxies(), maximumProjects: Int? = nil,
        maximumBody: Int = 1 << 20, dataDirectory: String? = nil, seed: UInt64? = nil, isReady: Bool = true,
        passwordHashes: WorkerExecutor = .passwordHashes, adminToken: String? = nil,
        requestMemory: RequestMemory = RequestMemory(), journal: Int = 1000, deliveries: MessageDeliveries = .none,
        authorizedDomains: [String]? = nil, finder: (any FunctionsFinder)? = nil,
        logger: Logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    ) throws {
        self.profile = profile
        let clock = clock
        let functions = functions
        control = try .forTests(
            profile, rules: rules.map { (name: $0.key, value: $0.value) }, defaultProject: Self.project,
            unknownKeys: unknownKeys, singleProject: singleProject, dataDirectory: dataDirectory, seed: seed,
            passwordHashes: passwordHashes, maximumProjects: maximumProjects,
            adminToken: adminToken, journal: journal, authorizedDomains: authorizedDomains, logger: logger,
            now: { clock.now },
            send: { request throws(OutgoingRequest.Failure) in try await functions.send(request) },
            announce: { functions.announce($0) }, finder: finder, deliveries: deliveries)
        let information = ServerInformation(
            version: "0", host: "127.0.0.1", port: 9099, url: Self.origin, isReady: isReady)
        responder = EmulatorResponder(
            control: control,
            address: ServerAddress(
                configuredHost: "127.0.0.1", publicHost: publicHost, publicScheme: publicScheme, isTLS: false),
            information: { information }, controlToken: controlToken, console: .console, maximumBody: maximumBody,
            proxies: proxies, memory: requestMemory)
    }

    /// Closes its databases, so that another one can open its data directory.
    package func close() {
        services.projects.close()
        services.storage.close()
    }

    /// Sends one request as it is.
    ///
    /// - Parameters:
    ///   - path: With its query, for example `/identitytoolkit.googleapis.com/v1/projects?key=a`.
    ///   - remoteIP: The client's address; `nil` where there is no connection.
    package func send(
        _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:], body: [UInt8] = [],
        host: String = TestServer.authority, from remoteIP: String? = nil
    ) async throws -> TestAnswer {
        trace.note(method, path)
        let answer = try await responder.perform(
            method, path, headers: headers, body: body, host: host, from: remoteIP)
        return TestAnswer(status: answer.status.code, headers: answer.headers, body: answer.body)
    }

    /// Sends JSON to a path.
    package func send(
        _ method: HTTPRequest.Method, _ path: String, _ json: JSON?, headers: HTTPFields = [:]
    ) async throws -> TestAnswer {
        var headers = headers
        if json != nil { headers[.contentType] = "application/json" }
        return try await send(method, path, headers: headers, body: json?.bytes ?? [])
    }

    /// Calls a v1 method as an app: `app("accounts:signUp", […])`.
    package func app(_ method: String, _ body: JSON = [:], key: String = "fake-api-key") async throws -> TestAnswer {
        try await send(.post, "/identitytoolkit.googleapis.com/v1/\(method)?key=\(key)", body)
    }

    /// Calls a v1 method of the project as an admin: `admin("accounts:lookup", […])`.
    package func admin(
        _ method: String, _ body: JSON = [:], project: String = TestServer.project, tenant: String? = nil
    ) async throws -> TestAnswer {
        let tenant = tenant.map { "/tenants/\($0)" } ?? ""
        let separator = method.hasPrefix(":") ? "" : "/"
        return try await send(
            .post, "/identitytoolkit.googleapis.com/v1/projects/\(project)\(tenant)\(separator)\(method)", body,
            headers: [.authorization: "Bearer owner"])
    }

    /// Refreshes tokens.
    package func refresh(_ token: String?, key: String = "fake-api-key") async throws -> TestAnswer {
        var body: JSON = ["grant_type": "refresh_token"]
        body["refresh_token"] = token.map(JSON.string)
        return try await send(.post, "/securetoken.googleapis.com/v1/token?key=\(key)", body)
    }

    /// Patches the project's configuration as an admin.
    package func configure(_ mask: String, _ body: JSON, project: String = TestServer.project) async throws
        -> TestAnswer
    {
        try await send(
            .patch, "/identitytoolkit.googleapis.com/v2/projects/\(project)/config?updateMask=\(mask)", body,
            headers: [.authorization: "Bearer owner"])
    }

    /// Calls the control API below the default project: `control(.get, "/outbox")`.
    package func control(
        _ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil, project: String = TestServer.project
    ) async throws -> TestAnswer {
        try await send(method, "/firebreak/v1/projects/\(project)\(path)", body)
    }

    /// The events of a stream of the control API: `events("/firebreak/v1/requests:stream")`.
    package func events(_ path: String, headers: HTTPFields = [:]) async throws -> any EventStream {
        let answer = try await responder.perform(.get, path, headers: headers, host: Self.authority)
        return try #require(answer.events, "\(String(decoding: answer.body, as: UTF8.self))")
    }

    /// Signs up with address and password as an app.
    ///
    /// - Returns: The whole answer; `idToken`, `refreshToken`, `localId`.
    package func signUp(
        _ email: String, password: String = "correct-horse", key: String = "fake-api-key"
    ) async throws -> TestAnswer {
        let body: JSON = ["email": .string(email), "password": .string(password), "returnSecureToken": true]
        return try await app("accounts:signUp", body, key: key)
    }

    /// The newest message to an address, of the default project.
    package func latestMessage(to email: String) async throws -> JSON {
        try await control(.get, "/outbox/latest?to=\(FormURLEncoding.encode(email))").json
    }
}
