import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakHTTP

/// wire.md section 11 and the pages of firebreak.md section 4.
struct RoutesPagesTests {
    @Test(arguments: TestProfile.allCases)
    func `the root says that the server is ready`(profile: TestProfile) async throws {
        let answer = try await TestServer(profile.value).send(.get, "/")

        #expect(answer.status == 200)
        #expect(
            answer.json.text
                == #"{"authEmulator":{"ready":true,"docs":"https://firebase.google.com/docs/emulator-suite","apiSpec":"/emulator/openapi.json"}}"#
        )
    }

    @Test(arguments: ["/healthz", "/readyz"])
    func `the server is alive and ready`(path: String) async throws {
        let server = try TestServer(controlToken: "secret")

        #expect(try await server.send(.get, path).status == 200)
        #expect(try await server.send(.head, path).status == 200)
    }

    @Test func `until its fixtures are in the server is alive and not ready`() async throws {
        let server = try TestServer(isReady: false)

        #expect(try await server.send(.get, "/healthz").status == 200)
        #expect(try await server.send(.get, "/readyz").status == 503)
        #expect(try await server.send(.get, "/readyz").text == "seeding\n")
    }

    @Test func `the server tells what it is`() async throws {
        let server = try TestServer(.production)
        _ = try await server.admin("accounts", ["email": "a@example.test"], project: "one")

        let answer = try await server.send(.get, "/firebreak/v1/info")

        #expect(answer.status == 200)
        #expect(answer["version"] == "0")
        #expect(answer["profile"] == "production")
        #expect(answer["host"] == "127.0.0.1")
        #expect(answer["port"] == 9099)
        #expect(answer["url"] == .string(TestServer.origin))
        #expect(answer["defaultProject"] == .string(TestServer.project))
        #expect(answer["projects"] == ["one"])
        #expect(answer["features"]?.arrayValue != nil)
    }

    @Test func `the API description names the caller's host and every route`() async throws {
        let server = try TestServer(.emulator)

        let answer = try await server.send(.get, "/emulator/openapi.json", host: "auth.example.test:1234")

        #expect(answer.status == 200)
        let document = answer.json
        #expect(
            document.objectValue?.map(\.key) == [
                "openapi", "info", "servers", "externalDocs", "tags", "paths", "components",
            ])
        #expect(document["openapi"] == "3.0.3")
        let servers = try #require(document["servers"]?.arrayValue)
        #expect(servers.first?["url"] == "{EMULATOR}/identitytoolkit.googleapis.com")
        #expect(servers.first?[path: "variables.EMULATOR.default"] == "http://auth.example.test:1234")
        #expect(servers.last?["url"] == "https://identitytoolkit.googleapis.com")
        let paths = try #require(document["paths"])
        let token = try #require(paths["/v1/token"]?["servers"]?.arrayValue)
        #expect(token.first?["url"] == "{EMULATOR}/securetoken.googleapis.com")
        #expect(
            paths["/emulator/v1/projects/{targetProjectId}/config"]?["servers"]?.arrayValue?.first?["url"]
                == "{EMULATOR}")
        // What a second path is the same as is described once, and the form of a page is not.
        let others = Route.api.filter { !$0.path.hasPrefix("/admin/") && !$0.path.hasSuffix("/:createSessionCookie") }
        for route in others where !route.isForm {
            #expect(paths[route.path]?[route.method.rawValue.lowercased()] != nil, "\(route.path)")
        }
    }

    @Test func `the description does not mix up hosts`() async throws {
        let server = try TestServer(.emulator)

        for host in ["a.test:1", "b.test:2", "a.test:1"] {
            let document = try await server.send(.get, "/emulator/openapi.json", host: host).json
            #expect(
                document["servers"]?.arrayValue?.first?[path: "variables.EMULATOR.default"] == .string("http://\(host)")
            )
        }
    }
}
