package import FirebreakModel
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

/// A call with everything that a page about it shows, or repeats.
package struct JournalDetail: Sendable {
    package enum BodyForm: Sendable {
        case none, document
        /// `application/x-www-form-urlencoded`.
        case fields
        /// What the journal cannot read, and keeps only the length of.
        case other
    }

    /// As the control API shows it.
    package var record: JournalRecord
    /// Its explanation in parts.
    package var explanation: Explanation?
    package var requestForm: BodyForm
}
