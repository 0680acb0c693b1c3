package import FirebreakWire
import GRDB

extension Transaction {
    private static let select = "SELECT seq, \(Message.columns) FROM message "

    /// Adds a message to the outbox and, after the commit, wakes the callers that wait for it.
    ///
    /// - Returns: The message with its `seq`.
    @discardableResult
    package func insert(_ message: Message) throws -> Message {
        let message = try write(message, isHidden: false)
        if !destinations.isEmpty { try addDeliveries(of: message) }
        effects.messages.append(message)
        return message
    }

    /// Adds a code that is not sent to anyone: the outbox does not show it.
    package func insertCode(_ message: Message) throws { _ = try write(message, isHidden: true) }

    private static let insertSQL = Message.statement("INSERT", into: "message", first: "hidden")

    private func write(_ message: Message, isHidden: Bool) throws -> Message {
        var message = message
        message.tenant = tenant
        // What the outbox does not show has no texts.
        message.settingsID = isHidden ? nil : try message.settings.map(messageSettingsID)
        try run(Self.insertSQL, first: isHidden, message)
        message.seq = db.lastInsertedRowID
        if let mail = message.mail { try store(mail, of: message.seq) }
        return message
    }

    // MARK: Codes

    private static let isOpen = "usedAt IS NULL AND supersededAt IS NULL AND voidedAt IS NULL"

    /// The message of this tenant with an e-mail code that was neither used nor voided. It may be expired.
    package func openMessage(code: String) throws -> Message? {
        try first(
            Self.select
                + "INDEXED BY message_code WHERE code = ? AND channel = 'email' AND tenant = ? AND \(Self.isOpen)",
            [code, tenantKey],
            Message.init(row:))
    }

    /// The message of a code that does not work any more.
    package func endedMessage(code: String) throws -> Message? {
        try first(
            Self.select + "INDEXED BY message_code WHERE code = ? AND channel = 'email' AND tenant = ?",
            [code, tenantKey], Message.init(row:))
    }

    /// The continue URL of the link of an e-mail code of this tenant, whatever has happened to the code since.
    ///
    /// - Returns: `nil` if the code does not exist, or its link has no continue URL.
    package func continueURL(ofCode code: String) throws -> String? { try text("continueUrl", ofCode: code) }

    /// The ID of the mail with a code; `nil` as well for one that was deleted.
    package func messageID(ofCode code: String) throws -> String? { try text("id", ofCode: code, "AND hidden = 0") }

    private func text(_ column: String, ofCode code: String, _ condition: String = "") throws -> String? {
        let found = try first(
            """
            SELECT \(column) FROM message INDEXED BY message_code WHERE code = ? AND channel = 'email' AND tenant = ?
            \(condition) ORDER BY seq DESC LIMIT 1
            """, [code, tenantKey]
        ) { row in row[0] as String? }
        return found ?? nil
    }

    /// The SMS of this tenant that began a verification, unless its code was used. It may be expired.
    package func openMessage(sessionInfo: String) throws -> Message? {
        try first(
            Self.select
                + "INDEXED BY message_sessionInfo WHERE sessionInfo = ? AND tenant = ? AND \(Self.isOpen)",
            [sessionInfo, tenantKey], Message.init(row:))
    }

    /// When the code in the SMS of this tenant that began a verification was used; `nil` if there is none, or it was
    /// not.
    package func timeOfUse(sessionInfo: String) throws -> Timestamp? {
        try first(
            """
            SELECT usedAt FROM message INDEXED BY message_sessionInfo WHERE sessionInfo = ? AND tenant = ?
            AND usedAt IS NOT NULL
            """, [sessionInfo, tenantKey]
        ) { row in Timestamp(milliseconds: row[0]) }
    }

    /// Counts a wrong code.
    package func noteFailedAttempt(_ message: Message) throws {
        try run("UPDATE message SET attempts = attempts + 1 WHERE seq = ?", [message.seq])
    }

