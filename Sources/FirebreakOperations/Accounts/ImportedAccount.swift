import FirebreakCredentials
import FirebreakStore
package import FirebreakWire

/// A `UserInfo` of an import request.
package struct ImportedAccount: Decodable, Sendable {
    package struct PasskeyInfo: Decodable, Sendable {
        var credentialId: String?
        var name: String?
    }

    package var createdAt: String?
    package var customAttributes: String?
    package var disabled: Bool?
    package var displayName: String?
    package var email: String?
    package var emailVerified: Bool?
    package var lastLoginAt: String?
    package var localId: String?
    package var mfaInfo: [JSON]?
    /// Nothing but its type counts, as in the reference.
    package var passkeyInfo: [PasskeyInfo]?
    package var passwordHash: String?
    package var phoneNumber: String?
    package var photoUrl: String?
    package var providerUserInfo: [JSON]?
    package var rawPassword: String?
    package var salt: String?
    package var tenantId: String?
}
