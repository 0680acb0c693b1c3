import FirebreakStore
import FirebreakTestSupport
import FirebreakWire
import Foundation
import HTTPTypes
import Testing

@testable import FirebreakOperations

/// firebreak.md section 4, `:snapshot` and `:restore`.
struct SnapshotTests {
    private func restore(_ server: TestServer, _ name: String? = nil) async throws -> TestAnswer {
        try await server.control(.post, ":restore", name.map { ["name": .string($0)] } ?? [:])
    }

    private func sendReset(_ server: TestServer, to email: String = "alice@example.test") async throws {
        let body: JSON = ["requestType": "PASSWORD_RESET", "email": .string(email)]
        #expect(try await server.app("accounts:sendOobCode", body).status == 200)
    }

    /// In memory and in a data directory.
    private func withServers(
        _ profile: Profile = .local, _ body: (TestServer) async throws -> Void
    ) async throws {
        try await body(TestServer(profile))
        try await withTemporaryDirectory { directory in try await body(TestServer(profile, dataDirectory: directory)) }
    }

    @Test(arguments: TestProfile.allCases)
    func `a restored project is what it was, as often as one likes`(_ profile: TestProfile) async throws {
        try await withServers(profile.value) { server in
            _ = try await server.signUp("alice@example.test")
            _ = try await server.control(.patch, "/rules", ["appName": "Shop"])
            _ = try await server.control(.post, "/clock:set", ["to": "2030-01-01T00:00:00Z", "frozen": true])
            let snapshot = try await server.control(.post, ":snapshot", ["name": "seeded"])
            #expect(snapshot.string("name") == "seeded")
            #expect((snapshot.json["bytes"]?.integerValue ?? 0) > 4096)

            for _ in 0..<3 {
                _ = try await server.signUp("bob@example.test")
                _ = try await server.control(.patch, "/rules", ["appName": "Other"])
                _ = try await server.control(.post, "/clock:set", ["to": "now"])
                let id = try await server.signIn("alice@example.test").json["localId"] ?? .null
                _ = try await server.admin("accounts:delete", ["localId": id])

                #expect(try await restore(server, "seeded").json == [:])

                #expect(try await server.signIn("alice@example.test").status == 200)
                #expect(try await server.signIn("bob@example.test").status == 400)
                #expect(try await server.control(.get, "/rules").json["appName"] == "Shop")
                #expect(try await server.control(.get, "/clock").string("now") == "2030-01-01T00:00:00.000Z")
            }
        }
    }

    @Test func `sessions and codes made after the snapshot are gone, those before it are back`() async throws {
        try await withServers { server in
            let alice = try await server.signUp("alice@example.test")
            try await sendReset(server)
            let code = try await server.latestMessage(to: "alice@example.test")["oobCode"] ?? .null
            _ = try await server.control(.post, ":snapshot")

            let later = try await server.signIn("alice@example.test")
            let change: JSON = ["oobCode": code, "newPassword": "another-horse"]
            // What was issued in this very second goes on.
            server.clock.advance(seconds: 1)
            #expect(try await server.app("accounts:resetPassword", change).status == 200)
            #expect(try await server.refresh(alice.string("refreshToken")).status == 400)
            try await sendReset(server)
            let laterCode = try await server.latestMessage(to: "alice@example.test")["oobCode"] ?? .null
            _ = try await restore(server)

            #expect(try await server.refresh(alice.string("refreshToken")).status == 200)
            #expect(try await server.refresh(later.string("refreshToken")).message == "INVALID_REFRESH_TOKEN")
            let missing: JSON = ["oobCode": laterCode, "newPassword": "third-horse"]
            #expect(try await server.app("accounts:resetPassword", missing).message == "INVALID_OOB_CODE")
            #expect(try await server.app("accounts:resetPassword", change).status == 200)
        }
    }

