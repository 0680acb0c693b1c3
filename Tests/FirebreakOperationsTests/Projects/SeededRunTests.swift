import FirebreakStore
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakOperations

/// `--seed`: the same calls give the same values on each run (firebreak.md sections 5 and 7).
struct SeededRunTests {
    /// Calls one project in every way that draws something, and returns all answers.
    private func run(_ server: TestServer, in project: String = "golden") async throws -> [String] {
        let key = TestServer.key(of: project)
        var answers: [TestAnswer] = []
        let user = try await server.signUp("alice@example.test", key: key)
        answers.append(user)
        let token = user.json["idToken"] ?? .null
        let calls: [(String, JSON)] = [
            ("accounts:signUp", ["returnSecureToken": true]),
            ("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "alice@example.test"]),
            ("accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "idToken": token]),
            ("accounts:sendVerificationCode", ["phoneNumber": "+16505550100"]),
            ("accounts:createAuthUri", ["providerId": "google.com", "continueUri": "http://localhost"]),
            ("accounts:signInWithPassword", ["email": "alice@example.test", "password": "correct-horse"]),
            (
                "accounts:signInWithIdp",
                [
                    "requestUri": "http://localhost", "returnSecureToken": true, "returnIdpCredential": true,
                    "postBody": #"providerId=google.com&id_token={"sub":"1","email":"g@example.test"}"#,
                ]
            ),
        ]
        for (method, body) in calls { answers.append(try await server.app(method, body, key: key)) }
        answers.append(
            try await server.send(
                .post, "/identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:start?key=\(key)",
                ["idToken": token, "totpEnrollmentInfo": [:]]))
        answers.append(
            try await server.send(
                .post, "/identitytoolkit.googleapis.com/v2/projects/\(project)/tenants", ["displayName": "blue"],
                headers: [.authorization: "Bearer owner"]))
        answers.append(
            try await server.admin(
                "accounts:batchCreate", ["users": [["localId": "i", "rawPassword": "secret-1"]]], project: project))
        answers.append(
            try await server.send(
                .get, "/identitytoolkit.googleapis.com/v1/projects/\(project)/accounts:batchGet",
                headers: [.authorization: "Bearer owner"]))
        answers.append(try await server.control(.get, "/outbox", project: project))
        return answers.map(\.text)
    }

    @Test(arguments: TestProfile.allCases)
    func `two runs give the same answers, byte for byte`(_ profile: TestProfile) async throws {
        let first = try await run(TestServer(profile.value, seed: 7))
        let second = try await run(TestServer(profile.value, seed: 7))

        #expect(first == second)
        #expect(try await run(TestServer(profile.value, seed: 8)) != first)
    }

    @Test func `without a seed no two runs are the same`() async throws {
        let first = try await run(TestServer())
        #expect(try await run(TestServer()) != first)
    }

    /// The values of version 0.1.0: whoever has written them into a suite wants to keep them.
    @Test func `the values of a seed do not change from version to version`() async throws {
        let server = try TestServer(seed: 7)
        let user = try await server.signUp("alice@example.test")
        #expect(user.string("localId") == "pNEwaN6rxtBz4mYHDATDegFSIX2M")
        _ = try await server.app(
            "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "alice@example.test"])
        let mail = try await server.latestMessage(to: "alice@example.test")
        #expect(mail["id"] == "msg_DTMbg6meO1IUBc4PIDt3")
        #expect(mail["oobCode"] == "PUJl6NbQtqhvYwy1BDrrIpNiEMWvHYXxWOb_i4Ul79l21Qa9CA29IA")
    }

    @Test func `projects do not disturb each other, whatever comes between`() async throws {
        let alone = try await run(TestServer(seed: 7))
        let server = try TestServer(seed: 7)
        _ = try await server.signUp("x@example.test")
        async let other = run(server, in: "other")
        #expect(try await run(server) == alone)
        #expect(try await other != alone)
    }

    @Test func `a fork has a sequence of its own from the beginning`() async throws {
        func ids(extraCalls: Int) async throws -> [String?] {
            let server = try TestServer(seed: 7)
            for number in 0..<extraCalls { _ = try await server.signUp("x\(number)@example.test") }
            _ = try await server.fork("copy")
            let original = try await server.signUp("a@example.test")
            let copy = try await server.signUp("a@example.test", key: TestServer.key(of: "copy"))
            return [original.string("localId"), copy.string("localId")]
        }
        let (few, many) = (try await ids(extraCalls: 1), try await ids(extraCalls: 5))
        #expect(few[0] != few[1])
        #expect(few[0] != many[0])
        #expect(few[1] == many[1])
    }

    @Test func `a restored project draws again what it drew after the snapshot`() async throws {
        let server = try TestServer(seed: 7)
        _ = try await server.signUp("a@example.test")
        _ = try await server.control(.post, ":snapshot")
        let first = try await server.signUp("b@example.test").string("localId")
        _ = try await server.control(.post, ":restore")
        #expect(try await server.signUp("b@example.test").string("localId") == first)
    }

    @Test func `a reset goes on, and a dropped project begins anew`() async throws {
        let server = try TestServer(seed: 7)
        let first = try await server.signUp("a@example.test").string("localId")
        _ = try await server.control(.post, ":reset")
        #expect(try await server.signUp("a@example.test").string("localId") != first)
        _ = try await server.control(.delete, "")
        #expect(try await server.signUp("a@example.test").string("localId") == first)
    }

    @Test func `a server that goes on with a data directory repeats nothing`() async throws {
        try await withTemporaryDirectory { directory in
            var ids: Set<String> = []
            for run in 0..<3 {
                let server = try TestServer(dataDirectory: directory, seed: 7)
                for number in 0..<3 {
                    let user = try await server.signUp("u\(run)-\(number)@example.test")
                    ids.insert(try #require(user.string("localId")))
                }
                server.close()
            }
            #expect(ids.count == 9)
        }
    }

    @Test func `numbers of a seed are spread evenly, and drawn alike in pieces of any size`() {
        let generator = SeededGenerator(seed: 1, project: ProjectID(rawValue: "p"))
        var counts = [Int](repeating: 0, count: 256)
        for byte in generator.bytes(256 * 400) { counts[Int(byte)] += 1 }
        #expect(counts.allSatisfy { (300...500).contains($0) })

        let words = SeededGenerator(seed: 1, project: ProjectID(rawValue: "p"))
        #expect(
            words.bytes(8) + words.bytes(8) == SeededGenerator(seed: 1, project: ProjectID(rawValue: "p")).bytes(16))
        #expect(words.bytes(0).isEmpty)
        #expect(words.bytes(3).count == 3)
    }
}
