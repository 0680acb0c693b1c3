import FirebreakStore
import FirebreakWire

extension SecondFactor {
    /// Production's members, in their order (production.md section 12).
    static let shownKeys: [Key] = [.phoneInfo, .id, .displayName, .enrolledAt, .totpInfo]

    /// The factor as responses have it: outside the reference the number stands there once.
    func shown(in profile: Profile) -> SecondFactor {
        guard profile.facts.formatsFactors else { return self }
        var factor = SecondFactor()
        for key in Self.shownKeys { factor[key] = self[key] }
        return factor
    }
}
