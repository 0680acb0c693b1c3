import FirebreakModel

/// Selects accounts; all given conditions must match.
public struct AccountSelection: Sendable, Equatable {
    /// The order of a list of accounts.
    public struct Order: RawRepresentable, Sendable, Hashable {
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

    /// The query parameters of the control API.
    package var query: [ControlRequest.Field] {
        .init([
            "q": search, "provider": provider, "verified": isEmailVerified.map { String($0) },
            "disabled": isDisabled.map { String($0) }, "claims": hasClaims.map { String($0) },
            "secondFactor": hasSecondFactor.map { String($0) },
        ])
    }
}
