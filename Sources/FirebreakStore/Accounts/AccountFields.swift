package import FirebreakWire

/// What answers show of an account: of an ``Account``, or of a row that is passed on.
package protocol AccountFields: ~Copyable {
    associatedtype ID: JSONText
    associatedtype Text: JSONText

    var id: ID { get }
    var email: Text? { get }
    var emailVerified: Bool? { get }
    var initialEmail: Text? { get }
    var phoneNumber: Text? { get }
    var displayName: Text? { get }
    var photoURL: Text? { get }
    var passwordHash: Text? { get }
    var salt: Text? { get }
    var hashSettings: Int64? { get }
    var passwordUpdatedAt: Timestamp? { get }
    var validSince: Text? { get }
    var disabled: Bool? { get }
    var customAttributes: Text? { get }
    var customAuth: Bool? { get }
    var emailLinkSignIn: Bool? { get }
    var createdAt: Text? { get }
    var lastLoginAt: Text? { get }
    var lastRefreshAt: Timestamp? { get }
    var providers: [Account.Provider]? { get }
    var secondFactors: [SecondFactor]? { get }
    var passkeys: [Passkey]? { get }
    var isImported: Bool { get }
    var federatedProfile: JSON? { get }
}

extension Account: AccountFields {}