    package func markUsed(_ message: Message, at now: Timestamp) throws {
        try run("UPDATE message SET usedAt = ? WHERE seq = ?", [now.milliseconds, message.seq])
        effects.changedMessages.append(message)
    }

    /// Voids the earlier open codes of this type and address.
    package func supersedeCodes(type: String, email: String, at now: Timestamp) throws {
        for spelling in EmailAddress.spellings(of: email) {
            try changeMessages(
                """
                UPDATE message INDEXED BY message_open SET supersededAt = ? WHERE tenant = ? AND email = ? AND type = ?
                AND code IS NOT NULL AND \(Self.isOpen)
                """, [now.milliseconds, tenantKey, spelling, type])
        }
    }

    /// Voids one code.
    package func supersede(_ message: Message, at now: Timestamp) throws {
        try run("UPDATE message SET supersededAt = ? WHERE seq = ?", [now.milliseconds, message.seq])
        effects.changedMessages.append(message)
    }

    // MARK: What changes of accounts do to codes

    /// Marks the codes of an account that is deleted, or of all.
    func noteDeleted(_ account: AccountID?) throws {
        let condition = account == nil ? "localId IS NOT NULL" : "localId = ?"
        var arguments: [(any ColumnValue)?] = [tenantKey]
        if let account { arguments.append(account.rawValue) }
        try changeMessages(
            """
            UPDATE message INDEXED BY message_account SET moot = '\(Message.Moot.accountDeleted.rawValue)'
            WHERE tenant = ? AND \(condition) AND code IS NOT NULL AND \(Self.isOpen) AND type <> 'SMS_SIGN_IN'
            """, arguments)
    }

    /// Marks codes that depend on who has an address, and those that no longer do so: once per transaction, and in most
    /// there is nothing to look at.
    func settleCodes(of addresses: Set<ExactText>) throws {
        guard !addresses.isEmpty, try dependsOnAddresses() else { return }
        for address in addresses {
            for spelling in EmailAddress.spellings(of: address.rawValue) {
                for index in [Self.byAddress, Self.byNewAddress] {
                    let messages = try all(
                        "\(Self.select) INDEXED BY \(index) AND code IS NOT NULL AND \(Self.isOpen)",
                        [tenantKey, spelling], Message.init(row:))
                    for message in messages where message.moot != .accountDeleted { try settle(message) }
                }
            }
        }
    }

    /// The types whose codes depend on who has an address: the condition of the index, so that it is used.
    private static let dependsOnAddress = "type IN ('VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL')"

    private static let byAddress = "message_address WHERE \(dependsOnAddress) AND tenant = ? AND email = ?"
    private static let byNewAddress =
        "message_newAddress WHERE type = 'VERIFY_AND_CHANGE_EMAIL' AND tenant = ? AND newEmail = ?"

    private func dependsOnAddresses() throws -> Bool {
        try first(
            """
            SELECT 1 FROM message INDEXED BY message_address WHERE tenant = ? AND code IS NOT NULL AND \(Self.isOpen)
            AND \(Self.dependsOnAddress) LIMIT 1
            """, [tenantKey]
        ) { _ in } != nil
    }

    private func settle(_ message: Message) throws {
        var settled = message
        settled.moot = try moot(message)
        guard settled.moot != message.moot else { return }
        try run("UPDATE message SET moot = ? WHERE seq = ?", [settled.moot?.rawValue, message.seq])
        effects.changedMessages.append(settled)
    }

    /// What a redemption of the code would be refused for, whenever it came (production.md section 3.4).
    private func moot(_ message: Message) throws -> Message.Moot? {
        func isTaken(_ address: String) throws -> Bool {
            let owner = try account(email: address)
            return owner != nil && owner?.id != message.accountID
        }
        switch message.type {
        case "VERIFY_EMAIL": return try account(email: message.boundEmail) == nil ? .addressChanged : nil
        case "VERIFY_AND_CHANGE_EMAIL": return try isTaken(message.newEmail ?? "") ? .addressTaken : nil
        default:
            let holder =
                try message.accountID.map { try account(id: $0) } ?? account(initialEmail: message.boundEmail)
            guard EmailAddress.areSame(holder?.initialEmail, message.boundEmail) else { return .addressChanged }
            return try isTaken(message.boundEmail) ? .addressTaken : nil
        }
    }

