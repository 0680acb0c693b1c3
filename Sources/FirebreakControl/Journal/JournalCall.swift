package import FirebreakOperations
package import FirebreakWire
import Synchronization

/// What the journal keeps of one call: as it was, neither parsed nor redacted, which happens when it is read.
package final class JournalCall: Sendable {
    /// What is known when the answer is made.
    package struct Content: Sendable {
        /// By the server's clock.
        package var began: Timestamp
        package var duration: Duration
        /// `nil` where there is no such path.
        package var operation: String?
        package var method: String
        /// With the query.
        package var path: String
        /// `nil` where the connection ended without an answer.
        package var status: Int?
        package var response: RecordedBody
        /// What became known about the call, which has ended.
        let known: RequestRecord

        package init(
            began: Timestamp, duration: Duration, operation: String?, method: String, path: String, status: Int?,
            response: RecordedBody, record: RequestRecord
        ) {
            self.began = began
            self.duration = duration
            self.operation = operation
            self.method = method
            self.path = path
            self.status = status
            self.response = response
            known = record
        }

        package var client: Call.Client { known.client }
        package var record: RequestRecord.Content { known.content }
    }

    package let content: Content
    /// What it counts for the memory of the journal.
    let size: Int
    private let known = Mutex<JournalFacts?>(nil)

    package init(_ content: Content) {
        self.content = content
        let client = content.client
        let bodies = content.known.requestMemory + content.response.memory
        let agent = Self.memory(client.version) + Self.memory(client.userAgent)
        let place = Self.memory(content.path) + Self.memory(client.origin) + Self.memory(client.ip)
        size = Self.overhead + bodies + agent + place
    }

    /// Bytes of the object itself, its place in the ring, and what is found out about it.
    private static let overhead = 1536

    private static func memory(_ text: String?) -> Int { text?.utf8.count ?? 0 }

    /// Whom it was about and how it ended, found out when it is first asked for.
    var facts: JournalFacts {
        if let known = known.withLock(\.self) { return known }
        let facts = JournalFacts(of: self)
        known.withLock { $0 = facts }
        return facts
    }
}
