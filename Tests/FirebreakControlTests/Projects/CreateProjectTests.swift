import FirebreakControl
import FirebreakOperations
import FirebreakStore
import FirebreakTestSupport
import FirebreakWire
import Testing

/// firebreak.md section 4.6.
struct CreateProjectTests {
    @Test func `a project that is made has the profile and the end that were asked for`() async throws {
        let fixture = try ControlFixture()

        let made = try await fixture.run(
            CreateProject.self, ["projectId": "demo-b", "profile": "production", "expiresIn": "1h30m"])

        #expect(made["projectId"] == "demo-b")
        #expect(made["profile"] == "production")
        #expect(made["expiresAt"] == "2026-06-01T13:30:00.000Z")
        let listed = try await fixture.run(ListProjects.self)["projects"]?.arrayValue
        #expect(listed?.map { $0["expiresAt"] } == ["2026-06-01T13:30:00.000Z"])
        #expect(try await fixture.project("demo-b").settings().profile == .production)
    }

    @Test func `a project without an end and a profile has the server's profile`() async throws {
        let fixture = try ControlFixture(profile: .emulator)

        let made = try await fixture.run(CreateProject.self, ["projectId": "demo-b"])

        #expect(made["profile"] == "emulator")
        #expect(made["expiresAt"] == nil)
        #expect(try await fixture.project("demo-b").exists)
    }

    @Test(
        arguments: [
            ([:], "projectId must be"), (["projectId": ""], "projectId"),
            (["projectId": "b", "profile": "prod"], "profile must be"),
            (["projectId": "b", "expiresIn": "soon"], "expiresIn must be"),
            (["projectId": "b", "expiresIn": "0s"], "expiresIn must be"),
            (["projectId": "b", "expiresIn": "-5m"], "expiresIn must be"),
            (["projectId": "b", "expiresIn": "99999999d"], "expiresIn must not lead beyond"),
        ] as [(JSON, String)])
    func `what cannot be is refused, and nothing is made`(request: JSON, message: String) async throws {
        let fixture = try ControlFixture()
        let error = await #expect(throws: WireError.self) { try await fixture.run(CreateProject.self, request) }
        #expect(error.map { "\($0)".contains(message) } == true, "\(error.map { "\($0)" } ?? "")")
        #expect(try fixture.services.projects.projects().isEmpty)
    }

    @Test func `a project that exists is not made again, and keeps its end`() async throws {
        let fixture = try ControlFixture()
        try await fixture.run(CreateProject.self, ["projectId": "demo-b", "expiresIn": "1h"])
        let error = await #expect(throws: WireError.self) {
            try await fixture.run(CreateProject.self, ["projectId": "demo-b", "expiresIn": "5s"])
        }
        #expect(error.map { "\($0)".contains("exists already") } == true)
        let summary = try await fixture.run(GetProject.self, in: "demo-b")
        #expect(summary["expiresAt"] == "2026-06-01T13:00:00.000Z")
    }

    @Test func `a copy can have an end, which a drop takes back`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail()
        let copy = try await fixture.run(ForkProject.self, ["to": "demo-b", "expiresIn": "30m"])
        #expect(copy["expiresAt"] == "2026-06-01T12:30:00.000Z")

        try await fixture.run(DropProject.self, in: "demo-b")
        let again = try await fixture.run(ForkProject.self, ["to": "demo-b"])
        #expect(again["expiresAt"] == nil)
        #expect(fixture.services.storage.expiries.next == nil)
    }
}