    @Test func `the numbers of messages go on after a restore`() async throws {
        try await withServers { server in
            _ = try await server.signUp("alice@example.test")
            _ = try await server.control(.post, ":snapshot")
            try await sendReset(server)
            try await sendReset(server)
            _ = try await restore(server)
            #expect(try await server.control(.get, "").json["outboxCursor"] == 2)
            #expect(try await server.control(.get, "/outbox").json["messages"] == [])

            try await sendReset(server)
            #expect(try await server.latestMessage(to: "alice@example.test")["seq"] == 3)
        }
    }

    @Test func `whoever waits for a message gets the one that a restore brings back`() async throws {
        let server = try TestServer()
        _ = try await server.signUp("alice@example.test")
        try await sendReset(server)
        _ = try await server.control(.post, ":snapshot")
        _ = try await server.control(.delete, "/outbox")
        _ = try await server.control(.post, ":reset", ["keep": ["config"]])
        async let waiting = server.control(.get, "/outbox:wait?to=alice@example.test&timeout=10m")
        let signal = try server.services.projects.project(ProjectID(rawValue: TestServer.project)).outboxWaiters
        while signal.waiterCount == 0 { try await Task.sleep(for: .milliseconds(1)) }

        _ = try await restore(server)

        #expect(try await waiting.status == 200)
    }

    @Test func `tenants are read anew after a restore`() async throws {
        let server = try TestServer()
        let tenants = "/identitytoolkit.googleapis.com/v2/projects/\(TestServer.project)/tenants"
        _ = try await server.control(.post, ":snapshot")
        let made = try await server.send(
            .post, tenants, ["displayName": "blue", "allowPasswordSignup": true],
            headers: [.authorization: "Bearer owner"])
        let name = try #require(made.string("name"))
        let tenant = try #require(name.split(separator: "/").last.map(String.init))
        let body: JSON = ["email": "a@x.test", "password": "correct-horse", "tenantId": .string(tenant)]
        #expect(try await server.app("accounts:signUp", body).status == 200)

        _ = try await restore(server)

        #expect(try await server.app("accounts:signUp", body).message == "INVALID_TENANT_ID")
    }

