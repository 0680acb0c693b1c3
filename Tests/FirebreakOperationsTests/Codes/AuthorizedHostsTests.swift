import FirebreakTestSupport
import FirebreakWire
import Synchronization
import Testing

@testable import FirebreakOperations

/// Which hosts a list of domains has, and what it costs to ask for one.
struct AuthorizedHostsTests {
    struct Row: Sendable, CustomStringConvertible {
        let listed: String
        let url: String
        /// Whether links may lead there.
        var allowsLinks = false
        /// Whether apps on this page may sign users in.
        var allowsPages = false

        init(_ listed: String, _ url: String, _ allowed: Allowed) {
            self.listed = listed
            self.url = url
            allowsLinks = allowed == .both
            allowsPages = allowed != .neither
        }

        var description: String { "\(url) with \(listed)" }
    }

    enum Allowed { case both, pages, neither }

    static let rows = [
        Row("app.test", "http://app.test", .both),
        Row("app.test", "https://APP.Test:8443/deep?x=https://evil.test#y", .both),
        Row("APP.Test", "https://app.test/", .both),
        Row("app.test", "https://sub.app.test/", .pages),
        Row("app.test", "https://a.b.app.test:8443/", .pages),
        Row("app.test", "https://evilapp.test/", .neither),
        Row("app.test", "https://app.test.evil.test/", .neither),
        Row("app.test", "https://test/", .neither),
        Row("sub.app.test", "https://app.test/", .neither),
        Row("app.test", "https://app.test@evil.test/", .neither),
        Row("app.test", "com.example.app://app.test/", .pages),
        Row("app.test", "mailto:alice@app.test", .neither),
        Row("app.test.", "https://app.test./", .both),
        Row("app.test.", "https://app.test/", .neither),
        Row("app.test", "https://app.test./", .neither),
        Row("bücher.test", "https://xn--bcher-kva.test/", .both),
        Row("bücher.test", "https://bücher.test:5000/", .both),
        Row("BÜCHER.test", "https://www.bu\u{308}cher.test/", .pages),
        Row("xn--bcher-kva.test", "https://BÜCHER.test/", .both),
        Row("XN--BCHER-KVA.test", "https://bücher.test/", .both),
        Row("bu\u{308}cher.test", "https://xn--bcher-kva.test/", .both),
        Row("bücher.test", "https://bucher.test/", .neither),
        Row("ａpp。test", "https://app.test/", .both),
        Row("localhost", "http://localhost:3000/", .both),
        Row("localhost", "http://app.localhost:3000/", .pages),
        Row("127.0.0.1", "http://127.0.0.1:5000/", .both),
        Row("127.0.0.1", "http://127.0.0.2:5000/", .neither),
        Row("[::1]", "http://[::1]:5000/", .both),
        Row("[::1]", "http://[::2]:5000/", .neither),
        Row("*", "https://anything.test/", .both),
        Row("*", "com.example.app://anything.test/", .pages),
        Row("*", "javascript:alert(1)", .neither),
        // It only looks like the star.
        Row("＊", "https://anything.test/", .neither),
        Row(String(repeating: "ü", count: 2000), "https://app.test/", .neither),
    ]

    @Test(arguments: rows)
    func `a host is listed whichever way it is written, and pages on its sub-domains count`(row: Row) async throws {
        let server = try TestServer(.local)
        try await server.set("authorizedDomains", ["first.test", .string(row.listed), "last.test"])
        let settings = try await settings(of: server)
        let url = try #require(AbsoluteURL(row.url))

        #expect(AuthorizedDomain.lists(url, settings) == row.allowsLinks)
        #expect(AuthorizedDomain.allows(page: url, settings) == row.allowsPages)
    }

    private func settings(of server: TestServer) async throws -> ProjectSettings {
        try await server.services.projects.project(ProjectID(rawValue: TestServer.project)).settings()
    }

    @Test func `an entry is converted once, however often hosts are asked for`() {
        let conversions = Mutex(0)
        let entries = (0..<1000).map { "bücher\($0).test" }
        let hosts = AuthorizedHosts(entries) { entry in
            conversions.withLock { $0 += 1 }
            return InternationalDomain.ascii(entry)
        }

        for entry in entries {
            let host = InternationalDomain.ascii(entry) ?? ""
            #expect(hosts.contain(host) && hosts.containDomain(of: "www." + host) && !hosts.contain("www." + host))
        }
        #expect(conversions.withLock { $0 } == entries.count)
    }

    @Test func `calls share what was converted until the settings change`() async throws {
        let server = try TestServer(.local)
        try await server.set("authorizedDomains", ["bücher.test"])
        let first = try await settings(of: server).authorizedHosts

        #expect(try await settings(of: server).authorizedHosts === first)

        try await server.set("authorizedDomains", ["bäcker.test"])
        let second = try await settings(of: server).authorizedHosts
        #expect(second !== first)
        #expect(second.contain("xn--bcker-gra.test") && !second.contain("xn--bcher-kva.test"))
    }
}
