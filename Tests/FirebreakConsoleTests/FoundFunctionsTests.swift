import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// The functions of a Functions emulator in the settings (blocking-functions.md section 8).
struct FoundFunctionsTests {
    private static func page(_ found: FoundFunctions?) async throws -> String {
        let server = try TestServer(finder: found.map { KnownFunctions($0) })
        return try await server.send(
            .get, "/firebreak/projects/example/settings/functions", headers: [.accept: "text/html"]
        ).text
    }

    private static func found(_ triggers: [FoundFunctions.Trigger]) -> FoundFunctions {
        FoundFunctions(origin: "http://127.0.0.1:5001", triggers: triggers, forwarded: [:])
    }

    @Test func `the settings name them`() async throws {
        let page = try await Self.page(
            Self.found([
                .init(event: "beforeCreate", region: "us-central1", name: "before"),
                .init(event: "user.create", region: "us-central1", name: "created"),
            ]))

        #expect(page.contains("The Functions emulator at <code>http://127.0.0.1:5001</code> has"))
        #expect(page.contains("<code>beforeCreate</code> (us-central1/before), <code>user.create</code>"))
    }

    @Test func `they say that the emulator is gone`() async throws {
        var found = Self.found([])
        found.isReachable = false

        #expect(try await Self.page(found).contains("cannot be reached, and had no functions for accounts"))
    }

    @Test func `without an emulator they say nothing`() async throws {
        #expect(try await !Self.page(nil).contains("Functions emulator"))
    }
}