    /// How many messages one statement reports as changed at most.
    package static let maximumReported = 1000

    /// Runs a statement that changes the status of messages, and reports them.
    func changeMessages(_ update: String, _ arguments: [(any ColumnValue)?]) throws {
        var reported = 0
        try db.run(update + " RETURNING seq, \(Message.columns)", arguments) { row in
            if reported < Self.maximumReported {
                effects.changedMessages.append(try Message(row: row))
            } else {
                effects.hasMoreChanges = true
            }
            reported += 1
            return true
        }
    }

    /// Messages of this tenant that have arrived and whose code still works, oldest first.
    package func openMessages(channel: Message.Channel, at moment: OutboxMoment) throws -> [Message] {
        try all(
            Self.select + """
                WHERE tenant = ? AND channel = ? AND code IS NOT NULL AND \(Self.isOpen)
                AND (expiresAt IS NULL OR expiresAt > ?) AND (moot IS NULL OR ?) AND delivery <> 'failed'
                AND (delivery <> 'scheduled' OR deliverAt <= ?) ORDER BY seq
                """,
            [
                tenantKey, channel.rawValue, moment.expiry.milliseconds, !moment.followsAccounts,
                moment.now.milliseconds,
            ], Message.init(row:))
    }

    /// How many codes of the whole project still work, over all tenants and channels. Codes whose messages were deleted
    /// from the outbox count, too.
    package func openCodeCount(at moment: OutboxMoment) throws -> Int {
        try first(
            """
            SELECT COUNT(*) FROM message WHERE code IS NOT NULL AND usedAt IS NULL AND supersededAt IS NULL
            AND voidedAt IS NULL AND (expiresAt IS NULL OR expiresAt > ?) AND (moot IS NULL OR ?)
            """, [moment.expiry.milliseconds, !moment.followsAccounts]
        ) { $0[0] } ?? 0
    }

    // MARK: Outbox

    /// Messages of the whole project. Their mails lack ``ReceivedMail/content``, which can be large.
    package func messages(
        _ filter: MessageFilter, at moment: OutboxMoment, descending: Bool, limit: Int, offset: Int = 0
    ) throws -> [Message] {
        let (condition, arguments) = filter.sql(at: moment)
        let messages = try all(
            Self.select + "WHERE \(condition) ORDER BY seq \(descending ? "DESC" : "ASC") LIMIT ? OFFSET ?",
            arguments + [limit, offset], Message.init(row:))
        return try withDeliveries(withMails(withSettings(messages)))
    }

    /// The message with this `seq`, with its mail whole and without its deliveries, unless it was deleted from the outbox.
    package func message(seq: Int64) throws -> Message? {
        let message = try first(Self.select + "WHERE seq = ? AND hidden = 0", [seq], Message.init(row:))
        return try message.map { try withMails(withSettings([$0]), whole: true).first ?? $0 }
    }

    /// The same by its ID, with its deliveries.
    package func message(id: String) throws -> Message? {
        let message = try first(Self.select + "WHERE id = ? AND hidden = 0", [id], Message.init(row:))
        return try message.map { try withDeliveries(withMails(withSettings([$0]), whole: true)).first ?? $0 }
    }

    /// The highest `seq` ever assigned, even if that message has been deleted.
    package func lastMessageSeq() throws -> Int64 {
        try first("SELECT seq FROM sqlite_sequence WHERE name = 'message'", []) { $0[0] } ?? 0
    }

    package func messageCount() throws -> Int {
        try first("SELECT COUNT(*) FROM message WHERE hidden = 0", []) { $0[0] } ?? 0
    }

