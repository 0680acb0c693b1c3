import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Synchronization
import Testing

/// firebreak.md section 2: two tests against one server, each with its own key, share nothing.
@Suite(.timeLimit(.minutes(20)))
struct IsolationTests {
    private static let tests = 200
    private static let duration = Duration.seconds(4)
    private static let seeded: Set<String> = ["seed-0@example.test", "seed-1@example.test", "seed-2@example.test"]

    @Test func `two hundred tests, each on a fork of one project, see nothing of each other`() async throws {
        let server = try TestServer()
        for email in Self.seeded { #expect(try await server.signUp(email).status == 200) }
        _ = try await server.app("accounts:sendOobCode", Self.reset("seed-0@example.test"))
        let before = try await server.control(.get, "").json

        let board = Board()
        let end = ContinuousClock.now + Self.duration
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<Self.tests {
                group.addTask { try await SimulatedTest(number, server, board).run(until: end) }
            }
            var rounds = 0
            for try await count in group {
                #expect(count > 0)
                rounds += count
            }
            #expect(rounds >= Self.tests)
        }

        // And the project they all come from has noticed nothing.
        let after = try await server.control(.get, "").json
        for part in ["counts", "configDigest", "outboxCursor"] { #expect(after[part] == before[part]) }
        #expect(try server.services.projects.projects().count == Self.tests + 1)
    }

    static func reset(_ email: String) -> JSON { ["requestType": "PASSWORD_RESET", "email": .string(email)] }

    /// Secrets of other tests that nobody else may have a use for.
    private final class Board: Sendable {
        struct Secrets: Sendable {
            var owner: Int
            var code: String
            var idToken: String
            var refreshToken: String
        }

        private let latest = Mutex<Secrets?>(nil)

        /// Leaves secrets and takes those that were there.
        func exchange(_ secrets: Secrets) -> Secrets? {
            latest.withLock { latest in
                defer { latest = secrets }
                return latest
            }
        }
    }

    private struct SimulatedTest {
        let number: Int
        let server: TestServer
        let board: Board
        let project: String
        let key: String

        init(_ number: Int, _ server: TestServer, _ board: Board) {
            self.number = number
            self.server = server
            self.board = board
            project = "test-\(number)"
            key = TestServer.key(of: project)
        }

        func run(until end: ContinuousClock.Instant) async throws -> Int {
            #expect(try await server.fork(project).status == 200)
            var own: Set<String> = []
            var round = 0
            repeat {
                // The addresses are the same in all tests, but for one.
                let email = round == 0 ? "only-\(number)@example.test" : "user-\(round)@example.test"
                try await self.round(email)
                own.insert(email)
                round += 1
                if round % 3 == 1 { try await check(own) }
            } while ContinuousClock.now < end
            try await check(own)
            return round
        }

        private func round(_ email: String) async throws {
            let user = try await server.signUp(email, key: key)
            #expect(user.status == 200)
            let cursor = try #require(
                try await server.control(.get, "", project: project).json["outboxCursor"]?.integerValue)
            #expect(try await server.app("accounts:sendOobCode", IsolationTests.reset(email), key: key).status == 200)
            let mails = try await server.control(
                .get, "/outbox:wait?to=\(email)&after=\(cursor)&timeout=10m", project: project)
            let messages = mails.json["messages"]?.arrayValue ?? []
            #expect(messages.count == 1)
            let code = try #require(messages.first?["oobCode"]?.stringValue)

            // What another test got is worth nothing here, and does no harm there.
            let secrets = Board.Secrets(
                owner: number, code: code, idToken: user.string("idToken") ?? "",
                refreshToken: user.string("refreshToken") ?? "")
            if let other = board.exchange(secrets), other.owner != number {
                let stolen: JSON = ["oobCode": .string(other.code), "newPassword": "stolen-horse"]
                #expect(try await server.app("accounts:resetPassword", stolen, key: key).message == "INVALID_OOB_CODE")
                let lookup: JSON = ["idToken": .string(other.idToken)]
                #expect(try await server.app("accounts:lookup", lookup, key: key).message == "INVALID_ID_TOKEN")
                #expect(
                    try await server.refresh(other.refreshToken, key: key).message == "PROJECT_NUMBER_MISMATCH")
            }
            let change: JSON = ["oobCode": .string(code), "newPassword": "another-horse"]
            #expect(try await server.app("accounts:resetPassword", change, key: key).status == 200)
            #expect(try await server.signIn(email, "another-horse", key: key).status == 200)
        }

        /// Everybody and every mail in the fork comes from the seed or from this test.
        private func check(_ own: Set<String>) async throws {
            let users = try await server.send(
                .get, "/identitytoolkit.googleapis.com/v1/projects/\(project)/accounts:batchGet?maxResults=1000",
                headers: [.authorization: "Bearer owner"])
            let emails = users.json["users"]?.arrayValue?.compactMap { $0["email"]?.stringValue } ?? []
            #expect(Set(emails) == own.union(IsolationTests.seeded))
            #expect(emails.count == own.count + IsolationTests.seeded.count)
            let mails = try await server.control(.get, "/outbox?limit=1000", project: project)
            let recipients = mails.json["messages"]?.arrayValue?.compactMap { $0["to"]?.stringValue } ?? []
            #expect(recipients.sorted() == (Array(own) + ["seed-0@example.test"]).sorted())
        }
    }
}
