import FirebreakStore
import FirebreakTestSupport
import FirebreakWire
import Foundation
import HTTPTypes
import Testing

@testable import FirebreakOperations

/// firebreak.md section 4, `:fork`.
struct ForkProjectTests {
    @Test(arguments: TestProfile.allCases)
    func `a fork has everything and goes its own way`(_ profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        let user = try await server.signUp("alice@example.test")
        _ = try await server.control(.patch, "/rules", ["appName": "Shop"])
        _ = try await server.control(.post, "/clock:set", ["to": "2030-01-01T00:00:00Z", "frozen": true])

        let answer = try await server.fork("copy")
        #expect(answer.status == 200)
        #expect(answer.string("projectId") == "copy")
        #expect(answer.json[path: "apiKeys"]?.arrayValue?.first?["key"] == .string(TestServer.key(of: "copy")))

        let copy = try await server.signIn("alice@example.test", in: "copy")
        #expect(copy.status == 200)
        #expect(copy.json["localId"] == user.json["localId"])
        #expect(try await server.control(.get, "/rules", project: "copy").json["appName"] == "Shop")
        #expect(try await server.control(.get, "/clock", project: "copy").string("now") == "2030-01-01T00:00:00.000Z")

        _ = try await server.signUp("bob@example.test", key: TestServer.key(of: "copy"))
        _ = try await server.signUp("carol@example.test")
        _ = try await server.control(.post, "/clock:resume", project: "copy")
        #expect(try await server.signIn("bob@example.test").status == 400)
        #expect(try await server.signIn("carol@example.test", in: "copy").status == 400)
        #expect(try await server.control(.get, "/clock").json["frozen"] == true)
    }

