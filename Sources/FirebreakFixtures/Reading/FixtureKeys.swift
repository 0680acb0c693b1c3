import FirebreakDiscovery
import FirebreakModel
import FirebreakWire

/// The allowed keys of each kind of object in a document. `fixtures/firebreak.schema.json` lists the same keys; those
/// of Google's resources are in ``FixtureShapes``.
package enum FixtureKeys {
    package static let document: Set<String> = ["$schema", "defaults", "projects", "strategy", "version"]
    package static let defaults: Set<String> = [
        "claims", "continueUrl", "disabled", "emailVerified", "locale", "password", "photoUrl",
    ]
    package static let project: Set<String> = [
        "apiKeys", "clock", "codes", "config", "faults", "hash", "profile", "providers", "rules", "tenants", "users",
    ]
    /// A document for a single project.
    package static let part = document.union(project)
    /// A tenant's members besides its resource.
    static let tenantContent: Set<String> = ["codes", "hash", "providers", "users"]
    package static let clock: Set<String> = ["at", "frozen"]
    package static let user = profile.union([
        "claims", "createdAt", "disabled", "email", "emailVerified", "hash", "lastLoginAt", "mfa", "password",
        "passwordHash", "phoneNumber", "providers", "ref", "salt", "uid",
    ])
    private static let profile = Set(UserProfile.Member.allCases.map(\.rawValue))
    /// Keys that turn one user entry into many users.
    package static let factoryOnly: Set<String> = ["count", "factory"]
    package static let factory = user.union(factoryOnly).subtracting(["ref", "uid"])
    static let secondFactor: Set<String> = ["displayName", "enrolledAt", "enrollmentId", "phone", "totp"]
    package static let identity: Set<String> = [
        "displayName", "email", "federatedId", "photoUrl", "providerId", "rawId", "screenName",
    ]
    package static let code: Set<String> = [
        "canHandleCodeInApp", "continueUrl", "locale", "newEmail", "oobCode", "to", "type",
    ]
    package static let fault = Set(FaultDefinition.memberNames)
    static let faultCondition = Set(FaultDefinition.Subject.allCases.map(\.rawValue))
    /// What faults and the journal name.
    package static let operations = OperationName.allWithMessages
    /// What the journal names.
    package static let calls = OperationName.all
    /// What faults can be on.
    package static let faultNames = (OperationName.calls + OperationName.messages).sorted()
    static let codeTypes = ["EMAIL_SIGNIN", "PASSWORD_RESET", "VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"]
    static let profiles = ["local", "emulator", "production"]
}
