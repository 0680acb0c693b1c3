package import FirebreakWire

/// State that a client creates with one call and refers to by a token in a later one.
package struct Flow: Sendable, Equatable {
    package enum Kind: String, Sendable {
        /// An identity provider's credential, which `pendingToken` stands for.
        case idpCredential
        /// A credential that was used up, so that it cannot be replayed.
        case usedCredential
        /// A sign-in at a SAML provider that waits for the response.
        case samlRequest
        /// A first factor that waits for its second: `mfaPendingCredential`.
        case secondFactor
        /// A time-based one-time password that is being enrolled.
        case totpEnrollment
        /// A number that the caller proved to own, although another account has it.
        case temporaryProof
        /// A challenge for an authenticator.
        case passkeyChallenge
        /// How often something happened lately that rule `limits` counts.
        case throttle
        /// What an admin's new password left of the first factors of an account.
        case keptFirstFactors
    }

    /// What the client shows; unique in the project.
    package var token: String
    package var kind: Kind
    /// An object; what is in it depends on the kind.
    package var content: JSON
    /// `nil` when it does not expire.
    package var expiresAt: Timestamp?
    /// How often a code was given that counts.
    package var attempts: Int64 = 0
    /// Whether it was completed; completed flows are kept for a while, so that their tokens can be recognised.
    package var isCompleted = false

    package init(token: String, kind: Kind, content: JSON, expiresAt: Timestamp?) {
        self.token = token
        self.kind = kind
        self.content = content
        self.expiresAt = expiresAt
    }

    package func isExpired(at now: Timestamp) -> Bool { expiresAt.map { now >= $0 } ?? false }

    /// A row with token, content, expiresAt, attempts and completed.
    fileprivate init(_ row: ResultRow, _ kind: Kind) throws {
        self.init(
            token: row[0], kind: kind, content: try row.document(1),
            expiresAt: (row[2] as Int64?).map(Timestamp.init(milliseconds:)))
        attempts = row[3]
        isCompleted = row[4]
    }
}

extension Transaction {
    /// How long an expired flow can still be distinguished from one that never existed, in milliseconds.
    private static let memory: Int64 = 3_600_000

    /// Stores a flow of this tenant, and forgets those that expired long ago.
    package func insert(_ flow: Flow, at now: Timestamp) throws {
        try run(
            "DELETE FROM flow INDEXED BY flow_expiresAt WHERE expiresAt < ?",
            [now.advanced(byMilliseconds: -Self.memory).milliseconds])
        try run(
            "REPLACE INTO flow (token, tenant, kind, content, expiresAt) VALUES (?, ?, ?, ?, ?)",
            [flow.token, tenantKey, flow.kind.rawValue, flow.content.text, flow.expiresAt?.milliseconds])
    }

    /// The flow of this tenant with this token and kind. It may be expired or completed.
    package func flow(_ kind: Flow.Kind, token: String) throws -> Flow? {
        try first(
            """
            SELECT token, content, expiresAt, attempts, completed FROM flow WHERE token = ? AND tenant = ? AND kind = ?
            """, [token, tenantKey, kind.rawValue]
        ) { row in try Flow(row, kind) }
    }

    /// The first factors of this tenant that wait for their second, the one that expires last first, and behind them
    /// those without end. They may be expired.
    package func latestFirstFactors(limit: Int) throws -> [Flow] {
        try all(
            """
            SELECT token, content, expiresAt, attempts, completed FROM flow INDEXED BY flow_secondFactor
            WHERE tenant = ? AND kind = 'secondFactor' ORDER BY expiresAt DESC LIMIT ?
            """, [tenantKey, limit]
        ) { row in try Flow(row, .secondFactor) }
    }

    /// Whether any tenant of the project, or the project itself, has a flow with this token and kind.
    package func hasFlow(_ kind: Flow.Kind, token: String) throws -> Bool {
        try first("SELECT 1 FROM flow WHERE token = ? AND kind = ?", [token, kind.rawValue]) { $0[0] == 1 } ?? false
    }

    /// Counts an attempt.
    package func noteAttempt(_ flow: Flow) throws {
        try run("UPDATE flow SET attempts = attempts + 1 WHERE token = ?", [flow.token])
    }

    package func remove(_ flow: Flow) throws {
        try run("DELETE FROM flow WHERE token = ?", [flow.token])
    }

    package func complete(_ flow: Flow) throws {
        try run("UPDATE flow SET completed = 1 WHERE token = ?", [flow.token])
    }
}
