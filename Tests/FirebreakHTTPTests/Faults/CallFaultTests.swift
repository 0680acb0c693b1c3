import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Foundation
import HTTPTypes
import Testing

@testable import FirebreakHTTP

/// What faults do to calls, without a connection (firebreak.md section 11).
@Suite(.timeLimit(.minutes(20)))
struct CallFaultTests {
    private static let user: JSON = ["email": "alice@example.test", "password": "correct-horse"]

    /// - Returns: The fault's ID.
    @discardableResult
    private func add(_ fault: JSON, to server: TestServer) async throws -> String {
        let answer = try await server.control(.post, "/faults", fault)
        return try #require(answer.string("id"), "\(answer.text)")
    }

    private func faults(_ server: TestServer) async throws -> [JSON] {
        try await server.control(.get, "/faults")["faults"]?.arrayValue ?? []
    }

    private func mark(_ answer: TestAnswer) -> String? {
        answer.headers.first { $0.name.rawName == "X-Firebreak-Fault" }?.value
    }

    private func signUp(_ server: TestServer, _ email: String = "alice@example.test") async throws -> TestAnswer {
        try await server.signUp(email)
    }

    private func accounts(_ server: TestServer) async throws -> JSON? {
        try await server.control(.get, "").json[path: "counts.accounts"]
    }

    // MARK: Errors and answers

    @Test(arguments: TestProfile.allCases)
    func `an error comes in the profile's envelope, and the operation does nothing`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        let id = try await add(["on": "accounts.signUp", "error": "EMAIL_EXISTS"], to: server)

        let answer = try await signUp(server)

