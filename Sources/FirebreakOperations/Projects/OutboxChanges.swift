package import FirebreakStore
import FirebreakWire
import Synchronization

/// Tells the streams of a project's outbox what happens there: new messages, and messages whose status changes.
///
/// Of a change only the message's `seq` is kept, once for all streams and only while there are any: a stream that has
/// fallen far behind is ended, so no reader makes the server keep more.
package final class OutboxChanges: Sendable {
    /// How many changes are kept for streams that have not read them yet.
    static let capacity = Transaction.maximumReported

    package let waiters = Waiters<MessageFilter>()
    private let state = Mutex(State())

    private struct State {
        var listeners = 0
        /// How many changes there were.
        var count = 0
        /// The `seq` of the last ones.
        var kept: [Int64] = []
    }

    init() {}

    /// How many streams there are.
    var listenerCount: Int { state.withLock { $0.listeners } }

    /// Notes messages whose status has changed, and wakes the streams that they concern.
    func note(_ effects: Transaction.Effects, at now: Timestamp) {
        let isHeard = state.withLock { state in
            guard state.listeners > 0 else { return false }
            state.count += effects.changedMessages.count
            state.kept += effects.changedMessages.map(\.seq)
            state.kept.removeFirst(max(0, state.kept.count - Self.capacity))
            return true
        }
        guard isHeard else { return }
        if effects.hasMoreChanges { endAll() } else { waiters.notify(effects.changedMessages, at: now) }
    }

    /// Ends all streams: their clients connect again, and list anew.
    func endAll() {
        state.withLock { state in
            state.count += 1
            state.kept = []
        }
        waiters.wakeAll()
    }

    /// A stream's place among the changes, given back with the object.
    package final class Listener: Sendable {
        private let changes: OutboxChanges
        /// Up to where the changes were read.
        private let position: Mutex<Int>

        fileprivate init(_ changes: OutboxChanges, at position: Int) {
            self.changes = changes
            self.position = Mutex(position)
        }

        deinit {
            changes.state.withLock { state in
                state.listeners -= 1
                if state.listeners == 0 { state.kept = [] }
            }
        }

        /// The `seq` of each message that has changed since the last time; `nil` if they are no longer known.
        package func next() -> [Int64]? {
            position.withLock { position in
                changes.state.withLock { state in
                    let missed = state.count - position
                    guard missed <= state.kept.count else { return nil }
                    position = state.count
                    return Array(state.kept.suffix(missed))
                }
            }
        }
    }

    /// Adds a stream, which is told what changes from now on.
    package func listen() -> Listener {
        let position = state.withLock { state in
            state.listeners += 1
            return state.count
        }
        return Listener(self, at: position)
    }
}
