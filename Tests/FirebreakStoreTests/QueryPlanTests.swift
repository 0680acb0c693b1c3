import FirebreakWire
import GRDB
import Synchronization
import Testing

@testable import FirebreakStore

/// Every look-up uses an index, and so is as fast at a million accounts as at a thousand.
struct QueryPlanTests {
    typealias Query = @Sendable (Transaction) throws -> Void

    private static let now = StoreFixture.now
    private static let moment = OutboxMoment(now)

    private static func account(_ id: String) -> Account {
        StoreFixture.account(id) { account in
            account.email = "\(id)@x.test"
            account.phoneNumber = "+1555\(id)"
            account.providers = [.federated(StoreFixture.identity("google.com", id, email: "\(id)@g.test"))]
        }
    }

    private static let cursor = AccountCursor(time: 1, id: AccountID(rawValue: "a5"))

    /// Queries that people wait for, at a million accounts too: besides, they come in the order of their index.
    private static let lists: KeyValuePairs<String, Query> = [
        "the newest accounts": { _ = try $0.accountPage(.newestFirst, nil, limit: 10) },
        "the next accounts": { _ = try $0.accountPage(.newestFirst, .after(cursor), limit: 10) },
        "the previous accounts": { _ = try $0.accountPage(.newestFirst, .before(cursor), limit: 10) },
        "the first accounts by ID": { _ = try $0.accountPage(.byID, nil, limit: 10) },
        "the next accounts by ID": { _ = try $0.accountPage(.byID, .after(cursor), limit: 10) },
        "the previous accounts by ID": { _ = try $0.accountPage(.byID, .before(cursor), limit: 10) },
    ]

