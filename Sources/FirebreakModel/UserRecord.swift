/// An account as admins see it; the name is that of the Admin SDKs.
public struct UserRecord: Sendable, Equatable {
    /// ID of the account.
    public var uid: String
    /// ID of the tenant; `nil` for an account of the project itself.
    public var tenant: String?
    /// E-mail address, in lower case.
    public var email: String?
    /// Whether the address is known to be the person's.
    public var isEmailVerified: Bool
    /// Phone number in E.164 form, such as `+15555550100`.
    public var phoneNumber: String?
    /// What the person is called.
    public var displayName: String?
    /// URL of a picture.
    public var photoURL: String?
    /// Whether the account is barred from signing in.
    public var isDisabled: Bool
    /// Whether the account has a password.
    public var hasPassword: Bool
    /// Custom claims, an object; `nil` if there are none.
    public var claims: JSONValue?
    /// Milliseconds since 1970.
    public var createdAt: Int64?
    /// Milliseconds since 1970; `nil` before the first sign-in.
    public var lastLoginAt: Int64?
    /// How the person signs in.
    public var providers: [Provider]
    /// Second factors, in the order of their enrolment.
    public var secondFactors: [SecondFactor]

    /// An identity by which a person signs in.
    public struct Provider: Sendable, Equatable {
        /// Such as `password`, `phone` or `google.com`.
        public var id: String
        /// Who the person is at the provider.
        public var uid: String?
        /// The address that the provider told.
        public var email: String?
        /// The phone number, for `phone`.
        public var phoneNumber: String?
        /// The name that the provider told.
        public var displayName: String?
        /// The picture that the provider told.
        public var photoURL: String?

        /// An identity.
        public init(
            id: String, uid: String? = nil, email: String? = nil, phoneNumber: String? = nil,
            displayName: String? = nil, photoURL: String? = nil
        ) {
            self.id = id
            self.uid = uid
            self.email = email
            self.phoneNumber = phoneNumber
            self.displayName = displayName
            self.photoURL = photoURL
        }
    }

    /// What is asked for after the first factor.
    public struct SecondFactor: Sendable, Equatable {
        /// ID of the enrolment.
        public var id: String
        /// What the person called it.
        public var displayName: String?
        /// The number that gets the codes; `nil` for one-time passwords of an app.
        public var phoneNumber: String?

        /// A second factor.
        public init(id: String, displayName: String? = nil, phoneNumber: String? = nil) {
            self.id = id
            self.displayName = displayName
            self.phoneNumber = phoneNumber
        }
    }

    /// An account.
    public init(
        uid: String, tenant: String? = nil, email: String? = nil, isEmailVerified: Bool = false,
        phoneNumber: String? = nil, displayName: String? = nil, photoURL: String? = nil, isDisabled: Bool = false,
        hasPassword: Bool = false, claims: JSONValue? = nil, createdAt: Int64? = nil, lastLoginAt: Int64? = nil,
        providers: [Provider] = [], secondFactors: [SecondFactor] = []
    ) {
        self.uid = uid
        self.tenant = tenant
        self.email = email
        self.isEmailVerified = isEmailVerified
        self.phoneNumber = phoneNumber
        self.displayName = displayName
        self.photoURL = photoURL
        self.isDisabled = isDisabled
        self.hasPassword = hasPassword
        self.claims = claims
        self.createdAt = createdAt
        self.lastLoginAt = lastLoginAt
        self.providers = providers
        self.secondFactors = secondFactors
    }
}
