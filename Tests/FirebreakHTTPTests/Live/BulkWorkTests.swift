import AsyncHTTPClient
import Firebreak
import FirebreakTestSupport
import FirebreakWire
import Logging
import NIOCore
import NIOHTTP1
import Testing

/// What takes long is done beside the event loops, so that their other connections need not wait. No clock is looked at:
/// while the workers stand still, such a request must too, and all others must not.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct BulkWorkTests {
    struct Work: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var method: HTTPMethod = .POST
        var path: String
        var contentType = "application/json"
        var contentEncoding: String?
        var body = ""
    }

    private static let project = "/identitytoolkit.googleapis.com/v1/projects/bulk"
    private static let control = "/firebreak/v1/projects/bulk"
    private static let saml = String(repeating: "PHg+", count: 4096)
    private static let padding = String(repeating: " ", count: 16 * 1024)

    private static let works = [
        Work(testDescription: "batchCreate", path: project + "/accounts:batchCreate", body: #"{"users":[{}]}"#),
        Work(testDescription: "batchGet", method: .GET, path: project + "/accounts:batchGet?maxResults=1000"),
        Work(testDescription: "query", path: project + "/accounts:query", body: "{}"),
        Work(
            testDescription: "a large look-up", path: project + "/accounts:lookup",
            body: #"{"localId":[\#((0..<60).map { "\"\($0)\"" }.joined(separator: ","))]}"#),
        Work(
            testDescription: "a large body",
            path: "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=project:bulk",
            body: padding + "{}"),
        Work(
            testDescription: "a large SAML response",
            path: "/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=project:bulk",
            body: #"{"requestUri":"http://localhost","postBody":"providerId=saml.a&SAMLResponse=\#(saml)"}"#),
        Work(
            testDescription: "a compressed body",
            path: "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=project:bulk", contentEncoding: "deflate"),
        Work(testDescription: "dropping all accounts", method: .DELETE, path: "/emulator/v1/projects/bulk/accounts"),
        Work(testDescription: "open codes", method: .GET, path: "/emulator/v1/projects/bulk/oobCodes"),
        Work(
            testDescription: "seeding", path: control + ":seed", contentType: "application/yaml",
            body: "version: 1\nusers:\n  - { factory: m, count: 3, email: \"m{n}@example.test\" }\n"),
        Work(testDescription: "exports", method: .GET, path: control + ":export"),
        Work(testDescription: "imports", path: control + ":import", body: #"{"files":{}}"#),
        Work(testDescription: "snapshots", path: control + ":snapshot", body: "{}"),
        Work(testDescription: "forks", path: control + ":fork", body: #"{"to":"bulk-copy"}"#),
        Work(testDescription: "resets", path: control + ":reset", body: "{}"),
        Work(testDescription: "lists of messages", method: .GET, path: control + "/outbox"),
        Work(testDescription: "waits", method: .GET, path: control + "/outbox:wait?timeout=0s"),
        Work(testDescription: "lists of projects", method: .GET, path: "/firebreak/v1/projects"),
        Work(testDescription: "rules with keys", method: .PATCH, path: control + "/rules", body: "{}"),
    ]

    @Test(arguments: works)
    func `work waits for a worker, and no other connection waits for the work`(work: Work) async throws {
        try await check(work, EmulatorConfiguration())
    }

    @Test func `a signing key is made beside the event loops`() async throws {
        var configuration = EmulatorConfiguration()
        configuration.rules["idTokens"] = "signed"

        try await check(
            Work(
                testDescription: "the first token",
                path: "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=project:bulk", body: "{}"), configuration)
    }

    private func check(_ work: Work, _ configuration: EmulatorConfiguration) async throws {
        let gate = WorkerGate()
        try await serve(configuration, workers: gate.executor) { address in
            let pending = try await gate.closed {
                let pending = Task { try await Self.send(work, address) }
                try await gate.waiting(1)
                // More connections than there are event loops.
                try await withThrowingTaskGroup(of: UInt.self) { group in
                    for _ in 0..<16 {
                        let health = Work(testDescription: "health", method: .GET, path: "/healthz")
                        group.addTask { try await Self.send(health, address) }
                    }
                    for try await status in group { #expect(status == 200) }
                }
                #expect(gate.executor.waitingCount >= 1)
                return pending
            }
            #expect(try await pending.value > 0)
        }
    }

    private static func send(_ work: Work, _ address: BoundAddress) async throws -> UInt {
        var request = HTTPClientRequest(url: address.url + work.path)
        request.method = work.method
        request.headers.add(name: "authorization", value: "Bearer owner")
        if work.method != .GET {
            request.headers.add(name: "content-type", value: work.contentType)
            request.body = .bytes(ByteBuffer(string: work.body))
        }
        if let encoding = work.contentEncoding { request.headers.add(name: "content-encoding", value: encoding) }
        return try await HTTPClient.shared.execute(request, timeout: .minutes(5)).status.code
    }

    /// Runs a body beside a server with these workers.
    private func serve(
        _ configuration: EmulatorConfiguration, workers: WorkerExecutor, _ body: (BoundAddress) async throws -> Void
    ) async throws {
        var configuration = configuration
        configuration.port = 0
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let emulator = try Emulator(configuration: configuration, logger: logger, workers: workers)
        try await emulator.whileRunning(body)
    }
}