    private static let queries: KeyValuePairs<String, Query> = [
        "account by ID": { _ = try $0.account(id: AccountID(rawValue: "a")) },
        "account by e-mail": { _ = try $0.account(email: "a@x.test") },
        "accounts by e-mail": { _ = try $0.accounts(email: "a@x.test") },
        "account by first e-mail": { _ = try $0.account(initialEmail: "a@x.test") },
        "account by phone": { _ = try $0.account(phoneNumber: "+1") },
        "account by provider": { _ = try $0.account(providerID: "google.com", rawID: "r") },
        "account by provider e-mail": { _ = try $0.accounts(providerEmail: "a@x.test") },
        "accounts of a provider": { _ = try $0.accounts(providerID: "google.com", limit: 10) },
        "page of accounts": { try $0.forEachAccountRow(after: "a", limit: 10) { _ in } },
        "all accounts": { try $0.forEachAccount { _ in } },
        "accounts of a store": { _ = try $0.accountCount() },
        "query by ID": {
            var query = AccountQuery()
            query.conditions = [.id("a")]
            try $0.forEachAccountRow(matching: query) { _ in }
        },
        "query by any": {
            var query = AccountQuery()
            query.conditions = [.email("a@x.test"), .phoneNumber("+1"), .id("a")]
            try $0.forEachAccountRow(matching: query) { _ in }
            _ = try $0.accountCount(matching: query)
        },
        "insert": { try $0.insert(account("new")) },
        "save": { try $0.save(account("a")) },
        "sign-in": { try $0.noteSignIn(AccountID(rawValue: "a"), lastLoginAt: "1", lastRefreshAt: now) },
        "refresh": { try $0.noteRefresh(AccountID(rawValue: "a"), lastRefreshAt: now) },
        "ref of a fixture": { _ = try $0.fixtureRef("alice") },
        "new ref": { try $0.save(FixtureRef(ref: "alice", tenant: nil, accountID: AccountID(rawValue: "a"))) },
        "delete": { try $0.deleteAccount(AccountID(rawValue: "a")) },
        "session": { _ = try $0.session(id: 1) },
        "new session": { _ = try $0.insert(StoreFixture.session("a")) },
        "imported session": { _ = try $0.importedSessions(originalID: 1) },
        "restored session": { try $0.restore(StoreFixture.session("a")) },
        "latest session": { _ = try $0.lastSessionID() },
        "message by code": { _ = try $0.openMessage(code: "c") },
        "way on from a code": { _ = try $0.continueURL(ofCode: "c") },
        "message by code in the outbox": { _ = try $0.messageID(ofCode: "c") },
        "messageOfCode": { _ = try $0.messageID(ofCode: "c") },
        "message by ID": { _ = try $0.message(id: "m") },
        "message by number": { _ = try $0.message(seq: 1) },
        "new message": { try $0.insert(StoreFixture.message("m-new", code: "c-new")) },
        "pending delivery": { _ = try $0.pendingDelivery(to: "smtp://h:1", at: Timestamp(milliseconds: 0)) },
        "outcome of a delivery": {
            let outcome = StoredDelivery(destination: "smtp://h:1", state: .delivered, attempts: 1)
            try $0.note(outcome, of: StoreFixture.message("m"), nextAt: nil)
        },
        "new message with a delivery": {
            $0.destinations = [MessageDestination(kind: .smtp, name: "smtp://h:1")]
            try $0.insert(StoreFixture.message("m-new", code: "c-new"))
        },
        "use of a code": { try $0.markUsed(StoreFixture.message("m"), at: now) },
        "superseding one code": { try $0.supersede(StoreFixture.message("m"), at: now) },
        "superseding": { try $0.supersedeCodes(type: "EMAIL_SIGNIN", email: "a@x.test", at: now) },
        "open codes": { _ = try $0.openMessages(channel: .email, at: moment) },
        "outbox by recipient": {
            var filter = MessageFilter()
            filter.recipient = "a@x.test"
            filter.type = "EMAIL_SIGNIN"
            filter.status = .pending
            _ = try $0.messages(filter, at: moment, descending: true, limit: 1)
        },
        "outbox after a cursor": {
            var filter = MessageFilter()
            filter.after = 5
            _ = try $0.messages(filter, at: moment, descending: false, limit: 100)
        },
        "outbox before a cursor": {
            var filter = MessageFilter()
            filter.before = 50
            filter.status = .pending
            _ = try $0.messages(filter, at: moment, descending: true, limit: 51)
        },
        "outbox by recipient before a cursor": {
            var filter = MessageFilter()
            filter.recipient = "a@x.test"
            filter.before = 50
            _ = try $0.messages(filter, at: moment, descending: true, limit: 51)
        },
        "next arrival": { _ = try $0.nextArrival(after: now) },
        "faults": { _ = try $0.faults() },
        "fault": { _ = try $0.fault(id: "f") },
        "hit of a fault": { try $0.noteHit(ofFault: "f") },
        "skip of a fault": { try $0.noteSkip(ofFault: "f") },
        "new fault": { try $0.insert(FaultRecord(id: "f", definition: [:], left: 1, skips: 0)) },
        "end of a fault": { _ = try $0.removeFault(id: "f") },
        "outbox cursor": { _ = try $0.lastMessageSeq() },
        "tenant": { _ = try $0.tenantRecord(TenantID(rawValue: "t")) },
        "page of tenants": { _ = try $0.tenantRecords(after: "a", limit: 10) },
        "hash settings": { _ = try $0.hashSettings(1) },
        "ID of hash settings": { _ = try $0.hashSettingsID(storing: ["hashAlgorithm": "BCRYPT"]) },
        "setting": { _ = try $0.setting(.config) },
        "message by session": { _ = try $0.openMessage(sessionInfo: "s") },
        "used session": { _ = try $0.timeOfUse(sessionInfo: "s") },
        "wrong code of a message": { try $0.noteFailedAttempt(StoreFixture.message("m")) },
        "open SMS codes": { _ = try $0.openMessages(channel: .sms, at: moment) },
        "flow": { _ = try $0.flow(.secondFactor, token: "t") },
        "flow of any tenant": { _ = try $0.hasFlow(.secondFactor, token: "t") },
        "flows that wait for a second factor": { _ = try $0.latestFirstFactors(limit: 10) },
        "new flow": {
            try $0.insert(Flow(token: "t", kind: .temporaryProof, content: [:], expiresAt: now), at: now)
        },
        "attempt of a flow": {
            try $0.noteAttempt(Flow(token: "t", kind: .totpEnrollment, content: [:], expiresAt: nil))
        },
        "end of a flow": {
            try $0.complete(Flow(token: "t", kind: .passkeyChallenge, content: [:], expiresAt: nil))
        },
        "passkey": { _ = try $0.passkey(id: "k") },
        "new passkey": {
            try $0.save(
                PasskeyCredential(id: "k", accountID: AccountID(rawValue: "a"), publicKey: nil, signCount: 0))
        },
        "one-time passwords": { _ = try $0.totpSecret(of: AccountID(rawValue: "a"), enrollmentID: "e") },
        "new one-time passwords": {
            try $0.save(
                TOTPSecret(accountID: AccountID(rawValue: "a"), enrollmentID: "e", secret: [1], lastStep: nil))
        },
        "IDs that are taken": { _ = try $0.existingAccountIDs(among: ["a1", "b"]) },
        "addresses that are taken": { _ = try $0.existingEmails(among: ["a1@x.test", "b@x.test"]) },
        "provider configuration": { _ = try $0.providerConfig("oauthIdpConfigs", id: "oidc.a") },
        "page of provider configurations": {
            _ = try $0.providerConfigs("oauthIdpConfigs", after: "oidc.a", limit: 10)
        },
        "first page of provider configurations": {
            _ = try $0.providerConfigs("oauthIdpConfigs", after: nil, limit: 10)
        },
        "new provider configuration": {
            try $0.save(ProviderConfigRecord(id: "oidc.a", document: [:]), in: "oauthIdpConfigs")
        },
        "end of a provider configuration": { try $0.deleteProviderConfig("oauthIdpConfigs", id: "oidc.a") },
    ]

    /// Tables of a handful of rows: bookkeeping, what the caller asks for, and the providers that accounts have.
    private static let small = ["sqlite_sequence", "json_each", "knownProvider"]

