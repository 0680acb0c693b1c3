package import FirebreakWire

/// A user. `nil` members leave an existing account unchanged.
package struct UserFixture: Sendable {
    package var path: FixturePath
    /// The name of the user in the document, the response to seeding and `:mintToken`.
    package var ref: String?
    /// Given, or derived from project, tenant and ref (else address, else number).
    package var uid: String
    package var email: String?
    package var emailVerified: Bool?
    package var password: String?
    /// With ``salt``, in the form of exports.
    package var passwordHash: String?
    package var salt: String?
    package var displayName: String?
    package var photoURL: String?
    package var phoneNumber: String?
    package var disabled: Bool?
    /// An object; `nil` leaves those of an existing account.
    package var claims: JSON?
    /// Identities at providers, each in its form on the wire.
    package var identities: [JSON] = []
    /// `nil` leaves those of an existing account.
    package var secondFactors: [SecondFactorFixture]?
    package var createdAt: Timestamp?
    package var lastLoginAt: Timestamp?
}

/// An enrolled second factor.
package struct SecondFactorFixture: Sendable {
    package enum Kind: Sendable, Equatable {
        case phone(String)
        /// The secret in base 32.
        case totp(String)
    }

    package var path: FixturePath
    package var kind: Kind
    /// Given, or derived from the account's ID and the factor's place in the list.
    package var enrollmentID: String
    package var displayName: String?
    package var enrolledAt: Timestamp?
}
