package import FirebreakWire

/// The secret of a factor by time-based one-time passwords, which no response ever contains.
package struct TOTPSecret: Sendable, Equatable {
    var accountID: AccountID
    var enrollmentID: String
    package var secret: [UInt8]
    /// The time step of the last code that was accepted; earlier ones are refused.
    package var lastStep: Int64?

    package init(accountID: AccountID, enrollmentID: String, secret: [UInt8], lastStep: Int64?) {
        self.accountID = accountID
        self.enrollmentID = enrollmentID
        self.secret = secret
        self.lastStep = lastStep
    }
}

extension Transaction {
    package func save(_ secret: TOTPSecret) throws {
        try run(
            "REPLACE INTO totpSecret (tenant, localId, mfaEnrollmentId, secret, lastStep) VALUES (?, ?, ?, ?, ?)",
            [tenantKey, secret.accountID.rawValue, secret.enrollmentID, secret.secret, secret.lastStep])
    }

    package func totpSecret(of account: AccountID, enrollmentID: String) throws -> TOTPSecret? {
        try first(
            "SELECT secret, lastStep FROM totpSecret WHERE tenant = ? AND localId = ? AND mfaEnrollmentId = ?",
            [tenantKey, account.rawValue, enrollmentID]
        ) { row in
            TOTPSecret(
                accountID: account, enrollmentID: enrollmentID, secret: row[0], lastStep: row[1])
        }
    }

    package func deleteTOTPSecret(of account: AccountID, enrollmentID: String) throws {
        try run(
            "DELETE FROM totpSecret WHERE tenant = ? AND localId = ? AND mfaEnrollmentId = ?",
            [tenantKey, account.rawValue, enrollmentID])
    }
}

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
