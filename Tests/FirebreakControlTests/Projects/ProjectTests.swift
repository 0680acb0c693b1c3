import FirebreakOperations
import FirebreakStore
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakControl

struct ProjectTests {
    @Test func `projects are listed by ID with the number of their own profile`() async throws {
        let fixture = try ControlFixture()
        #expect(try await fixture.run(ListProjects.self) == ["projects": []])
        try await fixture.mail(in: "demo-b")
        try await fixture.mail(in: "demo-a")
        try await fixture.project("demo-b").write(at: fixture.now) { tx in try tx.set(.profile, to: "emulator") }

        let number = ProjectNumber.of(ProjectID(rawValue: "demo-a"), .local)
        #expect(
            try await fixture.run(ListProjects.self) == [
                "projects": [
                    ["projectId": "demo-a", "projectNumber": .string(number), "state": "available"],
                    ["projectId": "demo-b", "projectNumber": "12345", "state": "available"],
                ]
            ])
    }

    @Test func `the summary says whose accounts a function is called for`() async throws {
        let triggers = [nil, "", "blue"].map { tenant in
            FoundFunctions.Trigger(event: "user.v2.created", region: "us-central1", name: "welcome", tenant: tenant)
        }
        let found = FoundFunctions(origin: "http://127.0.0.1:5001", triggers: triggers, forwarded: [:])
        let server = try TestServer(.local, finder: KnownFunctions(found))

        let answer = try await server.control(.get, "")
        let listed = try #require(answer["functions"]?["triggers"]?.arrayValue)
        #expect(listed.map { $0["tenant"] } == [nil, "", "blue"])
    }

    @Test func `the summary counts accounts, tenants, messages and codes that work`() async throws {
        let fixture = try ControlFixture()
        try await fixture.project().write(at: fixture.now) { tx in
            try tx.save(TenantRecord(id: TenantID(rawValue: "blue"), document: [:]))
            try tx.insert(Account(id: AccountID(rawValue: "u1")))
            try tx.scoped(to: TenantID(rawValue: "blue")).insert(Account(id: AccountID(rawValue: "u2")))
        }
        try await fixture.mail()
        try await fixture.mail(tenant: "blue")
        try await fixture.mail(delivery: .suppressed)
        try await fixture.mail { $0.expiresAt = $0.createdAt }

        let summary = try await fixture.run(GetProject.self)

        #expect(
            summary["counts"] == [
                "accounts": 1, "accountsWithTenants": 2, "tenants": 1, "messages": 4, "openCodes": 2,
            ])
        #expect(summary["outboxCursor"] == 4)
        #expect(summary["profile"] == "local")
        #expect(summary["clock"] == ["now": "2026-06-01T12:00:00.000Z", "offset": 0, "frozen": false])
        #expect(
            summary.objectValue?.map(\.key) == [
                "projectId", "projectNumber", "profile", "counts", "clock", "configDigest", "outboxCursor", "apiKeys",
            ])
    }

    @Test func `the summary of a project that nobody wrote to is empty and makes none`() async throws {
        let fixture = try ControlFixture()

        let summary = try await fixture.run(GetProject.self, in: "demo-new")

        #expect(summary[path: "counts.messages"] == 0)
        #expect(summary["outboxCursor"] == 0)
        #expect(try fixture.services.projects.projects().isEmpty)
    }

    @Test func `the summary shows a clock that was moved`() async throws {
        let fixture = try ControlFixture()
        let frozenAt = ControlFixture.start.advanced(byMilliseconds: -1)
        try await fixture.project().write(at: fixture.now) { tx in
            try tx.set(.clock, to: ["offset": 5000, "frozenAt": .int(frozenAt.milliseconds)])
        }

        let clock = try await fixture.run(GetProject.self)["clock"]

        #expect(clock == ["now": "2026-06-01T11:59:59.999Z", "offset": 5000, "frozen": true])
    }

    @Test func `the digest changes with the configuration and comes back with it`() async throws {
        let fixture = try ControlFixture()
        func digest() async throws -> String {
            try #require(try await fixture.run(GetProject.self)["configDigest"]?.stringValue)
        }
        let original = try await fixture.call().settings.config
        let before = try await digest()

        try await fixture.configure(["signIn": [:]])
        let changed = try await digest()
        try await fixture.configure(original)

        #expect(before.utf8.count == 16)
        #expect(changed != before)
        #expect(try await digest() == before)
    }

    @Test func `a dropped project is gone, and dropping it again is not found`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail()

        #expect(try await fixture.run(DropProject.self) == [:])

        #expect(try await fixture.run(GetProject.self)[path: "counts.messages"] == 0)
        await #expect(throws: WireError.notFound("Project demo-a does not exist.")) {
            try await fixture.run(DropProject.self)
        }
        #expect(try await fixture.mail().seq == 1)
    }
}
