package import FirebreakModel

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
