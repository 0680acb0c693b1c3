import FirebreakWire

extension Message: StoredRecord {
    /// All but `seq`, which the database gives, and `hidden`, which no query reads.
    enum Column: Int, CaseIterable {
        case id, tenant, channel, type, delivery, recipient, email, newEmail, localId, displayName, locale,
            code, sessionInfo, mailedLink, actionLink, continueUrl, createdAt, expiresAt, usedAt, supersededAt,
            voidedAt, attempts, secondFactor, deliverAt, reason, request
    }

    static let columns = listColumns()

    mutating func read(_ column: Column, _ row: ResultRow, _ position: Int) throws {
        switch column {
        case .id: id = row[position]
        case .tenant: tenant = row.tenant(position)
        case .channel: channel = Channel(rawValue: row[position]) ?? .email
        case .type: type = row[position]
        case .delivery: delivery = Delivery(rawValue: row[position]) ?? .sent
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
        }
    }

    func value(of column: Column) -> (any ColumnValue)? {
        switch column {
        case .id: id
        case .tenant: tenant?.rawValue ?? ""
        case .channel: channel.rawValue
        case .type: type
        case .delivery: delivery.rawValue
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
