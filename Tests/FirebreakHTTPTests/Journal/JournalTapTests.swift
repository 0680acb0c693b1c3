import FirebreakHTTP
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakControl
@testable import FirebreakOperations

/// What the journal keeps of a call, and shows of it (firebreak.md section 12).
struct JournalTapTests {
    private func requests(_ server: TestServer, _ query: String = "") async throws -> [JSON] {
        try await server.control(.get, "/requests?\(query)")["requests"]?.arrayValue ?? []
    }

    private func all(_ server: TestServer) async throws -> [JSON] {
        try await server.send(.get, "/firebreak/v1/requests")["requests"]?.arrayValue ?? []
    }

    @Test func `an entry says what was called, about whom, and what was answered`() async throws {
        let server = try TestServer()
        let answer = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=fake-api-key",
            ["email": "Alice@Example.test", "password": "correct-horse", "returnSecureToken": true],
            headers: [.userAgent: "tests/1", .origin: "http://app.test"])

        let entry = try #require(await requests(server).first)

        #expect(entry["id"] == 1)
        #expect(entry["seq"] == 1)
        #expect(entry["project"] == "example")
        #expect(entry["operation"] == "accounts.signUp")
        #expect(entry["method"] == "POST")
        #expect(entry["path"] == "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=<apiKey>")
        #expect(entry["status"] == 200)
        #expect(entry["error"] == nil)
        #expect(entry["caller"] == "app")
        #expect(entry["email"] == "Alice@Example.test")
        #expect(entry["localId"] == answer["localId"])
        #expect(entry["client"] == ["userAgent": "tests/1", "origin": "http://app.test"])
        #expect(entry["at"]?.stringValue == server.clock.now.rfc3339)
        #expect(entry["durationMicroseconds"]?.integerValue ?? -1 >= 0)
        #expect(
            entry["request"] == [
                "email": "Alice@Example.test", "password": "<password>", "returnSecureToken": true,
            ])
        #expect(entry[path: "response.idToken"] == "<idToken>")
        #expect(entry[path: "response.refreshToken"] == "<refreshToken>")
        #expect(entry[path: "response.localId"] == answer["localId"])
    }

    @Test func `an error has its code, and messages their numbers`() async throws {
        let server = try TestServer()
        _ = try await server.signUp("alice@example.test")
        _ = try await server.signUp("alice@example.test")
        _ = try await server.app(
            "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "alice@example.test"])

        let entries = try await requests(server)

        #expect(entries.map { $0["status"]?.integerValue } == [200, 400, 200])
        #expect(entries.map { $0["error"]?.stringValue } == [nil, "EMAIL_EXISTS", nil])
        #expect(entries.last?["messages"] == [1])
        #expect(entries.first?["messages"] == [])
    }

    @Test func `a setting that decided is explained`() async throws {
        let server = try TestServer()
        _ = try await server.signUp("alice@example.test")
        _ = try await server.app(
            "accounts:sendOobCode",
            [
                "requestType": "PASSWORD_RESET", "email": "alice@example.test",
                "continueUrl": "http://elsewhere.test/",
            ])

        let entry = try #require(await requests(server, "status=4xx").first)

        #expect(entry["error"] == "UNAUTHORIZED_DOMAIN")
        #expect(entry["explanation"]?.stringValue?.contains("elsewhere.test") == true)
    }

    @Test func `calls that find no path or no project are in the list of all alone`() async throws {
        let server = try TestServer(unknownKeys: .reject)
        _ = try await server.send(.get, "/nowhere")
        _ = try await server.send(.delete, "/identitytoolkit.googleapis.com/v1/accounts:signUp")
        _ = try await server.app("accounts:signUp", [:], key: "no-such-key")

        let entries = try await all(server)

        #expect(entries.map { $0["project"] } == [.null, .null, .null])
        #expect(entries.map { $0["operation"]?.stringValue } == [nil, nil, "accounts.signUp"])
        #expect(entries.map { $0["status"]?.integerValue } == [404, 405, 400])
        #expect(entries.map { $0["id"]?.integerValue } == [1, 2, 3])
        #expect(try await requests(server).isEmpty)
    }

    @Test func `what cannot be read is there as well`() async throws {
        let server = try TestServer(maximumBody: 100)
        let path = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=fake-api-key"
        let long = [UInt8](repeating: 0x20, count: 101)
        _ = try await server.send(.post, path, headers: [.contentType: "application/json"], body: long)
        _ = try await server.send(
            .post, path, headers: [.contentType: "application/json", .contentEncoding: "zstd"], body: [0])
        _ = try await server.send(.post, path, headers: [.contentType: "application/json"], body: Array("{".utf8))

        let entries = try await all(server)

        #expect(entries.map { $0["status"]?.integerValue } == [413, 415, 400])
        #expect(entries.last?["request"] == "<1 bytes of application/json>")
    }

    @Test func `the control API, health, the API description and preflights are not in it`() async throws {
        let server = try TestServer()
        for path in ["/firebreak/v1/info", "/firebreak/nothing", "/healthz", "/readyz", "/emulator/openapi.json"] {
            _ = try await server.send(.get, path)
        }
        _ = try await server.send(.options, "/identitytoolkit.googleapis.com/v1/accounts:signUp")

        #expect(try await all(server).isEmpty)
    }

    @Test func `a page that is opened is in the journal of its project`() async throws {
        let server = try TestServer()
        _ = try await server.signUp("alice@example.test")
        let link = try await server.oobLink("VERIFY_EMAIL", "alice@example.test")
        _ = try await server.open(try #require(link.string("oobLink")))

        let entry = try #require(await requests(server, "operation=pages.action").first)

        #expect(entry["caller"] == "anybody")
        #expect(entry["path"]?.stringValue?.contains("oobCode=<oobCode>") == true)
    }

    @Test func `a long body is shown as far as it is kept`() async throws {
        let server = try TestServer()
        let users = (0..<900).map { index -> JSON in
            [
                "localId": .string("user-\(index)"), "email": .string("user-\(index)@example.test"),
                "passwordHash": "aGFzaGVkLXBhc3N3b3Jk", "salt": "c2FsdHk",
                "displayName": .string(String(repeating: "x", count: 60)),
            ]
        }
        _ = try await server.admin(
            "accounts:batchCreate", ["hashAlgorithm": "SHA1", "rounds": 1, "users": .array(users)])

        let entry = try #require(await requests(server).first)
        let shown = try #require(entry[path: "request.users"]?.arrayValue)

        #expect(entry["requestLength"]?.integerValue ?? 0 > 64 * 1024)
        #expect(shown.count > 100 && shown.count < 900)
        #expect(shown.first?["passwordHash"] == "<passwordHash>")
        #expect(shown.first?["email"] == "user-0@example.test")
    }

    @Test func `a form is shown as an object`() async throws {
        let server = try TestServer()
        let user = try await server.signUp("alice@example.test")
        let form = "grant_type=refresh_token&refresh_token=" + (user.string("refreshToken") ?? "")
        _ = try await server.send(
            .post, "/securetoken.googleapis.com/v1/token?key=fake-api-key",
            headers: [.contentType: "application/x-www-form-urlencoded"], body: Array(form.utf8))

        let entry = try #require(await requests(server, "operation=token").first)

        #expect(entry["request"] == ["grant_type": "refresh_token", "refresh_token": "<refreshToken>"])
        #expect(entry["localId"] == user["localId"])
    }

    @Test(arguments: [
        ("operation=accounts.signUp", 2), ("operation=accounts.*", 3), ("operation=token", 0), ("status=400", 1),
        ("status=2xx", 2), ("error=EMAIL_EXISTS", 1), ("email=ALICE@example.test", 3), ("email=bob@example.test", 0),
        ("caller=app", 3), ("caller=admin", 0), ("after=2", 1), ("limit=2", 2), ("localId=none", 0),
        ("phoneNumber=+15555550100", 0),
    ])
    func `filters select`(query: String, count: Int) async throws {
        let server = try TestServer()
        _ = try await server.signUp("alice@example.test")
        _ = try await server.signUp("alice@example.test")
        _ = try await server.app(
            "accounts:signInWithPassword", ["email": "alice@example.test", "password": "correct-horse"])

        #expect(try await requests(server, query).count == count)
    }

    @Test(arguments: [
        "operation=", "operation=accounts.signup", "operation=nothing.*", "status=", "status=99", "status=6xx",
        "error=", "error=exists", "email=", "localId=", "phoneNumber=", "caller=", "caller=owner", "after=x", "limit=0",
        "order=up",
    ])
    func `a value that selects nothing by mistake is refused`(query: String) async throws {
        let answer = try await TestServer().control(.get, "/requests?\(query)")

        #expect(answer.status == 400, "\(answer.text)")
        #expect(answer.message?.hasPrefix("INVALID_ARGUMENT") == true)
    }

    @Test func `without a journal nothing is kept, and the endpoints say so`() async throws {
        let server = try TestServer(journal: 0)
        _ = try await server.signUp("alice@example.test")

        let answer = try await server.control(.get, "/requests")

        #expect(server.control.journal == nil)
        #expect(answer.message?.contains("--journal 0") == true)
    }

    @Test func `emptying goes on counting, dropping begins again, a reset leaves it alone`() async throws {
        let server = try TestServer()
        for name in ["a", "b"] { _ = try await server.signUp("\(name)@example.test") }

        _ = try await server.control(.post, ":reset")
        #expect(try await requests(server).count == 2)
        let deletion = try await server.control(.delete, "/requests")
        #expect(deletion["deleted"] == 2)
        _ = try await server.signUp("c@example.test")
        #expect(try await requests(server).map { $0["seq"]?.integerValue } == [3])
        _ = try await server.control(.delete, "")
        _ = try await server.signUp("d@example.test")

        #expect(try await requests(server).map { $0["seq"]?.integerValue } == [1])
    }

    @Test func `a wait ends with the call that matches`() async throws {
        let server = try TestServer()
        let journal = try #require(server.control.journal)
        let waiters = journal.waiters(of: ProjectID(rawValue: TestServer.project))
        async let answer = server.control(
            .get, "/requests:wait?operation=accounts.signUp&email=bob@example.test&timeout=10m")
        while waiters.waiterCount == 0 { try await Task.sleep(for: .milliseconds(1)) }

        _ = try await server.signUp("alice@example.test")
        #expect(waiters.waiterCount == 1)
        _ = try await server.signUp("bob@example.test")

        #expect(try await answer["requests"]?.arrayValue?.first?["email"] == "bob@example.test")
    }

    @Test func `a wait that is over says what was called`() async throws {
        let server = try TestServer()
        _ = try await server.signUp("alice@example.test")

        let answer = try await server.control(.get, "/requests:wait?email=bob@example.test&timeout=0")

        #expect(answer.status == 408)
        let message = answer.message ?? ""
        #expect(message.hasPrefix("REQUEST_TIMEOUT : Waited 0 s for 1 call with email=bob@example.test"))
        #expect(message.contains("#1 accounts.signUp (200); other email"))
    }

    @Test(arguments: [Profile.local, .production])
    func `a wait for a message names the call that was refused to send it`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        func refused(_ email: String) async throws {
            let answer = try await server.app(
                "accounts:sendOobCode",
                ["requestType": "EMAIL_SIGNIN", "email": .string(email), "continueUrl": "https://unlisted.test/"])
            #expect(answer.status == 400)
        }
        try await refused("Alice@Example.test")
        try await refused("other@example.test")
        server.clock.advance(seconds: 2)

        func explanation(_ query: String) async throws -> String {
            let answer = try await server.control(.get, "/outbox:wait?timeout=0s\(query)")
            #expect(answer.status == 408)
            return answer.message ?? ""
        }
        let wait = try await explanation("&to=alice@example.test")
        #expect(wait.contains("accounts.sendOobCode was refused 2 s before with UNAUTHORIZED_DOMAIN: "), "\(wait)")
        #expect(wait.contains("unlisted.test"))
        #expect(try await !explanation("&to=nobody@example.test").contains("was refused"))
        #expect(try await explanation("").contains("was refused 2 s before"))
    }
}
