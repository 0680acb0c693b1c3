package import FirebreakWire
import GRDB

/// A project's database for the length of one read or write, seen from the project itself or one of its tenants.
///
/// Queries are methods beside what they read. The tenant is added here, so an operation cannot forget it.
package final class Transaction {
    let db: Database
    /// The tenant whose accounts, codes and sessions this transaction sees; `nil` for the project's own.
    let tenant: TenantID?
    /// The value of the `tenant` columns.
    let tenantKey: String
    private let state: State

    /// What the views of one transaction share.
    private final class State {
        var destinations: [MessageDestination] = []
        var effects = Effects()
        var accountChanges: [String: Int] = [:]
        var changedAddresses: [String: Set<ExactText>] = [:]
        var lastMessageSettings: StoredMessageSettings?
    }

    /// What is reported after a commit.
    package struct Effects: Sendable {
        /// Messages that were added to the outbox.
        package var messages: [Message] = []
        /// Messages whose code was used, superseded or voided; of a change of very many only the first.
        package var changedMessages: [Message] = []
        /// Messages of generated links that an app has mailed: who waits for one has it now.
        package var joinedMessages: [Message] = []
        /// Whether more messages changed than ``changedMessages`` has.
        package var hasMoreChanges = false
        /// Whether messages were deleted from the outbox, or their deliveries went on.
        var recordsChanged = false
        /// Accounts that were created or deleted, in this order.
        package var accountEvents: [AccountEvent] = []
        /// Whether accounts were made, changed, used or deleted.
        package var accountsChanged = false
        /// Whether faults were added, removed or have acted.
        package var faultsChanged = false
        /// Names of the destinations that messages now wait for.
        package var deliveries: Set<String> = []
        /// Whether the behaviour of the project or one of its tenants has changed: cached settings are out of date.
        package var settingsChanged = false

        /// Whether the outbox may look different now.
        package var concernOutbox: Bool {
            !messages.isEmpty || !changedMessages.isEmpty || recordsChanged || settingsChanged
        }
    }

    init(_ db: Database, tenant: TenantID?) {
        self.db = db
        self.tenant = tenant
        tenantKey = tenant?.rawValue ?? ""
        state = State()
    }

    private init(_ other: Transaction, tenant: TenantID?) {
        db = other.db
        self.tenant = tenant
        tenantKey = tenant?.rawValue ?? ""
        state = other.state
    }

    /// The same transaction as seen by another tenant.
    package func scoped(to tenant: TenantID?) -> Transaction { Transaction(self, tenant: tenant) }

    /// Where new messages go besides the outbox.
    package var destinations: [MessageDestination] {
        get { state.destinations }
        set { state.destinations = newValue }
    }

    /// What to report after the commit.
    var effects: Effects {
        get { state.effects }
        _modify { yield &state.effects }
    }

    /// Accounts added, less those deleted, since their numbers were stored, by tenant.
    var accountChanges: [String: Int] {
        get { state.accountChanges }
        _modify { yield &state.accountChanges }
    }

    /// Addresses that accounts have got or lost, by tenant.
    var changedAddresses: [String: Set<ExactText>] {
        get { state.changedAddresses }
        _modify { yield &state.changedAddresses }
    }

    /// The settings of the last message that was stored, by this transaction or one before it.
    var lastMessageSettings: StoredMessageSettings? {
        get { state.lastMessageSettings }
        set { state.lastMessageSettings = newValue }
    }

    /// To be called after storing a document that determines the behaviour of the project or a tenant.
    func noteChangedSettings() {
        effects.settingsChanged = true
    }
}

extension Transaction {
    /// Whether the project contains nothing but its profile and rules.
    package var isEmpty: Bool {
        get throws {
            try totalAccountCount() == 0 && tenantCount() == 0 && setting(.config) == nil
                && first("SELECT EXISTS (SELECT 1 FROM message)", []) { $0[0] as Bool } == false
        }
    }

    /// What ``reset(keeping:at:)`` can keep.
    package enum Part: String, Sendable, CaseIterable { case config, faults, outbox }

    /// Empties the project: accounts, tenants, sessions, codes, configuration, faults and outbox, except for what is
    /// kept. `seq` keeps counting, and the random numbers of a seed continue. Codes are always removed, even if their
    /// messages are kept.
    package func reset(keeping kept: Set<Part>, at now: Timestamp) throws {
        for table in [
            "account", "providerIdentity", "passkey", "totpSecret", "session", "flow", "fixtureRef", "hashSettings",
        ] {
            try run("DELETE FROM \(table)", [])
        }
        try noteNoAccounts(of: nil)
        if kept.contains(.outbox) {
            try changeMessages(
                "UPDATE message SET voidedAt = ? WHERE code IS NOT NULL AND usedAt IS NULL", [now.milliseconds])
        } else {
            for table in ["message", "delivery", "mail"] { try run("DELETE FROM \(table)", []) }
            try removeUnusedMessageSettings()
            effects.recordsChanged = true
        }
        if !kept.contains(.faults) { try removeFaults() }
        guard !kept.contains(.config) else { return }
        for table in ["tenant", "providerConfig", "tenantPolicy"] { try run("DELETE FROM \(table)", []) }
        try run(
            "DELETE FROM setting WHERE name NOT IN (?, ?)", [Setting.profile.rawValue, Setting.random.rawValue])
        noteChangedSettings()
    }
}

/// The creation or deletion of an account, for listeners to the project's account events.
package struct AccountEvent: Sendable, Equatable {
    package enum Kind: Sendable { case created, deleted }

    package var kind: Kind
    /// The account as it was at that moment.
    package var account: Account
    package var tenant: TenantID?
}

extension Transaction {
    /// Reports the event after the commit.
    package func announce(_ kind: AccountEvent.Kind, _ account: Account) {
        effects.accountEvents.append(AccountEvent(kind: kind, account: account, tenant: tenant))
    }
}
