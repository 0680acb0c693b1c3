package import FirebreakWire

/// What the service sent or would have sent, and the action code in it (firebreak.md section 5): an action code is a
/// row of the outbox and nothing else.
package struct Message: Sendable, Equatable {
    package enum Channel: String, Sendable, CaseIterable { case email, sms }

    package enum Delivery: String, Sendable, CaseIterable {
        /// Mailed, in production.
        case sent
        /// A link returned to an admin; nothing mailed.
        case generated
        /// Enumeration protection or an unknown address: nothing was sent and there is no code.
        case suppressed
        /// A blocking function refused.
        case blocked
        /// A fault lost it.
        case failed
        /// A fault delays it until ``Message/deliverAt``; from then on it counts as sent.
        case scheduled
        /// An app sent it by itself, to the mail server of this one.
        case app
    }

    package enum Status: String, Sendable, CaseIterable { case pending, used, expired, superseded }

    /// Why a code does nothing any more although it was neither used nor superseded: what it is about has changed
    /// (production.md section 3.4).
    package enum Moot: String, Sendable, CaseIterable {
        /// Its account was deleted.
        case accountDeleted
        /// Its account has another address.
        case addressChanged
        /// Another account has the address that it would give its own.
        case addressTaken

        /// In words, for the outbox.
        package var reason: String {
            switch self {
            case .accountDeleted: "its account was deleted"
            case .addressChanged: "its account has another address"
            case .addressTaken: "another account has the address"
            }
        }

        fileprivate var status: Status { self == .accountDeleted ? .expired : .superseded }

        /// The conditions of a status in SQL.
        static func sql(of status: Status) -> String {
            allCases.filter { $0.status == status }.map { "moot = '\($0.rawValue)'" }.joined(separator: " OR ")
        }
    }

    /// ``type`` of a mail of an app that has no code of the service in it.
    package static let appType = "APP"

    /// Position in the project's outbox, from 1; assigned by the store.
    package var seq: Int64 = 0
    /// `msg_` and 20 characters.
    package var id: String
    package var tenant: TenantID?
    package var channel: Channel
    /// Wire name of the message type, such as `EMAIL_SIGNIN`.
    package var type: String
    /// What became of it when it was made; ``delivery(at:)`` says what has become of it since.
    package var initialDelivery: Delivery
    /// The address or number it goes to, lower-case: for a change of address the new one.
    package var recipient: String
    /// The address that the code was made for: for a change of address the old one; `nil` in an SMS.
    package var email: String?
    /// The new address of a change, or the one that a recovery replaces.
    package var newEmail: String?
    package var accountID: AccountID?
    package var displayName: String?
    package var locale: String
    /// `oobCode` of an e-mail, `code` of an SMS.
    package var code: String?
    package var sessionInfo: String?
    /// The link in the mail: the hosting link if one was requested.
    package var mailedLink: String?
    /// The action link itself.
    package var actionLink: String?
    package var continueURL: String?
    package var createdAt: Timestamp
    /// `nil` when the code never expires.
    package var expiresAt: Timestamp?
    package var usedAt: Timestamp?
    package var supersededAt: Timestamp?
    /// When a delayed message arrives.
    package var deliverAt: Timestamp?
    /// When the code was voided with its account, tenant or project.
    var voidedAt: Timestamp?
    /// Counts where codes follow their accounts (``OutboxMoment/followsAccounts``).
    package internal(set) var moot: Moot?
    /// How often a wrong code was given instead of this one.
    package var attempts: Int64 = 0
    /// The second factor that was added.
    package var secondFactor: SecondFactor?
    /// Why nothing was delivered.
    package var reason: String?
    /// What its texts say beyond its own members; `nil` for what the project's settings are now. Read with messages of the
    /// outbox only.
    package var settings: MessageSettings?
    /// The row that has them.
    var settingsID: Int64?
    /// What an app sent; `nil` for messages of the service. Read with messages of the outbox only.
    package var mail: ReceivedMail?
    /// Read with messages of the outbox only.
    package var deliveries: [StoredDelivery] = []
    /// `{clientVersion, userAgent, apiKey, ip}` of the call.
    package var request: JSON

    package init(
        id: String, channel: Channel, type: String, delivery: Delivery, recipient: String, locale: String,
        createdAt: Timestamp, request: JSON
    ) {
        self.id = id
        self.channel = channel
        self.type = type
        initialDelivery = delivery
        self.recipient = recipient
        self.locale = locale
        self.createdAt = createdAt
        self.request = request
    }

    /// The address that the code is bound to: it acts on the account that has this one.
    package var boundEmail: String { email ?? recipient }

    /// What has become of it by then: a delayed message is sent once it has arrived.
    package func delivery(at moment: OutboxMoment) -> Delivery {
        let hasArrived = initialDelivery == .scheduled && (deliverAt.map { moment.now >= $0 } ?? true)
        return hasArrived ? .sent : initialDelivery
    }

    /// Whether there is a message that can be read, rather than only a record.
    package func wasDelivered(at moment: OutboxMoment) -> Bool {
        [.sent, .generated, .app].contains(delivery(at: moment))
    }

    /// `nil` when nothing was delivered, and for a mail of an app without a code of the service.
    package func status(at moment: OutboxMoment) -> Status? {
        guard wasDelivered(at: moment), type != Self.appType else { return nil }
        if usedAt != nil { return .used }
        if supersededAt != nil { return .superseded }
        if voidedAt != nil { return .expired }
        if moment.followsAccounts, let moot { return moot.status }
        return isExpired(at: moment) ? .expired : .pending
    }

    /// Why the code does nothing any more although it was neither used nor superseded, in words; `nil` for others.
    package func mootReason(at moment: OutboxMoment) -> String? {
        let isOpen = usedAt == nil && supersededAt == nil && voidedAt == nil
        return isOpen && moment.followsAccounts ? moot?.reason : nil
    }

    /// Whether the time of its code is over.
    package func isExpired(at moment: OutboxMoment) -> Bool { expiresAt.map { moment.expiry >= $0 } ?? false }
}

