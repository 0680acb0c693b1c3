import FirebreakModel
import FirebreakOperations
import FirebreakWire

/// What is special about an account, in a word each.
enum AccountBadges {
    private static let maximumMeans = 6
    private static let maximumLength = 40

    /// How the person signs in.
    static func means(of account: AccountList.Entry) -> HTML {
        var badges = account.means.prefix(maximumMeans).map { Controls.badge(name($0)) }
        let rest = account.means.count - maximumMeans
        if rest > 0 { badges.append(Controls.badge("+\(rest)")) }
        return "\(badges)"
    }

    static func state(of account: AccountList.Entry) -> HTML {
        var badges: [HTML] = []
        if account.isDisabled { badges.append(Controls.badge("Disabled", "failure")) }
        if account.isEmailVerified == false { badges.append(Controls.badge("Unverified")) }
        if account.secondFactors > 0 {
            let factors = account.secondFactors == 1 ? "2nd factor" : "\(account.secondFactors) factors"
            badges.append(Controls.badge(factors, "information"))
        }
        return "\(badges)"
    }

    /// Ways to sign in that accounts do not list among their providers.
    private static let names = [
        AccountList.Means.emailLink: "E-mail link", AccountList.Means.passkey: "Passkey",
        AccountList.Means.custom: "Custom token", AccountList.Means.anonymous: "Anonymous",
    ]

    private static func name(_ means: String) -> String {
        names[means] ?? AccountText.clipped(ProviderName.ofOwnWay(means) ?? ProviderName.known(means), maximumLength)
    }
}
