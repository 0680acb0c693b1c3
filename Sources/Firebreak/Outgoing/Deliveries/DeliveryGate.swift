import Synchronization

/// Lets few attempts at one destination be made at the same time, so that many projects neither overwhelm a server nor
/// use up the connections of this one. Those at other destinations are not affected.
final class DeliveryGate: Sendable {
    private struct Place {
        var inside = 0
        var waiting: [(id: UInt64, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    private struct State {
        var nextID: UInt64 = 0
        var places: [String: Place] = [:]
        /// Those that were cancelled before they waited.
        var cancelled: Set<UInt64> = []
    }

    private let width: Int
    private let state = Mutex(State())

    init(width: Int) { self.width = width }

    /// Runs a body when there is room.
    ///
    /// - Returns: `nil` if the task was cancelled before.
    func enter<Value>(_ name: String, _ body: () async -> Value) async -> Value? {
        guard await wait(name) else { return nil }
        defer { leave(name) }
        return await body()
    }

    private func wait(_ name: String) async -> Bool {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isInside: Bool? = state.withLock { state in
                    guard state.cancelled.remove(id) == nil else { return false }
                    guard state.places[name, default: Place()].inside >= width else {
                        state.places[name, default: Place()].inside += 1
                        return true
                    }
                    state.places[name]?.waiting.append((id, continuation))
                    return nil
                }
                if let isInside { continuation.resume(returning: isInside) }
            }
        } onCancel: {
            cancel(id, name)
        }
    }

    private func cancel(_ id: UInt64, _ name: String) {
        let continuation = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard let index = state.places[name]?.waiting.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            return state.places[name]?.waiting.remove(at: index).continuation
        }
        continuation?.resume(returning: false)
    }

    private func leave(_ name: String) {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard var place = state.places[name] else { return nil }
            defer { state.places[name] = place.inside == 0 ? nil : place }
            guard !place.waiting.isEmpty else {
                place.inside -= 1
                return nil
            }
            return place.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}
