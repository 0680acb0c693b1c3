import FirebreakWire
import GRDB
import Testing

@testable import FirebreakStore

/// Every column of the wide tables has the value that is meant for it, on the way in and on the way out.
struct StoredRecordTests {
    /// Flags have two values only: over all patterns each has a history of its own.
    private static let patterns = [
        [true, true, false, false, true], [true, false, true, false, true], [true, true, true, true, false],
    ]

    // MARK: Accounts

    private static func account(_ flags: [Bool]) -> Account {
        var account = Account(id: AccountID(rawValue: "id"))
        account.email = "email"
        account.emailRank = 101
        account.initialEmail = "initial"
        account.phoneNumber = "number"
        account.userProfile.displayName = "name"
        account.userProfile.photoURL = "photo"
        account.passwordHash = "hash"
        account.salt = "salt"
        account.hashSettings = 102
        account.passwordUpdatedAt = Timestamp(milliseconds: 103)
        account.validSince = "since"
        account.endedSession = 104
        account.customAttributes = "claims"
        account.createdAt = "created"
        account.lastLoginAt = "login"
        account.lastRefreshAt = Timestamp(milliseconds: 105)
        account.providers = [.phone, .federated(FederatedIdentity(document: ["rawId": "r"])), .password]
        account.secondFactors = [SecondFactor(document: ["phoneInfo": "+1"])]
        account.passkeys = [Passkey(document: ["name": "n"])]
        account.federatedProfile = ["language": "de"]
        account.emailVerified = flags[0]
        account.disabled = flags[1]
        account.customAuth = flags[2]
        account.emailLinkSignIn = flags[3]
        account.isImported = flags[4]
        return account
    }

    private static func accountRow(_ flags: [Bool]) -> [String: DatabaseValue] {
        [
            "tenant": "blue".databaseValue, "localId": "id".databaseValue, "email": "email".databaseValue,
            "emailRank": 101.databaseValue, "initialEmail": "initial".databaseValue,
            "phoneNumber": "number".databaseValue, "displayName": "name".databaseValue,
            "photoUrl": "photo".databaseValue, "passwordHash": "hash".databaseValue, "salt": "salt".databaseValue,
            "hashSettings": 102.databaseValue, "passwordUpdatedAt": 103.databaseValue,
            "validSince": "since".databaseValue, "endedSession": 104.databaseValue,
            "customAttributes": "claims".databaseValue, "createdAt": "created".databaseValue,
            "created": 0.databaseValue, "lastLoginAt": "login".databaseValue, "lastRefreshAt": 105.databaseValue,
            "providers": #"["phone",{"rawId":"r"},"password"]"#.databaseValue,
            "secondFactors": #"[{"phoneInfo":"+1"}]"#.databaseValue, "passkeys": #"[{"name":"n"}]"#.databaseValue,
            "profile": #"{"language":"de"}"#.databaseValue, "emailVerified": flags[0].databaseValue,
            "disabled": flags[1].databaseValue, "customAuth": flags[2].databaseValue,
            "emailLinkSignin": flags[3].databaseValue, "imported": flags[4].databaseValue,
        ]
    }

    @Test(arguments: patterns, [false, true])
    func `every column of an account is written and read`(flags: [Bool], isReplaced: Bool) async throws {
        let fixture = try StoreFixture()
        let account = Self.account(flags)
        let stored = try await fixture.write(tenant: "blue") { tx in
            if isReplaced { try tx.save(account) } else { try tx.insert(account) }
            return try Self.row(of: "account", tx)
        }

        #expect(stored == Self.accountRow(flags))
        #expect(try await fixture.read(tenant: "blue") { tx in try tx.account(id: account.id) } == account)
    }

    @Test func `the test of accounts leaves no member out`() {
        let blank = Mirror(reflecting: Account(id: AccountID(rawValue: "")))
        let full = Mirror(reflecting: Self.account(Self.patterns[0]))

        for (empty, filled) in zip(blank.children, full.children) {
            #expect(String(reflecting: empty.value) != String(reflecting: filled.value), "\(filled.label ?? "")")
        }
    }

