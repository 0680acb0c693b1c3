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
