package import FirebreakStore
import FirebreakWire

// MARK: Names

extension NewAccountDraft {
    /// Whether the ID may be one; not, whether it is free.
    package func checkID(_ call: Call) throws(Problem) {
        guard IdentifierLength.accountID.allows(id.rawValue, call.profile) else { throw .name(.id, owner: nil) }
    }

    package mutating func checkEmail(_ call: Call) throws(Problem) {
        guard let text = email else { return }
        guard let address = EmailAddress.normalized(text, call.profile) else { throw .name(.email, owner: nil) }
        email = address
    }

    /// - Parameter taken: `nil` to look the address up in any case.
    package func checkFreeEmail(among taken: TakenNames? = nil, _ tx: Transaction) throws {
        guard let email, taken?.hasEmail(email) ?? true else { return }
        if let owner = try tx.account(email: email), isOther(owner) { throw Problem.name(.email, owner: owner.id) }
    }

    package mutating func checkPhoneNumber(_ call: Call) throws(Problem) {
        guard let text = phoneNumber else { return }
        do throws(PhoneNumber.Problem) { phoneNumber = try number(text, call) } catch { throw .phoneNumber(error) }
    }

    private func number(_ text: String, _ call: Call) throws(PhoneNumber.Problem) -> String {
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
    package func checkClaims(_ call: Call) throws(Problem) {
        guard let customAttributes, !customAttributes.isEmpty else { return }
        do throws(CustomClaims.Problem) {
            try CustomClaims.check(text: customAttributes, huge: call.facts.hugeClaims)
        } catch {
            throw .claims(error)
        }
    }

    /// Checks identities and completes them. Entries for password and phone go: they follow from address and number.
    func checkedIdentities(mustBeFree: Bool, _ tx: Transaction, _ call: Call) throws -> [FederatedIdentity] {
        guard !call.facts.enforcesLimits || Limit.linkedProviders.allows(identities.count) else {
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
    func checkedSecondFactors(acceptsTOTP: Bool, _ call: Call) throws(Problem) -> [SecondFactor] {
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

    private func number(of factor: SecondFactor, _ call: Call) throws(Problem) -> String {
        guard let text = factor.phoneNumber, !text.isEmpty else {
            throw .secondFactor(.unsupported(isTOTP: factor.isTOTP))
        }
        do throws(PhoneNumber.Problem) { return try number(text, call) } catch {
            throw .secondFactor(.malformedNumber)
        }
    }
}
