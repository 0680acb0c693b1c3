import Firebreak

/// The servers of the process, one unless traits name Functions emulators, and what their projects are copies of.
actor SharedServer {
    static let shared = SharedServer()

    /// How servers differ.
    struct Settings: Sendable, Hashable {
        var functions: String?
        /// The project that the Functions emulator runs for; `nil` for the usual default project.
        var project: String?
    }

    private var starting: [Settings: Task<Emulator, any Error>] = [:]
    /// IDs of projects to copy, by what is in them; `nil` for what needs no copy.
    private var originals: [ProjectContent: Task<String, any Error>] = [:]
    private var latest: Task<String, any Error>?
    private var projectCount = 0

    /// The server with these settings, which listens.
    func emulator(_ settings: Settings) async throws -> Emulator {
        if let starting = starting[settings] { return try await starting.value }
        let starting = Task { try await Self.start(settings) }
        self.starting[settings] = starting
        return try await starting.value
    }

    /// A project that no other test has.
    func project(with content: ProjectContent) async throws -> FirebreakProject {
        let emulator = try await emulator(content.server)
        projectCount += 1
        // Short enough for a derived key.
        let id = "test-\(projectCount)"
        guard content.fixture != nil || content.profile != nil else { return emulator.project(id) }
        return try await emulator.project(original(with: content, on: emulator).value).fork(to: id)
    }

    private func original(with content: ProjectContent, on emulator: Emulator) -> Task<String, any Error> {
        if let known = originals[content] { return known }
        let id = "original-\(originals.count + 1)"
        // One after the other: fixtures are applied to a project of the name that they give it.
        let original = Task { [latest] in
            _ = await latest?.result
            try await Self.seed(content, to: id, on: emulator)
            return id
        }
        originals[content] = original
        latest = original
        return original
    }

    private static func seed(_ content: ProjectContent, to id: String, on emulator: Emulator) async throws {
        let fixture = try content.fixture.map { try FixtureFile(path: $0, project: content.project) }
        let project = emulator.project(fixture?.project ?? id)
        if let profile = content.profile { try await project.seed(#"{"profile": "\#(profile.rawValue)"}"#) }
        guard let fixture else { return }
        let result: Result<Void, any Error>
        do {
            try await project.seed(fixture.document, file: content.fixture)
            if let profile = content.profile { try await check(project, has: profile, content) }
            try await project.fork(to: id)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        // Its name is free for other fixtures then; a key would lead to it, and not to the copies.
        for key in try await project.apiKeys.list() where !key.derived { try await project.apiKeys.delete(key.key) }
        try? await project.drop()
        try result.get()
    }

    /// A profile that the fixture names takes precedence.
    private static func check(
        _ project: FirebreakProject, has profile: EmulatorConfiguration.Profile, _ content: ProjectContent
    ) async throws {
        let actual = try await project.summary().profile
        guard actual == profile.rawValue else {
            throw FirebreakFailure(
                .invalidFixture,
                "\(content.fixture ?? "") has the profile \(actual), so its projects cannot have \(profile.rawValue).")
        }
    }

    private static func start(_ settings: Settings) async throws -> Emulator {
        var configuration = EmulatorConfiguration()
        configuration.functions = settings.functions
        configuration.project = settings.project ?? configuration.project
        configuration.port = 0
        configuration.smtpInPort = 0
        // A test that forgot its project's key would share the default project with others.
        configuration.unknownKeys = .reject
        let emulator = try Emulator(configuration: configuration)
        let (ready, continuation) = AsyncThrowingStream.makeStream(of: Void.self)
        // It ends with the process.
        Task.detached {
            do {
                try await emulator.run { _ in continuation.yield() }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        for try await _ in ready { return emulator }
        throw CancellationError()
    }
}
