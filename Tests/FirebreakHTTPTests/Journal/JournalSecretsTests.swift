import FirebreakDiscovery
import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakHTTP

/// No secret of any call is in the journal, or in the log.
@Suite(.timeLimit(.minutes(20)))
struct JournalSecretsTests {
    /// Written out, so that a name which the redaction forgets is missed here.
    private static let names = [
        "accessToken", "access_token", "androidVerificationProof", "apiKey", "appToken", "assertion", "associatedData",
        "attestationObject", "authenticatorData", "authorization", "authorizationCode", "captchaChallenge",
        "captchaResp", "captchaResponse", "challenge", "clientAssertion", "clientDataJSON", "clientSecret",
        "client_secret", "code", "codeVerifier", "customToken", "hashKey", "idToken", "id_token", "iosReceipt",
        "iosSecret", "mfaPendingCredential", "newPassword", "nonce", "oauthAccessToken", "oauthAuthorizationCode",
        "oauthConsumerKey", "oauthIdToken", "oauthRefreshToken", "oauthRequestToken", "oauthToken",
        "oauthTokenSecret", "oauth_token_secret", "oldPassword", "oobCode", "password", "passwordHash",
        "pendingIdToken", "pendingToken", "playIntegrityToken", "privateKey", "rawPassword", "recaptchaStoken",
        "recaptchaToken", "receipt", "refreshToken", "refresh_token", "safetyNetToken", "salt", "saltSeparator",
        "SAMLResponse", "samlResponse", "secret", "sessionCookie", "sessionId", "sessionInfo", "sharedSecretKey",
        "signature", "signerKey", "temporaryProof", "token", "verificationCode", "verificationProof",
    ]

    private static let apiKey = "journalled-api-key"

    /// The secret that stands under a name.
    private static func secret(_ name: String) -> String { "hidden-\(name)-31415" }

    /// What every secret ends in, and the API key.
    private static let marks = ["-31415", apiKey]

    /// Every secret under its name, in an object and in parts of requests, in a form and in a link.
    private static var body: JSON {
        let members = JSON.object(names.map { JSON.Member($0, .string(secret($0))) })
        var body = members
        body["email"] = "alice@example.test"
        body["phoneVerificationInfo"] = members
        body["totpVerificationInfo"] = members
        body["users"] = [members]
        body["testPhoneNumbers"] = ["+15555550100": .string(secret("test"))]
        body["postBody"] = .string(query)
        body["requestUri"] = .string("http://localhost/?" + query)
        body["continueUrl"] = .string(
            "http://elsewhere.test/?link=" + FormURLEncoding.encode("http://a.test/?" + query))
        body["customAttributes"] = .string(members.text)
        body["notification"] = ["sendEmail": ["smtp": members]]
        return body
    }

    private static var query: String {
        names.map { "\($0)=\(FormURLEncoding.encode(secret($0)))" }.joined(separator: "&")
    }

    /// The texts of a document: values and names, at any depth.
    private static func texts(in value: JSON) -> [String] {
        switch value {
        case .null, .bool: []
        case .number(let text), .string(let text): [text]
        case .array(let elements): elements.flatMap(texts)
        case .object(let members): members.flatMap { [$0.key] + texts(in: $0.value) }
        }
    }

    /// The whole journal, as the control API shows it.
    private static func entries(_ server: TestServer) async throws -> [JSON] {
        var entries: [JSON] = []
        var after = "0"
        while true {
            let page = try await server.send(.get, "/firebreak/v1/requests?limit=1000&after=\(after)")
            let more = page["requests"]?.arrayValue ?? []
            guard let cursor = page["nextCursor"]?.integerValue, !more.isEmpty else { return entries }
            entries += more
            after = String(cursor)
        }
    }

    private static func expectNone(of secrets: [String], in entries: [JSON], _ log: RecordedLines) {
        for entry in entries {
            for text in texts(in: entry) {
                for secret in secrets where text.contains(secret) {
                    let place = "\(entry["operation"] ?? .null) \(entry["path"] ?? .null)"
                    Issue.record("\(secret) is in the entry of \(place): \(text)")
                }
            }
        }
        for line in log.lines where !line.contains("follow this link") && !line.contains("use the code") {
            for secret in secrets where line.contains(secret) { Issue.record("\(secret) is in the log: \(line)") }
        }
    }

