import FirebreakDiscovery

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
    package static let tenantContent: Set<String> = ["codes", "providers", "users"]
    package static let clock: Set<String> = ["at", "frozen"]
    package static let user: Set<String> = [
        "claims", "createdAt", "disabled", "displayName", "email", "emailVerified", "lastLoginAt", "mfa", "password",
        "passwordHash", "phoneNumber", "photoUrl", "providers", "ref", "salt", "uid",
    ]
    /// Keys that turn one user entry into many users.
    package static let factoryOnly: Set<String> = ["count", "factory"]
    package static let factory = user.union(factoryOnly).subtracting(["ref", "uid"])
    package static let secondFactor: Set<String> = ["displayName", "enrolledAt", "enrollmentId", "phone", "totp"]
    package static let identity: Set<String> = [
        "displayName", "email", "federatedId", "photoUrl", "providerId", "rawId", "screenName",
    ]
    package static let code: Set<String> = [
        "canHandleCodeInApp", "continueUrl", "locale", "newEmail", "oobCode", "to", "type",
    ]
    package static let fault: Set<String> = [
        "body", "deliverAfter", "delay", "drop", "error", "hang", "headers", "lose", "on", "probability", "skip",
        "status", "times", "where",
    ]
    package static let faultCondition: Set<String> = [
        "apiKey", "caller", "email", "localId", "phoneNumber", "provider", "tenant",
    ]
    /// What faults and the journal name.
    package static let operations = OperationName.allWithMessages
    /// What the journal names.
    package static let calls = OperationName.all
    /// What faults can be on.
    package static let faultNames = (OperationName.calls + OperationName.messages).sorted()
    package static let codeTypes = ["EMAIL_SIGNIN", "PASSWORD_RESET", "VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"]
    package static let profiles = ["local", "emulator", "production"]
}
