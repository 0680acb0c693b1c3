package import FirebreakStore
package import FirebreakWire

/// An account that is to be made, whatever describes it: a request of an app or an admin, a row of an import, a fixture.
///
/// Its checks are written once; callers choose them and their order, and put a ``Problem`` in their own words.
package struct NewAccountDraft: Sendable {
    package var id: AccountID
    /// Whether it may take the place of an account with its ID, whose names are free for it then.
    package var replaces = false
    /// Whether it is an admin's new account, and not in the reference, where those are like any other.
    var isMadeByAdmin = false
    /// As it is given, and as it is stored once it was checked.
    package var email: String?
    package var emailVerified: Bool?
    /// As it is given, and as it is stored once it was checked.
    package var phoneNumber: String?
    /// Whether phone numbers need not be such as their country has: those of a fixture, which was written before numbers
    /// were judged, or from an export.
    package var keepsNumbers = false
    package var userProfile = UserProfile()
    package var disabled: Bool?
    /// JSON text of the custom claims.
    package var customAttributes: String?
    /// Milliseconds since 1970 as text, as accounts have them.
    package var createdAt: String?
    /// Milliseconds since 1970 as text.
    package var lastLoginAt: String?
    package var password: HashedPassword?
    package var identities: [FederatedIdentity] = []
    package var secondFactors: [SecondFactor] = []
    /// Whether an account without factors shows an empty list, as in the reference if one was given.
    var showsNoFactors = false

    package init(id: AccountID) { self.id = id }

    /// Gives a new account what the draft says, but for the password, and the providers that follow from it.
    func fill(_ account: inout Account) {
        account.email = email
        account.emailVerified = emailVerified
        account.phoneNumber = phoneNumber
        account.userProfile = userProfile
        account.disabled = disabled
        account.customAttributes = customAttributes
        if let createdAt { account.createdAt = createdAt }
        account.lastLoginAt = lastLoginAt
        account.secondFactors = secondFactors.isEmpty && !showsNoFactors ? nil : secondFactors
    }
}

extension NewAccountDraft {
    /// What accounts are found by.
    package enum Name: Sendable { case id, email, phoneNumber }

    /// Why a draft makes no account.
    package enum Problem: Error, Sendable {
        /// - Parameter owner: The account that has the name already; `nil` for what is no such name.
        case name(Name, owner: AccountID?)
        case phoneNumber(PhoneNumber.Problem)
        case claims(CustomClaims.Problem)
        case identity(IdentityProblem)
        case secondFactor(SecondFactorProblem)
    }

    package enum IdentityProblem: Sendable {
        case incomplete(hasFederatedID: Bool)
        case tooLong
        case taken
    }

    package enum SecondFactorProblem: Sendable {
        case withoutEmail
        case withUnverifiedEmail
        case repeatedID
        case unsupported(isTOTP: Bool)
        case malformedNumber
        case repeatedNumber
    }
}

// MARK: Names

extension NewAccountDraft {
    /// Whether the ID may be one; not, whether it is free.
    package func checkID(_ call: OperationContext) throws(Problem) {
        guard IdentifierLength.accountID.allows(id.rawValue, call.profile) else { throw .name(.id, owner: nil) }
    }

    package mutating func checkEmail(_ call: OperationContext) throws(Problem) {
        guard let text = email else { return }
        guard let address = EmailAddress.normalized(text, call.profile) else { throw .name(.email, owner: nil) }
        email = address
    }

    /// - Parameter taken: `nil` to look the address up in any case.
    package func checkFreeEmail(among taken: TakenNames? = nil, _ tx: Transaction) throws {
        guard let email, taken?.hasEmail(email) ?? true else { return }
        if let owner = try tx.account(email: email), isOther(owner) { throw Problem.name(.email, owner: owner.id) }
    }

    package mutating func checkPhoneNumber(_ call: OperationContext) throws(Problem) {
        guard let text = phoneNumber else { return }
        do throws(PhoneNumber.Problem) { phoneNumber = try number(text, call) } catch { throw .phoneNumber(error) }
    }