extension Message: StoredRecord {
    /// All but `seq`, which the database gives, and `hidden`, which no query reads.
    enum Column: Int, CaseIterable {
        case id, tenant, channel, type, delivery, recipient, email, newEmail, localId, displayName, locale,
            code, sessionInfo, mailedLink, actionLink, continueUrl, createdAt, expiresAt, usedAt, supersededAt,
            voidedAt, attempts, secondFactor, deliverAt, reason, request, settings, moot
    }

    static let columns = listColumns()

    mutating func read(_ column: Column, _ row: ResultRow, _ position: Int) throws {
        switch column {
        case .id: id = row[position]
        case .tenant: tenant = row.tenant(position)
        case .channel: channel = Channel(rawValue: row[position]) ?? .email
        case .type: type = row[position]
        case .delivery: initialDelivery = Delivery(rawValue: row[position]) ?? .sent
        case .recipient: recipient = row[position]
        case .email: email = row[position]
        case .newEmail: newEmail = row[position]
        case .localId: accountID = (row[position] as String?).map(AccountID.init)
        case .displayName: displayName = row.freeText(position)
        case .locale: locale = row[position]
        case .code: code = row[position]
        case .sessionInfo: sessionInfo = row[position]
        case .mailedLink: mailedLink = row[position]
        case .actionLink: actionLink = row[position]
        case .continueUrl: continueURL = row[position]
        case .createdAt: createdAt = Timestamp(milliseconds: row[position])
        case .expiresAt: expiresAt = row.time(position)
        case .usedAt: usedAt = row.time(position)
        case .supersededAt: supersededAt = row.time(position)
        case .voidedAt: voidedAt = row.time(position)
        case .attempts: attempts = row[position]
        case .secondFactor: secondFactor = try Self.factor(row.json(position))
        case .deliverAt: deliverAt = row.time(position)
        case .reason: reason = row[position]
        case .request: request = try row.document(position)
        case .settings: settingsID = row[position]
        case .moot: moot = (row[position] as String?).flatMap(Moot.init)
        }
    }

    func value(of column: Column) -> (any ColumnValue)? {
        switch column {
        case .id: id
        case .tenant: tenant?.rawValue ?? ""
        case .channel: channel.rawValue
        case .type: type
        case .delivery: initialDelivery.rawValue
        case .recipient: recipient
        case .email: email
        case .newEmail: newEmail
        case .localId: accountID?.rawValue
        case .displayName: FreeText.stored(displayName)
        case .locale: locale
        case .code: code
        case .sessionInfo: sessionInfo
        case .mailedLink: mailedLink
        case .actionLink: actionLink
        case .continueUrl: continueURL
        case .createdAt: createdAt.milliseconds
        case .expiresAt: expiresAt?.milliseconds
        case .usedAt: usedAt?.milliseconds
        case .supersededAt: supersededAt?.milliseconds
        case .voidedAt: voidedAt?.milliseconds
        case .attempts: attempts
        case .secondFactor: secondFactor?.document.text
        case .deliverAt: deliverAt?.milliseconds
        case .reason: reason
        case .request: request.text
        case .settings: settingsID
        case .moot: moot?.rawValue
        }
    }

    /// - Parameter row: `seq` and the columns.
    init(row: ResultRow) throws {
        self.init(
            id: "", channel: .email, type: "", delivery: .sent, recipient: "", locale: "",
            createdAt: Timestamp(milliseconds: 0), request: .null)
        seq = row[0]
        try read(row, from: 1)
    }

    private static func factor(_ document: JSON?) -> SecondFactor? { document.map(SecondFactor.init(document:)) }
}

/// Where messages of a project go besides its outbox (firebreak.md section 5.4).
package struct MessageDestination: Sendable, Equatable {
    package enum Kind: String, Sendable {
        /// Every record of the outbox, as JSON.
        case webhook
        /// Mails that were sent, by SMTP.
        case smtp
    }

    package var kind: Kind
    /// As records show it: without anything secret. Deliveries to one name are made in order.
    package var name: String
    /// What a delivery needs beyond the name; stored with it until it is over.
    package var target: JSON?

    package init(kind: Kind, name: String, target: JSON? = nil) {
        self.kind = kind
        self.name = name
        self.target = target
    }

    func takes(_ message: Message) -> Bool {
        switch kind {
        case .webhook: true
        // One that a fault delays goes when it has arrived.
        case .smtp: message.channel == .email && [.sent, .scheduled].contains(message.initialDelivery)
        }
    }
}

/// By what the messages of a project are judged.
package struct OutboxMoment: Sendable, Equatable {
    /// The project's time, which says what has arrived.
    package var now: Timestamp
    /// The time that says what has expired: long ago in a project in which nothing expires.
    var expiry: Timestamp
    /// Whether a code that its account has made useless is no longer pending: not in the reference.
    package var followsAccounts: Bool

    /// - Parameter expiry: `nil` for the same time.
    package init(_ now: Timestamp, expiry: Timestamp? = nil, followsAccounts: Bool = true) {
        self.now = now
        self.expiry = expiry ?? now
        self.followsAccounts = followsAccounts
    }
}
