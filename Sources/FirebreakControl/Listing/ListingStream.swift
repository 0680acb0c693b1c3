package import FirebreakModel
import FirebreakOperations
import FirebreakWire

/// The events of an answer that ends with its client, its server or its subject.
///
/// A stream keeps a cursor and reads from there what it has to tell, so it holds nothing for a client that reads slowly.
package protocol EventStream: Sendable {
    /// Waits for the next events.
    ///
    /// - Parameter time: How long to wait at most.
    /// - Returns: Only some at once; none when the time is over, `nil` at the end of the stream.
    /// - Throws: `CancellationError` when the task was cancelled.
    mutating func next(within time: Duration) async throws -> [ServerEvent]?
}

/// New elements of a listing, and the changes of those that are known already (firebreak.md sections 5 and 12).
///
/// It looks only when something has happened that concerns it, never in between.
package struct ListingStream<Source: Listing>: EventStream {
    /// How many events are read at once.
    private static var batch: Int { 20 }

    private let source: Source
    private let filter: Source.Filter
    /// The position of the last element that was read.
    private var cursor: Int64
    private let changes: Source.Changes
    private let subscription: WaiterSubscription<Source.Filter>
    private let workers: WorkerExecutor
    /// How often it has looked into the listing.
    private(set) var looks = 0

    /// - Parameter filter: Its cursor says where to begin; without one only elements from now on are told.
    init(_ filter: Source.Filter, of source: Source, _ workers: WorkerExecutor) async throws {
        self.source = source
        self.filter = filter.after(nil)
        self.workers = workers
        // Before the cursor is read, so that nothing is missed in between.
        changes = source.follow()
        subscription = WaiterSubscription(to: source.followers, for: self.filter)
        cursor = if let after = filter.after { after } else { try await source.lastPosition() }
    }

    package mutating func next(within time: Duration) async throws -> [ServerEvent]? {
        let subscription = subscription
        let workers = workers
        // Not on an event loop, as little as a list.
        return try await subscription.elements(within: time) {
            try await workers.run { try await look() }
        }
    }

    private mutating func look() async throws -> [ServerEvent]? {
        looks += 1
        guard let known = try await source.events(changes, through: cursor, filter) else { return nil }
        // Time and settings may have changed since the last look.
        let now = try await source.renewed()
        let elements = try await now.elements(filter.after(cursor), descending: false, limit: Self.batch)
        cursor = elements.last.map(now.position) ?? cursor
        return try known
            + elements.map { element in
                ServerEvent(
                    id: String(now.position(of: element)), name: Source.terms.event,
                    data: try WireEncoder().encode(now.record(element)))
            }
    }
}
