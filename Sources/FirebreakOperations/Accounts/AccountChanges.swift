import FirebreakStore
import FirebreakWire

/// One run of accounts:update on one account, in the order of accounts.md sections 8.1 and 8.2.
struct AccountChanges {
    /// Who is updated, and in whose name.
    struct Target {
        var account: Account
        /// `sign_in_provider` of the presented token; `nil` for an admin naming the account.
        var provider: String?
    }

    /// Whether an admin who names the account changes it; not in the reference, which treats that like a user's change.
    private let isByAdmin: Bool

    private let request: UpdateAccount.Request
    private let call: OperationContext
    /// Of the request's, made before the transaction.
    private let hashedPassword: HashedPassword?
    private var account: Account
    /// The provider in whose name tokens are issued again; `nil` when none are.
    private var provider: String?
    private let oldEmail: String?
    private var endsSessions = false

    init(
        _ request: UpdateAccount.Request, _ hashedPassword: HashedPassword?, _ target: Target, _ call: OperationContext
    ) {
        self.request = request
        self.hashedPassword = hashedPassword
        self.call = call
        account = target.account
        provider = target.provider
        isByAdmin = target.provider == nil && call.behavior.separatesAdmins
        oldEmail = target.account.email
    }

    mutating func run(_ tx: Transaction) throws -> UpdateAccount.Response {
        let requestedEmail = try changeEmail(tx)
        try changePassword(tx)
        try changeSecondFactors()
        try changePhoneNumber(tx)
        if endsSessions { try endSessions(tx) }
        let movesSession = changeValidSince()
        try copyFields()
        deleteAttributes()
        let deleted = deleteProviders()
        let linked = try ProviderLink.checked(request.linkProviderUserInfo, to: account, tx, call)
        account.updateProviders(deleting: deleted, linking: linked)
        upgradeToFederatedLogin()
        try tx.save(account)
        try sendRecovery(tx, newEmail: requestedEmail)

        var tokens: IssuedTokens?
        if endsSessions || movesSession, let provider {
            let signIn = SignIn(provider: provider)
            tokens = try TokenIssuer(call).reissue(
                &account, signIn, returnSecureToken: request.returnSecureToken, tx)
        }
        return UpdateAccount.Response(account, newEmail: requestedEmail, tokens: tokens, call)
    }

    private mutating func endSessions(_ tx: Transaction) throws {
        let before = account
        account.endSessions(at: call.now)
        let isPasswordAlone = EmailAddress.areSame(account.email, oldEmail)
        if isByAdmin, isPasswordAlone { try PendingCredential.keep(for: before, changedTo: account, tx, call) }
    }

    /// - Returns: The address that was asked for, changed or not; production does not tell an admin (production.md
    ///   section 5).
    private mutating func changeEmail(_ tx: Transaction) throws -> String? {
        guard let text = request.email, !text.isEmpty else { return nil }
        guard let email = EmailAddress.normalized(text, call.profile) else { throw WireError.invalidEmail }
        let answered = isByAdmin ? nil : email
        guard !EmailAddress.areSame(email, account.email) else { return answered }
        guard EmailAddress.allowsNew(email, call.profile) else { throw WireError.invalidEmail }
        try EnumerationProtection(call).checkDirectChange()
        guard try tx.account(email: email) == nil else { throw WireError.emailExists }
        if !isByAdmin, account.email != nil, account.initialEmail == nil, provider != "anonymous" {
            account.initialEmail = account.email
        }
        account.email = email
        // Production leaves it to an admin whether the new address counts as verified (production.md section 5).
        if !call.behavior.trustsAdmins || !call.isAdmin || account.emailVerified == nil {
            account.emailVerified = false
        }
        endsSessions = true
        return answered
    }

    private mutating func changePassword(_ tx: Transaction) throws {
        guard let password = request.password, let hashedPassword else { return }
        // An admin's was checked where admins are trusted.
        if !call.behavior.trustsAdmins || !call.isAdmin { try Password.check(password, call) }
        try hashedPassword.set(on: &account, tx, at: call.now)
        if !isByAdmin { provider = "password" }
        endsSessions = true
    }