    private static func path(of route: Route, tenant: String) -> String {
        route.fullPath.replacing("{tenantId}", with: tenant).replacing("{targetProjectId}", with: TestServer.project)
            .replacing(#/\{[^}]*\}/#, with: "oidc.journal")
    }

    private static func send(_ route: Route, _ server: TestServer, tenant: String, _ body: JSON) async throws {
        let path = path(of: route, tenant: tenant)
        let takesBody = route.method == .post || route.method == .patch
        let callers: [HTTPFields] = [[:], [.authorization: "Bearer owner"]]
        for headers in callers {
            let query = route.kind == .page ? "&" + query : ""
            _ = try await server.send(
                route.method, "\(path)?key=\(apiKey)\(query)", takesBody ? body : nil, headers: headers)
        }
        guard takesBody else { return }
        _ = try await server.send(
            .post, "\(path)?key=\(apiKey)", headers: [.contentType: "application/x-www-form-urlencoded"],
            body: Array(query.utf8))
    }

    @Test(arguments: Profile.allCases)
    func `no secret of any operation is in the journal or in the log`(profile: Profile) async throws {
        let log = RecordedLines()
        let server = try TestServer(profile, journal: 10_000, logger: log.logger)
        let tenant = profile == .production ? "blue" : try await server.makeTenant()
        let wrongTypes = JSON.object(
            Self.names.map { JSON.Member($0, [.string(Self.secret($0)), ["a": .string(Self.secret($0))]]) })

        for route in RouteTable.server.routes where route.isRecorded {
            for body in [Self.body, wrongTypes] { try await Self.send(route, server, tenant: tenant, body) }
            // A body that is not a document.
            if route.method == .post {
                let path = Self.path(of: route, tenant: tenant)
                _ = try await server.send(
                    .post, path, headers: [.contentType: "application/json"],
                    body: Array(Self.body.text.dropLast().utf8))
            }
        }
        let entries = try await Self.entries(server)

        let operations = Set(entries.compactMap { $0["operation"]?.stringValue })
        // The reference refuses the deletion of its lists before it knows what was asked for.
        let refused: Set = ["emulator.oobCodes.delete", "emulator.verificationCodes.delete"]
        let unseen = profile == .emulator ? refused.union(["pages.openapi"]) : ["pages.openapi"]
        #expect(operations == Set(OperationName.all).subtracting(unseen))
        Self.expectNone(of: Self.marks, in: entries, log)
    }

    /// What answers and messages of successful calls contain.
    @Test(arguments: [Profile.local, .emulator])
    func `no secret that the server makes is in the journal or in the log`(profile: Profile) async throws {
        let log = RecordedLines()
        let server = try TestServer(profile, journal: 10_000, logger: log.logger)
        let password = #"pass "word" & 100% \ <journal>"#
        let signUp = try await server.signUp("alice@example.test", password: password)
        try #require(signUp.status == 200, "\(signUp.text)")
        let refresh = try await server.refresh(signUp.string("refreshToken"))
        let cookie = try await server.admin(
            ":createSessionCookie", ["idToken": signUp["idToken"] ?? .null, "validDuration": "3600"])
        let link = try await server.oobLink("PASSWORD_RESET", "alice@example.test")
        let code = try #require(link.string("oobCode"), "\(link.text)")
        _ = try await server.open(try #require(link.string("oobLink")))
        _ = try await server.oobCodes()
        _ = try await server.reset(code, to: "another-password")
        let users = try await server.send(
            .get, "/identitytoolkit.googleapis.com/v1/projects/example/accounts:batchGet",
            headers: [.authorization: "Bearer owner"])
        let claims: JSON = ["sub": "g-1", "email": "bob@example.test", "email_verified": true]
        _ = try await server.idp("google.com", claims, with: [("access_token", "hidden-access-token")])

        let user = users["users"]?.arrayValue?.first
        let secrets = [
            password, "another-password", "hidden-access-token", code, signUp.string("idToken"),
            signUp.string("refreshToken"), refresh.string("id_token"), refresh.string("refresh_token"),
            cookie.string("sessionCookie"), link.string("oobLink"), user?["passwordHash"]?.stringValue,
            user?["salt"]?.stringValue,
        ]
        #expect(secrets.filter { $0?.isEmpty ?? true }.count <= 2)
        let known = secrets.compactMap { $0 }.filter { !$0.isEmpty }
        Self.expectNone(of: known, in: try await Self.entries(server), log)
    }
}
