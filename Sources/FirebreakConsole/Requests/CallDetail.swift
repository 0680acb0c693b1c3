import FirebreakModel

/// One call with everything that its page shows.
struct CallDetail: Sendable {
    /// Why it was answered so, and what changes that.
    struct Reason: Sendable {
        var words: String
        var change: CurlCommand?
        /// What the change does, such as `adds it`.
        var effect: String
        /// The view that has the setting.
        var view: ConsoleView?

        init(words: String, change: CurlCommand?, effect: String, view: ConsoleView?) {
            self.words = words
            self.change = change
            self.effect = effect
            self.view = view
        }
    }

    var call: JournalRecord
    var reason: Reason?
    /// The errors of the catalogue that have its code.
    var errors: [ErrorEntry] = []
    /// The ID of the account that it was about, if that is there now.
    var accountID: String?
    /// The messages that it sent and that are still in the outbox.
    var messages: [OutboxMessage] = []
    var command: CurlCommand
    /// Whether the command has the body that was sent, but for its secrets.
    var isBodyKept: Bool
    /// The calls beside it, of those that the filter selects.
    var newer: Int64?
    var older: Int64?
    var filter = CallFilter()
    /// Where the control API has all of it.
    var source: String

    init(call: JournalRecord, command: CurlCommand, isBodyKept: Bool, source: String) {
        self.call = call
        self.command = command
        self.isBodyKept = isBodyKept
        self.source = source
    }
}
