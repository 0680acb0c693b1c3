import FirebreakWire
import NIOCore
import NIOPosix
import Testing

@testable import FirebreakProduction

struct ServiceConnectionTests {
    @Test func `a service that never answers is told, and left`() async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(server.localAddress?.port)
        let connection = try ServiceConnection(
            project: "acme-shop", at: "http://127.0.0.1:\(port)", .token("owner"),
            pace: .init(
                interval: .milliseconds(1), timeLimit: .milliseconds(50), firstRetry: .milliseconds(1), tries: 3)
        ) { 0 }

        let failure = await #expect(throws: ServiceFailure.self) {
            try await ServiceSettings(of: "acme-shop", from: connection)
        }
        #expect(failure?.kind == .service)
        #expect(failure?.message.containsBytes(of: "127.0.0.1:\(port) did not answer, 3 times") == true)
        try await server.close()
    }

    @Test(arguments: [
        ("https://identitytoolkit.googleapis.com", "https://identitytoolkit.googleapis.com"),
        ("https://identitytoolkit.googleapis.com/", "https://identitytoolkit.googleapis.com"),
        ("http://127.0.0.1:9099", "http://127.0.0.1:9099/identitytoolkit.googleapis.com"),
        ("https://proxy.example/toolkit", "https://proxy.example/toolkit"),
    ])
    func `an address has the service at its root, or below`(address: String, base: String) throws {
        #expect(try ServiceConnection.base(of: address) == base)
    }

    @Test func `accounts without an end are refused`() async throws {
        let page: JSON = [
            "users": .array(Array(repeating: ["localId": .string(String(repeating: "a", count: 1 << 20))], count: 8)),
            "nextPageToken": "next",
        ]
        let source = Pages(page: page)
        let failure = await #expect(throws: ServiceFailure.self) {
            _ = try await ServiceAccounts(
                of: "acme-shop", tenants: [], limit: nil, readsHashes: false, from: source)
        }
        #expect(failure?.message.containsBytes(of: "--users N") == true)
    }

    /// A list whose pages have another token each time.
    private actor Pages: SettingsSource {
        private var page: JSON
        private var count = 0

        init(page: JSON) { self.page = page }

        func get(_ path: String, _ query: [(name: String, value: String)]) async throws -> JSON {
            count += 1
            page["nextPageToken"] = .string("page \(count)")
            return page
        }
    }
}
