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
    /// What became of the code in it; `nil` when nothing was delivered, and for a mail without a code.
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
    /// Why nothing was delivered, or what could not be read of a mail of an app.
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

// Structs rather than enumerations, so that a client can decode the values of a later server.

extension OutboxMessage {
    /// The channel of a message.
    public struct Channel: RawRepresentable, Codable, Sendable, Hashable {
        /// The name on the wire.
        public let rawValue: String

        /// A name, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// E-mail.
        public static let email = Self(rawValue: "email")
        /// A text message.
        public static let sms = Self(rawValue: "sms")
    }

    /// What a message is for.
    public struct Kind: RawRepresentable, Codable, Sendable, Hashable {
        /// The name on the wire.
        public let rawValue: String

        /// A name, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        private init(_ type: MessageType) { rawValue = type.rawValue }

        /// A link that signs in.
        public static let emailSignIn = Self(.emailSignIn)
        /// A link that resets the password.
        public static let passwordReset = Self(.passwordReset)
        /// A link that confirms an address.
        public static let verifyEmail = Self(.verifyEmail)
        /// A link that confirms a new address and changes to it.
        public static let verifyAndChangeEmail = Self(.verifyAndChangeEmail)
        /// A link that undoes a change of address.
        public static let recoverEmail = Self(.recoverEmail)
        /// A link that removes a second factor.
        public static let revertSecondFactorAddition = Self(.revertSecondFactorAddition)
        /// A code that signs in.
        public static let smsSignIn = Self(.smsSignIn)
        /// A code that adds a phone number as second factor.
        public static let smsMFAEnrollment = Self(.smsMFAEnrollment)
        /// A code that is the second factor of a sign-in.
        public static let smsMFASignIn = Self(.smsMFASignIn)

        /// A mail of an app, without a link or code of the service.
        public static let app = Self(rawValue: "APP")

        package static let known = MessageType.allCases.map(Self.init) + [.app]
    }

    /// Whether a message was sent.
    public struct Delivery: RawRepresentable, Codable, Sendable, Hashable {
        /// The name on the wire.
        public let rawValue: String

        /// A name, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The service would have sent it.
        public static let sent = Self(rawValue: "sent")
        /// An admin received the link as a response; nothing was sent.
        public static let generated = Self(rawValue: "generated")
        /// The address is unknown, or the response must not reveal whether it is: nothing was sent, and there is no
        /// code.
        public static let suppressed = Self(rawValue: "suppressed")
        /// A blocking function refused the message.
        public static let blocked = Self(rawValue: "blocked")
        /// A fault lost the message.
        public static let failed = Self(rawValue: "failed")
        /// A fault delays the message until ``OutboxMessage/deliverAt``.
        public static let scheduled = Self(rawValue: "scheduled")
        /// An app sent it by itself, to the server's mail server.
        public static let app = Self(rawValue: "app")
    }

    /// What became of the code in a message.
    public struct Status: RawRepresentable, Codable, Sendable, Hashable {
        /// The name on the wire.
        public let rawValue: String

        /// A name, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It can be used.
        public static let pending = Self(rawValue: "pending")
        /// It was used.
        public static let used = Self(rawValue: "used")
        /// It has expired, or its purpose no longer exists.
        public static let expired = Self(rawValue: "expired")
        /// A later message of its kind replaced it.
        public static let superseded = Self(rawValue: "superseded")
    }
}

/// A page of messages of an outbox.
public struct OutboxPage: Codable, Sendable, Equatable {
    /// In the requested order.
    public var messages: [OutboxMessage]
    /// The cursor to pass as `after` for the next messages: the highest `seq` among the messages; if there are none,
    /// the requested `after`, or without it the project's last `seq`.
    public var nextCursor: Int64

    /// Creates a page.
    public init(messages: [OutboxMessage], nextCursor: Int64) {
        self.messages = messages
        self.nextCursor = nextCursor
    }
}

/// What opening the link of a mail did.
public struct OpenedMessage: Codable, Sendable, Equatable {
    /// What the link is for, as `mode` in it says: `signIn`, `resetPassword`, `verifyEmail`, ….
    public var mode: String
    /// The address: of a change the new one, else the one that the mail is about.
    public var email: String
    /// Whether the code took effect; that of a sign-in link does when the app uses it.
    public var applied: Bool
    private var redirectOrNull: Nullable<String>
    /// Where the person gets from there: of a sign-in link the URL that the app receives.
    public var redirect: String? {
        get { redirectOrNull.value }
        set { redirectOrNull.value = newValue }
    }

