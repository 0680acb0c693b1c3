public import Firebreak
import Foundation
public import Testing

/// Gives each test case a project of its own on a server of this process.
///
/// ```swift
/// @Suite(.firebreak(fixture: "fixtures/shop.yaml"))
/// struct SignInLinks {
///     @Test func arrive() async throws {
///         let project = try #require(FirebreakProject.current)
///     }
/// }
/// ```
///
/// The server listens on a free port of the loopback address from the first use until the process ends. A fixture is
/// applied once; each test case then works on a copy, which has its own API key, outbox, journal and clock, and is
/// dropped afterwards. So tests run in parallel, serialized and with arguments alike. Suites within a suite have its
/// trait; one of their own, or that of a test, takes its place.
///
/// When a test case fails, the last messages and calls of its project are a comment of the first issue, and attached to
/// the test.
public struct FirebreakTrait: SuiteTrait, TestTrait, TestScoping {
    let content: ProjectContent

    /// Also the tests of suites within a suite have the trait.
    public var isRecursive: Bool { true }

    /// Each test case has a project; of several traits the innermost counts.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> FirebreakTrait? {
        guard testCase != nil else { return nil }
        return test.traits.lazy.compactMap { $0 as? FirebreakTrait }.last
    }

    /// Runs a test case with a project of its own.
    @concurrent
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        // The innermost trait makes the project, and those around it would only make others.
        guard FirebreakProject.current == nil else { return try await function() }
        let server = SharedServer.shared
        let project = try await server.project(with: content)
        let report = FailureReport(of: project, on: try await server.emulator(content.server))
        let handler = IssueHandlingTrait.compactMapIssues { report.commented($0) }
        let result: Result<Void, any Error>
        do {
            result = .success(
                try await FirebreakProject.$current.withValue(project) {
                    try await handler.provideScope(for: test, testCase: testCase) {
                        try await Self.recordingErrors(of: test, function)
                    }
                })
        } catch {
            result = .failure(error)
        }
        if let text = report.text { Attachment.record(text, named: "firebreak.txt") }
        // A test may have dropped it.
        try? await project.drop()
        try result.get()
    }
}

extension FirebreakTrait {
    /// Records what a test throws here, where issues get the report: its errors become issues outside of all scopes.
    @concurrent
    private static func recordingErrors(
        of test: Test, _ function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        do { try await function() } catch {
            // Recorded already, or no failure at all.
            if error is ExpectationFailedError || error is CancellationError || Task.isCancelled { throw error }
            Issue.record(error, sourceLocation: test.sourceLocation)
        }
    }
}

extension Trait where Self == FirebreakTrait {
    /// Gives each test case a project of its own, ``Firebreak/FirebreakProject/current``.
    ///
    /// - Parameters:
    ///   - fixture: Path of a fixture, absolute or from the package of the test file; without one, projects are empty.
    ///     Of `${NAME:-default}` in it, the default counts, and API keys in it do not. A fixture that cannot be applied
    ///     fails the tests.
    ///   - project: The project of the document; by default its only one.
    ///   - profile: The profile of the projects; by default what the fixture says, else `local`.
    ///   - functions: The Functions emulator whose blocking functions and account events the projects use, as
    ///     ``Firebreak/EmulatorConfiguration/functions`` has it; it runs for `project`, where that is given.
    ///   - file: The test file.
    public static func firebreak(
        fixture: String? = nil, project: String? = nil, profile: EmulatorConfiguration.Profile? = nil,
        functions: String? = nil, file: String = #filePath
    ) -> Self {
        let path = fixture.map { PackageFolder.path(of: $0, from: file) }
        return Self(content: ProjectContent(fixture: path, project: project, profile: profile, functions: functions))
    }
}

/// The package that a source file belongs to.
enum PackageFolder {
    /// An absolute path.
    ///
    /// - Parameters:
    ///   - path: Absolute, or from the folder of the package.
    ///   - file: A file of the package. If no folder above it has a `Package.swift`, the working directory counts.
    static func path(of path: String, from file: String) -> String {
        guard !path.hasPrefix("/") else { return path }
        var folder = URL(filePath: file)
        while folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
            let manifest = folder.appending(path: "Package.swift").path(percentEncoded: false)
            if FileManager.default.fileExists(atPath: manifest) {
                return folder.appending(path: path).path(percentEncoded: false)
            }
        }
        return URL(filePath: path).path(percentEncoded: false)
    }
}
