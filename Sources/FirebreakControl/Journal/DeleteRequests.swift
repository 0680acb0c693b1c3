package import FirebreakModel
package import FirebreakOperations
import FirebreakWire

/// Empties the journal of the project (firebreak.md section 12). `seq` goes on counting.
package enum DeleteRequests: ControlOperation {
    package typealias Request = NoParameters

    /// - Throws: `FAILED_PRECONDITION` without a journal.
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> JournalDeletion {
        JournalDeletion(deleted: try call.control.keptJournal.clear(call.project.id))
    }
}