    private enum CodingKeys: String, CodingKey {
        case mode, email, applied
        case redirectOrNull = "redirect"
    }

    /// What opening a link did.
    public init(mode: String, email: String, applied: Bool, redirect: String?) {
        self.mode = mode
        self.email = email
        self.applied = applied
        redirectOrNull = Nullable(redirect)
    }
}

/// How far a message has come on its way to another server.
public struct MessageDelivery: Codable, Sendable, Equatable {
    /// The URL that the message is posted to, or the mail server as `smtp://host:port`; without anything secret.
    public var to: String
    /// What became of it.
    public var state: State
    /// How many attempts were made.
    public var attempts: Int
    /// What went wrong in the last attempt that failed.
    public var lastError: String?

    /// What became of a delivery.
    public struct State: RawRepresentable, Codable, Sendable, Hashable {
        /// The name on the wire.
        public let rawValue: String

        /// A name, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It will be attempted, or attempted again.
        public static let pending = Self(rawValue: "pending")
        /// The other server has taken it.
        public static let delivered = Self(rawValue: "delivered")
        /// It was given up.
        public static let failed = Self(rawValue: "failed")
    }

    /// Creates a delivery.
    public init(to: String, state: State, attempts: Int, lastError: String? = nil) {
        self.to = to
        self.state = state
        self.attempts = attempts
        self.lastError = lastError
    }
}

extension OutboxMessage: APIMessage {
    package static let notes: JSONValue = [
        "seq": "Position in the project's outbox, from 1, never used again.",
        "status": "What became of the code; `null` when nothing was delivered, and for a mail without a code.",
        "to": "The recipient's address or phone number.",
        "newEmail": "The new address of a change, or the address that a recovery replaces.",
        "link": [
            "properties": [
                "mailed": ["description": "The link that the mail contains."],
                "action": ["description": "The action link itself."],
            ]
        ],
        "oobCode": "The code in the link of a mail.",
        "code": "The code that an SMS spells out.",
        "createdAt": ["format": "date-time"],
        "expiresAt": ["format": "date-time"],
        "usedAt": ["format": "date-time"],
        "deliverAt": ["description": "When a message that a fault delays arrives, or arrived.", "format": "date-time"],
        "request": "The call that caused the message.",
        "reason": "Why nothing was delivered, or what could not be read of a mail of an app.",
        "deliveries": [
            "description": "How it was passed on to other servers.",
            "items": ["properties": ["state": ["enum": ["pending", "delivered", "failed"]]]],
        ],
    ]
}

extension OutboxPage: APIMessage {
    package static let notes: JSONValue = [
        "nextCursor": "Pass it as `after` for the next messages."
    ]
}

extension OpenedMessage: APIMessage {
    package static let notes: JSONValue = [
        "mode": "What the link is for.",
        "applied": "Whether the code took effect; a sign-in link's does in the app.",
        "redirect": "Where the person gets from there.",
    ]
}

/// What a message of this version is about; the raw value is the name on the wire. A library's user sees it as
/// ``OutboxMessage/Kind``.
package enum MessageType: String, Sendable, CaseIterable {
    /// Link that signs the recipient in.
    case emailSignIn = "EMAIL_SIGNIN"
    /// Link to choose a new password.
    case passwordReset = "PASSWORD_RESET"
    /// Link that confirms the address of an account.
    case verifyEmail = "VERIFY_EMAIL"
    /// Link that confirms a new address and makes it the account's; goes to the new address.
    case verifyAndChangeEmail = "VERIFY_AND_CHANGE_EMAIL"
    /// Link that undoes a change of address; goes to the old address.
    case recoverEmail = "RECOVER_EMAIL"
    /// Link that removes a second factor that was just added.
    case revertSecondFactorAddition = "REVERT_SECOND_FACTOR_ADDITION"
    /// Code to sign in with a phone number.
    case smsSignIn = "SMS_SIGN_IN"
    /// Code that adds a phone number as second factor.
    case smsMFAEnrollment = "SMS_MFA_ENROLLMENT"
    /// Code that completes a sign-in with a second factor.
    case smsMFASignIn = "SMS_MFA_SIGN_IN"
}

extension OutboxMessage.Channel: KnownValues {
    package static let known: [Self] = [.email, .sms]
}

extension OutboxMessage.Kind: KnownValues {}

extension OutboxMessage.Delivery: KnownValues {
    package static let known: [Self] = [.sent, .generated, .suppressed, .blocked, .failed, .scheduled, .app]
}

extension OutboxMessage.Status: KnownValues {
    package static let known: [Self] = [.pending, .used, .expired, .superseded]
}
