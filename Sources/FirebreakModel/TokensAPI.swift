/// The methods that sign users in without a form.
package enum TokensAPI {
    package static let mint = Endpoint<MintTokenRequest, MintedTokens>(
        "mintToken", .post, ":mintToken", "Makes tokens as if a user had signed in.", within: CopiesAPI.time)
    package static let browserState = Endpoint<BrowserStateRequest, BrowserState>(
        "accounts.browserState", .post, "/accounts/{uid}:browserState",
        "Signs a user in, by ID, address or ref, and answers what a browser keeps of it, as Playwright's state.")
}

/// What is wrong with a token that an API has to refuse.
public enum TokenFlaw: String, CaseIterable, Sendable {
    /// It expired an hour ago.
    case expired
    /// It was issued an hour from now.
    case notYetValid = "not-yet-valid"
    /// It is of another project.
    case wrongProject = "wrong-project"
    /// Another service has issued it.
    case wrongIssuer = "wrong-issuer"
    /// Another key has signed it, in the name of the right one.
    case foreignKey = "foreign-key"
    /// A key has signed it that is not published.
    case unknownKey = "unknown-key"
    /// Nothing has signed it.
    case unsigned
    /// Its claims were changed after it was signed: `admin` is `true` in it.
    case tampered
    /// The sessions of its account were ended.
    case revoked
    /// Its account is disabled.
    case disabled
    /// Its account was deleted.
    case deleted
    /// It is of another tenant.
    case otherTenant = "other-tenant"
}

/// As whom, and how.
package struct MintTokenRequest: APIMessage {
    package var user: String?
    package var tenant: String?
    package var provider: String?
    package var lifetime: Int?
    package var claims: JSONValue?
    package var flaw: String?

    package init(
        _ user: String?, tenant: String?, provider: String?, claims: JSONValue?, lifetime: Int?, flaw: TokenFlaw? = nil
    ) {
        self.flaw = flaw?.rawValue
        self.user = user
        self.tenant = tenant
        self.claims = claims
        self.provider = provider
        self.lifetime = lifetime
    }

    package static let notes: JSONValue = signInNotes.adding([
        "user": ["description": "ID, e-mail address or ref.", "required": true],
        "lifetime": lifetime("Seconds; negative for a token that has expired."),
        "flaw": [
            "description":
                "What is wrong with the ID token, for tests of what an API refuses; there is no refresh token then.",
            "enum": .array(TokenFlaw.allCases.map { .string($0.rawValue) }),
        ],
    ])

    /// What requests that sign a user in have in common.
    fileprivate static let signInNotes: JSONValue = [
        "tenant": "Where to look; by default in the project, then among the refs of all tenants.",
        "claims": [
            "additionalProperties": ["type": "any"], "description": "They override those of the account.",
            "type": "object",
        ],
        "provider": "By default, the first sign-in method of the account.",
    ]

    fileprivate static func lifetime(_ description: String) -> JSONValue {
        ["description": .string(description), "maximum": 1_000_000_000, "minimum": -1_000_000_000]
    }
}

/// As whom, and for which app.
package struct BrowserStateRequest: APIMessage {
    package var uid: String
    package var origin: String?
    package var appName: String?
    package var apiKey: String?
    package var persistence: String?
    package var tenant: String?
    package var claims: JSONValue?
    package var provider: String?
    package var lifetime: Int?

    package init(
        _ uid: String, origin: String?, appName: String? = nil, apiKey: String? = nil, persistence: String? = nil,
        tenant: String? = nil, claims: JSONValue? = nil, provider: String? = nil, lifetime: Int? = nil
    ) {
        self.uid = uid
        self.origin = origin
        self.appName = appName
        self.apiKey = apiKey
        self.persistence = persistence
        self.tenant = tenant
        self.claims = claims
        self.provider = provider
        self.lifetime = lifetime
    }

    package static let notes: JSONValue = MintTokenRequest.signInNotes.adding([
        "origin": [
            "description": "Scheme, host and port of the app, such as `http://localhost:3000`.", "required": true,
        ],
        "appName": ["description": "The name of the SDK's app.", "default": "[DEFAULT]"],
        "apiKey": "The app's key, which must be one of the project; by default the derived one.",
        "persistence": [
            "default": "indexedDB", "description": "Where the user is kept: in IndexedDB or in `localStorage`.",
            "enum": ["indexedDB", "local"],
        ],
        "lifetime": MintTokenRequest.lifetime(
            "Seconds; negative for a token that has expired, which the SDK renews at once."),
    ])
}

