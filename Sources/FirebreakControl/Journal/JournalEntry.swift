package import FirebreakOperations
package import FirebreakWire
import Synchronization

/// A call at its place in the journal: as it was, neither parsed nor redacted. What lists show of it is found out once.
package final class JournalEntry: Sendable {
    /// What is known when the answer is made.
    package struct Content: Sendable {
        /// By the server's clock.
        var began: Timestamp
        var duration: Duration
        /// `nil` where there is no such path.
        var operation: String?
        package var method: String
        /// With the query.
        package var path: String
        /// `nil` where the connection ended without an answer.
        package var status: Int?
        package var response: RecordedBody
        /// What became known about the call, which has ended.
        let known: RequestRecord
        /// Of a call that was kept without its secrets, from which they were read.
        var facts: JournalFacts?

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

        package var client: OperationContext.Client { known.client }
        var record: RequestRecord.Content { known.content }

        /// What it counts for the memory of the journal.
        var memory: Int {
            func length(_ text: String?) -> Int { text?.utf8.count ?? 0 }
            let client = client
            let bodies = known.requestMemory + response.memory
            let agent = length(client.version) + length(client.userAgent)
            // As it is, and as lists show it.
            let place = 2 * length(path) + length(client.origin) + length(client.ip)
            return JournalEntry.overhead + bodies + agent + place
        }
    }

    /// Bytes of the object itself, its place in the ring, and what is found out about it.
    private static let overhead = 1536

    /// Position among all calls of the server, from 1.
    package let id: Int64
    /// Position among the calls of its project, or among those without one.
    package let seq: Int64
    package let content: Content
    /// Bytes of memory.
    let size: Int
    private let digest: Digest
    private let known = Mutex<(facts: JournalFacts?, texts: JournalTexts?)>((nil, nil))

    /// How what is known of a call is found out.
    struct Digest: Sendable {
        var facts: @Sendable (Content) -> JournalFacts = JournalFacts.init(of:)
        var texts: @Sendable (Content) -> JournalTexts = JournalTexts.init(of:)
    }

    init(_ content: Content, id: Int64, seq: Int64, size: Int, _ digest: Digest = Digest()) {
        self.content = content
        self.id = id
        self.seq = seq
        self.size = size
        self.digest = digest
    }

    package var project: ProjectID? { content.known.project }

    /// Whom it was about and how it ended, found out when it is first asked for: once, also when two ask at that moment.
    var facts: JournalFacts {
        known.withLock { known in
            if let facts = known.facts { return facts }
            let facts = digest.facts(content)
            known.facts = facts
            return facts
        }
    }

    /// What lists show of it besides, found out likewise.
    var texts: JournalTexts {
        known.withLock { known in
            if let texts = known.texts { return texts }
            let texts = digest.texts(content)
            known.texts = texts
            return texts
        }
    }

    /// Whether finding that out takes so long that a list must not wait for it.
    var isLong: Bool { content.record.request.bytes.count + content.response.bytes.count > 8 << 10 }

    /// Finds it out before anyone asks.
    func prepare() { _ = (facts, texts) }
}
