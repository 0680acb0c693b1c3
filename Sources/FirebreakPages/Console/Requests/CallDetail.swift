package import FirebreakModel

/// One call with everything that its page shows.
package struct CallDetail: Sendable {
    /// Why it was answered so, and what changes that.
    package struct Reason: Sendable {
        package var words: String
        package var change: CurlCommand?
        /// What the change does, such as `adds it`.
        package var effect: String
        /// The view that has the setting.
        package var view: ConsoleView?

        package init(words: String, change: CurlCommand?, effect: String, view: ConsoleView?) {
            self.words = words
            self.change = change
            self.effect = effect
            self.view = view
        }
    }

    package var call: JournalRecord
    package var reason: Reason?
    /// The errors of the catalogue that have its code.
    package var errors: [ErrorEntry] = []
    /// The ID of the account that it was about, if that is there now.
    package var accountID: String?
    /// The messages that it sent and that are still in the outbox.
    package var messages: [OutboxMessage] = []
    package var command: CurlCommand
    /// Whether the command has the body that was sent, but for its secrets.
    package var isBodyKept: Bool
    /// The calls beside it, of those that the filter selects.
    package var newer: Int64?
    package var older: Int64?
    package var filter = CallFilter()
    /// Where the control API has all of it.
    package var source: String

    package init(call: JournalRecord, command: CurlCommand, isBodyKept: Bool, source: String) {
        self.call = call
        self.command = command
        self.isBodyKept = isBodyKept
        self.source = source
    }
}