/// What a browser keeps of a person who is signed in to an app with the web SDK, in the form of Playwright's storage state
/// (`storageState`), to begin a test with instead of the form.
///
/// It is that of one origin: the person in IndexedDB or in `localStorage`, and nothing else.
public struct BrowserState: Codable, Sendable, Equatable {
    /// Always empty: the SDK keeps people elsewhere.
    public var cookies: [JSONValue]
    /// One.
    public var origins: [Origin]

    /// The state of some origins.
    public init(cookies: [JSONValue] = [], origins: [Origin]) {
        self.cookies = cookies
        self.origins = origins
    }

    /// Where a browser keeps the person.
    public enum Persistence: String, CaseIterable, Sendable {
        /// In IndexedDB, where the SDK looks first unless an app chooses another place. Playwright restores it from 1.51 on.
        case indexedDB
        /// In `localStorage`, for apps with `browserLocalPersistence`, and for tools that restore nothing else. An app that
        /// did not choose a place finds it there as well, and moves it to IndexedDB.
        case local
    }

    /// What a browser keeps for an origin.
    public struct Origin: Codable, Sendable, Equatable {
        /// Scheme, host and port of the app, such as `http://localhost:3000`.
        public var origin: String
        /// The entries of `localStorage`.
        public var localStorage: [Entry]
        /// The databases; `nil` for none.
        public var indexedDB: [Database]?

        /// The state of an origin.
        public init(_ origin: String, localStorage: [Entry] = [], indexedDB: [Database]? = nil) {
            self.origin = origin
            self.localStorage = localStorage
            self.indexedDB = indexedDB
        }
    }

    /// An entry of `localStorage`.
    public struct Entry: Codable, Sendable, Equatable {
        /// Its key.
        public var name: String
        /// Its text.
        public var value: String

        /// An entry.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A database of IndexedDB.
    public struct Database: Codable, Sendable, Equatable {
        /// Its name.
        public var name: String
        /// Its version, from 1 on.
        public var version: Int
        /// Its object stores.
        public var stores: [Store]

        /// A database.
        public init(_ name: String, version: Int, stores: [Store]) {
            self.name = name
            self.version = version
            self.stores = stores
        }
    }

    /// An object store of a database, with keys within its records.
    public struct Store: Codable, Sendable, Equatable {
        /// Its name.
        public var name: String
        /// Whether it makes keys itself.
        public var autoIncrement: Bool
        /// The member of a record that is its key.
        public var keyPath: String
        /// Its indexes; none.
        public var indexes: [JSONValue]
        /// Its records.
        public var records: [Record]

        /// A store.
        public init(
            _ name: String, keyPath: String, autoIncrement: Bool = false, indexes: [JSONValue] = [], records: [Record]
        ) {
            self.name = name
            self.autoIncrement = autoIncrement
            self.keyPath = keyPath
            self.indexes = indexes
            self.records = records
        }
    }

    /// A record of a store.
    public struct Record: Codable, Sendable, Equatable {
        /// All of it, its key included.
        public var value: JSONValue

        /// A record.
        public init(_ value: JSONValue) { self.value = value }
    }
}

extension BrowserState: APIMessage {
    package static let notes: JSONValue = [
        "cookies": ["description": "Empty.", "items": ["additionalProperties": ["type": "any"], "type": "object"]],
        "origins": "One.",
    ]
}

/// Tokens as if a user had signed in, and the user's identity.
public struct MintedTokens: Codable, Sendable, Equatable {
    /// The account's ID.
    public var uid: String
    /// ID of the user's tenant.
    public var tenant: String?
    /// The account's address.
    public var email: String?
    /// The ID token, as a sign-in returns it.
    public var idToken: String
    /// The token with which new ID tokens are requested.
    public var refreshToken: String?
    /// Seconds until the ID token expires.
    public var expiresIn: String?

    /// Tokens of a user.
    public init(
        uid: String, tenant: String? = nil, email: String? = nil, idToken: String, refreshToken: String? = nil,
        expiresIn: String? = nil
    ) {
        self.uid = uid
        self.tenant = tenant
        self.email = email
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
    }
}

extension MintedTokens: APIMessage {
    package static let notes: JSONValue = [
        "expiresIn": ["description": "Seconds.", "format": "int64"]
    ]
}
