import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// firebreak.md section 4.10: what the web SDK keeps of a user, member by member.
struct BrowserStateTests {
    private static let document = """
        defaults: { password: correct-horse }
        users:
          - ref: alice
            uid: a
            email: alice@example.test
            emailVerified: true
            displayName: Alice
            photoUrl: "https://example.test/a.png"
            phoneNumber: "+15555550100"
          - { ref: nobody, uid: n }
          - { ref: former, uid: f, disabled: true }
          - ref: secured
            uid: s
            email: secured@example.test
            emailVerified: true
            mfa: [ { phone: "+15555550101" } ]
        tenants: { blue: { users: [ { ref: carol, uid: c, email: carol@example.test } ] } }
        """
    private static let origin = "http://localhost:3000"

    private func server() async throws -> TestServer {
        let server = try TestServer()
        let seeded = try await server.seed(Self.document)
        #expect(seeded.status == 200, "\(seeded.json.text)")
        return server
    }

    private func state(_ user: String, _ request: JSON = [:], _ server: TestServer) async throws -> TestAnswer {
        var request = request
        if request["origin"] == nil { request["origin"] = .string(Self.origin) }
        return try await server.control(.post, "/accounts/\(user):browserState", request)
    }

    private func user(_ answer: TestAnswer) throws -> JSON {
        try #require(
            answer.json["origins"]?.arrayValue?.first?["indexedDB"]?.arrayValue?.first?["stores"]?.arrayValue?.first?[
                "records"]?.arrayValue?.first?[path: "value.value"])
    }

    private func names(_ object: JSON?) -> [String] { object?.objectValue?.map(\.key) ?? [] }

    @Test func `the state is that of Playwright with the SDK's database`() async throws {
        let server = try await server()
        let answer = try await state("a", [:], server)
        #expect(answer.status == 200)
        #expect(names(answer.json) == ["cookies", "origins"] && answer.json["cookies"] == [])
        let origin = try #require(answer.json["origins"]?.arrayValue?.first)
        #expect(names(origin) == ["origin", "localStorage", "indexedDB"])
        #expect(origin["origin"] == .string(Self.origin) && origin["localStorage"] == [])
        let database = try #require(origin["indexedDB"]?.arrayValue?.first)
        #expect(database["name"] == "firebaseLocalStorageDb" && database["version"] == 1)
        let store = try #require(database["stores"]?.arrayValue?.first)
        #expect(names(store) == ["name", "autoIncrement", "keyPath", "indexes", "records"])
        #expect(store["name"] == "firebaseLocalStorage" && store["keyPath"] == "fbase_key")
        #expect(store["autoIncrement"] == false && store["indexes"] == [])
        let record = try #require(store["records"]?.arrayValue?.first?["value"])
        let key = try #require(DerivedAPIKey.key(for: ProjectID(rawValue: "example")))
        #expect(names(record) == ["fbase_key", "value"])
        #expect(record["fbase_key"] == .string("firebase:authUser:\(key):[DEFAULT]"))
    }

    @Test func `a user has all members of the SDK, each with its type`() async throws {
        let server = try await server()
        let user = try user(try await state("alice", ["apiKey": "project:example", "appName": "other"], server))
        #expect(
            names(user) == [
                "uid", "email", "emailVerified", "displayName", "isAnonymous", "photoURL", "phoneNumber",
                "providerData", "stsTokenManager", "createdAt", "lastLoginAt", "apiKey", "appName",
            ])
        #expect(user["uid"] == "a" && user["email"] == "alice@example.test" && user["emailVerified"] == true)
        #expect(user["displayName"] == "Alice" && user["photoURL"] == "https://example.test/a.png")
        #expect(user["phoneNumber"] == "+15555550100" && user["isAnonymous"] == false)
        #expect(user["apiKey"] == "project:example" && user["appName"] == "other")
        let lookup = try await server.admin("accounts:lookup", ["localId": ["a"]]).json["users"]?.arrayValue?.first
        #expect(user["createdAt"]?.stringValue != nil && user["createdAt"] == lookup?["createdAt"])
        #expect(user["lastLoginAt"]?.stringValue != nil && user["lastLoginAt"] == lookup?["lastLoginAt"])
        let providers = try #require(user["providerData"]?.arrayValue)
        #expect(Set(providers.compactMap { $0["providerId"]?.stringValue }) == ["password", "phone"])
        for provider in providers {
            #expect(names(provider) == ["providerId", "uid", "displayName", "email", "phoneNumber", "photoURL"])
            let isPhone = provider["providerId"] == "phone"
            #expect(provider["uid"] == (isPhone ? "+15555550100" : "alice@example.test"))
            #expect(provider["email"] == (isPhone ? .null : "alice@example.test"))
        }
        let tokens = try #require(user["stsTokenManager"])
        #expect(names(tokens) == ["refreshToken", "accessToken", "expirationTime"])
        let claims = try #require(tokens["accessToken"]?.stringValue.flatMap(JSONWebToken.init)).payload
        #expect(claims["sub"] == "a")
        let expiry = try #require(tokens["expirationTime"]?.integerValue)
        #expect(expiry / 1000 == claims["exp"]?.integerValue)
        #expect(try await server.refresh(tokens["refreshToken"]?.stringValue).status == 200)
    }

    @Test func `the browser's clock decides about renewal, not the project's`() async throws {
        let server = try await server()
        let before = try user(try await state("a", [:], server))[path: "stsTokenManager.expirationTime"]?.integerValue
        _ = try await server.control(.post, "/clock:advance", ["by": "2d"])
        let after = try user(try await state("a", [:], server))[path: "stsTokenManager.expirationTime"]?.integerValue
        #expect(try #require(after) - (try #require(before)) < 3_600_000)
        let expired = try user(try await state("a", ["lifetime": -60], server))
        let time = try #require(expired[path: "stsTokenManager.expirationTime"]?.integerValue)
        #expect(time < (try #require(after)) - 3_600_000)
    }

    @Test func `an anonymous user stays one`() async throws {
        let server = try await server()
        let user = try user(try await state("n", [:], server))
        #expect(user["isAnonymous"] == true && user["providerData"] == [] && user["email"] == nil)
        let token = try #require(user[path: "stsTokenManager.accessToken"]?.stringValue.flatMap(JSONWebToken.init))
        #expect(token.payload[path: "firebase.sign_in_provider"] == "anonymous")
    }

    @Test func `tenants and second factors`() async throws {
        let server = try await server()
        let carol = try user(try await state("carol", ["tenant": "blue"], server))
        #expect(carol["uid"] == "c" && carol["tenantId"] == "blue")
        let secured = try user(try await state("s", [:], server))
        #expect(secured["multiFactor"] == nil && secured["mfaInfo"] == nil && secured["tenantId"] == nil)
        let token = try #require(secured[path: "stsTokenManager.accessToken"]?.stringValue.flatMap(JSONWebToken.init))
        #expect(token.payload[path: "firebase.sign_in_second_factor"] == "phone")
        #expect(token.payload[path: "firebase.second_factor_identifier"]?.stringValue?.isEmpty == false)
    }

    @Test func `localStorage has the user as text`() async throws {
        let server = try await server()
        let answer = try await state("a", ["persistence": "local"], server)
        let origin = try #require(answer.json["origins"]?.arrayValue?.first)
        #expect(names(origin) == ["origin", "localStorage"])
        let entry = try #require(origin["localStorage"]?.arrayValue?.first)
        #expect(entry["name"]?.stringValue?.hasPrefix("firebase:authUser:") == true)
        let user = try JSON(parsing: try #require(entry["value"]?.stringValue))
        #expect(user["uid"] == "a" && user[path: "stsTokenManager.expirationTime"]?.integerValue != nil)
    }

    @Test(arguments: [
        ("http://LOCALHOST:80", "http://localhost"), ("https://app.test:443/", "https://app.test"),
        ("http://[::1]:5173", "http://[::1]:5173"), ("https://bücher.test", "https://xn--bcher-kva.test"),
    ])
    func `an origin is written as browsers write it`(_ given: String, _ written: String) async throws {
        let answer = try await state("a", ["origin": .string(given)], server())
        #expect(answer.json["origins"]?.arrayValue?.first?["origin"] == .string(written))
    }

    @Test(
        arguments: [
            ("a", ["origin": ""], 400, "INVALID_ARGUMENT : origin must not be empty"),
            ("a", ["origin": .null], 400, "INVALID_ARGUMENT : origin must be scheme, host and port"),
            ("a", ["origin": "localhost:3000"], 400, "INVALID_ARGUMENT : origin must be scheme, host and port"),
            ("a", ["origin": "http://localhost/app"], 400, "INVALID_ARGUMENT : origin must be scheme, host and port"),
            ("a", ["origin": "http://u@localhost"], 400, "INVALID_ARGUMENT : origin must be scheme, host and port"),
            ("a", ["origin": "file:///tmp"], 400, "INVALID_ARGUMENT : origin must be scheme, host and port"),
            ("a", ["apiKey": "project:other"], 400, "INVALID_ARGUMENT : apiKey must be a key of project example"),
            ("a", ["apiKey": ""], 400, "INVALID_ARGUMENT : apiKey must not be empty"),
            ("a", ["appName": ""], 400, "INVALID_ARGUMENT : appName must not be empty"),
            ("a", ["persistence": "cookie"], 400, "INVALID_ARGUMENT : persistence must be one of indexedDB, local"),
            ("who", [:], 404, "NOT_FOUND : There is no user who"), ("f", [:], 400, "USER_DISABLED"),
            ("a", ["claims": ["sub": "x"]], 400, "FORBIDDEN_CLAIM : sub"),
        ] as [(String, JSON, Int, String)])
    func `what cannot be is refused`(_ user: String, _ request: JSON, _ status: Int, _ message: String) async throws {
        let answer = try await state(user, request, server())
        #expect(answer.status == status)
        #expect(answer.json[path: "error.message"]?.stringValue?.hasPrefix(message) == true, "\(answer.json.text)")
    }
}