    private func number(_ text: String, _ call: OperationContext) throws(PhoneNumber.Problem) -> String {
        if keepsNumbers, let number = PhoneNumber.unjudged(text, call.profile) { return number }
        return try PhoneNumber.checked(text, call.profile)
    }

    package func checkFreePhoneNumber(_ tx: Transaction) throws {
        guard let phoneNumber, let owner = try tx.account(phoneNumber: phoneNumber), isOther(owner) else { return }
        throw Problem.name(.phoneNumber, owner: owner.id)
    }

    private func isOther(_ owner: Account) -> Bool { !replaces || owner.id != id }
}

// MARK: What belongs to it

extension NewAccountDraft {
    /// An empty text stands for none.
    package func checkClaims(_ call: OperationContext) throws(Problem) {
        guard let customAttributes, !customAttributes.isEmpty else { return }
        do throws(CustomClaims.Problem) {
            try CustomClaims.check(text: customAttributes, huge: call.behavior.hugeClaims)
        } catch {
            throw .claims(error)
        }
    }

    /// Checks identities and completes them. Entries for password and phone go: they follow from address and number.
    func checkedIdentities(mustBeFree: Bool, _ tx: Transaction, _ call: OperationContext) throws -> [FederatedIdentity]
    {
        guard !call.behavior.enforcesLimits || Limit.linkedProviders.allows(identities.count) else {
            throw Problem.identity(.tooLong)
        }
        return try identities.compactMap { identity in
            var identity = identity
            let provider = identity.providerID ?? ""
            guard provider != "password", provider != "phone" else { return nil }
            let rawID = identity.rawID ?? ""
            guard !provider.isEmpty, !rawID.isEmpty else {
                throw Problem.identity(.incomplete(hasFederatedID: identity[.federatedID]?.isTruthy == true))
            }
            guard IdentifierLength.allows(identity, call.profile) else { throw Problem.identity(.tooLong) }
            if mustBeFree, let owner = try tx.account(providerID: provider, rawID: rawID), isOther(owner) {
                throw Problem.identity(.taken)
            }
            if !call.profile.isReference { identity.completeFederatedID() }
            return identity
        }
    }

    /// Checks second factors and gives them what they lack.
    ///
    /// - Parameter acceptsTOTP: Whether they may be one-time passwords, whose secrets the caller stores.
    func checkedSecondFactors(acceptsTOTP: Bool, _ call: OperationContext) throws(Problem) -> [SecondFactor] {
        guard !secondFactors.isEmpty else { return [] }
        guard email != nil else { throw .secondFactor(.withoutEmail) }
        guard emailVerified == true else { throw .secondFactor(.withUnverifiedEmail) }
        var ids: Set<ExactText> = []
        var numbers: Set<ExactText> = []
        var factors: [SecondFactor] = []
        for var factor in secondFactors {
            let id = factor.id?.nonEmpty ?? SecondFactorCheck.newID(call)
            guard ids.insert(ExactText(id)).inserted else { throw .secondFactor(.repeatedID) }
            factor.id = id
            if !acceptsTOTP || !factor.isTOTP {
                let number = try number(of: factor, call)
                guard numbers.insert(ExactText(number)).inserted else { throw .secondFactor(.repeatedNumber) }
                factor.phoneNumber = number
            }
            if factor.enrolledAt == nil { factor.enrolledAt = call.now.rfc3339 }
            factors.append(factor)
        }
        return factors
    }

    private func number(of factor: SecondFactor, _ call: OperationContext) throws(Problem) -> String {
        guard let text = factor.phoneNumber, !text.isEmpty else {
            throw .secondFactor(.unsupported(isTOTP: factor.isTOTP))
        }
        do throws(PhoneNumber.Problem) { return try number(text, call) } catch {
            throw .secondFactor(.malformedNumber)
        }
    }
}
