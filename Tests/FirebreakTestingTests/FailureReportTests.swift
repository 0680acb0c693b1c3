import FirebreakTesting
import Synchronization
import Testing

/// What is told about a project whose test fails.
@Suite(.firebreak(fixture: "fixtures/quick-start.yaml"))
struct FailureReportTests {
    private struct Unexpected: Error {}

    /// The comments of the issues of a failing test case in a project that got a mail and refused a call.
    private func comments(_ failing: @escaping @Sendable () async throws -> Void) async throws -> [[String]] {
        let test = try #require(Test.current)
        let seen = Mutex<[[String]]>([])
        let listener = IssueHandlingTrait.compactMapIssues { issue in
            seen.withLock { $0.append(issue.comments.map(\.rawValue)) }
            return nil
        }
        try await listener.provideScope(for: test, testCase: Test.Case.current) {
            try? await FirebreakProject.$current.withValue(nil) {
                try await FirebreakTrait.firebreak(fixture: "fixtures/quick-start.yaml")
                    .provideScope(for: test, testCase: Test.Case.current) {
                        let project = try #require(FirebreakProject.current)
                        await #expect(throws: FirebreakFailure.self) {
                            try await project.accounts.create(email: "alice@example.test")
                        }
                        try await failing()
                    }
            }
        }
        return seen.withLock { $0 }
    }

    @Test func `the first issue has the last messages and calls`() async throws {
        let comments = try await comments {
            Issue.record("one")
            Issue.record("two")
        }
        #expect(comments.count == 2)
        #expect(comments.first?.first == "one")
        let report = try #require(comments.first?.last)
        #expect(report.contains("VERIFY_EMAIL to bob@example.test (sent, pending) http://127.0.0.1:"))
        #expect(report.contains("accounts.signUp 400 EMAIL_EXISTS alice@example.test"))
        #expect(comments.last == ["two"])
    }

    @Test func `an error that the test throws is an issue with a report`() async throws {
        let comments = try await comments { throw Unexpected() }
        #expect(comments.count == 1)
        #expect(comments.first?.last?.contains("accounts.signUp 400 EMAIL_EXISTS") == true)
    }

    @Test func `what is required and not there is one issue`() async throws {
        let comments = try await comments { try #require(Bool(false)) }
        #expect(comments.count == 1)
        #expect(comments.first?.last?.contains("accounts.signUp 400 EMAIL_EXISTS") == true)
    }

    @Test func `many failures at once do not wait for each other`() async throws {
        let comments = try await comments {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<50 { group.addTask { Issue.record("\(number)") } }
            }
        }
        #expect(comments.count == 50)
        #expect(comments.contains { $0.count == 2 })
    }

    @Test func `what is known or only a warning is not a failure`() async throws {
        let comments = try await comments {
            Issue.record("note", severity: .warning)
            withKnownIssue { Issue.record("known") }
        }
        #expect(comments.joined().allSatisfy { !$0.contains("Last messages") })
    }
}