    @Test func `snapshots are listed, replaced, deleted, and not those of others`() async throws {
        try await withServers { server in
            _ = try await server.signUp("alice@example.test")
            for name in ["b", "A b/../c", "b"] {
                #expect(try await server.control(.post, ":snapshot", ["name": .string(name)]).status == 200)
            }
            let listed = try await server.control(.get, "/snapshots").json["snapshots"]?.arrayValue ?? []
            #expect(listed.map { $0["name"] } == ["A b/../c", "b"])
            #expect(listed.allSatisfy { ($0["bytes"]?.integerValue ?? 0) > 4096 })
            #expect(try await server.control(.get, "/snapshots", project: "other").json == ["snapshots": []])
            #expect(
                try await server.control(.post, ":restore", ["name": "b"], project: "other").message
                    == "NOT_FOUND : Project other has no snapshot b.")

            #expect(try await server.control(.delete, "/snapshots/b").json == [:])
            #expect(try await server.control(.delete, "/snapshots/b").status == 404)
            #expect(try await restore(server, "b").status == 404)
            #expect(try await server.signIn("alice@example.test").status == 200)
            #expect(try await restore(server, "A b/../c").status == 200)
        }
    }

    @Test(arguments: [":snapshot", ":restore"])
    func `names have a length`(verb: String) async throws {
        let server = try TestServer()
        for name in ["", String(repeating: "x", count: 129)] {
            let answer = try await server.control(.post, verb, ["name": .string(name)])
            #expect(answer.status == 400)
            #expect(answer.message == "INVALID_ARGUMENT : name must have 1 through 128 bytes")
        }
    }

    @Test func `a project has so many snapshots and no more`() async throws {
        try await withServers { server in
            for number in 0..<64 {
                #expect(try await server.control(.post, ":snapshot", ["name": .string("n\(number)")]).status == 200)
            }
            let answer = try await server.control(.post, ":snapshot", ["name": "one more"])
            #expect(answer.status == 400)
            #expect(answer.message?.hasPrefix("FAILED_PRECONDITION : ") == true)
            #expect(try await server.control(.post, ":snapshot", ["name": "n3"]).status == 200)
        }
    }

    @Test func `snapshots outlive a reset and go with the project`() async throws {
        try await withServers { server in
            _ = try await server.signUp("alice@example.test")
            _ = try await server.control(.post, ":snapshot")
            _ = try await server.control(.post, ":reset")
            #expect(try await restore(server).status == 200)
            #expect(try await server.signIn("alice@example.test").status == 200)

            _ = try await server.control(.delete, "")
            #expect(try await restore(server).status == 404)
        }
    }

    @Test func `an empty project can be restored to that`() async throws {
        try await withServers { server in
            _ = try await server.control(.post, ":snapshot")
            _ = try await server.signUp("alice@example.test")
            #expect(try await restore(server).status == 200)
            #expect(try await server.signIn("alice@example.test").status == 400)
            #expect(try await server.signUp("alice@example.test").status == 200)
        }
    }

    @Test func `snapshots in a data directory are there after a restart`() async throws {
        try await withTemporaryDirectory { directory in
            do {
                let server = try TestServer(dataDirectory: directory)
                _ = try await server.signUp("alice@example.test")
                _ = try await server.control(.post, ":snapshot")
                _ = try await server.control(.post, ":reset")
                server.close()
            }
            let server = try TestServer(dataDirectory: directory)
            #expect(try await server.control(.get, "/snapshots").json["snapshots"]?.arrayValue?.count == 1)
            #expect(try await restore(server).status == 200)
            #expect(try await server.signIn("alice@example.test").status == 200)
            let files = try FileManager.default.contentsOfDirectory(atPath: directory + "/snapshots/example")
            #expect(files == ["default.sqlite"])
        }
    }

    @Test func `snapshots beside the project's deletion are made, and nothing stays behind`() async throws {
        try await withTemporaryDirectory { directory in
            let server = try TestServer(dataDirectory: directory)
            let statuses = try await withThrowingTaskGroup(of: Set<Int>.self) { group in
                for worker in 0..<4 {
                    group.addTask {
                        var statuses: Set<Int> = []
                        for number in 0..<25 {
                            _ = try await server.signUp("u\(worker)-\(number)@example.test")
                            let name: JSON = ["name": .string("s\(worker)")]
                            statuses.insert(try await server.control(.post, ":snapshot", name).status)
                            // There is none of this name when a deletion came between.
                            let restored = try await server.control(.post, ":restore", name).status
                            statuses.insert(restored == 404 ? 200 : restored)
                            statuses.insert(try await server.control(.get, "/snapshots").status)
                        }
                        return statuses
                    }
                }
                group.addTask {
                    var statuses: Set<Int> = []
                    for _ in 0..<50 {
                        let deleted = try await server.control(.delete, "").status
                        statuses.insert(deleted == 404 ? 200 : deleted)
                    }
                    return statuses
                }
                return try await group.reduce(into: Set<Int>()) { $0.formUnion($1) }
            }
            #expect(statuses == [200])

            _ = try await server.control(.delete, "")

            #expect(try await server.control(.get, "/snapshots").json == ["snapshots": []])
            #expect(try FileManager.default.subpathsOfDirectory(atPath: directory + "/snapshots") == [])
        }
    }

    @Test func `calls go on while a project is restored`() async throws {
        try await withServers { server in
            _ = try await server.signUp("alice@example.test")
            _ = try await server.control(.post, ":snapshot")
            let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
                for worker in 0..<8 {
                    group.addTask {
                        var statuses: [Int] = []
                        for number in 0..<20 {
                            statuses.append(try await server.signUp("u\(worker)-\(number)@example.test").status)
                            statuses.append(try await server.signIn("alice@example.test").status)
                        }
                        return statuses
                    }
                }
                for _ in 0..<20 {
                    group.addTask { [try await server.control(.post, ":restore", [:]).status] }
                    group.addTask { [try await server.control(.post, ":snapshot").status] }
                }
                return try await group.reduce(into: Set<Int>()) { $0.formUnion($1) }
            }
            #expect(statuses == [200])
        }
    }
}
