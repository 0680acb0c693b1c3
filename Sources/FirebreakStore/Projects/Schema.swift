import FirebreakWire
import GRDB

/// The tables of a project's database.
///
/// One rule for all of them: `tenant` is the empty text for what belongs to the project itself. A later version adds
/// migrations, whose names are never used twice and which never mention a type of the product.
enum Schema {
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("0.1.0") { db in
            try db.execute(
                sql: accounts + sessions + messages + flows + secondFactors + passkeys + settings + fixtureRefs + faults
            )
        }
        migrator.registerMigration("mails of apps") { db in try db.execute(sql: mails) }
        return migrator
    }()

    /// - Throws: ``StorageFailure`` for a database whose tables are those of another version.
    static func checkVersion(of db: Database, _ path: String) throws {
        let applied = try migrator.appliedIdentifiers(db)
        guard try applied.isSuperset(of: migrator.migrations.prefix(1)) || !db.tableExists("account") else {
            throw StorageFailure(.olderBuild, file: path, cause: "it has the tables of a build before 0.1.0")
        }
        guard applied.isSubset(of: migrator.migrations) else {
            throw StorageFailure(.newerVersion, file: path, cause: "it has migrations that this version lacks")
        }
    }

    /// Without statistics SQLite considers any prefix of a primary key more selective than a partial index. So queries
    /// name their index with INDEXED BY, which also turns a look-up that would scan into an error.
    ///
    /// Accounts are clustered by ID, so that a page of batchGet is one range scan. Provider identities have rows of
    /// their own for look-ups; the provider list that responses show is stored in the account, in its order.
    ///
    /// `created` is the number that the text `createdAt` begins with, 0 without one. It is a column and not an expression of
    /// the index of lists, because only columns are compared as part of a row value, by which a page goes on after another
    /// one. `serial` says in which order accounts got their identities: times can be equal, and IDs are random. `imported`
    /// says which accounts came with an import, and `hashSettings` has how their passwords were hashed: one row for accounts
    /// of one import, or of several with the same settings.
    private static let accounts = """
        CREATE TABLE account (
            tenant TEXT NOT NULL,
            localId TEXT NOT NULL,
            email TEXT,
            emailRank INTEGER NOT NULL,
            emailVerified INTEGER,
            initialEmail TEXT,
            phoneNumber TEXT,
            displayName TEXT,
            photoUrl TEXT,
            passwordHash TEXT,
            salt TEXT,
            passwordUpdatedAt INTEGER,
            validSince TEXT,
            endedSession INTEGER NOT NULL,
            disabled INTEGER,
            customAttributes TEXT,
            customAuth INTEGER,
            emailLinkSignin INTEGER,
            createdAt TEXT,
            lastLoginAt TEXT,
            lastRefreshAt INTEGER,
            providers TEXT,
            secondFactors TEXT,
            passkeys TEXT,
            profile TEXT,
            hashSettings INTEGER REFERENCES hashSettings (id),
            imported INTEGER NOT NULL DEFAULT 0,
            created INTEGER GENERATED ALWAYS AS (IFNULL(CAST(createdAt AS INTEGER), 0)) VIRTUAL,
            PRIMARY KEY (tenant, localId)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_email ON account (tenant, email, emailRank) WHERE email IS NOT NULL;
        CREATE INDEX account_initialEmail ON account (tenant, initialEmail) WHERE initialEmail IS NOT NULL;
        CREATE INDEX account_list ON account (tenant, created, localId);
        CREATE INDEX account_phoneNumber ON account (tenant, phoneNumber) WHERE phoneNumber IS NOT NULL;

        CREATE TABLE providerIdentity (
            tenant TEXT NOT NULL,
            providerId TEXT NOT NULL,
            rawId TEXT NOT NULL,
            localId TEXT NOT NULL,
            email TEXT,
            serial INTEGER NOT NULL,
            PRIMARY KEY (tenant, providerId, rawId)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX providerIdentity_account ON providerIdentity (tenant, localId);
        CREATE INDEX providerIdentity_serial ON providerIdentity (serial);
        CREATE INDEX providerIdentity_email ON providerIdentity (tenant, email) WHERE email IS NOT NULL;

        CREATE TABLE accountCount (
            tenant TEXT PRIMARY KEY,
            count INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE hashSettings (
            id INTEGER PRIMARY KEY,
            document TEXT NOT NULL UNIQUE
        ) STRICT;

        """

    /// A session outlives its account and tenant, so that a use of its refresh token can be answered with their
    /// deletion. AUTOINCREMENT, because an account stores the ID up to which its sessions have ended.
    ///
    /// `attributes` are those of a SAML response, and `originalId` is the ID that the refresh token of an imported session
    /// names.
    private static let sessions = """
        CREATE TABLE session (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            secret BLOB NOT NULL,
            tenant TEXT NOT NULL,
            localId TEXT NOT NULL,
            provider TEXT NOT NULL,
            authTime INTEGER NOT NULL,
            extraClaims TEXT,
            secondFactor TEXT,
            attributes TEXT,
            originalId INTEGER
        ) STRICT;
        CREATE INDEX session_originalId ON session (originalId) WHERE originalId IS NOT NULL;

        """

    /// A message is the record of the outbox, and an action code is part of the message that carries it. AUTOINCREMENT
    /// ensures that `seq` is never reused. A hidden row was deleted from the outbox but its code is still valid.
    ///
    /// `attempts` counts wrong codes; `secondFactor` is the factor that a message is about; `deliverAt` is when a delayed
    /// message arrives. `moot` says why a code that was neither used nor superseded does nothing any more; the last three
    /// indexes are what changes of accounts look for: the codes of an account, and those that depend on who has an address.
    ///
    /// `settings` are what messages were sent with: one row for all that were sent between two changes of it. Messages are not
    /// looked up by it, so there is no index, which each of them would pay for.
    ///
    /// Deliveries are those to other servers, by message and name of the destination. `target` is what an attempt needs
    /// beyond the name; it is empty once the delivery is over. `nextAt` is by the server's time.
    private static let messages = """
        CREATE TABLE message (
            seq INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            tenant TEXT NOT NULL,
            channel TEXT NOT NULL,
            type TEXT NOT NULL,
            delivery TEXT NOT NULL,
            recipient TEXT NOT NULL,
            email TEXT,
            newEmail TEXT,
            localId TEXT,
            displayName TEXT,
            locale TEXT NOT NULL,
            code TEXT,
            sessionInfo TEXT,
            mailedLink TEXT,
            actionLink TEXT,
            continueUrl TEXT,
            createdAt INTEGER NOT NULL,
            expiresAt INTEGER,
            usedAt INTEGER,
            supersededAt INTEGER,
            voidedAt INTEGER,
            hidden INTEGER NOT NULL DEFAULT 0,
            reason TEXT,
            request TEXT NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            secondFactor TEXT,
            deliverAt INTEGER,
            settings INTEGER,
            moot TEXT
        ) STRICT;
        CREATE INDEX message_code ON message (code) WHERE code IS NOT NULL AND channel = 'email';
        CREATE INDEX message_sessionInfo ON message (sessionInfo) WHERE sessionInfo IS NOT NULL;
        CREATE INDEX message_open ON message (tenant, email, type)
            WHERE code IS NOT NULL AND usedAt IS NULL AND supersededAt IS NULL AND voidedAt IS NULL;
        CREATE INDEX message_recipient ON message (recipient, seq);
        CREATE INDEX message_deliverAt ON message (deliverAt) WHERE deliverAt IS NOT NULL;
        CREATE INDEX message_account ON message (tenant, localId) WHERE localId IS NOT NULL
            AND code IS NOT NULL AND usedAt IS NULL AND supersededAt IS NULL AND voidedAt IS NULL;
        CREATE INDEX message_address ON message (tenant, email)
            WHERE type IN ('VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL')
            AND code IS NOT NULL AND usedAt IS NULL AND supersededAt IS NULL AND voidedAt IS NULL;
        CREATE INDEX message_newAddress ON message (tenant, newEmail) WHERE type = 'VERIFY_AND_CHANGE_EMAIL'
            AND code IS NOT NULL AND usedAt IS NULL AND supersededAt IS NULL AND voidedAt IS NULL;

        CREATE TABLE messageSettings (
            id INTEGER PRIMARY KEY,
            document TEXT NOT NULL
        ) STRICT;

        CREATE TABLE delivery (
            seq INTEGER NOT NULL,
            destination TEXT NOT NULL,
            kind TEXT NOT NULL,
            target TEXT,
            state TEXT NOT NULL,
            attempts INTEGER NOT NULL,
            nextAt INTEGER,
            lastError TEXT,
            PRIMARY KEY (seq, destination)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX delivery_pending ON delivery (destination, seq) WHERE state = 'pending';

        """

    /// Mails that apps sent themselves, by message: what was read of one, and all of it as it came.
    private static let mails = """
        CREATE TABLE mail (
            seq INTEGER PRIMARY KEY,
            document TEXT NOT NULL,
            content BLOB NOT NULL
        ) STRICT;

        """

    /// Flows that a client continues with a token: see ``Flow``. Sign-ins that wait for a second
    /// factor are also found without it.
    private static let flows = """
        CREATE TABLE flow (
            token TEXT PRIMARY KEY,
            tenant TEXT NOT NULL,
            kind TEXT NOT NULL,
            content TEXT NOT NULL,
            expiresAt INTEGER,
            attempts INTEGER NOT NULL DEFAULT 0,
            completed INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX flow_expiresAt ON flow (expiresAt) WHERE expiresAt IS NOT NULL;
        CREATE INDEX flow_secondFactor ON flow (tenant, expiresAt) WHERE kind = 'secondFactor';

        """

    /// Secrets of second factors, stored apart from the factors because responses show those as they are stored. A row
    /// is valid only while its account lists the factor.
    private static let secondFactors = """
        CREATE TABLE totpSecret (
            tenant TEXT NOT NULL,
            localId TEXT NOT NULL,
            mfaEnrollmentId TEXT NOT NULL,
            secret BLOB NOT NULL,
            lastStep INTEGER,
            PRIMARY KEY (tenant, localId, mfaEnrollmentId)
        ) STRICT, WITHOUT ROWID;

        """

    /// Public keys of passkeys. A row is valid only while its account lists the passkey.
    private static let passkeys = """
        CREATE TABLE passkey (
            tenant TEXT NOT NULL,
            credentialId TEXT NOT NULL,
            localId TEXT NOT NULL,
            publicKey BLOB,
            signCount INTEGER NOT NULL,
            PRIMARY KEY (tenant, credentialId)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX passkey_account ON passkey (tenant, localId);

        """

    private static let settings = """
        CREATE TABLE tenant (
            tenantId TEXT PRIMARY KEY,
            document TEXT NOT NULL,
            deleted INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE setting (
            name TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE tenantPolicy (
            tenant TEXT PRIMARY KEY,
            revision INTEGER NOT NULL,
            document TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE providerConfig (
            tenant TEXT NOT NULL,
            collection TEXT NOT NULL,
            id TEXT NOT NULL,
            document TEXT NOT NULL,
            PRIMARY KEY (tenant, collection, id)
        ) STRICT, WITHOUT ROWID;

        """

    /// The names by which fixtures know accounts: unique over the project and its tenants.
    private static let fixtureRefs = """
        CREATE TABLE fixtureRef (
            ref TEXT PRIMARY KEY,
            tenant TEXT NOT NULL,
            localId TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        """

    /// Faults in the order in which they were added. `left` is how many calls or messages a fault still takes, NULL for
    /// all of them; `skips`, how many it lets through before.
    private static let faults = """
        CREATE TABLE fault (
            seq INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            definition TEXT NOT NULL,
            hits INTEGER NOT NULL DEFAULT 0,
            "left" INTEGER,
            skips INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        """
}