    @Test(arguments: queries.map(\.key))
    func `a look-up searches and does not scan`(name: String) async throws {
        let query = try #require(Self.queries.first { $0.key == name }?.value)
        for (statement, plan) in try await Self.plans(of: query) {
            #expect(Self.scans(plan).isEmpty, "\(statement)\n\(plan)")
        }
    }

    @Test(arguments: lists.map(\.key))
    func `a list searches, and sorts nothing`(name: String) async throws {
        let query = try #require(Self.lists.first { $0.key == name }?.value)
        for (statement, plan) in try await Self.plans(of: query) {
            #expect(Self.scans(plan).isEmpty, "\(statement)\n\(plan)")
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(statement)\n\(plan)")
        }
    }

    /// A page goes on at its place in the index: with many accounts of one time, reading all of them would be slow.
    @Test(arguments: [AccountBoundary.after(cursor), .before(cursor)])
    func `a page begins with its first account`(boundary: AccountBoundary) async throws {
        let plans = try await Self.plans { tx in _ = try tx.accountPage(.newestFirst, boundary, limit: 10) }

        let pages = plans.filter { $0.statement.contains("(created, localId)") }
        #expect(!pages.isEmpty)
        for (statement, plan) in pages {
            let key = "account_list (tenant=? AND (created,localId)"
            #expect(plan.contains { $0.hasPrefix("SEARCH account USING INDEX \(key)") }, "\(statement)\n\(plan)")
        }
    }

    /// A search reads the accounts from one end to the other, as they lie, and looks up those that it shows.
    @Test(arguments: [AccountOrder.newestFirst, .byID])
    func `a search of accounts is one pass through them`(order: AccountOrder) async throws {
        let plans = try await Self.plans { tx in
            var filter = AccountFilter()
            filter.search = try SearchText("199 x.TEST")
            let page = try tx.accountPage(order, nil, filter, limit: 10)
            #expect(page.accounts.map(\.id.rawValue) == ["a199"])
        }
        let passes = plans.filter { $0.plan == ["SEARCH account USING PRIMARY KEY (tenant=? AND localId>?)"] }
        #expect(passes.count == 1)
        let rows = plans.filter {
            $0.plan.contains { $0 == "SEARCH account USING PRIMARY KEY (tenant=? AND localId=?)" }
        }
        #expect(rows.count == 1, "\(rows)")
        for (statement, plan) in plans { #expect(Self.scans(plan).isEmpty, "\(statement)\n\(plan)") }
    }

    /// What lists do not show is in the rows of accounts, each of which is read once.
    @Test func `a filter, and the order of sign-ins, are one pass through the accounts`() async throws {
        let plans = try await Self.plans { tx in
            var filter = AccountFilter()
            filter.isDisabled = true
            filter.provider = "google.com"
            _ = try tx.accountPage(.newestFirst, nil, filter, limit: 10)
            _ = try tx.accountPage(.lastSignInFirst, nil, limit: 10)
        }
        for (statement, plan) in plans {
            #expect(
                !plan.contains { $0.contains("account_list") || $0.contains("TEMP B-TREE") }, "\(statement)\n\(plan)")
        }
        for (statement, plan) in plans { #expect(Self.scans(plan).isEmpty, "\(statement)\n\(plan)") }
    }

    private static func scans(_ plan: [String]) -> [String] {
        plan.filter { detail in
            detail.hasPrefix("SCAN") && !small.contains { detail.contains($0) } && !detail.hasPrefix("SCAN CONSTANT")
        }
    }

    /// How the database answers each of the statements that a query runs.
    private static func plans(of query: @escaping Query) async throws -> [(statement: String, plan: [String])] {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            for index in 0..<200 {
                try tx.insert(account("a\(index)"))
                try tx.insert(StoreFixture.message("m\(index)", code: "c\(index)", to: "a\(index)@x.test"))
            }
        }
        let statements = Mutex<[String]>([])

        _ = try await fixture.write { tx in
            tx.db.trace(options: .statement) { event in
                if case .statement(let statement) = event { statements.withLock { $0.append(statement.sql) } }
            }
            defer { tx.db.trace(options: []) }
            try query(tx)
        }

        let sql = statements.withLock { $0 }.filter { statement in
            ["SELECT", "WITH", "UPDATE", "DELETE", "INSERT", "REPLACE"].contains { statement.hasPrefix($0) }
        }
        #expect(!sql.isEmpty)
        return try await fixture.read { tx in
            try sql.map { statement in
                let plan = try Row.fetchAll(
                    tx.db.makeStatement(sql: "EXPLAIN QUERY PLAN " + statement),
                    arguments: StatementArguments(nulls(statement)))
                return (statement, plan.map { $0["detail"] as String })
            }
        }
    }

    /// As many values as the statement has parameters: the highest numbered one, and those without a number after it.
    private static func nulls(_ sql: String) -> [DatabaseValue] {
        var highest = 0
        var unnumbered = 0
        for part in sql.split(separator: "?", omittingEmptySubsequences: false).dropFirst() {
            if let number = Int(part.prefix { $0.isNumber }) { highest = max(highest, number) } else { unnumbered += 1 }
        }
        return Array(repeating: .null, count: highest + unnumbered)
    }
}
