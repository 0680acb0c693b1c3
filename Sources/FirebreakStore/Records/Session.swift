package import FirebreakWire
import GRDB

/// A sign-in that can be refreshed: what an opaque refresh token stands for.
package struct Session: Sendable, Equatable {
    /// Ascending in order of creation, so that ``Account/endedSession`` can end all earlier ones.
    package var id: Int64
    /// What the refresh token must contain besides the ID.
    package var secret: [UInt8]
    package var tenant: TenantID?
    package var accountID: AccountID
    /// `sign_in_provider` of the tokens.
    package var provider: String
    /// Seconds since 1970 at which the user signed in; refreshes do not change it.
    package var authTime: Int64
    /// Claims of a custom token or a blocking function, kept across refreshes: a JSON object.
    package var extraClaims: JSON?
    /// `{identifier, provider}` of the second factor.
    package var secondFactor: JSON?
    /// `sign_in_attributes` of a federated sign-in, kept across refreshes.
    package var attributes: JSON?

    package init(
        id: Int64, secret: [UInt8], tenant: TenantID?, accountID: AccountID, provider: String, authTime: Int64,
        extraClaims: JSON?, secondFactor: JSON?, attributes: JSON? = nil
    ) {
        self.id = id
        self.secret = secret
        self.tenant = tenant
        self.accountID = accountID
        self.provider = provider
        self.authTime = authTime
        self.extraClaims = extraClaims
        self.secondFactor = secondFactor
        self.attributes = attributes
    }
}

extension Session {
    /// In the order that ``init(_:)`` expects.
    fileprivate static let columns =
        "session.id, secret, session.tenant, session.localId, provider, authTime, extraClaims, secondFactor, attributes"

    fileprivate init(_ row: ResultRow) throws {
        self.init(
            id: row[0], secret: row[1], tenant: row.tenant(2), accountID: AccountID(rawValue: row[3]), provider: row[4],
            authTime: row[5], extraClaims: try row.json(6), secondFactor: try row.json(7), attributes: try row.json(8))
    }
}

extension Transaction {
    /// Stores a new session, whose ID in the parameter is ignored, and returns its ID.
    ///
    /// - Parameter originalID: The ID that its refresh token names, if another one than the session gets.
    package func insert(_ session: Session, originalID: Int64? = nil) throws -> Int64 {
        try run(
            """
            INSERT INTO session
            (secret, tenant, localId, provider, authTime, extraClaims, secondFactor, attributes, originalId)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                session.secret, tenantKey, session.accountID.rawValue, session.provider,
                session.authTime, session.extraClaims?.text, session.secondFactor?.text, session.attributes?.text,
                originalID,
            ])
        return db.lastInsertedRowID
    }

    /// Stores a session of an export. What was the same session before is gone; its refresh token stands for this one.
    ///
    /// - Parameter session: With the ID that its refresh token names.
    package func restore(_ session: Session) throws {
        try run("DELETE FROM session WHERE id = ? AND secret = ?", [session.id, session.secret])
        try run(
            "DELETE FROM session INDEXED BY session_originalId WHERE originalId = ? AND secret = ?",
            [session.id, session.secret])
        _ = try insert(session, originalID: session.id)
    }

    /// The session with this ID, of any tenant: the session says which.
    package func session(id: Int64) throws -> Session? {
        try first("SELECT \(Session.columns) FROM session WHERE id = ?", [id], Session.init(_:))
    }

    /// The sessions of exports whose refresh tokens name this ID, of any tenant.
    package func importedSessions(originalID: Int64) throws -> [Session] {
        try all(
            "SELECT \(Session.columns) FROM session INDEXED BY session_originalId WHERE originalId = ?", [originalID],
            Session.init(_:))
    }

    /// The sessions of the scope's accounts which no change of their account has ended, by account, in order of creation,
    /// with the IDs that their refresh tokens name.
    ///
    /// - Parameter limit: How many of an account, the latest ones.
    package func openSessions(limit: Int) throws -> [AccountID: [Session]] {
        var sessions: [AccountID: [Session]] = [:]
        try forEachRow(
            """
            SELECT \(Session.columns), IFNULL(originalId, session.id)
            FROM session CROSS JOIN account ON account.tenant = session.tenant AND account.localId = session.localId
            WHERE session.tenant = ? AND session.id > account.endedSession ORDER BY session.id
            """, [tenantKey]
        ) { row in
            var session = try Session(row)
            session.id = row[9]
            sessions[session.accountID, default: []].append(session)
        }
        return sessions.mapValues { $0.suffix(limit) }
    }

    /// The highest session ID assigned so far, for ending all sessions up to now.
    package func lastSessionID() throws -> Int64 {
        try first("SELECT seq FROM sqlite_sequence WHERE name = 'session'", []) { $0[0] } ?? 0
    }
}
