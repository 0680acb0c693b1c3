import FirebreakCredentials
import FirebreakFixtures
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// One user of a fixture: made by the rules of an import, or brought to what the fixture says.
struct FixtureAccount {
    private let user: UserFixture
    private let hash: PasswordHashSettings?
    private let isStrict: Bool
    private let call: OperationContext

    enum Change { case created, changed, none }

    /// - Parameters:
    ///   - hash: How password hashes were made; `nil` to keep them as they are written.
    ///   - isStrict: Whether an account of the user's ID is a conflict.
    init(_ user: UserFixture, _ hash: PasswordHashSettings?, isStrict: Bool, _ call: OperationContext) {
        self.user = user
        self.hash = hash
        self.isStrict = isStrict
        self.call = call
    }

    /// - Parameter accounts: The import of all users.
    /// - Throws: Only what the storage throws.
    func store(
        _ accounts: inout AccountImport, _ tx: Transaction
    ) throws -> Result<(account: Account, change: Change), Failure> {
        do {
            let existing = try tx.account(id: AccountID(rawValue: user.uid))
            guard existing == nil || !isStrict else {
                throw FixtureProblem(user.path, "there is a user with the ID \(user.uid) already")
            }
            var draft = draft(existing)
            var problems = try problems(ofNamesIn: &draft, tx)
            var secrets: [(enrollmentID: String, secret: [UInt8])] = []
            do throws(FixtureProblem) { secrets = try self.secrets() } catch { problems.append(error) }
            do throws(FixtureProblem) { draft.password = try password() } catch { problems.append(error) }
            guard problems.isEmpty else { return .failure(Failure(problems: problems)) }
            complete(&draft, existing)
            let made = try made(&draft, existing, &accounts)

            let account = try existing.map { try changed($0, made, tx) } ?? made
            if existing == nil { try tx.insert(account) } else if account != existing { try tx.save(account) }
            var change: Change = existing == nil ? .created : account == existing ? .none : .changed
            for secret in secrets where try save(secret, of: account.id, tx) {
                if change == .none { change = .changed }
            }
            return .success((account, change))
        } catch let problem as FixtureProblem {
            return .failure(Failure(problems: [problem]))
        }
    }

    /// Why the user is not stored.
    struct Failure: Error {
        var problems: [FixtureProblem]
    }

    // MARK: The draft

    /// What the fixture says, without the password.
    private func draft(_ existing: Account?) -> NewAccountDraft {
        var draft = NewAccountDraft(id: AccountID(rawValue: user.uid))
        draft.replaces = true
        draft.email = user.email
        draft.emailVerified = user.emailVerified
        draft.phoneNumber = user.phoneNumber
        draft.keepsNumbers = true
        draft.userProfile = user.userProfile
        draft.disabled = user.disabled
        draft.customAttributes = user.claims?.text
        draft.createdAt = user.createdAt.map { String($0.milliseconds) }
        draft.lastLoginAt = user.lastLoginAt.map { String($0.milliseconds) }
        draft.identities = user.identities.map(FederatedIdentity.init(document:))
        draft.secondFactors = user.secondFactors?.map { enrolled($0, existing) } ?? []
        return draft
    }

    private func enrolled(_ fixture: SecondFactorFixture, _ existing: Account?) -> SecondFactor {
        let known = existing?.secondFactor(fixture.enrollmentID)
        var factor = SecondFactor()
        factor.id = fixture.enrollmentID
        factor[.displayName] = fixture.displayName.map(JSON.string) ?? known?[.displayName]
        factor[.enrolledAt] =
            fixture.enrolledAt.map { .string($0.rfc3339) } ?? known?[.enrolledAt] ?? .string(call.now.rfc3339)
        switch fixture.kind {
        case .phone(let number): factor[text: .phoneInfo] = number
        case .totp: factor.setTOTP()
        }
        return factor
    }

    /// Adds what the existing account has of the values that an import looks at together.
    private func complete(_ draft: inout NewAccountDraft, _ existing: Account?) {
        guard let existing else { return }
        let email = draft.email ?? existing.email
        draft.email = email?.nonEmpty
        if EmailAddress.areSame(email, existing.email) {
            draft.emailVerified = draft.emailVerified ?? existing.emailVerified
        }
        draft.phoneNumber = draft.phoneNumber ?? existing.phoneNumber?.nonEmpty
    }

    // MARK: Checks

    /// Names that the fixture gives must be free, in every profile and before anything else is looked at.
    private func problems(ofNamesIn draft: inout NewAccountDraft, _ tx: Transaction) throws -> [FixtureProblem] {
        var problems: [FixtureProblem] = []
        func attempt(_ body: (inout NewAccountDraft) throws -> Void) throws {
            do { try body(&draft) } catch let problem as NewAccountDraft.Problem {
                problems.append(words(for: problem))
            }
        }
        try attempt { draft in
            try draft.checkEmail(call)
            if !call.settings.allowsDuplicateEmails { try draft.checkFreeEmail(tx) }
        }
        try attempt { draft in
            try draft.checkPhoneNumber(call)
            try draft.checkFreePhoneNumber(tx)
        }
        try attempt { draft in try draft.checkClaims(call) }
        return problems
    }

