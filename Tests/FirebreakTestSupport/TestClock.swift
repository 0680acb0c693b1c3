package import FirebreakWire
import Synchronization

/// A clock that stands still until a test moves it. It starts at 2026-06-01T12:00:00Z.
package final class TestClock: Sendable {
    private let milliseconds = Mutex<Int64>(1_780_315_200_000)

    package init() {}

    package var now: Timestamp { Timestamp(milliseconds: milliseconds.withLock { $0 }) }

    /// Moves the clock; negative values move it back.
    package func advance(seconds: Int64) { advance(milliseconds: seconds * 1000) }
    package func advance(milliseconds delta: Int64) { milliseconds.withLock { $0 += delta } }
}
