package import FirebreakModel
import FirebreakOperations
import FirebreakStore
package import FirebreakWire

/// Reads the project's rules, all of them with their values in effect (firebreak.md section 3).
package enum GetRules: ControlOperation {
    package static func run(_ request: NoMembers, _ call: ControlCall) async throws -> JSON {
        call.settings.rules.document
    }
}

/// Changes rules of the project (firebreak.md section 3). Only the given rules are stored; all others keep following
/// the profile and the server's `--rule` flags.
package enum PatchRules: ControlOperation {
    /// The body as received: names and values of rules. `null` resets a rule to its default.
    ///
    /// `lifetimes` is merged member by member; in it, `null` means that such codes never expire. `accountEvents`
    /// and `messageWebhook` are replaced as a whole.
    package struct Request: Decodable, Sendable {
        /// An object; its keys may have been camel-cased.
        package var rules: JSON

        package init(from decoder: any Decoder) throws {
            rules = try decoder.singleValueContainer().decode(JSON.self)
        }
    }

    /// - Returns: All rules after the change.
    /// - Throws: `INVALID_ARGUMENT` naming the rule that is unknown or has an invalid value; nothing is stored then.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> JSON {
        let profile = call.settings.profile
        let patch = try checked(request.rules, profile)
        guard !patch.isEmpty else { return call.settings.rules.document }
        try await call.project.write(at: call.now) { tx in try store(patch, profile, tx) }
        return try await call.project.settings().rules.document
    }

    /// The rules under their real names, with their keys parsed, which would take too long inside a transaction.
    static func checked(_ rules: JSON, _ profile: Profile) throws(WireError) -> [JSON.Member] {
        let patch = try canonical(rules, like: Rules(profile: profile).document)
        // Only of new rules: those that are stored must stay readable.
        for member in patch where member.key == "accountEvents" || member.key == "messageWebhook" {
            try Limit.webhookURL.check(member.value.stringValue ?? member.value["url"]?.stringValue ?? "")
        }
        try checkKeys(in: patch, profile)
        return patch
    }

    /// Stores the result of ``checked(_:_:)``.
    ///
    /// - Throws: `INVALID_ARGUMENT` naming the rule that has an invalid value.
    static func store(_ patch: [JSON.Member], _ profile: Profile, _ tx: Transaction) throws {
        let before = try tx.setting(.rules) ?? .emptyObject
        var stored = before
        for member in patch { merge(member, into: &stored) }
        try Limit.rules.check(stored, before: before)
        var rules = Rules(profile: profile)
        try rules.apply(stored)
        if stored == .emptyObject { try tx.clear(.rules) } else { try tx.set(.rules, to: stored) }
    }

    /// Keys are parsed before they are stored, because a project that cannot parse its keys would answer no request.
    private static func checkKeys(in patch: [JSON.Member], _ profile: Profile) throws(WireError) {
        var rules = Rules(profile: profile)
        for member in patch where !member.value.isNull && ["credentialKeys", "serviceAccounts"].contains(member.key) {
            try rules.apply(.object([member]))
        }
        _ = try ProjectKeys(rules)
    }

    private static func merge(_ member: JSON.Member, into stored: inout JSON) {
        guard !member.value.isNull else { return stored[member.key] = nil }
        // A secret, or a format, belongs to the URL that it was given with.
        guard member.key != "messageWebhook", member.key != "accountEvents", case .object(let changes) = member.value,
            var document = stored[member.key], document.objectValue != nil
        else { return stored[member.key] = member.value }
        for change in changes { document[change.key] = change.value }
        stored[member.key] = document
    }

    /// The members under their real names: the codec camel-cases `EMAIL_SIGNIN` before it is known to be data.
    ///
    /// - Parameter template: All existing rules.
    private static func canonical(_ rules: JSON, like template: JSON) throws(WireError) -> [JSON.Member] {
        guard let members = rules.objectValue, let known = template.objectValue else {
            throw .invalidArgument(member: "rules", "must be an object of names and values")
        }
        var result: [JSON.Member] = []
        for member in members {
            guard let rule = known.first(where: { isSame($0.key, member.key) }) else {
                throw .invalidArgument("there is no rule \(member.key)")
            }
            guard let parts = rule.value.objectValue, let given = member.value.objectValue else {
                result.append(JSON.Member(rule.key, member.value))
                continue
            }
            let renamed = given.map { part in
                JSON.Member(parts.first { isSame($0.key, part.key) }?.key ?? part.key, part.value)
            }
            result.append(JSON.Member(rule.key, .object(renamed)))
        }
        return result
    }

    private static func isSame(_ name: String, _ given: String) -> Bool {
        name == given || name.lodashCamelCased == given.lodashCamelCased
    }
}
