import FirebreakOperations
import FirebreakStore
import FirebreakWire
import Testing

@testable import FirebreakControl

struct APIKeyTests {
    @Test func `a registered key selects its project until it is deleted`() async throws {
        let fixture = try ControlFixture()
        let project = ProjectID(rawValue: "demo-a")

        #expect(try await fixture.run(CreateAPIKey.self, ["key": "k1"]) == ["key": "k1", "derived": false])
        #expect(try fixture.services.projectID(of: "k1") == project)
        #expect(try await fixture.run(DeleteAPIKey.self, ["key": "k1"]) == [:])

        #expect(try fixture.services.projectID(of: "k1") == fixture.services.defaultProject)
    }

    @Test func `a key that only looks like another one's takes nothing from it`() async throws {
        let fixture = try ControlFixture()
        try await fixture.run(CreateAPIKey.self, ["key": "k\u{E9}"], in: "demo-a")
        try await fixture.run(CreateAPIKey.self, ["key": "ke\u{301}"], in: "demo-b")

        #expect(try fixture.services.projectID(of: "k\u{E9}").rawValue == "demo-a")
        #expect(try fixture.services.projectID(of: "ke\u{301}").rawValue == "demo-b")
        #expect(try await fixture.run(DeleteAPIKey.self, ["key": "ke\u{301}"], in: "demo-b") == [:])
        #expect(try fixture.services.projectID(of: "k\u{E9}").rawValue == "demo-a")
    }

    @Test func `without a key a random one is made in the form that SDKs accept`() async throws {
        let fixture = try ControlFixture()

        let key = try #require(try await fixture.run(CreateAPIKey.self)["key"]?.stringValue)
        let other = try #require(try await fixture.run(CreateAPIKey.self)["key"]?.stringValue)

        #expect(key.hasPrefix("AIza"))
        #expect(key.utf8.count == 39)
        #expect(key != other)
        #expect(try fixture.services.projectID(of: key).rawValue == "demo-a")
    }

    @Test func `the derived key comes first in the list and in the summary`() async throws {
        let fixture = try ControlFixture()
        try await fixture.run(CreateAPIKey.self, ["key": "k2"])
        try await fixture.run(CreateAPIKey.self, ["key": "k1"])
        try await fixture.run(CreateAPIKey.self, ["key": "foreign"], in: "demo-b")
        let derived = try #require(DerivedAPIKey.key(for: ProjectID(rawValue: "demo-a")))

        let keys = try await fixture.run(ListAPIKeys.self)

        #expect(
            keys == [
                "apiKeys": [
                    ["key": .string(derived), "derived": true], ["key": "k1", "derived": false],
                    ["key": "k2", "derived": false],
                ]
            ])
        #expect(try await fixture.run(GetProject.self)["apiKeys"] == keys["apiKeys"])
    }

    @Test func `a project whose ID has no derived key shows the spelled-out one`() async throws {
        let fixture = try ControlFixture()

        let keys = try await fixture.run(ListAPIKeys.self, in: "Demo_A")

        #expect(keys == ["apiKeys": [["key": "project:Demo_A", "derived": true]]])
    }

    @Test(arguments: ["", String(repeating: "k", count: 257)])
    func `a key that is empty or too long is refused`(key: String) async throws {
        let fixture = try ControlFixture()

        await #expect(throws: WireError.invalidArgument("key must have 1 through 256 bytes")) {
            try await fixture.run(CreateAPIKey.self, ["key": .string(key)])
        }
    }

    @Test func `deleting needs a key that is registered for this project`() async throws {
        let fixture = try ControlFixture()
        try await fixture.run(CreateAPIKey.self, ["key": "k1"], in: "demo-b")

        await #expect(throws: WireError.notFound("No such API key is registered for project demo-a.")) {
            try await fixture.run(DeleteAPIKey.self, ["key": "k1"])
        }
        await #expect(throws: WireError.invalidArgument("key must say which API key to delete")) {
            try await fixture.run(DeleteAPIKey.self)
        }
        #expect(try fixture.services.projectID(of: "k1").rawValue == "demo-b")
    }
}