    @Test func `a fork continues sessions, and refuses ID tokens of the original`() async throws {
        let server = try TestServer()
        let user = try await server.signUp("alice@example.test")
        _ = try await server.fork("copy")

        let refreshed = try await server.refresh(user.string("refreshToken"), key: TestServer.key(of: "copy"))
        let token = try #require(refreshed.string("id_token"))
        #expect(JSONWebToken(token)?.payload["aud"] == "copy")
        let lookup: JSON = ["idToken": user.json["idToken"] ?? .null]
        #expect(
            try await server.app("accounts:lookup", lookup, key: TestServer.key(of: "copy")).message
                == "INVALID_ID_TOKEN")
    }

    @Test(arguments: TestProfile.allCases)
    func `links in the outbox of a fork act on the fork`(_ profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        _ = try await server.signUp("alice@example.test")
        let reset: JSON = ["requestType": "PASSWORD_RESET", "email": "alice@example.test"]
        _ = try await server.app("accounts:sendOobCode", reset)
        _ = try await server.fork("copy")

        let original = try await server.latestMessage(to: "alice@example.test")
        let copied = try await server.control(.get, "/outbox/latest?to=alice@example.test", project: "copy").json
        let link = try #require(copied[path: "link.action"]?.stringValue)
        #expect(link != original[path: "link.action"]?.stringValue)
        #expect(copied[path: "link.mailed"] == copied[path: "link.action"])
        #expect(copied["oobCode"] == original["oobCode"])

        let path = link.pathAndQuery
        #expect(try await server.send(.get, path + "&newPassword=another-horse").status == 200)
        #expect(try await server.signIn("alice@example.test", "another-horse", in: "copy").status == 200)
        #expect(try await server.signIn("alice@example.test", password: "another-horse").status == 400)
        #expect(try await server.latestMessage(to: "alice@example.test")["status"] == "pending")
    }

    @Test func `a hosting link around a link is changed with it`() async throws {
        let server = try TestServer()
        _ = try await server.app(
            "accounts:sendOobCode",
            [
                "requestType": "EMAIL_SIGNIN", "email": "a@x.test", "continueUrl": "http://localhost/?apiKey=mine",
                "canHandleCodeInApp": true, "iOSBundleId": "test.app",
            ])
        _ = try await server.fork("copy")

        let copied = try await server.control(.get, "/outbox/latest", project: "copy").json
        let action = try #require(copied[path: "link.action"]?.stringValue)
        let mailed = try #require(copied[path: "link.mailed"]?.stringValue)
        #expect(action.contains("apiKey=\(TestServer.key(of: "copy"))&"))
        #expect(action.contains("apiKey%3Dmine"))
        #expect(mailed.hasSuffix("/__/auth/links?link=" + PercentEncoding.encodeComponent(action)))
    }

    @Test func `domains that every project has become those of the fork`() async throws {
        let server = try TestServer()
        let domains: JSON = ["localhost", "example.web.app", "shop.test"]
        _ = try await server.configure("authorizedDomains", ["authorizedDomains": domains])
        _ = try await server.fork("copy")

        let project = try server.services.projects.project(ProjectID(rawValue: "copy"))
        #expect(try await project.settings().authorizedDomains == ["localhost", "copy.web.app", "shop.test"])
    }

    @Test func `registered keys stay with the original`() async throws {
        let server = try TestServer()
        _ = try await server.control(.post, "/apiKeys", ["key": "mine"])
        _ = try await server.signUp("alice@example.test")
        let answer = try await server.fork("copy")

        #expect(answer.json["apiKeys"]?.arrayValue?.count == 1)
        _ = try await server.signUp("bob@example.test", key: "mine")
        #expect(try await server.signIn("bob@example.test", in: "copy").status == 400)
    }

    @Test func `whoever waits for messages of the fork gets those it begins with`() async throws {
        let server = try TestServer()
        _ = try await server.signUp("alice@example.test")
        _ = try await server.app(
            "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "alice@example.test"])
        async let waiting = server.control(.get, "/outbox:wait?timeout=10m", project: "copy")
        let signal = try server.services.projects.project(ProjectID(rawValue: "copy")).outboxWaiters
        while signal.waiterCount == 0 { try await Task.sleep(for: .milliseconds(1)) }

        _ = try await server.fork("copy")

        #expect(try await waiting.json["messages"]?.arrayValue?.count == 1)
    }

    @Test func `a project that has something is not replaced`() async throws {
        let server = try TestServer()
        _ = try await server.signUp("alice@example.test")
        _ = try await server.signUp("bob@example.test", key: TestServer.key(of: "copy"))

        let answer = try await server.fork("copy")
        #expect(answer.status == 409)
        #expect(answer.message == "ALREADY_EXISTS : Project copy exists already; delete it first.")
        #expect(try await server.signIn("bob@example.test", in: "copy").status == 200)
        #expect(try await server.signIn("alice@example.test", in: "copy").status == 400)

        _ = try await server.control(.delete, "", project: "copy")
        #expect(try await server.fork("copy").status == 200)
        #expect(try await server.signIn("alice@example.test", in: "copy").status == 200)
    }

    @Test(
        arguments: [
            ([:], "INVALID_ARGUMENT"), (["to": ""], "INVALID_ARGUMENT"), (["to": "example"], "INVALID_ARGUMENT"),
            (["to": .string(String(repeating: "x", count: 129))], "INVALID_PROJECT_ID"),
        ] as [(JSON, String)])
    func `a fork needs a place to go`(body: JSON, code: String) async throws {
        let answer = try await TestServer().control(.post, ":fork", body)
        #expect(answer.status == 400)
        #expect(answer.message?.hasPrefix(code) == true)
    }

    @Test func `a project that nobody wrote to is forked as an empty one`() async throws {
        let server = try TestServer(.production)
        #expect(try await server.fork("copy").status == 200)
        #expect(try await server.control(.get, "", project: "copy").string("profile") == "production")
        #expect(try server.services.projects.projects().map(\.rawValue) == ["copy"])
    }

    @Test func `of many forks to one place one succeeds, and nothing of the others stays`() async throws {
        try await withTemporaryDirectory { directory in
            for server in [try TestServer(), try TestServer(dataDirectory: directory)] {
                _ = try await server.signUp("alice@example.test")
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<8 { group.addTask { try await server.fork("copy").status } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses.filter { $0 == 200 }.count == 1)
                #expect(statuses.filter { $0 == 409 }.count == 7)
                #expect(try await server.signIn("alice@example.test", in: "copy").status == 200)
            }
            let files = try FileManager.default.contentsOfDirectory(atPath: directory + "/projects")
            #expect(files.allSatisfy { !$0.contains("draft") })
        }
    }

    @Test func `forks in a data directory are there after a restart`() async throws {
        try await withTemporaryDirectory { directory in
            do {
                let server = try TestServer(dataDirectory: directory)
                _ = try await server.signUp("alice@example.test")
                _ = try await server.fork("Copy/1")
                _ = try await server.signUp("bob@example.test", key: "project:Copy/1")
                server.close()
            }
            try Data().write(to: URL(filePath: directory + "/projects/1-1.draft"))
            let server = try TestServer(dataDirectory: directory)
            #expect(try server.services.projects.projects().map(\.rawValue) == ["Copy/1", "example"])
            #expect(try await server.signIn("alice@example.test", key: "project:Copy/1").status == 200)
            #expect(try await server.signIn("bob@example.test", key: "project:Copy/1").status == 200)
            #expect(!FileManager.default.fileExists(atPath: directory + "/projects/1-1.draft"))
        }
    }
}