    package func messageCount(_ filter: MessageFilter, at moment: OutboxMoment) throws -> Int {
        let (condition, arguments) = filter.sql(at: moment)
        return try first("SELECT COUNT(*) FROM message WHERE \(condition)", arguments) { $0[0] } ?? 0
    }

    /// - Parameter limit: Where to stop counting.
    package func messageCount(_ filter: MessageFilter, at moment: OutboxMoment, upTo limit: Int) throws -> Int {
        let (condition, arguments) = filter.sql(at: moment)
        return try first(
            "SELECT COUNT(*) FROM (SELECT 1 FROM message WHERE \(condition) LIMIT ?)", arguments + [limit]
        ) { $0[0] } ?? 0
    }

    /// Removes matching messages from the outbox. Their codes keep working, their deliveries end.
    ///
    /// - Returns: The number of removed messages.
    package func deleteMessages(_ filter: MessageFilter, at moment: OutboxMoment) throws -> Int {
        let (condition, arguments) = filter.sql(at: moment)
        return try delete(where: condition, arguments, at: moment)
    }

    /// Removes those with these IDs among the matching messages.
    ///
    /// - Returns: The number of removed messages.
    package func deleteMessages(_ filter: MessageFilter, among ids: [String], at moment: OutboxMoment) throws -> Int {
        let (condition, arguments) = filter.sql(at: moment)
        let list = JSON.array(ids.map(JSON.string)).text
        return try delete(
            where: "id IN (SELECT value FROM json_each(?)) AND " + condition, [list] + arguments, at: moment)
    }

    /// Removes all open codes of this tenant on a channel with their messages, also those that have not arrived.
    package func deleteCodes(channel: Message.Channel, at moment: OutboxMoment) throws {
        let condition = "tenant = ? AND channel = ? AND code IS NOT NULL AND \(Self.isOpen)"
        let arguments: [(any ColumnValue)?] = [tenantKey, channel.rawValue]
        _ = try delete(where: condition, arguments, at: moment)
        try run("DELETE FROM message WHERE \(condition)", arguments)
    }

    private func delete(
        where condition: String, _ arguments: [(any ColumnValue)?], at moment: OutboxMoment
    ) throws -> Int {
        for table in ["delivery", "mail"] {
            try run("DELETE FROM \(table) WHERE seq IN (SELECT seq FROM message WHERE \(condition))", arguments)
        }
        try run("UPDATE message SET hidden = 1, settings = NULL WHERE \(condition)", arguments)
        let count = db.changesCount
        if count > 0 { effects.recordsChanged = true }
        try run(
            "DELETE FROM message WHERE hidden = 1 AND (code IS NULL OR NOT (\(Self.isOpen)) OR expiresAt <= ?)",
            [moment.expiry.milliseconds])
        if count > 0 { try removeUnusedMessageSettings() }
        return count
    }

    /// When the next of the messages that a fault delays arrives.
    package func nextArrival(after now: Timestamp) throws -> Timestamp? {
        try first(
            """
            SELECT deliverAt FROM message INDEXED BY message_deliverAt WHERE deliverAt > ? AND hidden = 0
            ORDER BY deliverAt LIMIT 1
            """, [now.milliseconds]
        ) { row in Timestamp(milliseconds: row[0]) }
    }

    /// Changes the links of all messages of the project.
    ///
    /// - Parameter change: Makes the new links of a message; `nil` where they stay.
    package func changeLinks(
        _ change: (_ action: String, _ mailed: String) throws -> (action: String, mailed: String)?
    ) throws {
        let messages = try all(
            "SELECT seq, actionLink, mailedLink FROM message WHERE actionLink IS NOT NULL", []
        ) { row in (seq: row[0] as Int64, action: row[1] as String, mailed: row[2] as String?) }
        for message in messages {
            guard let links = try change(message.action, message.mailed ?? message.action) else { continue }
            try run(
                "UPDATE message SET actionLink = ?, mailedLink = ? WHERE seq = ?",
                [links.action, message.mailed == nil ? nil : links.mailed, message.seq])
        }
    }
}
