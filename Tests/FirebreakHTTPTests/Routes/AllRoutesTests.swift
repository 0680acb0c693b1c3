import FirebreakDiscovery
import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakHTTP

/// The route table against the discovery documents and coverage.md.
struct AllRoutesTests {
    /// `POST /identitytoolkit.googleapis.com/v1/projects/{}/accounts`: names of parameters are nobody's business.
    private static func row(_ method: String, _ path: String) -> String {
        var text = ""
        var depth = 0
        for character in path {
            if character == "}" { depth -= 1 }
            if depth == 0 { text.append(character) }
            if character == "{" { depth += 1 }
        }
        return "\(method) \(text)"
    }

    private static let rows: [String: [Route]] = Dictionary(grouping: Route.api) {
        row($0.method.rawValue, $0.fullPath)
    }

    private static func discovery(_ version: String) throws -> [(row: String, id: String)] {
        let host = version == "v3" ? "/www.googleapis.com" : "/identitytoolkit.googleapis.com"
        return try DiscoverySchemas.methods(version).map { method in
            let verb = try #require(method["httpMethod"]?.stringValue)
            let path = try #require(method["path"]?.stringValue)
            return (row(verb, host + path), try #require(method["id"]?.stringValue))
        }
    }

    /// firebreak.md section 11
    @Test func `the names of operations are those of the table`() {
        let routes = RouteTable.server.routes.filter {
            $0.kind != .control && !["/healthz", "/readyz", "/metrics"].contains($0.path)
        }

        #expect(Set(routes.map(\.operation)).sorted() == OperationName.all)
    }

    private static let names = [
        ("identitytoolkit.accounts.signUp", "accounts.signUp"),
        ("identitytoolkit.projects.tenants.accounts", "accounts.signUp"),
        ("identitytoolkit.projects.tenants.accounts.update", "accounts.update"),
        ("identitytoolkit.projects.tenants.createSessionCookie", "createSessionCookie"),
        ("identitytoolkit.projects.tenants.getIamPolicy", "tenants.getIamPolicy"),
        ("identitytoolkit.projects.tenants.oauthIdpConfigs.list", "oauthIdpConfigs.list"),
        ("identitytoolkit.relyingparty.downloadAccount", "accounts.batchGet"), ("securetoken.token", "token"),
        ("emulator.auth.hosting.handler", "pages.handler"),
        ("emulator.projects.tenants.oobCodes.list", "emulator.oobCodes.list"),
    ]

    @Test(arguments: names)
    func `an operation has one name under all its paths`(id: String, name: String) {
        #expect(OperationName.canonical(id) == name)
    }

    @Test(arguments: [("v1", 41), ("v2", 50), ("v3", 20)])
    func `every method of a discovery document has its route under its name`(version: String, count: Int) throws {
        let methods = try Self.discovery(version)

        #expect(methods.count == count)
        for method in methods {
            let routes = Self.rows[method.row] ?? []
            #expect(routes.count == 1, "\(method.row)")
            #expect(routes.first?.operationID == method.id, "\(method.row)")
        }
    }

    /// coverage.md section 6.
    private static let others: [(row: String, id: String?)] = [
        ("POST /securetoken.googleapis.com/v1/token", "securetoken.token"),
        (
            "POST /identitytoolkit.googleapis.com/v2/accounts/passkeyEnrollment:start",
            "accounts.passkeyEnrollment.start"
        ),
        (
            "POST /identitytoolkit.googleapis.com/v2/accounts/passkeyEnrollment:finalize",
            "accounts.passkeyEnrollment.finalize"
        ),
        ("POST /identitytoolkit.googleapis.com/v2/accounts/passkeySignIn:start", "accounts.passkeySignIn.start"),
        ("POST /identitytoolkit.googleapis.com/v2/accounts/passkeySignIn:finalize", "accounts.passkeySignIn.finalize"),
        ("DELETE /emulator/v1/projects/{}/accounts", "emulator.projects.accounts.delete"),
        ("DELETE /emulator/v1/projects/{}/tenants/{}/accounts", "emulator.projects.accounts.delete"),
        ("GET /emulator/v1/projects/{}/config", "emulator.projects.config.get"),
        ("PATCH /emulator/v1/projects/{}/config", "emulator.projects.config.update"),
        ("GET /emulator/v1/projects/{}/oobCodes", "emulator.projects.oobCodes.list"),
        ("GET /emulator/v1/projects/{}/tenants/{}/oobCodes", "emulator.projects.oobCodes.list"),
        ("GET /emulator/v1/projects/{}/verificationCodes", "emulator.projects.verificationCodes.list"),
        ("GET /emulator/v1/projects/{}/tenants/{}/verificationCodes", "emulator.projects.verificationCodes.list"),
        ("DELETE /emulator/v1/projects/{}/oobCodes", "emulator.projects.oobCodes.delete"),
        ("DELETE /emulator/v1/projects/{}/tenants/{}/oobCodes", "emulator.projects.oobCodes.delete"),
        ("DELETE /emulator/v1/projects/{}/verificationCodes", "emulator.projects.verificationCodes.delete"),
        ("DELETE /emulator/v1/projects/{}/tenants/{}/verificationCodes", "emulator.projects.verificationCodes.delete"),
        ("GET /", nil), ("GET /emulator/action", nil), ("GET /emulator/auth/handler", nil),
        ("GET /emulator/auth/iframe", nil),
    ]

    @Test(arguments: others)
    func `every other row of the coverage table has its route`(row: String, id: String?) {
        let routes = Self.rows[row] ?? []

        #expect(routes.count == 1)
        if let id { #expect(routes.first?.operationID == id) }
    }

    private static func underAdminPath(_ row: String) -> String {
        row.replacing("/identitytoolkit.googleapis.com/v2/", with: "/identitytoolkit.googleapis.com/admin/v2/")
    }

    /// production.md section 1
    @Test func `every method of v2 is under the path of Google's own pages too`() throws {
        let methods = Route.api.filter { $0.path.hasPrefix("/v2/") }

        #expect(methods.count == 54)
        for method in methods {
            let row = Self.row(method.method.rawValue, method.fullPath)
            let routes = Self.rows[Self.underAdminPath(row)] ?? []
            #expect(routes.map(\.operationID) == [method.operationID], "\(row)")
        }
    }

    @Test
    func
        `nothing else is in the table but pages and their forms, public keys, Google's older admin path and what Apple's and .NET's SDKs call`()
        throws
    {
        var known = Set(Self.others.map(\.row))
        for version in DiscoverySchemas.versions { known.formUnion(try Self.discovery(version).map(\.row)) }
        known.formUnion(known.map(Self.underAdminPath))

        #expect(
            Set(Self.rows.keys).subtracting(known) == [
                "POST /identitytoolkit.googleapis.com/v1/projects/{}/:createSessionCookie",
                "POST /identitytoolkit.googleapis.com/v1/projects/{}/tenants/{}/:createSessionCookie",
                "POST /emulator/action", "GET /__/auth/action", "POST /__/auth/action", "GET /__/auth/links",
                "GET /__/auth/handler", "GET /__/auth/iframe",
                "GET /securetoken.google.com/{}/.well-known/openid-configuration",
                "GET /session.firebase.google.com/{}/.well-known/openid-configuration",
                "GET /www.googleapis.com/robot/v1/metadata/jwk/securetoken@system.gserviceaccount.com",
                "GET /www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com",
                "GET /www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
                "GET /www.googleapis.com/service_accounts/v1/metadata/x509/securetoken@system.gserviceaccount.com",
                "POST /www.googleapis.com/identitytoolkit/v3/relyingparty/signInWithGameCenter",
                "POST /www.googleapis.com/identitytoolkit/v3/relyingparty/verifyClient",
            ])
    }

    @Test func `an API key alone serves exactly the methods that refuse tokens`() {
        let paths = Route.api.filter { $0.credential == .apiKeyOnly && !$0.path.hasPrefix("/admin/") }.map(\.path)

        #expect(
            Set(paths) == [
                "/v2/accounts/passkeyEnrollment:start",
                "/v2/accounts/passkeyEnrollment:finalize", "/v2/accounts/passkeySignIn:start",
                "/v2/accounts/passkeySignIn:finalize",
            ])
    }