    private mutating func changeSecondFactors() throws {
        // Only admins may set factors in production (accounts.md section 15).
        guard let mfa = request.mfa, call.behavior.usersSetFactorsAndLinks || call.isAdmin else { return }
        let factors = try SecondFactorList.given(
            (mfa.enrollments ?? []).map(\.factor), keeping: account.secondFactors ?? [], call)
        account.secondFactors = factors.isEmpty ? nil : factors
    }

    private mutating func changePhoneNumber(_ tx: Transaction) throws {
        guard call.isAdmin, let text = request.phoneNumber, !text.isEmpty, text != account.phoneNumber else { return }
        let own = account.phoneNumber
        let number = try WireError.ofPhoneNumber {
            try PhoneNumber.checked(text, unless: { $0 == own }, call.profile)
        }
        if let owner = try tx.account(phoneNumber: number), !call.behavior.ownValueIsFree || owner.id != account.id {
            throw WireError.phoneNumberExists
        }
        account.phoneNumber = number
    }

    /// - Returns: Whether tokens are due for it. A user's own `validSince` gives new tokens, but only in the reference
    ///   does it end the old ones (production.md section 1).
    private mutating func changeValidSince() -> Bool {
        guard let text = request.validSince, !text.isEmpty else { return false }
        if call.isAdmin {
            account.endSessions(since: text)
        } else if call.profile.isReference {
            account.endSessions(at: call.now)
        }
        return true
    }

    private mutating func copyFields() throws {
        try request.userProfile.check(call.profile)
        account.userProfile.update(from: request.userProfile)
        guard call.isAdmin else { return }
        if let verified = request.emailVerified { account.emailVerified = verified }
        if let attributes = request.customAttributes { account.customAttributes = attributes }
        if let created = request.createdAt { account.createdAt = created }
        if let login = request.lastLoginAt { account.lastLoginAt = login }
        if let disabled = request.disableUser { account.disabled = disabled }
    }

    private mutating func deleteAttributes() {
        for attribute in request.deleteAttribute ?? [] {
            // Providers go with `deleteProvider`; what they said about a person is not kept.
            if attribute == .password { Password.remove(from: &account) }
            if attribute == .email { removeEmail() }
            if let member = attribute.profileMember { account.userProfile[member] = nil }
        }
        if let credentials = request.deletePasskey {
            account.passkeys = (account.passkeys ?? []).filter { passkey in
                !credentials.contains { $0 == passkey.credentialID }
            }
        }
    }

    private mutating func deleteProviders() -> Set<String> {
        var deleted = Set(request.deleteProvider ?? [])
        if request.deleteAttribute?.contains(.provider) == true { deleted.formUnion(federatedProviders) }
        if deleted.contains("password") {
            // Reference: the address goes with the password; production keeps it (production.md section 9).
            if call.profile.isReference { removeEmail() } else { account.emailLinkSignIn = nil }
            Password.remove(from: &account)
        }
        if deleted.contains("phone") { account.phoneNumber = nil }
        return deleted
    }

    private var federatedProviders: [String] {
        (account.providers ?? []).map(\.providerID).filter(IdentityProvider.isFederated)
    }

    /// Leaves the identity providers as the only way to sign in, where there is one.
    private mutating func upgradeToFederatedLogin() {
        guard request.upgradeToFederatedLogin?.boolValue == true, !federatedProviders.isEmpty else { return }
        Password.remove(from: &account)
        account.emailLinkSignIn = nil
        account.updateProviders()
    }

    private mutating func removeEmail() {
        account.email = nil
        account.emailLinkSignIn = nil
        // Production keeps what is known of it (production.md section 1).
        if call.profile.isReference { account.emailVerified = nil }
    }

    /// Mails the first address a way back when the address was changed (accounts.md section 3.3), even if the new one
    /// is taken away at once.
    private func sendRecovery(_ tx: Transaction, newEmail: String?) throws {
        guard let newEmail, newEmail != oldEmail, !isByAdmin, provider != "anonymous",
            let initialEmail = account.initialEmail
        else { return }
        try CodeSender(call).send(.recoverEmail, for: initialEmail, newEmail: newEmail, about: account, tx)
    }
}
