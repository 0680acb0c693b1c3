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

extension Transaction {
    /// Stores a new session, whose ID in the parameter is ignored, and returns its ID.
    package func insert(_ session: Session) throws -> Int64 {
        try run(
            """
            INSERT INTO session (secret, tenant, localId, provider, authTime, extraClaims, secondFactor, attributes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                session.secret, tenantKey, session.accountID.rawValue, session.provider,
                session.authTime, session.extraClaims?.text, session.secondFactor?.text, session.attributes?.text,
            ])
        return db.lastInsertedRowID
    }

    /// The session with this ID, of any tenant: the session says which.
    package func session(id: Int64) throws -> Session? {
        try first(
            """
            SELECT id, secret, tenant, localId, provider, authTime, extraClaims, secondFactor, attributes FROM session
            WHERE id = ?
            """, [id]
        ) { row in
            Session(
                id: row[0], secret: row[1], tenant: row.tenant(2), accountID: AccountID(rawValue: row[3]),
                provider: row[4], authTime: row[5], extraClaims: try row.json(6), secondFactor: try row.json(7),
                attributes: try row.json(8))
        }
    }

    /// The highest session ID assigned so far, for ending all sessions up to now.
    package func lastSessionID() throws -> Int64 {
        try first("SELECT seq FROM sqlite_sequence WHERE name = 'session'", []) { $0[0] } ?? 0
    }
}
