package import FirebreakModel
import FirebreakOperations
package import FirebreakStore
import FirebreakWire

/// New messages of an outbox, and the changes of those that are known already (firebreak.md section 5,
/// `outbox:stream`).
///
/// It looks only when something has happened that concerns it, never in between.
package struct OutboxStream: EventStream {
    /// How many events are read at once.
    private static let batch = 20

    private let call: ControlCall
    private let filter: MessageFilter
    /// The last `seq` that was read.
    private var cursor: Int64
    /// Up to where changes of messages were read.
    private var position: Int
    private let changes: OutboxChanges.Listener
    private let place: WaiterPlace<MessageFilter>
    /// How often it has looked into the outbox.
    package private(set) var looks = 0

    /// - Parameter filter: Its cursor says where to begin; without one only messages from now on are told. Its status is
    ///   ignored.
    package init(_ filter: MessageFilter, _ call: ControlCall) async throws {
        var filter = filter
        let after = filter.after
        filter.after = nil
        filter.status = nil
        self.filter = filter
        self.call = call
        let outbox = call.project.outboxChanges
        // Before the cursor is read, so that nothing is missed in between.
        (changes, position) = outbox.listen()
        place = WaiterPlace(among: outbox.waiters, for: filter)
        if let after {
            cursor = after
        } else {
            cursor = try await call.project.read { tx in try tx.lastMessageSeq() }
        }
    }

    package mutating func next(within time: Duration) async throws -> [ServerEvent]? {
        let place = place
        let workers = call.services.workers
        // Not on an event loop, as little as a list.
        return try await place.elements(within: time) {
            try await workers.run { try await look() }
        }
    }

    private mutating func look() async throws -> [ServerEvent]? {
        looks += 1
        guard let changed = call.project.outboxChanges.changes(since: position) else { return nil }
        // Time and configuration may have changed since the last look.
        let now = try await ControlCall(control: call.control, project: call.project, origin: call.origin)
        let cursor = cursor
        var newer = filter
        newer.after = cursor
        let (messages, known) = try await call.project.read { [filter, newer] tx in
            let messages = try tx.messages(newer, at: now.expiryMoment, descending: false, limit: Self.batch)
            // What is not told yet is told with its status.
            let seqs = Set(changed.seqs.filter { $0 <= cursor }).sorted()
            let known = try seqs.compactMap { seq in
                try tx.message(seq: seq).flatMap { filter.matches($0, at: now.now) ? $0 : nil }
            }
            return (messages, known)
        }
        position = changed.position
        self.cursor = messages.last?.seq ?? cursor
        let resource = MessageResource(now)
        let encoder = WireEncoder()
        return try known.map { ServerEvent(name: "status", data: try encoder.encode(resource.record($0))) }
            + messages.map {
                ServerEvent(id: String($0.seq), name: "message", data: try encoder.encode(resource.record($0)))
            }
    }
}
