import FirebreakControl
import FirebreakPages
import FirebreakWire

extension CallFilter {
    init(_ query: QueryParameters) {
        self.init()
        func text(_ name: String) -> String? {
            // A plus sign that was not escaped came as a space.
            query[name].map { String($0.reversed().drop { $0 == " " }.reversed()) }?.nonEmpty
        }
        operation = text("operation")
        status = text("status")
        error = text("error")?.uppercased()
        caller = text("caller")
        email = text("email")
        localID = text("localId")
        phoneNumber = text("phoneNumber")
        if let account = text(Self.accountField) {
            setAccount(account.rest(after: " ").map { "+" + $0 } ?? account)
        }
    }

    /// - Throws: `INVALID_ARGUMENT` for an invalid value; it names the valid ones.
    func journalFilter() throws(WireError) -> JournalFilter {
        var selection = JournalSelection()
        selection.operation = operation
        selection.status = status == Self.failed ? nil : status
        selection.error = error
        selection.caller = caller
        selection.email = email
        selection.localId = localID
        selection.phoneNumber = phoneNumber
        var filter = try selection.filter()
        if status == Self.failed { filter.status = .failed }
        return filter
    }
}
