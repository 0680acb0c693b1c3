/// What the tables show of an outbox record. Every member is optional, so that an older or newer server can be read.
package struct OutboxMessage: Decodable, Equatable, Sendable {
    package struct Link: Decodable, Equatable, Sendable {
        /// What the mail contains.
        package var mailed: String?
    }

    package var id: String?
    /// Counts per project, never restarted.
    package var seq: Int?
    package var channel: String?
    package var type: String?
    package var delivery: String?
    package var status: String?
    package var tenant: String?
    package var to: String?
    package var from: String?
    package var subject: String?
    package var text: String?
    package var link: Link?
    package var oobCode: String?
    package var code: String?
    package var createdAt: String?
    package var expiresAt: String?
}

/// An answer with several of them.
package struct OutboxPage: Decodable, Sendable {
    package var messages: [OutboxMessage]
}
