package import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Holds the request until enough messages match, then answers like ``ListMessages`` (firebreak.md section 5).
package enum WaitForMessages: ControlOperation {
    /// What to wait for, and how long.
    package struct Request: Decodable, Sendable {
        /// Which messages; a `limit` below ``count`` is raised to it.
        package var selection: MessageSelection
        /// How many messages must match, 1 through 1,000; by default one.
        package var count: String?
        /// As ``WaitTime`` reads it; by default `10s`.
        package var timeout: String?

        package init(selection: MessageSelection = MessageSelection(), count: String? = nil, timeout: String? = nil) {
            self.selection = selection
            self.count = count
            self.timeout = timeout
        }

        private enum CodingKeys: CodingKey { case count, timeout }

        package init(from decoder: any Decoder) throws {
            selection = try MessageSelection(from: decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            count = try container.decodeIfPresent(String.self, forKey: .count)
            timeout = try container.decodeIfPresent(String.self, forKey: .timeout)
        }
    }

    /// - Throws: 408 with an explanation when the time is over, `INVALID_ARGUMENT` for an invalid value,
    ///   `CancellationError` when the task was cancelled.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> OutboxPage {
        let page = try request.selection.page()
        let count = try ControlParameter.number("count", request.count, in: 1...MessageSelection.maximumLimit) ?? 1
        var wait = OutboxWait(
            for: try request.selection.arrivalFilter(), count: Int(count), time: try WaitTime(request.timeout),
            limit: page.limit)
        wait.isDescending = page.isDescending
        let messages = try await wait.messages(in: call.project, call.services)

        // The time and the configuration may have changed during the wait.
        let later = try await ControlCall(control: call.control, project: call.project, origin: call.origin)
        return MessageResource(later).page(messages, after: wait.filter.after, lastSeq: 0)
    }
}
