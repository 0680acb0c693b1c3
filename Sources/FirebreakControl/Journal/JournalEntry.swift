import FirebreakOperations
package import FirebreakWire

/// A call at its place in the journal.
package struct JournalEntry: Sendable {
    /// Position among all calls of the server, from 1.
    package let id: Int64
    /// Position among the calls of its project, or among those without one.
    package let seq: Int64
    package let call: JournalCall

    package var project: ProjectID? { call.content.known.project }
}
