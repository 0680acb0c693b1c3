import FirebreakStore
import FirebreakWire
import Foundation

/// A database in memory, and what to put into it.
struct StoreFixture {
    static let now = Timestamp(milliseconds: 1_780_315_200_000)

    let storage: Storage
    let database: ProjectDatabase

    init() throws {
        storage = try Storage(dataDirectory: nil)
        guard let database = try storage.open(ProjectID(rawValue: "p"), create: true) else {
            throw CocoaError(.fileNoSuchFile)
        }
        self.database = database
    }

    @discardableResult
    func write<Value: Sendable>(
        tenant: String? = nil, _ body: @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await database.write(tenant: tenant.map(TenantID.init(rawValue:)), body).value
    }

    func read<Value: Sendable>(
        tenant: String? = nil, _ body: @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await database.read(tenant: tenant.map(TenantID.init(rawValue:)), body)
    }

    static func account(_ id: String, _ change: (inout Account) -> Void = { _ in }) -> Account {
        var account = Account(id: AccountID(rawValue: id))
        account.createdAt = "1"
        change(&account)
        return account
    }

    static func identity(_ providerID: String, _ rawID: String, email: String? = nil) -> FederatedIdentity {
        var identity = FederatedIdentity(providerID: providerID, rawID: rawID)
        identity.email = email
        return identity
    }

    static func message(
        _ id: String, code: String? = nil, type: String = "EMAIL_SIGNIN", to recipient: String = "a@x.test",
        _ change: (inout Message) -> Void = { _ in }
    ) -> Message {
        var message = Message(
            id: id, channel: .email, type: type, delivery: .sent, recipient: recipient, locale: "en", createdAt: now,
            request: ["ip": "127.0.0.1"])
        message.email = recipient
        message.code = code
        change(&message)
        return message
    }

    static func session(_ account: String) -> Session {
        Session(
            id: 0, secret: [1, 2, 3], tenant: nil, accountID: AccountID(rawValue: account), provider: "password",
            authTime: 5, extraClaims: nil, secondFactor: nil)
    }
}
