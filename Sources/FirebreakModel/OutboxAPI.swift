/// The methods of a project's outbox.
package enum OutboxAPI {
    package static let list = Endpoint<Listed<OutboxFilter>, OutboxPage>(
        "outbox.list", .get, "/outbox", "Lists messages.")
    package static let delete = Endpoint<OutboxFilter, Deletion>(
        "outbox.delete", .delete, "/outbox",
        "Deletes messages. The codes in them keep working.")
    package static let wait = Endpoint<Awaited<OutboxFilter>, OutboxPage>(
        "outbox.wait", .get, "/outbox:wait",
        "Waits until so many messages are there. Answers 408 when the time is over.")
    package static let stream = StreamEndpoint<OutboxFilter>(
        "outbox.stream", "/outbox:stream",
        "Tells new and changed messages as server-sent events: all that match, but by no `status`.")
    package static let latest = Endpoint<OutboxFilter, OutboxMessage>(
        "outbox.latest", .get, "/outbox/latest", "Answers the newest message.")
    package static let get = Endpoint<MessageID, OutboxMessage>(
        "outbox.get", .get, "/outbox/{id}", "Answers a message.")
    package static let openLatest = Endpoint<OpenLatestMessageRequest, OpenedMessage>(
        "outbox.latest.open", .post, "/outbox/latest:open", "Opens the link in the newest mail, as a person would."
    ).split(query: OutboxFilter.self, body: OpenMessageRequest.self)
    package static let open = Endpoint<OpenMessageRequest, OpenedMessage>(
        "outbox.open", .post, "/outbox/{id}:open", "Opens the link in a mail, as a person would.")

    package static let listing = ListingEndpoints(list: list, wait: wait, stream: stream)

    /// A part of the newest message as a document.
    package static func latestPart(_ part: MessagePart) -> DocumentEndpoint<OutboxFilter> {
        DocumentEndpoint(
            "outbox.latest.\(part.rawValue)", "/outbox/latest\(part.pathSuffix)",
            "Answers \(part.sentence("the newest"))",
            answers: [part.contentType])
    }

    /// A part of a message as a document.
    package static func part(_ part: MessagePart) -> DocumentEndpoint<MessageID> {
        DocumentEndpoint(
            "outbox.get.\(part.rawValue)", "/outbox/{id}\(part.pathSuffix)", "Answers \(part.sentence("a"))",
            answers: [part.contentType])
    }
}

/// Selects messages; all given conditions must match.
public struct OutboxFilter: Codable, Sendable, Equatable {
    /// An address, case-insensitive, or a phone number.
    public var to: String?
    /// What the message is for.
    public var type: OutboxMessage.Kind?
    /// The channel it is sent over.
    public var channel: OutboxMessage.Channel?
    /// Whether it was sent.
    public var delivery: OutboxMessage.Delivery?
    /// What became of the code in it.
    public var status: OutboxMessage.Status?
    /// A tenant's ID.
    public var tenant: String?
    /// Words that all must be in the message: in its recipient, ID, subject or text, without regard to case.
    public var search: String?
    /// Only messages with a higher `seq`.
    public var after: Int64?

    /// Selects all messages that match the given conditions.
    public init(
        to: String? = nil, type: OutboxMessage.Kind? = nil, channel: OutboxMessage.Channel? = nil,
        delivery: OutboxMessage.Delivery? = nil, status: OutboxMessage.Status? = nil, tenant: String? = nil,
        search: String? = nil, after: Int64? = nil
    ) {
        self.to = to
        self.type = type
        self.channel = channel
        self.delivery = delivery
        self.status = status
        self.tenant = tenant
        self.search = search
        self.after = after
    }
}

extension OutboxFilter: APIMessage {
    private enum CodingKeys: String, CodingKey {
        case to, type, channel, delivery, status, tenant
        case search = "q"
        case after
    }

    package static let notes: JSONValue = [
        "to": "An address, in any case, or a phone number.",
        "q": "Words that all must be in the message, in any letter case.",
        "after": ["description": "Only messages with a higher `seq`.", "minimum": 0],
    ]
}

/// A part of a message.
public enum MessagePart: String, Sendable, CaseIterable {
    /// The link as the mail contains it; e-mail only.
    case link
    /// The code in the link of an e-mail, or the one that an SMS spells out.
    case code
    /// The plain text.
    case text = "txt"
    /// The HTML text; e-mail only.
    case html
    /// The whole e-mail in the form that mail programs open (RFC 5322).
    case eml

    /// What follows the message in the path.
    fileprivate var pathSuffix: String { self == .link || self == .code ? "/\(rawValue)" : ".\(rawValue)" }

    /// The content type without a charset.
    package var contentType: String {
        switch self {
        case .link, .code, .text: "text/plain"
        case .html: "text/html"
        case .eml: "message/rfc822"
        }
    }

    /// - Parameter article: Such as `a`, or what says which message.
    fileprivate func sentence(_ article: String) -> String {
        switch self {
        case .link: "the link in \(article) mail."
        case .code: "the code in \(article) message."
        case .text: "the text of \(article) message."
        case .html: "\(article) mail as a page."
        case .eml: "\(article) mail as it would be sent."
        }
    }
}

/// Which message.
package struct MessageID: APIMessage {
    package var id: String

    package init(_ id: String) { self.id = id }
}

/// What a person enters where a link leads.
package struct OpenMessageRequest: APIMessage {
    package var id: String?
    package var newPassword: String?

    package init(_ id: String?, newPassword: String?) {
        self.id = id
        self.newPassword = newPassword
    }

    package static let notes: JSONValue = ["newPassword": "For a reset."]
}

/// The same for the newest message that matches.
package typealias OpenLatestMessageRequest = Joined<OutboxFilter, OpenMessageRequest>
