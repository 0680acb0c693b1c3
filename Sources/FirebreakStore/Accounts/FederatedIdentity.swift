package import FirebreakWire

/// Who a person is at an identity provider: an entry of an account's provider list.
package struct FederatedIdentity: AccountEntry {
    package enum Key: String {
        case providerID = "providerId"
        case rawID = "rawId"
        case federatedID = "federatedId"
        case displayName, email, phoneNumber
        case photoURL = "photoUrl"
        case screenName
    }

    package var document: JSON

    package init(document: JSON) { self.document = document }

    /// - Parameter rawID: The provider's ID of the person.
    package init(providerID: String, rawID: String) {
        self.init()
        self[text: .providerID] = providerID
        self[text: .rawID] = rawID
        self[text: .federatedID] = rawID
    }

    package var providerID: String? { self[text: .providerID] }
    /// The provider's ID of the person.
    package var rawID: String? { self[text: .rawID] }
    package var email: String? {
        get { self[text: .email] }
        set { self[text: .email] = newValue }
    }
    package var displayName: String? {
        get { self[text: .displayName] }
        set { self[text: .displayName] = newValue }
    }
    package var photoURL: String? {
        get { self[text: .photoURL] }
        set { self[text: .photoURL] = newValue }
    }
    package var screenName: String? {
        get { self[text: .screenName] }
        set { self[text: .screenName] = newValue }
    }

    /// In production's order of members, which ones without a meaning follow (production.md section 1.1).
    package var documentInShownOrder: JSON {
        let order: [Key] = [.providerID, .displayName, .photoURL, .federatedID, .email, .rawID]
        let first = order.compactMap { key in self[key].map { JSON.Member(key.rawValue, $0) } }
        let names = order.map(\.rawValue)
        return .object(first + (document.objectValue ?? []).filter { !names.contains($0.key) })
    }

    /// Sets the federated ID if it is missing.
    package mutating func completeFederatedID() {
        if self[.federatedID] == nil { self[.federatedID] = self[.rawID] }
    }
}

extension Account {
    /// Entries of the provider list that are more than the account's own address and number.
    package var identities: [FederatedIdentity] {
        (providers ?? []).compactMap { provider in
            if case .federated(let identity) = provider { identity } else { nil }
        }
    }

    /// An entry of the provider list as an identity; those for password and phone mirror the account.
    package func identity(of provider: Provider) -> FederatedIdentity {
        var identity = FederatedIdentity()
        identity[text: .providerID] = provider.providerID
        switch provider {
        case .federated(let identity): return identity
        case .password:
            identity.displayName = userProfile.displayName
            identity.photoURL = userProfile.photoURL
            identity.email = email
            identity[text: .rawID] = email
            identity[text: .federatedID] = email
        case .phone:
            identity[text: .rawID] = phoneNumber
            identity[text: .phoneNumber] = phoneNumber
        }
        return identity
    }

    /// The identity at this provider.
    package func identity(at providerID: String) -> FederatedIdentity? {
        for case .federated(let identity) in providers ?? [] where identity.providerID == providerID { return identity }
        return nil
    }
}