    /// What answers show, member by member.
    private static func shown(_ account: borrowing some AccountFields & ~Copyable) -> [String] {
        let texts: [(any JSONText)?] = [
            account.localID, account.email, account.initialEmail, account.phoneNumber,
            account.profileText(.displayName), account.profileText(.photoURL), account.passwordHash, account.salt,
            account.validSince, account.customAttributes,
            account.createdAt, account.lastLoginAt,
        ]
        let others: [String] = [
            "\(account.emailVerified, default: "-")", "\(account.hashSettings, default: "-")",
            "\(account.passwordUpdatedAt, default: "-")", "\(account.disabled, default: "-")",
            "\(account.customAuth, default: "-")", "\(account.emailLinkSignIn, default: "-")",
            "\(account.lastRefreshAt, default: "-")", "\(account.providers, default: "-")",
            "\(account.secondFactors, default: "-")", "\(account.passkeys, default: "-")",
            "\(account.isImported)", "\(account.federatedProfile, default: "-")",
        ]
        let written = texts.map { text in
            var writer = JSONWriter()
            text?.write(to: &writer)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        let read: [String] = texts.map { $0?.text ?? "-" }
        return written + read + others
    }

    private static let texts = [
        "", "a\0b", "\u{1A}", "\u{1A}0\0", "\u{1A}1", "a\u{1A}0", "\"\\\n", "é😀", "a text of more than fifteen bytes",
    ]

    private static func account(named text: String) -> Account {
        // Where there may be no U+0000.
        let identifier = text.filter { $0 != "\0" }
        var account = Account(id: AccountID(rawValue: "\"ä" + identifier))
        account.email = identifier
        account.initialEmail = identifier
        account.phoneNumber = identifier
        account.salt = identifier
        account.validSince = identifier
        account.customAttributes = identifier
        account.createdAt = identifier
        account.lastLoginAt = identifier
        account.userProfile.displayName = text
        account.userProfile.photoURL = text
        account.passwordHash = text
        account.providers = [.password]
        return account
    }

    private static let shownAccounts: [Account] = patterns.map { account($0) } + texts.map { account(named: $0) }

    @Test(arguments: shownAccounts)
    func `a row that is passed on shows what its account shows`(account: Account) async throws {
        let fixture = try StoreFixture()
        let (row, stored) = try await fixture.write(tenant: "blue") { tx in
            try tx.insert(account)
            var shown: [String] = []
            try tx.forEachAccountRow(after: nil, limit: 1) { shown = Self.shown($0) }
            return (shown, try tx.account(id: account.id).map { Self.shown($0) })
        }

        #expect(row == Self.shown(account))
        #expect(row == stored)
    }

    // MARK: Messages

    private static var message: Message {
        var message = Message(
            id: "id", channel: .sms, type: "type", delivery: .generated, recipient: "recipient", locale: "locale",
            createdAt: Timestamp(milliseconds: 101), request: ["ip": "::1"])
        message.seq = 1
        message.tenant = TenantID(rawValue: "blue")
        message.email = "email"
        message.newEmail = "new"
        message.accountID = AccountID(rawValue: "account")
        message.displayName = "name"
        message.code = "code"
        message.sessionInfo = "session"
        message.mailedLink = "mailed"
        message.actionLink = "action"
        message.continueURL = "continue"
        message.expiresAt = Timestamp(milliseconds: 102)
        message.usedAt = Timestamp(milliseconds: 103)
        message.supersededAt = Timestamp(milliseconds: 104)
        message.moot = .addressTaken
        message.voidedAt = Timestamp(milliseconds: 105)
        message.attempts = 106
        message.secondFactor = SecondFactor(document: ["phoneInfo": "+1"])
        message.reason = "reason"
        message.deliverAt = Timestamp(milliseconds: 107)
        message.settings = MessageSettings(["app": "shop"])
        message.settingsID = 1
        return message
    }

    private static let messageRow: [String: DatabaseValue] = [
        "seq": 1.databaseValue, "hidden": 0.databaseValue, "id": "id".databaseValue, "tenant": "blue".databaseValue,
        "channel": "sms".databaseValue, "type": "type".databaseValue, "delivery": "generated".databaseValue,
        "recipient": "recipient".databaseValue, "locale": "locale".databaseValue, "createdAt": 101.databaseValue,
        "request": #"{"ip":"::1"}"#.databaseValue, "email": "email".databaseValue, "newEmail": "new".databaseValue,
        "localId": "account".databaseValue, "displayName": "name".databaseValue, "code": "code".databaseValue,
        "sessionInfo": "session".databaseValue, "mailedLink": "mailed".databaseValue,
        "actionLink": "action".databaseValue, "continueUrl": "continue".databaseValue, "expiresAt": 102.databaseValue,
        "usedAt": 103.databaseValue, "supersededAt": 104.databaseValue, "voidedAt": 105.databaseValue,
        "attempts": 106.databaseValue, "secondFactor": #"{"phoneInfo":"+1"}"#.databaseValue,
        "reason": "reason".databaseValue, "deliverAt": 107.databaseValue, "settings": 1.databaseValue,
        "moot": "addressTaken".databaseValue,
    ]

    @Test func `every column of a message is written and read`() async throws {
        let fixture = try StoreFixture()
        let stored = try await fixture.write(tenant: "blue") { tx in
            try tx.insert(Self.message)
            return try Self.row(of: "message", tx)
        }

        #expect(stored == Self.messageRow)
        #expect(try await fixture.read { tx in try tx.message(id: "id") } == Self.message)
    }

    @Test func `the test of messages leaves no member out`() {
        let blank = Message(
            id: "", channel: .email, type: "", delivery: .sent, recipient: "", locale: "",
            createdAt: Timestamp(milliseconds: 0), request: .null)
        let full = Mirror(reflecting: Self.message)

        // These have tables of their own.
        let others = ["deliveries", "mail"]
        for (empty, filled) in zip(Mirror(reflecting: blank).children, full.children)
        where !others.contains(filled.label ?? "") {
            #expect(String(reflecting: empty.value) != String(reflecting: filled.value), "\(filled.label ?? "")")
        }
    }

    @Test func `a mail of an app is whole by itself, and without its source in a list`() async throws {
        var mail = ReceivedMail(sender: "a@b.test", subject: "sub\0ject", text: "text")
        (mail.senderName, mail.replyTo, mail.html, mail.messageID) = ("name", "r@b.test", "<p>", "id@b.test")
        (mail.language, mail.mailer, mail.problem) = ("de", "app 1", "problem")
        (mail.attachments, mail.size, mail.content) = (2, 3, [0, 13, 255])
        var message = Message(
            id: "id", channel: .email, type: Message.appType, delivery: .app, recipient: "c@d.test", locale: "de",
            createdAt: Timestamp(milliseconds: 1), request: .emptyObject)
        message.mail = mail
        let fixture = try StoreFixture()
        let stored = message
        try await fixture.write { tx in try tx.insert(stored) }

        let moment = OutboxMoment(Timestamp(milliseconds: 2))
        #expect(try await fixture.read { tx in try tx.message(id: "id")?.mail } == mail)
        mail.content = []
        let listed = try await fixture.read { tx in
            try tx.messages(MessageFilter(), at: moment, descending: false, limit: 9)
        }
        #expect(listed.map(\.mail) == [mail])
        for status in Message.Status.allCases {
            var filter = MessageFilter()
            filter.status = status
            let asked = filter
            #expect(try await fixture.read { tx in try tx.messageCount(asked, at: moment) } == 0)
        }
        _ = try await fixture.write { tx in try tx.deleteMessages(MessageFilter(), at: moment) }
        #expect(try await fixture.read { tx in try Int.fetchOne(tx.db, sql: "SELECT COUNT(*) FROM mail") } == 0)
    }

    @Test func `a hidden code is a message like others, but for being hidden`() async throws {
        let fixture = try StoreFixture()
        let stored = try await fixture.write(tenant: "blue") { tx in
            try tx.insertCode(Self.message)
            return try Self.row(of: "message", tx)
        }

        var expected = Self.messageRow
        expected["hidden"] = 1.databaseValue
        expected["settings"] = .null
        #expect(stored == expected)
    }

    /// The only row of a table: every column that the table has, so that one that nobody writes is found here.
    private static func row(of table: String, _ tx: Transaction) throws -> [String: DatabaseValue] {
        let rows = try Row.fetchAll(tx.db, sql: "SELECT * FROM \(table)")
        try #require(rows.count == 1)
        return Dictionary(rows[0].map { ($0, $1) }) { first, _ in first }
    }
}
