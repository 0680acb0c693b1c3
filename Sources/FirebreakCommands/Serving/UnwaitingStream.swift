import Foundation
import Synchronization

/// A stream whose reader may be slow or never read at all: who writes to it does not wait, since a server would stand
/// still.
///
/// What the stream takes at once is written when ``write(_:)`` returns. The rest waits for a thread of its own. When too
/// much waits, further texts are dropped, and a line counts them where they would have been.
final class UnwaitingStream: Sendable {
    /// What logs and reports of this process go to.
    static let standardError = UnwaitingStream(descriptor: STDERR_FILENO)

    private struct State {
        /// Not written yet, in order.
        var waiting: [UInt8] = []
        /// Texts that were dropped since the last one in ``waiting``.
        var dropped = 0
        /// Whether the thread is at work. What it has taken out of ``waiting`` is on its way, so all else has to follow it.
        var isDraining = false
        /// What counts dropped texts.
        var note: @Sendable (Int) -> String
    }

    /// Bytes that a pipe takes at once if it takes any: the least that POSIX allows for PIPE_BUF.
    private static let portion = 512
    private let descriptor: Int32
    private let capacity: Int
    private let state = Mutex(State { "\($0) lines of the log were dropped here: they were not read in time\n" })
    private let queue = DispatchQueue(label: "firebreak.unwaiting-stream")

    /// - Parameters:
    ///   - descriptor: Stays open.
    ///   - capacity: Bytes that may wait, unless one text alone has more.
    init(descriptor: Int32, capacity: Int = 1 << 20) {
        self.descriptor = descriptor
        self.capacity = capacity
    }

    /// Sets the form of the line that counts dropped texts.
    func countDropped(by note: @escaping @Sendable (Int) -> String) { state.withLock { $0.note = note } }

    /// Writes a text now, or later, or counts it.
    func write(_ text: String) {
        state.withLock { state in
            var bytes = Array(text.utf8)[...]
            if !state.isDraining { bytes = writeAtOnce(bytes) }
            guard !bytes.isEmpty else { return }
            guard state.waiting.isEmpty || state.waiting.count + bytes.count <= capacity else {
                state.dropped += 1
                return
            }
            if state.dropped > 0 {
                state.waiting += state.note(state.dropped).utf8
                state.dropped = 0
            }
            state.waiting += bytes
            guard !state.isDraining else { return }
            state.isDraining = true
            queue.async { self.drain() }
        }
    }

    /// Waits until all is written, for a process that ends.
    ///
    /// - Parameter limit: How long at most.
    func finish(within limit: DispatchTimeInterval = .milliseconds(500)) {
        guard state.withLock({ $0.isDraining }) else { return }
        let end = DispatchSemaphore(value: 0)
        queue.async { end.signal() }
        _ = end.wait(timeout: .now() + limit)
    }

    /// - Returns: What the stream does not take without waiting. Nothing if it has no reader any more: the failure cannot be
    ///   reported anywhere.
    private func writeAtOnce(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes
        while !rest.isEmpty {
            guard waitForRoom(descriptor, milliseconds: 0) else { return rest }
            guard let count = writePortion(rest) else { return [] }
            rest = rest.dropFirst(count)
        }
        return rest
    }

    /// - Returns: How many bytes were written; `nil` if there is no reader any more.
    private func writePortion(_ bytes: ArraySlice<UInt8>) -> Int? {
        let count = bytes.prefix(Self.portion).withUnsafeBytes { systemWrite(descriptor, $0) }
        guard count < 0 else { return count }
        return errno == EINTR || errno == EAGAIN ? 0 : nil
    }

    /// Writes what waits, on a thread that may stand still.
    private func drain() {
        while let bytes = next() {
            var rest = bytes[...]
            while !rest.isEmpty {
                _ = waitForRoom(descriptor, milliseconds: -1)
                guard let count = writePortion(rest) else { break }
                rest = rest.dropFirst(count)
            }
        }
    }

    private func next() -> [UInt8]? {
        state.withLock { state in
            if state.waiting.isEmpty, state.dropped > 0 {
                state.waiting = Array(state.note(state.dropped).utf8)
                state.dropped = 0
            }
            guard !state.waiting.isEmpty else {
                state.isDraining = false
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}
