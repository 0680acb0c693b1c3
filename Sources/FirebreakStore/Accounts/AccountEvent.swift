package import FirebreakWire

/// An account that came or went, for whoever listens to the project's accounts.
package struct AccountEvent: Sendable, Equatable {
    package enum Kind: Sendable { case created, deleted }

    package var kind: Kind
    /// The account as it was at that moment.
    package var account: Account
    package var tenant: TenantID?
}

extension Transaction {
    /// Tells of an account after the commit.
    package func announce(_ kind: AccountEvent.Kind, _ account: Account) {
        effects.accountEvents.append(AccountEvent(kind: kind, account: account, tenant: tenant))
    }
}
