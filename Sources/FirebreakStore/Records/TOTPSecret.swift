package import FirebreakWire

/// The secret of a factor by time-based one-time passwords, which no response ever contains.
package struct TOTPSecret: Sendable, Equatable {
    package var accountID: AccountID
    package var enrollmentID: String
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
