package import FirebreakWire

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
