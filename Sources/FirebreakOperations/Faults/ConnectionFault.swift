/// What a fault does to a connection in place of an answer.
package enum ConnectionFault: Error, Sendable, Equatable {
    /// It is closed.
    case drop
    /// It stays open without an answer, until the client closes it or the server ends.
    case hang
}
