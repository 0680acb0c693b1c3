import FirebreakTesting
import Testing

private func current() throws -> FirebreakProject { try #require(FirebreakProject.current) }

/// Each test case has a copy of the seeded project to itself.
@Suite(.firebreak(fixture: "fixtures/quick-start.yaml"))
struct FirebreakTraitTests {
    @Test(arguments: 1...20)
    func `each case has what the fixture describes, and nothing of the others`(number: Int) async throws {
        let project = try current()
        #expect(try await project.accounts.find(ref: "alice")?.claims == ["role": "admin"])
        #expect(try await project.summary().counts.accounts == 2)

        try await project.accounts.create(email: "\(number)@example.test")
        try await project.clock.advance(by: .seconds(3600 * number))
        #expect(try await project.summary().counts.accounts == 3)
        #expect(try await project.outbox.list().messages.count == 1)
    }

    @Test func `its key selects it on the server that listens`() async throws {
        let project = try current()
        let client = FirebreakServer(url: project.url)
        #expect(project.apiKey.hasPrefix("AIza"))
        #expect(project.url == "http://\(project.hostAndPort)")
        #expect(try await client.project(project.id).accounts.find(email: "bob@example.test") != nil)
        #expect(try await project.apiKeys.list().first?.key == project.apiKey)
    }

    @Test func `tasks of the test know it`() async throws {
        let id = try current().id
        async let inChild = FirebreakProject.current?.id
        #expect(await inChild == id)
        #expect(await Task { FirebreakProject.current?.id }.value == id)
        #expect(await Task.detached { FirebreakProject.current?.id }.value == nil)
    }

    @Test func `a test may drop it`() async throws { try await current().drop() }

    @Test(.firebreak())
    func `a trait of the test takes the place of the suite's`() async throws {
        #expect(try await current().summary().counts.accounts == 0)
    }

    @Suite struct Nested {
        @Test func `suites within have the trait`() async throws {
            #expect(try await current().summary().counts.accounts == 2)
        }
    }

    @Suite(.firebreak(profile: .emulator))
    struct OfAnotherProfile {
        @Test func `a trait of theirs takes its place`() async throws {
            let summary = try await current().summary()
            #expect(summary.profile == "emulator")
            #expect(summary.counts.accounts == 0)
        }
    }

    @Suite(.serialized)
    struct Serialized {
        @Test(arguments: 1...3)
        func `cases one after the other have copies as well`(_: Int) async throws {
            try await current().accounts.create(uid: "only", email: "only@example.test")
        }
    }
}

/// Tests without the trait.
struct NoTraitTests {
    @Test func `there is no project without the trait`() { #expect(FirebreakProject.current == nil) }
}

/// Which project of a document is meant.
struct FixtureChoiceTests {
    @Test(.firebreak(fixture: "Tests/FirebreakTestingTests/Fixtures/two-projects.yaml", project: "second"))
    func `one of several projects`() async throws {
        #expect(try await current().summary().profile == "emulator")
        #expect(try await current().accounts.find(ref: "bob") != nil)
        #expect(try await current().accounts.find(ref: "alice") == nil)
    }

    @Test(
        .firebreak(
            fixture: "Tests/FirebreakTestingTests/Fixtures/two-projects.yaml", project: "first", profile: .production))
    func `in another profile`() async throws {
        #expect(try await current().summary().profile == "production")
        #expect(try await current().accounts.find(ref: "alice")?.email == "alice@example.test")
        #expect(try await current().apiKeys.list().map(\.derived) == [true])
    }

    private func problem(
        _ fixture: String, project: String? = nil, profile: EmulatorConfiguration.Profile? = nil
    ) async throws -> String {
        let trait: FirebreakTrait = .firebreak(fixture: fixture, project: project, profile: profile)
        let test = try #require(Test.current)
        do {
            try await trait.provideScope(for: test, testCase: Test.Case.current) { Issue.record("It has no project.") }
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test func `a fixture that cannot be used says why`() async throws {
        let missing = try await problem("Tests/none.yaml")
        #expect(missing.hasSuffix("/Tests/none.yaml: the file cannot be read: No such file or directory"))
        let unclear = try await problem("Tests/FirebreakTestingTests/Fixtures/two-projects.yaml")
        #expect(unclear.hasSuffix("two-projects.yaml describes the projects first, second: say which is meant"))
        let other = try await problem(
            "Tests/FirebreakTestingTests/Fixtures/two-projects.yaml", project: "second", profile: .production)
        #expect(other.hasSuffix("has the profile emulator, so its projects cannot have production."))
        let wrong = try await problem("Package.swift")
        #expect(wrong.contains("Package.swift:"))
    }
}
