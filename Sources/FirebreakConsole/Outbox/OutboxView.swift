import FirebreakControl
import FirebreakModel

/// What the views of the outbox show: a page of the list, and beside it a message.
struct OutboxView: Sendable {
    var query: OutboxQuery
    /// What is shown here contains all changes up to this one.
    var position: Int
    var found: OutboxSearch.Findings
    /// The project's time.
    var now: String
    /// Milliseconds until something changes by the clock alone.
    var due: Int64?
    /// A command that makes a message.
    var example: String
    var reading: Reading

    /// What is beside the list.
    enum Reading: Sendable {
        case nothing
        /// A message that does not exist, or not any more.
        case gone
        case message(ReadMessage)
    }

    var messages: [OutboxMessage] { found.page.elements }

    /// The project's tenants with their names; `nil` if they are too many to choose from.
    var tenants: [(id: String, name: String?)]? {
        found.tenants.count > OutboxSearch.maximumTenants ? nil : found.tenants
    }

    /// The message that is read.
    var read: OutboxMessage? {
        if case .message(let read) = reading { read.message } else { nil }
    }
}

/// A message that is read.
struct ReadMessage: Sendable {
    var message: OutboxMessage
    /// The whole mail, where it is shown.
    var source: String?
    /// Whether codes of the project expire.
    var canExpire: Bool

    init(_ message: OutboxMessage, source: String?, canExpire: Bool) {
        self.message = message
        self.source = source
        self.canExpire = canExpire
    }
}
