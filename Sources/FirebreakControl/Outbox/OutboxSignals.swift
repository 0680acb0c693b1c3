package import FirebreakModel
package import FirebreakOperations
import FirebreakStore

/// Tells that something in an outbox may look different now, not what: somebody who looks at it looks again.
///
/// Unlike ``OutboxStream`` it also tells of messages that were deleted, of deliveries, of settings and of the clock.
package struct OutboxSignals: EventStream {
    private let changes: OutboxChanges
    private let place: WaiterPlace<MessageFilter>
    /// Up to where the changes were told.
    private var told: Int

    /// - Parameter seen: What ``position(in:)`` was before the outbox was looked at.
    package init(of project: Project, after seen: Int) {
        changes = project.outboxChanges
        told = seen
        place = WaiterPlace(among: changes.viewers, for: MessageFilter())
    }

    /// Where a project's changes are: it counts while the server runs.
    package static func position(in project: Project) -> Int { project.outboxChanges.lookCount }

    package mutating func next(within time: Duration) async throws -> [ServerEvent]? {
        let changes = changes
        let told = told
        // What happens between two events is told once.
        let events = try await place.elements(within: time) {
            let count = changes.lookCount
            return count == told ? [] : [count]
        }
        guard let count = events?.last else { return [] }
        self.told = count
        return [ServerEvent(id: String(count), name: "change", data: Array("{}".utf8))]
    }
}
