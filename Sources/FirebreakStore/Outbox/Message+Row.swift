import FirebreakWire

extension Message {
    /// All columns but `seq`, which the database gives, and `hidden`, which no query reads.
    static let columns = RecordColumns<Message>([
        .init("id", { $0.id = $1[$2] }, { $0.id }),
        .init("tenant", { $0.tenant = $1.tenant($2) }, { $0.tenant?.rawValue ?? "" }),
        .init("channel", { $0.channel = Channel(rawValue: $1[$2]) ?? .email }, { $0.channel.rawValue }),
        .init("type", { $0.type = $1[$2] }, { $0.type }),
        .init("delivery", { $0.delivery = Delivery(rawValue: $1[$2]) ?? .sent }, { $0.delivery.rawValue }),
        .init("recipient", { $0.recipient = $1[$2] }, { $0.recipient }),
        .init("email", { $0.email = $1[$2] }, { $0.email }),
        .init("newEmail", { $0.newEmail = $1[$2] }, { $0.newEmail }),
        .init("localId", { $0.accountID = ($1[$2] as String?).map(AccountID.init) }, { $0.accountID?.rawValue }),
        .init("displayName", { $0.displayName = $1.freeText($2) }, { FreeText.stored($0.displayName) }),
        .init("locale", { $0.locale = $1[$2] }, { $0.locale }),
        .init("code", { $0.code = $1[$2] }, { $0.code }),
        .init("sessionInfo", { $0.sessionInfo = $1[$2] }, { $0.sessionInfo }),
        .init("mailedLink", { $0.mailedLink = $1[$2] }, { $0.mailedLink }),
        .init("actionLink", { $0.actionLink = $1[$2] }, { $0.actionLink }),
        .init("continueUrl", { $0.continueURL = $1[$2] }, { $0.continueURL }),
        .init("createdAt", { $0.createdAt = Timestamp(milliseconds: $1[$2]) }, { $0.createdAt.milliseconds }),
        .init("expiresAt", { $0.expiresAt = $1.time($2) }, { $0.expiresAt?.milliseconds }),
        .init("usedAt", { $0.usedAt = $1.time($2) }, { $0.usedAt?.milliseconds }),
        .init("supersededAt", { $0.supersededAt = $1.time($2) }, { $0.supersededAt?.milliseconds }),
        .init("voidedAt", { $0.voidedAt = $1.time($2) }, { $0.voidedAt?.milliseconds }),
        .init("attempts", { $0.attempts = $1[$2] }, { $0.attempts }),
        .init("secondFactor", { $0.secondFactor = try factor($1.json($2)) }, { $0.secondFactor?.document.text }),
        .init("deliverAt", { $0.deliverAt = $1.time($2) }, { $0.deliverAt?.milliseconds }),
        .init("reason", { $0.reason = $1[$2] }, { $0.reason }),
        .init("request", { $0.request = try $1.document($2) }, { $0.request.text }),
    ])

    /// - Parameter row: `seq` and the columns.
    init(row: ResultRow) throws {
        self.init(
            id: "", channel: .email, type: "", delivery: .sent, recipient: "", locale: "",
            createdAt: Timestamp(milliseconds: 0), request: .null)
        seq = row[0]
        try Self.columns.read(row, from: 1, into: &self)
    }

    private static func factor(_ document: JSON?) -> SecondFactor? { document.map(SecondFactor.init(document:)) }
}