    private func words(for problem: NewAccountDraft.Problem) -> FixtureProblem {
        switch problem {
        case .name(.email, let owner):
            let words = owner.map { "the user \($0) has this address already" }
            return FixtureProblem(user.path / "email", words ?? "\(user.email ?? "") is not an e-mail address")
        case .name(.phoneNumber, let owner?):
            return FixtureProblem(user.path / "phoneNumber", "the user \(owner) has this number already")
        case .phoneNumber:
            return FixtureProblem(
                user.path / "phoneNumber", "\(user.phoneNumber ?? "") is not a phone number such as +15555550100")
        case .claims(let problem):
            let words =
                switch problem {
                case .tooLarge: "must have at most \(Limit.customClaims.maximum) characters as JSON"
                case .notJSON, .notAnObject: "must be an object"
                case .reserved(let name): "must not have the reserved name \(name)"
                }
            return FixtureProblem(user.path / "claims", words)
        default: return FixtureProblem(user.path, "cannot be stored")
        }
    }

    /// What an import would make of the draft.
    private func made(
        _ draft: inout NewAccountDraft, _ existing: Account?, _ accounts: inout AccountImport
    ) throws -> Account {
        do {
            try draft.checkID(call)
            try accounts.check(&draft)
        } catch let problem as NewAccountDraft.Problem {
            throw FixtureProblem(user.path, accounts.message(for: problem, email: draft.email))
        }
        return try accounts.account(draft, replacing: existing)
    }

    // MARK: The account

    /// The existing account with what the fixture says in its place.
    ///
    /// - Parameter made: What an import would make of it.
    private func changed(_ existing: Account, _ made: Account, _ tx: Transaction) throws -> Account {
        var account = existing
        if user.email != nil {
            account.email = made.email
            account.emailRank = made.emailRank
        }
        if user.emailVerified != nil || !EmailAddress.areSame(made.email, existing.email) {
            account.emailVerified = made.emailVerified
        }
        if user.phoneNumber != nil { account.phoneNumber = made.phoneNumber }
        account.userProfile.update(from: user.userProfile)
        if user.disabled != nil { account.disabled = made.disabled }
        if user.claims != nil { account.customAttributes = made.customAttributes }
        if user.createdAt != nil { account.createdAt = made.createdAt }
        if user.lastLoginAt != nil { account.lastLoginAt = made.lastLoginAt }
        if user.secondFactors != nil { account.secondFactors = made.secondFactors }
        if try hasOtherPassword(made, than: existing, tx) {
            account.passwordHash = made.passwordHash
            account.salt = made.salt
            account.hashSettings = made.hashSettings
            account.passwordUpdatedAt = made.passwordUpdatedAt
            try account.endAllSessions(tx, at: call.now)
        }
        account.updateProviders(linking: made.identities)
        return account
    }

    private func hasOtherPassword(_ made: Account, than existing: Account, _ tx: Transaction) throws -> Bool {
        guard let password = user.password else {
            return user.passwordHash != nil
                && (made.passwordHash != existing.passwordHash || made.salt != existing.salt
                    || made.hashSettings != existing.hashSettings)
        }
        return try HashedPassword(of: existing, tx)?.isMarked(with: password) != true
    }

    /// New passwords have the marked form, also where the configuration asks for real hashes: thousands of those would
    /// take minutes in one transaction.
    private func password() throws(FixtureProblem) -> HashedPassword? {
        if let password = user.password { return .marked(password, call.random) }
        guard let text = user.passwordHash else { return nil }
        guard let hash else { return HashedPassword(verbatim: text, salt: user.salt) }
        do throws(HashedPassword.Problem) {
            return try HashedPassword(imported: text, salt: user.salt, hash)
        } catch {
            switch error {
            case .hashIsNotBase64: throw FixtureProblem(user.path / "passwordHash", "must be Base64")
            case .saltIsNotBase64: throw FixtureProblem(user.path / "salt", "must be Base64")
            case .tooCostly:
                throw FixtureProblem(user.path / "passwordHash", "is too costly: the cost of bcrypt is limited to 16")
            }
        }
    }

    // MARK: One-time passwords

    private func secrets() throws(FixtureProblem) -> [(enrollmentID: String, secret: [UInt8])] {
        let factors = user.secondFactors ?? []
        guard factors.count <= SecondFactorList.maximumCount else {
            throw FixtureProblem(
                user.path / "mfa", "a user has at most \(SecondFactorList.maximumCount) second factors")
        }
        var secrets: [(enrollmentID: String, secret: [UInt8])] = []
        for factor in factors {
            guard case .totp(let text) = factor.kind else { continue }
            guard let secret = Base32.decode(text), !secret.isEmpty else {
                throw FixtureProblem(
                    factor.path / "totp", "must be a secret in Base32, letters A to Z and digits 2 to 7")
            }
            secrets.append((factor.enrollmentID, secret))
        }
        guard secrets.count <= 1 else {
            throw FixtureProblem(user.path / "mfa", "a user has one-time passwords only once")
        }
        return secrets
    }

    /// - Returns: Whether the account had another secret or none.
    private func save(
        _ secret: (enrollmentID: String, secret: [UInt8]), of account: AccountID, _ tx: Transaction
    ) throws -> Bool {
        let known = try tx.totpSecret(of: account, enrollmentID: secret.enrollmentID)
        guard known?.secret != secret.secret else { return false }
        try tx.save(
            TOTPSecret(accountID: account, enrollmentID: secret.enrollmentID, secret: secret.secret, lastStep: nil))
        return true
    }
}
