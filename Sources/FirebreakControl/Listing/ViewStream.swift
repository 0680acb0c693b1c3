package import FirebreakModel
package import FirebreakOperations

/// Tells that what a page shows may look different now, not what: the page looks again (firebreak.md section 13.2).
package struct ViewStream: EventStream {
    private let signals: ChangeNotifier
    /// Held, so that the project that it looks at stays the one that calls change.
    private let project: Project?
    private let parts: Set<ChangeNotifier.Part>
    private let subscription: WaiterSubscription<ChangeNotifier.Interest>
    /// Up to where changes were told.
    private var told: Int

    /// - Parameters:
    ///   - parts: What the page shows.
    ///   - project: `nil` for what all projects show together.
    ///   - seen: The position of these parts before the page was made; `nil` for now.
    package init(_ parts: Set<ChangeNotifier.Part>, of project: Project?, _ services: Services, after seen: Int?) {
        signals = project?.views ?? services.projects.views
        self.project = project
        self.parts = parts
        told = seen ?? signals.counts.position(of: parts)
        subscription = WaiterSubscription(to: signals.viewers, for: ChangeNotifier.Interest(parts))
    }

    package mutating func next(within time: Duration) async throws -> [ServerEvent]? {
        let (signals, parts, told) = (signals, parts, told)
        // What happens between two events is told once.
        let positions = try await subscription.elements(within: time) {
            let position = signals.counts.position(of: parts)
            return position == told ? [] : [position]
        }
        guard let position = positions?.last else { return [] }
        self.told = position
        return [ServerEvent(id: String(position), name: "change", data: Array("{}".utf8))]
    }
}
