import FirebreakModel
import FirebreakStore
import FirebreakWire

extension AccountList.Entry {
    init(_ account: Account) {
        self.init(
            id: account.id.rawValue, email: account.email, phoneNumber: account.phoneNumber,
            displayName: account.displayName, means: Self.means(of: account), createdAt: Self.time(account.createdAt),
            lastLoginAt: Self.time(account.lastLoginAt), isDisabled: account.disabled == true,
            isEmailVerified: account.email.map { _ in account.emailVerified == true },
            secondFactors: account.secondFactors?.count ?? 0)
    }

    private static func means(of account: Account) -> [String] {
        var means: [String] = []
        for provider in account.providers ?? [] {
            switch provider {
            case .password:
                // One entry says both.
                if account.passwordHash != nil { means.append(provider.providerID) }
                if account.emailLinkSignIn == true { means.append(AccountList.Means.emailLink) }
            case .phone, .federated: means.append(provider.providerID)
            }
        }
        if account.passkeys?.isEmpty == false { means.append(AccountList.Means.passkey) }
        if account.customAuth == true { means.append(AccountList.Means.custom) }
        return means.isEmpty && account.email == nil ? [AccountList.Means.anonymous] : means
    }

    /// Admins may store any text in place of milliseconds.
    private static func time(_ text: String?) -> String? {
        guard let text, let milliseconds = Int64(text) else { return text }
        let time = Timestamp(milliseconds: milliseconds)
        return time >= Timestamp(milliseconds: 0) && time <= .endOfTime ? time.rfc3339 : text
    }
}
