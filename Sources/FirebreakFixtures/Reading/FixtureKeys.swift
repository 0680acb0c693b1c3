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
    static let tenantContent: Set<String> = ["codes", "providers", "users"]
    package static let clock: Set<String> = ["at", "frozen"]
    package static let user = profile.union([
        "claims", "createdAt", "disabled", "email", "emailVerified", "lastLoginAt", "mfa", "password", "passwordHash",
        "phoneNumber", "providers", "ref", "salt", "uid",
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

/// The error message for an unknown key or another name that does not exist.
package enum UnknownKey {
    static func message(_ key: String, among known: some Sequence<String>) -> String {
        let known = known.sorted()
        return message("key \(key) here", nearest: nearest(to: key, among: known))
            ?? "there is no key \(key) here; known are \(known.joined(separator: ", "))"
    }

    /// - Parameters:
    ///   - kind: What the name is of, such as `operation`.
    ///   - list: Where all names are listed.
    package static func message(
        _ kind: String, _ name: String, among known: some Sequence<String>, listedBy list: String
    ) -> String {
        message("\(kind) \(name)", nearest: nearest(to: name, among: known.sorted()))
            ?? "there is no \(kind) \(name); \(list) lists them"
    }

    private static func message(_ what: String, nearest: String?) -> String? {
        nearest.map { "there is no \(what); did you mean \($0)?" }
    }

    /// The name that was meant, if one is near enough.
    private static func nearest(to key: String, among known: [String]) -> String? {
        // A longer one is not a mistake in typing, and not worth a look.
        guard key.utf8.count <= longestMistake else { return nil }
        let key = key.lowercased()
        let nearest = known.map { (key: $0, distance: EditDistance.between(key, $0.lowercased())) }
            .min { $0.distance < $1.distance }
        if let nearest, nearest.distance <= max(1, (key.utf8.count + 1) / 3) { return nearest.key }
        guard key.utf8.count >= 4 else { return nil }
        // A part of a name is meant for it, the beginning only where no other name begins so.
        let longer = known.filter { $0.lowercased().startsWithBytes(of: key) }
        return longer.count == 1 ? longer.first : known.first { $0.lowercased().endsWithBytes(of: key) }
    }

    /// Bytes.
    private static let longestMistake = 100
}
