package import FirebreakWire

/// The public half of a passkey. What look-ups show of it is stored in its account.
package struct PasskeyCredential: Sendable, Equatable {
    /// As the authenticator gave it: base64url without padding; in profile `emulator` any text.
    package var id: String
    package var accountID: AccountID
    /// A COSE key; `nil` where nothing was verified.
    package var publicKey: [UInt8]?
    /// The authenticator's counter at its last use.
    package var signCount: Int64

    package init(id: String, accountID: AccountID, publicKey: [UInt8]?, signCount: Int64) {
        self.id = id
        self.accountID = accountID
        self.publicKey = publicKey
        self.signCount = signCount
    }
}

extension Transaction {
    /// Stores a passkey of this tenant, replacing one with the same ID that no account lists any more.
    package func save(_ passkey: PasskeyCredential) throws {
        try run(
            "REPLACE INTO passkey (tenant, credentialId, localId, publicKey, signCount) VALUES (?, ?, ?, ?, ?)",
            [tenantKey, passkey.id, passkey.accountID.rawValue, passkey.publicKey, passkey.signCount])
    }

    /// The passkey with this ID and the account that lists it; `nil` when no account does.
    package func passkey(id: String) throws -> (credential: PasskeyCredential, account: Account)? {
        let credential = try first(
            "SELECT localId, publicKey, signCount FROM passkey WHERE tenant = ? AND credentialId = ?", [tenantKey, id]
        ) { row in
            PasskeyCredential(
                id: id, accountID: AccountID(rawValue: row[0]), publicKey: row[1],
                signCount: row[2])
        }
        guard let credential, let account = try account(id: credential.accountID),
            account.passkeys?.contains(where: { $0.credentialID == id }) == true
        else { return nil }
        return (credential, account)
    }
}
