import FirebreakOperations
import FirebreakWire

/// Tells calls as they come (firebreak.md section 12, `requests:stream`).
package enum StreamRequests {
    /// - Parameters:
    ///   - request: Which calls; `limit` and `order` are ignored.
    ///   - lastEventID: The cursor of the last call that the client has seen before it connected again.
    ///   - isOfAll: Whether the calls of all projects are told, and those of none.
    /// - Throws: `INVALID_ARGUMENT` for an invalid filter, `FAILED_PRECONDITION` without a journal.
    package static func stream(
        _ request: JournalSelection, lastEventID: String?, isOfAll: Bool, _ call: ControlCall
    ) throws -> JournalStream {
        let journal = try call.control.keptJournal
        var filter = try request.filter()
        if let seen = try ControlParameter.number("Last-Event-ID", lastEventID, in: 0...Int64.max) {
            filter.after = seen
        }
        return JournalStream(filter, of: isOfAll ? nil : call.project.id, in: journal)
    }
}
