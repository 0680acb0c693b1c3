import FirebreakStore
import FirebreakWire

/// Which account an identity signs in to, and how that changes the account (idp.md 1.6 and 1.7).
struct AccountLinking: Sendable {
    enum Decision: Sendable {
        /// The identity is linked to the signed-in account.
        case link(Account)
        /// An account has the identity already.
        case known(Account)
        /// An account has the address, and the provider confirms that it is the user's.
        case takeOver(Account)
        /// An account has the address, but the provider cannot confirm whose it is.
        case confirm(Account)
        case create
        /// Linking is refused.
        case conflict(WireError)
    }

    private let profile: IdpProfile
    private let call: OperationContext

    init(_ profile: IdpProfile, _ call: OperationContext) {
        self.profile = profile
        self.call = call
    }

    /// The address by which accounts are found and which must be unique: `nil` if accounts may share one.
    private var address: String? { call.settings.allowsDuplicateEmails ? nil : profile.email.map(EmailAddress.folded) }

    func decide(for user: AuthenticatedUser?, _ tx: Transaction) throws -> Decision {
        let owner = try tx.account(providerID: profile.providerID, rawID: profile.rawID)
        let holder = try address.flatMap { try tx.account(email: $0) }
        if let user {
            let account = user.account
            let refusesSecond = !call.profile.isReference
            let isOwn = refusesSecond && owner?.id == account.id
            guard owner == nil || isOwn else { return .conflict(.federatedUserIDAlreadyLinked) }
            guard holder == nil || holder?.id == account.id else {
                return .conflict(.emailExists.because(.setting(.duplicateEmails)))
            }
            // Production detects an account that has this provider already (production.md section 9.1).
            if refusesSecond,
                account.providers?.contains(where: { $0.providerID == profile.providerID }) == true
            {
                return .conflict(.providerAlreadyLinked)
            }
            if call.behavior.enforcesLimits { try ProviderLink.checkCount(of: account, adding: profile.providerID) }
            return .link(account)
        }
        if let owner { return .known(owner) }
        guard let holder else { return .create }
        return TrustedAddress.convinces(profile, call.profile) ? .takeOver(holder) : .confirm(holder)
    }

    /// Checks again, after a blocking function was called, that the decision would be the same.
    func recheck(_ decision: Decision, _ account: Account, _ tx: Transaction) throws {
        switch decision {
        case .known:
            let owner = try tx.account(providerID: profile.providerID, rawID: profile.rawID)
            guard owner?.id == account.id else { throw WireError.userNotFound }
        case .takeOver:
            guard let address, EmailAddress.areSame(address, account.email) else { throw WireError.userNotFound }
            try requireFree(for: account, tx)
        case .link, .create: try requireFree(for: account, tx)
        case .confirm, .conflict: break
        }
    }

    /// Checks that no other account has the identity or the address.
    private func requireFree(for account: Account, _ tx: Transaction) throws {
        if let owner = try tx.account(providerID: profile.providerID, rawID: profile.rawID), owner.id != account.id {
            throw WireError.federatedUserIDAlreadyLinked
        }
        if let address, account.email == nil, let holder = try tx.account(email: address), holder.id != account.id {
            throw WireError.emailExists.because(.setting(.duplicateEmails))
        }
    }

    // MARK: Effects

    func link(_ account: inout Account) {
        if let address, account.email == nil {
            account.email = address
            account.emailVerified = profile.emailVerified
        }
        if profile.emailVerified, let email = profile.email.map(EmailAddress.folded),
            EmailAddress.areSame(email, account.email)
        {
            account.emailVerified = true
        }
        account.updateProviders(linking: [profile.identity])
    }

    func refresh(_ account: inout Account) {
        var identity = profile.identity
        // Name and picture are those of the first sign-in (production.md section 10).
        if !call.profile.isReference {
            let known = account.identity(at: profile.providerID)
            identity[.displayName] = known?[.displayName]
            identity[.photoURL] = known?[.photoURL]
        }
        account.updateProviders(linking: [identity])
    }

    /// The provider's entry as beforeSignIn sees it. Reference: with the stored name and picture where the credential
    /// has none, although they are not kept.
    func seenIdentity(of account: Account) -> FederatedIdentity? {
        guard call.profile.isReference, let known = account.identity(at: profile.providerID) else { return nil }
        var identity = profile.identity
        identity[.displayName] = identity[.displayName] ?? known[.displayName]
        identity[.photoURL] = identity[.photoURL] ?? known[.photoURL]
        return identity
    }

    func takeOver(_ account: inout Account) {
        if account.emailVerified != true {
            if call.rules.takeover != .off { call.noteTakeover() }
            switch call.rules.takeover {
            case .on: account.removeUnverifiedMeans(at: call.now)
            case .federated: account.removeUnverifiedMeansAsReference(at: call.now)
            case .off: break
            }
        }
        copyProfile(to: &account)
        account.emailVerified = true
        account.updateProviders(linking: [profile.identity])
    }

    func fill(_ account: inout Account) {
        account.lastLoginAt = String(call.now.milliseconds)
        copyProfile(to: &account)
        if let address {
            account.email = address
            account.emailVerified = profile.emailVerified
        }
        account.updateProviders(linking: [profile.identity])
    }

    /// Values that the provider does not give are removed.
    private func copyProfile(to account: inout Account) {
        account.userProfile.displayName = profile.displayName
        account.userProfile.photoURL = profile.photoURL
        account.federatedProfile = profile.screenName.map { ["screenName": .string($0)] }
    }

    /// Whether the account has another identity of this provider, which this one replaces.
    func replacesIdentity(of account: Account) -> Bool {
        account.identity(at: profile.providerID).map { $0.rawID.map { ExactText($0) } != ExactText(profile.rawID) }
            ?? false
    }
}