    @Test func `every method of Google's asks for a credential`() {
        let open = Route.api.filter { $0.host != nil && ($0.credential == .none || $0.credential == .control) }

        // Verifiers of session cookies fetch their keys without one.
        #expect(
            open.map(\.path) == [
                "/v1/publicKeys", "/v1/sessionCookiePublicKeys", "/identitytoolkit/v3/relyingparty/publicKeys",
            ])
    }

    private static let googleRoutes = Route.api.filter { $0.host != nil }
        .map { "\($0.method.rawValue) \($0.fullPath)" }

    private static func send(_ row: String, _ server: TestServer, _ headers: HTTPFields, key: String = "") async throws
        -> TestAnswer
    {
        let parts = row.split(separator: " ").map(String.init)
        let method = try #require(HTTPRequest.Method(rawValue: parts[0]))
        let path = parts[1].replacing("{targetProjectId}", with: TestServer.project).replacing(
            "{tenantId}", with: "t-1"
        )
        .replacing("{configId}", with: "oidc.x")
        return try await server.send(method, path + key, method == .get ? nil : [:], headers: headers)
    }

    /// The address that Apple's SDK uses for Game Center (production.md section 10), and those of session cookies that the
    /// Admin SDK for .NET joins with a slash (production.md section 6.3).
    private static func isUnknownToReference(_ row: String) -> Bool {
        row.hasSuffix("/v3/relyingparty/signInWithGameCenter") || row.hasSuffix("/:createSessionCookie")
    }

    @Test(arguments: googleRoutes)
    func `every method is found, and refuses whoever shows nothing`(row: String) async throws {
        // Keys are public.
        guard !row.lowercased().hasSuffix("publickeys"), !Self.isUnknownToReference(row) else { return }
        let server = try TestServer(.emulator)

        let answer = try await Self.send(row, server, [:])

        // The bulk aliases look for their project first (wire.md section 4).
        let looksFirst = row.hasSuffix("/downloadAccount") || row.hasSuffix("/uploadAccount")
        #expect(answer.status == (looksFirst ? 400 : 403))
        #expect(answer.message == (looksFirst ? "INSUFFICIENT_PERMISSION" : "The request is missing a valid API key."))
    }

    @Test(arguments: googleRoutes)
    func `every method answers an admin, none with 501`(row: String) async throws {
        guard !Self.isUnknownToReference(row) else { return }
        let server = try TestServer(.emulator)

        let answer = try await Self.send(row, server, [.authorization: "Bearer owner"], key: "?key=k")

        #expect([200, 400].contains(answer.status), "\(answer.text)")
    }
}
