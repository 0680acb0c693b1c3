import FirebreakStore
import FirebreakWire

/// An admin's new password ends the sessions of an account, but not its first factors that wait for a second one
/// (production.md section 12).
extension PendingCredential {
    /// How many such changes a first factor outlives, at most.
    private static let rememberedChanges = 10

    /// Keeps the first factors of an account whose password an admin changed.
    static func keep(for before: Account, changedTo after: Account, _ tx: Transaction, _ call: Call) throws {
        guard call.facts.storesSessions, before.secondFactors?.isEmpty == false else { return }
        let stamps = try outlivedStamps(of: before, tx, call) + [stamp(of: before)]
        let content: JSON = ["stamp": stamp(of: after), "outlived": .array(stamps.suffix(rememberedChanges))]
        try tx.insert(
            Flow(
                token: token(of: after, call), kind: .keptFirstFactors, content: content,
                expiresAt: call.rules.expiry(\.smsPendingCredential, from: call.now)),
            at: call.now)
    }

    /// Whether a first factor with this stamp still counts.
    static func isCurrent(stamp: JSON, for account: Account, _ tx: Transaction, _ call: Call) throws -> Bool {
        guard stamp != Self.stamp(of: account) else { return true }
        return try outlivedStamps(of: account, tx, call).contains(stamp)
    }

    /// Earlier stamps that are as good as the present one, because only admins' new passwords came in between.
    private static func outlivedStamps(of account: Account, _ tx: Transaction, _ call: Call) throws -> [JSON] {
        guard let flow = try tx.flow(.keptFirstFactors, token: token(of: account, call)),
            flow.content["stamp"] == stamp(of: account)
        else { return [] }
        return flow.content["outlived"]?.arrayValue ?? []
    }

    /// Tokens are unique in the project; those that clients get have no slashes.
    private static func token(of account: Account, _ call: Call) -> String {
        "keptFirstFactors/\(call.tenant?.rawValue ?? "")/\(account.id.rawValue)"
    }
}