        // What a real EMAIL_EXISTS looks like.
        #expect(try await signUp(server).status == 200)
        let real = try await signUp(server)
        #expect(answer.status == 400)
        #expect(answer.text == real.text)
        #expect(answer.headers[.contentType] == real.headers[.contentType])
        #expect(mark(answer) == id && mark(real) == nil)
        #expect(try await accounts(server) == 1)
    }

    @Test func `a whole message is answered as it is`() async throws {
        let server = try TestServer()
        let message = "TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled."
        try await add(["on": "accounts.signInWithPassword", "error": .string(message)], to: server)

        #expect(try await server.app("accounts:signInWithPassword", Self.user).message == message)
    }

    @Test func `an error of version 2 and of token refresh has their envelope`() async throws {
        let server = try TestServer(.production)
        try await add(["on": ["token", "getConfig"], "error": "USER_DISABLED", "times": 2], to: server)

        let refresh = try await server.refresh("r")
        #expect(refresh.json[path: "error.status"] == "INVALID_ARGUMENT")
        #expect(refresh.json[path: "error.errors"] == nil)
    }

    @Test(arguments: TestProfile.allCases)
    func `status, headers and body are verbatim`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        try await add(
            [
                "on": "accounts.signUp", "status": 503, "times": 2,
                "headers": ["Retry-After": "7", "Content-Type": "application/json", "Cache-Control": "public"],
                "body": #"{"a":[1,  2]}"#,
            ], to: server)

        let answer = try await signUp(server)
        #expect(answer.status == 503)
        #expect(answer.text == #"{"a":[1,  2]}"#)
        #expect(answer.headers[.contentType] == "application/json")
        #expect(answer.headers[.cacheControl] == "public")
        #expect(answer.headers[.retryAfter] == "7")
        #expect(try await accounts(server) == 0)
    }

    @Test func `a body that is not text is sent as JSON, and none is empty`() async throws {
        let server = try TestServer()
        try await add(["on": "accounts.signUp", "status": 500, "body": ["snake_case": [1]]], to: server)
        try await add(["on": "accounts.signUp", "status": 204], to: server)

        let first = try await signUp(server)
        #expect(first.text == #"{"snake_case":[1]}"#)
        #expect(first.headers[.contentType] == "application/json")
        let second = try await signUp(server)
        #expect(second.status == 204 && second.body.isEmpty)
    }

    // MARK: Which calls

    @Test func `only calls that are about it are a fault's, and only so many`() async throws {
        let server = try TestServer()
        _ = try await signUp(server)
        try await add(
            [
                "on": "accounts.signInWithPassword", "where": ["email": "ALICE@example.test", "apiKey": "k"],
                "error": "USER_DISABLED", "times": 2, "skip": 1,
            ], to: server)
        func signIn(_ email: String, key: String = "k") async throws -> String {
            let body: JSON = ["email": .string(email), "password": "correct-horse"]
            return try await server.app("accounts:signInWithPassword", body, key: key).outcome
        }

        #expect(try await signIn("bob@example.test") != "USER_DISABLED")
        #expect(try await signIn("alice@example.test", key: "other") == "OK")
        var outcomes: [String] = []
        for _ in 0..<4 { outcomes.append(try await signIn("Alice@example.test")) }
        #expect(outcomes == ["OK", "USER_DISABLED", "USER_DISABLED", "OK"])
        #expect(try await faults(server).first?["hits"] == 2)
        #expect(try await faults(server).first?["left"] == 0)
    }

    @Test func `claims of the presented token and the kind of caller count`() async throws {
        let server = try TestServer()
        let alice = try SignedInUser(await signUp(server))
        let bob = try SignedInUser(await signUp(server, "bob@example.test"))
        try await add(
            [
                "on": "accounts.lookup", "where": ["localId": .string(alice.id), "caller": "app"],
                "error": "USER_DISABLED", "times": "always",
            ], to: server)

        #expect(try await server.app("accounts:lookup", ["idToken": alice.token]).outcome == "USER_DISABLED")
        #expect(try await server.app("accounts:lookup", ["idToken": bob.token]).outcome == "OK")
        #expect(try await server.admin("accounts:lookup", ["localId": [.string(alice.id)]]).outcome == "OK")
    }

    @Test func `the provider of a federated sign-in is in its form`() async throws {
        let server = try await TestServer.open(.local)
        try await add(
            ["on": "accounts.signInWithIdp", "where": ["provider": "google.com"], "error": "USER_DISABLED"], to: server)
        func signIn(_ provider: String) async throws -> String {
            let form = "providerId=\(provider)&id_token=" + FormURLEncoding.encode(#"{"sub":"1"}"#)
            return try await server.app(
                "accounts:signInWithIdp", ["postBody": .string(form), "requestUri": "http://localhost"]
            ).outcome
        }

        #expect(try await signIn("github.com") != "USER_DISABLED")
        #expect(try await signIn("google.com") == "USER_DISABLED")
    }

    @Test func `of several the oldest acts that does not let the call through`() async throws {
        let server = try TestServer()
        try await add(["on": "accounts.*", "error": "USER_DISABLED", "skip": 1], to: server)
        try await add(["on": "*", "error": "EMAIL_EXISTS"], to: server)
        try await add(["on": "accounts.signUp", "error": "OPERATION_NOT_ALLOWED"], to: server)

        var outcomes: [String] = []
        for _ in 0..<4 { outcomes.append(try await signUp(server).outcome) }

        #expect(outcomes == ["EMAIL_EXISTS", "USER_DISABLED", "OPERATION_NOT_ALLOWED", "OK"])
    }

    @Test func `one name stands for all forms of an operation`() async throws {
        let server = try TestServer()
        try await add(["on": "accounts.signUp", "error": "USER_DISABLED", "times": "always"], to: server)

        #expect(try await server.admin("accounts", Self.user).outcome == "USER_DISABLED")
        let old = try await server.send(
            .post, "/www.googleapis.com/identitytoolkit/v3/relyingparty/signupNewUser?key=k", Self.user)
        #expect(old.outcome == "USER_DISABLED")
    }

    @Test func `pages have faults`() async throws {
        let server = try TestServer()
        try await add(["on": "pages.action", "where": ["apiKey": "k"], "status": 502, "body": "no"], to: server)
        try await add(
            ["on": "pages.handler", "where": ["provider": "google.com"], "error": "USER_DISABLED"], to: server)

        let path = "/__/auth/action?mode=resetPassword&oobCode=c&apiKey="
        #expect(try await server.send(.get, path + "other").status == 400)
        let action = try await server.send(.get, path + "k")
        #expect(action.status == 502 && action.text == "no")
        let handler = try await server.send(.get, "/__/auth/handler?apiKey=k&providerId=google.com")
        #expect(handler.status == 400 && handler.text.contains("USER_DISABLED"))
        #expect(mark(handler) != nil)
    }

    @Test func `chance is the project's, so it repeats with a seed`() async throws {
        func outcomes(seed: UInt64) async throws -> [Int] {
            let server = try TestServer(seed: seed)
            try await add(
                ["on": "getProjects", "status": 500, "times": "always", "probability": .number("0.5")], to: server)
            var statuses: [Int] = []
            for _ in 0..<40 {
                let answer = try await server.send(.get, "/identitytoolkit.googleapis.com/v1/projects?key=k")
                statuses.append(answer.status)
            }
            return statuses
        }

        let first = try await outcomes(seed: 7)
        #expect(Set(first) == [200, 500])
        #expect(try await outcomes(seed: 7) == first)
        #expect(try await outcomes(seed: 8) != first)
    }

    @Test func `of many calls at once exactly so many are taken`() async throws {
        let server = try TestServer()
        try await add(["on": "getProjects", "status": 500, "times": 3], to: server)

        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    try await server.send(.get, "/identitytoolkit.googleapis.com/v1/projects?key=k").status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(statuses.count { $0 == 500 } == 3)
        #expect(statuses.count { $0 == 200 } == 97)
        #expect(try await faults(server).first?["hits"] == 3)
    }

    // MARK: Connections

    @Test func `a dropped call is an error; before it nothing is done, after it everything`() async throws {
        let server = try TestServer()
        try await add(["on": "accounts.signUp", "drop": "before"], to: server)
        await #expect(throws: ConnectionFault.drop) { try await signUp(server) }
        #expect(try await accounts(server) == 0)

        try await add(["on": "accounts.signUp", "drop": "after"], to: server)
        await #expect(throws: ConnectionFault.drop) { try await signUp(server) }
        #expect(try await accounts(server) == 1)
        #expect(try await server.app("accounts:signInWithPassword", Self.user).status == 200)
    }

    @Test func `a delay comes before the operation, which then takes place`() async throws {
        let server = try TestServer()
        let id = try await add(["on": "accounts.signUp", "delay": "50ms"], to: server)
        let start = ContinuousClock.now

        let answer = try await signUp(server)

        #expect(answer.status == 200)
        #expect(ContinuousClock.now - start >= .milliseconds(50))
        #expect(mark(answer) == id)
    }

    @Test func `thousands of calls hang side by side, take no thread and end with their callers`() async throws {
        let server = try TestServer()
        try await add(["on": "accounts.signUp", "hang": true, "times": "always"], to: server)
        let count = 2000
        let before = try Self.threads()
        let calls = (0..<count).map { number in
            Task { try await server.signUp("user\(number)@example.test") }
        }
        while try await faults(server).first?["hits"] != .int(count) { try await Task.sleep(for: .milliseconds(5)) }

        // Other tests of this process start threads as well, but not one for each of these.
        #expect(try Self.threads() - before < count / 4)
        // Nothing of the project is locked.
        #expect(try await server.app("accounts:signInWithPassword", Self.user).status == 400)

        for call in calls { call.cancel() }
        for call in calls {
            let outcome = await call.result
            #expect(throws: (any Error).self) { try outcome.get() }
        }
        #expect(try await accounts(server) == 0)
    }

    private static func threads() throws -> Int {
        #if os(Linux)
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
        #else
            0
        #endif
    }
}
