import FirebreakStore
import FirebreakWire

/// A federated identity that a request links to an account.
enum ProviderLink {
    /// The entry to store. The reference takes any object with both IDs; production wants the identity to be free
    /// (production.md section 9). Texts of a length that no provider has are refused by both.
    static func checked(
        _ entry: JSON?, to account: Account, _ tx: Transaction, _ call: OperationContext
    ) throws -> [FederatedIdentity] {
        guard let entry else { return [] }
        var identity = FederatedIdentity(document: entry)
        let providerID = identity.providerID ?? ""
        let rawID = identity.rawID ?? ""
        guard IdentifierLength.allows(identity, call.profile) else { throw WireError.invalidIdentifier }
        guard !providerID.isEmpty else { throw WireError.missingLinkedProviderID }
        guard !rawID.isEmpty else { throw WireError.missingLinkedRawID }
        if call.profile.isReference { return [identity] }
        guard providerID != "password", providerID != "phone" else { throw WireError.invalidProviderID }
        if let owner = try tx.account(providerID: providerID, rawID: rawID), owner.id != account.id {
            throw WireError.federatedUserIDAlreadyLinked
        }
        try checkCount(of: account, adding: providerID)
        identity.completeFederatedID()
        return [identity]
    }

    /// - Throws: `INVALID_ARGUMENT` for one provider too many.
    static func checkCount(of account: Account, adding provider: String) throws(WireError) {
        let others = account.identities.filter { $0.providerID != provider }
        try Limit.linkedProviders.check(others.count + 1)
    }
}
