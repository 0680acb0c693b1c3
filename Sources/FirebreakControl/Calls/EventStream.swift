package import FirebreakModel

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
