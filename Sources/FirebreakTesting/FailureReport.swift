import Firebreak
import Synchronization
import Testing

/// What a project was sent and asked before its test failed.
final class FailureReport: Sendable {
    private static let messages = 5
    private static let calls = 10

    private let project: FirebreakProject
    private let emulator: Emulator
    private let state = Mutex<String?>(nil)

    init(of project: FirebreakProject, on emulator: Emulator) {
        self.project = project
        self.emulator = emulator
    }

    /// The report; `nil` if nothing failed.
    var text: String? { state.withLock { $0 } }

    /// The issue, with the report as a comment if it is the first failure.
    func commented(_ issue: Issue) -> Issue {
        guard issue.isFailure, text == nil else { return issue }
        // What handles issues cannot wait for a task, and the server needs none of this thread's.
        let text = emulator.waiting { [self] in await describe() }
        let isFirst = state.withLock { known in
            if known == nil { known = text }
            return known == text
        }
        guard isFirst else { return issue }
        var issue = issue
        issue.comments.append(Comment(rawValue: text))
        return issue
    }

    private func describe() async -> String {
        let newest = OutboxPaging(limit: Self.messages, order: .descending)
        let last = OutboxPaging(limit: Self.calls, order: .descending)
        do {
            let messages = try await project.outbox.list(OutboxFilter(), newest).messages.reversed().map(Self.line)
            let calls = try await project.requests.list(RequestFilter(), last).requests.reversed().map(Self.line)
            return """
                Last messages of \(project.id):\(Self.list(messages, or: "none"))
                Last calls of \(project.id):\(Self.list(calls, or: "none"))
                """
        } catch {
            return "Messages and calls of \(project.id) cannot be read: \(error)"
        }
    }

    private static func list(_ lines: [String], or nothing: String) -> String {
        lines.isEmpty ? " \(nothing)" : lines.map { "\n  \($0)" }.joined()
    }

    private static func line(_ message: OutboxMessage) -> String {
        let state = [message.delivery.rawValue, message.status?.rawValue].compactMap { $0 }.joined(separator: ", ")
        let content = message.link?.action ?? message.code ?? message.reason ?? ""
        return "#\(message.seq) \(message.createdAt) \(message.type.rawValue) to \(message.to) (\(state)) \(content)"
    }

    private static func line(_ call: JournalRecord) -> String {
        let status = call.status.map { "\($0)" } ?? "no answer"
        let subject = call.email ?? call.localID ?? call.phoneNumber ?? ""
        let parts = [
            "#\(call.seq)", call.at, call.operation ?? "\(call.method) \(call.path)", status, call.error ?? "", subject,
            call.explanation.map { "– \($0)" } ?? "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
