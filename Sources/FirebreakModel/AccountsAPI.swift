/// The methods that find accounts. Those of single accounts are Google's.
package enum AccountsAPI {
    package static let list = Endpoint<ListAccountsRequest, AccountList>(
        "accounts.list", .get, "/accounts", "Lists accounts of the project, or of a tenant of it.")
}

/// Which accounts, and which page of them.
package typealias ListAccountsRequest = Joined<AccountSelection, AccountPaging>

/// Where accounts are, and which page of them.
package struct AccountPaging: APIMessage {
    package var tenant: String?
    package var sort: AccountSelection.Order?
    package var after: String?
    package var before: String?
    package var limit: Int?

    package init(tenant: String?, sort: AccountSelection.Order?, after: String?, limit: Int?) {
        self.tenant = tenant
        self.sort = sort
        self.after = after
        self.limit = limit
    }

    package static let notes: JSONValue = [
        "sort": ["default": "created"],
        "after": "The `next` of the page before.",
        "before": "The `previous` of the page after.",
        "limit": ["default": "50", "description": "How many at most; no page has more than 1,000.", "minimum": 1],
    ]
}

/// Selects accounts; all given conditions must match.
public struct AccountSelection: Codable, Sendable, Equatable {
    /// The order of a list of accounts.
    public struct Order: RawRepresentable, Codable, Sendable, Hashable {
        /// The name on the wire.
        public let rawValue: String

        /// A name, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The newest first.
        public static let created = Self(rawValue: "created")
        /// Those that signed in last first; in a project of very many accounts each page takes longer than by the others.
        public static let lastSignIn = Self(rawValue: "lastSignIn")
        /// By the bytes of their IDs.
        public static let id = Self(rawValue: "id")
    }

    /// Words that all must be in address, phone number, name or ID, without regard to case.
    public var search: String?
    /// How people sign in: the ID of a provider, or `emailLink`, `passkey`, `custom`, `anonymous`.
    public var provider: String?
    /// Whether the address is verified; accounts without one match neither.
    public var isEmailVerified: Bool?
    /// Whether the account is barred from signing in.
    public var isDisabled: Bool?
    /// Whether the account has custom claims.
    public var hasClaims: Bool?
    /// Whether the account has a second factor.
    public var hasSecondFactor: Bool?

    /// Selects all accounts that match the given conditions.
    public init(
        search: String? = nil, provider: String? = nil, isEmailVerified: Bool? = nil, isDisabled: Bool? = nil,
        hasClaims: Bool? = nil, hasSecondFactor: Bool? = nil
    ) {
        self.search = search
        self.provider = provider
        self.isEmailVerified = isEmailVerified
        self.isDisabled = isDisabled
        self.hasClaims = hasClaims
        self.hasSecondFactor = hasSecondFactor
    }
}

extension AccountSelection: APIMessage {
    private enum CodingKeys: String, CodingKey {
        case search = "q"
        case provider
        case isEmailVerified = "verified"
        case isDisabled = "disabled"
        case hasClaims = "claims"
        case hasSecondFactor = "secondFactor"
    }

    package static let notes: JSONValue = [
        "q": "Words that all must be in address, phone number, name or ID, in any letter case.",
        "provider": "The ID of a provider, or `emailLink`, `passkey`, `custom`, `anonymous`.",
        "verified": "Whether the address is verified; accounts without one match neither.",
        "disabled": "Whether accounts are disabled.",
        "claims": "Whether accounts have custom claims.",
        "secondFactor": "Whether accounts have a second factor.",
    ]
}

extension AccountSelection.Order: KnownValues {
    package static let known: [Self] = [.created, .lastSignIn, .id]
}

/// A page of the accounts of a project or of one of its tenants.
public struct AccountList: Codable, Sendable, Equatable {
    /// In the order that was asked for; by default, the newest first.
    public var accounts: [Entry]
    /// How many match, on all pages.
    public var count: Int
    /// The cursor to ask for the page before this one; `nil` for the first page.
    public var previous: String?
    /// The cursor to ask for the page after this one; `nil` for the last page.
    public var next: String?

    /// One account, with what lists show of it.
    public struct Entry: Codable, Sendable, Equatable {
        /// ID of the account.
        public var localID: String
        /// E-mail address, in lower case.
        public var email: String?
        /// Whether the address is known to be the person's; `nil` without an address.
        public var isEmailVerified: Bool?
        /// Phone number in E.164 form.
        public var phoneNumber: String?
        /// What the person is called.
        public var displayName: String?
        /// Whether the account is barred from signing in.
        public var isDisabled: Bool
        /// Whether the account has custom claims.
        public var hasClaims: Bool
        /// How the person signs in: IDs of providers, and `emailLink`, `passkey`, `custom` and `anonymous`.
        public var providers: [String]
        /// How many second factors the account has.
        public var secondFactors: Int
        /// RFC 3339, or what an admin stored in place of a time.
        public var createdAt: String?
        /// RFC 3339, or what an admin stored in place of a time; `nil` before the first sign-in.
        public var lastLoginAt: String?

        private enum CodingKeys: String, CodingKey {
            case localID = "localId"
            case email
            case isEmailVerified = "emailVerified"
            case phoneNumber, displayName
            case isDisabled = "disabled"
            case hasClaims = "customClaims"
            case providers, secondFactors, createdAt, lastLoginAt
        }

        /// An account that has nothing but its ID.
        public init(localID: String) {
            self.localID = localID
            isDisabled = false
            hasClaims = false
            providers = []
            secondFactors = 0
        }
    }

    /// A page of a list.
    public init(accounts: [Entry], count: Int, previous: String? = nil, next: String? = nil) {
        self.accounts = accounts
        self.count = count
        self.previous = previous
        self.next = next
    }
}

extension AccountList: APIMessage {
    package static let notes: JSONValue = [
        "accounts": [
            "items": [
                "properties": [
                    "customClaims": ["description": "Whether the account has some."],
                    "providers": [
                        "description":
                            "How the person signs in: IDs of providers, `emailLink`, `passkey`, `custom`, `anonymous`."
                    ], "secondFactors": ["description": "How many the account has."],
                ]
            ]
        ],
        "count": "How many match, on all pages.",
        "previous": "Pass it as `before` for the page before.",
        "next": "Pass it as `after` for the page after.",
    ]
}
