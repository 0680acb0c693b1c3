/// A message that the service would have sent, or decided not to send.
///
/// Times are RFC 3339 texts with milliseconds, by the project's clock.
public struct OutboxMessage: Codable, Sendable, Equatable, Identifiable {
    /// `msg_` and 20 characters.
    public var id: String
    /// Position in the project's outbox, from 1, never reused: the cursor.
    public var seq: Int64
    /// The channel it is sent over.
    public var channel: Channel
    /// What the message is for.
    public var type: Kind
    /// Whether it was sent.
    public var delivery: Delivery
    private var statusOrNull: Nullable<Status>
    /// What became of the code in it; `nil` when nothing was delivered.
    public var status: Status? {
        get { statusOrNull.value }
        set { statusOrNull.value = newValue }
    }
    /// ID of the tenant whose user it is for; `nil` for the project itself.
    public var tenant: String?
    /// The recipient's address or phone number, lower-case.
    public var to: String
    /// The new address of a change, or the address that a recovery replaces.
    public var newEmail: String?
    /// ID of the account, if there is one.
    public var localID: String?
    /// Language of the texts, such as `en`.
    public var locale: String
    /// Sender of an e-mail, `Name <address>` or the address alone.
    public var from: String?
    /// The reply address of an e-mail.
    public var replyTo: String?
    /// Subject of an e-mail.
    public var subject: String?
    /// The plain text.
    public var text: String?
    /// The HTML text of an e-mail.
    public var html: String?
    /// E-mail only.
    public var link: Link?
    /// The code in the link of an e-mail.
    public var oobCode: String?
    /// The code that an SMS spells out.
    public var code: String?
    /// The session that the code of an SMS belongs to.
    public var sessionInfo: String?
    /// When it was created.
    public var createdAt: String
    /// `nil` when the code never expires.
    public var expiresAt: String?
    /// When the code was used.
    public var usedAt: String?
    /// When a message that a fault delays arrives, or arrived.
    public var deliverAt: String?
    /// The call that caused the message.
    public var request: Request
    /// Why nothing was delivered.
    public var reason: String?
    /// How the message was passed on to other servers; `nil` where it goes to none.
    public var deliveries: [MessageDelivery]?

    /// The link in an e-mail.
    public struct Link: Codable, Sendable, Equatable {
        /// The link that the mail contains: the hosting link if one was requested.
        public var mailed: String?
        /// The action link itself.
        public var action: String?
        /// The continue URL.
        public var continueURL: String?

        private enum CodingKeys: String, CodingKey {
            case mailed, action
            case continueURL = "continueUrl"
        }

        /// Creates a link; unknown parts are absent.
        public init(mailed: String? = nil, action: String? = nil, continueURL: String? = nil) {
            self.mailed = mailed
            self.action = action
            self.continueURL = continueURL
        }
    }

    /// What a call reported about its client.
    public struct Request: Codable, Sendable, Equatable {
        /// The SDK and its version (`X-Client-Version`).
        public var clientVersion: String?
        /// `User-Agent` of the call.
        public var userAgent: String?
        /// The API key of the call.
        public var apiKey: String?
        /// Address of the client.
        public var ip: String?

        /// Creates a request; unknown parts are absent.
        public init(
            clientVersion: String? = nil, userAgent: String? = nil, apiKey: String? = nil, ip: String? = nil
        ) {
            self.clientVersion = clientVersion
            self.userAgent = userAgent
            self.apiKey = apiKey
            self.ip = ip
        }
    }

    private enum CodingKeys: String, CodingKey {
        case id, seq, channel, type, delivery
        case statusOrNull = "status"
        case tenant, to, newEmail
        case localID = "localId"
        case locale, from, replyTo, subject, text, html, link, oobCode, code, sessionInfo, createdAt, expiresAt, usedAt,
            deliverAt, request, reason, deliveries
    }

    /// Creates a message with the members that every message has.
    public init(
        id: String, seq: Int64, channel: Channel, type: Kind, delivery: Delivery, status: Status? = nil, to: String,
        locale: String = "en", createdAt: String, request: Request = Request()
    ) {
        self.id = id
        self.seq = seq
        self.channel = channel
        self.type = type
        self.delivery = delivery
        statusOrNull = Nullable(status)
        self.to = to
        self.locale = locale
        self.createdAt = createdAt
        self.request = request
    }
}
