package import FirebreakWire

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
            SELECT content, expiresAt, attempts, completed FROM flow WHERE token = ? AND tenant = ? AND kind = ?
            """, [token, tenantKey, kind.rawValue]
        ) { row in
            var flow = Flow(
                token: token, kind: kind, content: try row.document(0),
                expiresAt: (row[1] as Int64?).map(Timestamp.init(milliseconds:)))
            flow.attempts = row[2]
            flow.isCompleted = row[3]
            return flow
        }
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
