public import FirebreakModel
import FirebreakWire

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

extension UserRecord: Decodable {
    private enum Key: String, CodingKey {
        case uid = "localId"
        case tenant = "tenantId"
        case email, phoneNumber, displayName, createdAt, lastLoginAt
        case isEmailVerified = "emailVerified"
        case photoURL = "photoUrl"
        case isDisabled = "disabled"
        case passwordHash
        case claims = "customAttributes"
        case providers = "providerUserInfo"
        case secondFactors = "mfaInfo"
    }

    /// An account as Google's methods answer it, where empty texts are for what it does not have.
    public init(from decoder: any Decoder) throws {
        let answer = try decoder.container(keyedBy: Key.self)
        func text(_ key: Key) throws -> String? { try answer.decodeIfPresent(String.self, forKey: key)?.nonEmpty }
        func isTrue(_ key: Key) throws -> Bool { try answer.decodeIfPresent(Bool.self, forKey: key) == true }
        self.init(
            uid: try answer.decode(String.self, forKey: .uid), tenant: try text(.tenant), email: try text(.email),
            isEmailVerified: try isTrue(.isEmailVerified), phoneNumber: try text(.phoneNumber),
            displayName: try text(.displayName), photoURL: try text(.photoURL), isDisabled: try isTrue(.isDisabled),
            hasPassword: answer.contains(.passwordHash),
            claims: try text(.claims).map { claims in
                try ControlReply(status: 200, body: Array(claims.utf8)).decoded(JSONValue.self)
            },
            createdAt: try text(.createdAt).flatMap { Int64($0) },
            lastLoginAt: try text(.lastLoginAt).flatMap { Int64($0) },
            providers: try answer.decodeIfPresent([Provider].self, forKey: .providers) ?? [],
            secondFactors: try answer.decodeIfPresent([SecondFactor].self, forKey: .secondFactors) ?? [])
    }
}

extension UserRecord.Provider: Decodable {
    private enum Key: String, CodingKey {
        case id = "providerId"
        case rawID = "rawId"
        case federatedID = "federatedId"
        case email, phoneNumber, displayName
        case photoURL = "photoUrl"
    }

    /// An identity as Google's methods answer it.
    public init(from decoder: any Decoder) throws {
        let answer = try decoder.container(keyedBy: Key.self)
        func text(_ key: Key) throws -> String? { try answer.decodeIfPresent(String.self, forKey: key) }
        self.init(
            id: try answer.decode(String.self, forKey: .id), uid: try text(.rawID) ?? text(.federatedID),
            email: try text(.email), phoneNumber: try text(.phoneNumber), displayName: try text(.displayName),
            photoURL: try text(.photoURL))
    }
}

extension UserRecord.SecondFactor: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id = "mfaEnrollmentId"
        case displayName
        case phoneNumber = "phoneInfo"
    }
}
