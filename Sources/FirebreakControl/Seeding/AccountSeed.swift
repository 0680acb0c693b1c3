import FirebreakCredentials
import FirebreakFixtures
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// One user of a fixture: made by the rules of an import, or brought to what the fixture says.
struct AccountSeed {
    private let user: UserFixture
    private let options: BatchCreate.Request
    private let hash: PasswordHashSettings?
    private let lastSession: Int64
    private let isStrict: Bool
    private let call: Call

    enum Change { case created, changed, none }

    struct Failure: Error {
        var problems: [FixtureProblem]
    }

    /// - Parameters:
    ///   - options: What an import would have beside its users.
    ///   - hash: How password hashes were made; `nil` to keep them as they are written.
    ///   - lastSession: ID of the latest session.
    ///   - isStrict: Whether an account of the user's ID is a conflict.
    init(
        _ user: UserFixture, _ options: BatchCreate.Request, _ hash: PasswordHashSettings?, lastSession: Int64,
        isStrict: Bool, _ call: Call
    ) {
        self.user = user
        self.options = options
        self.hash = hash
        self.lastSession = lastSession
        self.isStrict = isStrict
        self.call = call
    }

    /// - Throws: Only what the storage throws.
    func store(
        _ settingsIDs: inout HashSettingsIDs, _ tx: Transaction
    ) throws -> Result<(account: Account, change: Change), Failure> {
        do {
            let existing = try tx.account(id: AccountID(rawValue: user.uid))
            guard existing == nil || !isStrict else {
                throw FixtureProblem(user.path, "there is a user with the ID \(user.uid) already")
            }
            let email = try freeEmail(tx)
            try checkPhoneNumber(tx)
            try checkClaims()
            let secrets = try secrets()

            let row = row(existing, email: email)
            let made = try AccountImport(row, at: 0, lastSession: lastSession, options, call, acceptsTOTP: true)
                .checked(try password(), &settingsIDs, nil, tx).account
            let account = try existing.map { try changed($0, made, tx) } ?? made
            if existing == nil { try tx.insert(account) } else if account != existing { try tx.save(account) }
            var change: Change = existing == nil ? .created : account == existing ? .none : .changed
            for secret in secrets where try save(secret, of: account.id, tx) {
                if change == .none { change = .changed }
            }
            return .success((account, change))
        } catch let problem as FixtureProblem {
            return .failure(Failure(problems: [problem]))
        } catch ImportFailure.row(let message) {
            return .failure(Failure(problems: [FixtureProblem(user.path, message)]))
        } catch ImportFailure.request(let error) {
            throw error
        }
    }

    // MARK: Checks that an import leaves out

    /// The address as it is stored, if nobody else has it.
    private func freeEmail(_ tx: Transaction) throws -> String? {
        guard let text = user.email else { return nil }
        guard let email = EmailAddress.normalized(text, call.profile) else {
            throw FixtureProblem(user.path / "email", "\(text) is no e-mail address")
        }
        if !call.settings.allowsDuplicateEmails, let owner = try tx.account(email: email), owner.id.rawValue != user.uid
        {
            throw FixtureProblem(user.path / "email", "the user \(owner.id) has this address already")
        }
        return email
    }

    private func checkPhoneNumber(_ tx: Transaction) throws {
        guard let text = user.phoneNumber else { return }
        guard let number = PhoneNumber.normalized(text, call.profile) else {
            throw FixtureProblem(user.path / "phoneNumber", "\(text) is no phone number such as +15555550100")
        }
        if let owner = try tx.account(phoneNumber: number), owner.id.rawValue != user.uid {
            throw FixtureProblem(user.path / "phoneNumber", "the user \(owner.id) has this number already")
        }
    }

    private func checkClaims() throws(FixtureProblem) {
        guard let claims = user.claims else { return }
        do throws(CustomClaims.Problem) { try CustomClaims.check(text: claims.text) } catch {
            let words =
                switch error {
                case .tooLarge: "must have at most 1000 characters as JSON"
                case .notAnObject: "must be an object"
                case .reserved(let name): "must not have the reserved name \(name)"
                }
            throw FixtureProblem(user.path / "claims", words)
        }
    }

    // MARK: The account

    private func row(_ existing: Account?, email: String?) -> ImportedAccount {
        var row = ImportedAccount()
        row.localId = user.uid
        row.email = email ?? existing?.email
        row.emailVerified = user.emailVerified ?? (row.email == existing?.email ? existing?.emailVerified : nil)
        row.phoneNumber = user.phoneNumber ?? existing?.phoneNumber
        row.displayName = user.displayName
        row.photoUrl = user.photoURL
        row.disabled = user.disabled
        row.customAttributes = user.claims?.text
        row.createdAt = user.createdAt.map { String($0.milliseconds) }
        row.lastLoginAt = user.lastLoginAt.map { String($0.milliseconds) }
        row.providerUserInfo = user.identities
        row.mfaInfo = user.secondFactors?.map { enrolled($0, existing).document }
        return row
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

    /// The existing account with what the fixture says in its place.
    ///
    /// - Parameter made: What an import would make of it.
    private func changed(_ existing: Account, _ made: Account, _ tx: Transaction) throws -> Account {
        var account = existing
        if user.email != nil {
            account.email = made.email
            account.emailRank = made.emailRank
        }
        if user.emailVerified != nil || made.email != existing.email { account.emailVerified = made.emailVerified }
        if user.phoneNumber != nil { account.phoneNumber = made.phoneNumber }
        if user.displayName != nil { account.displayName = made.displayName }
        if user.photoURL != nil { account.photoURL = made.photoURL }
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
            try account.endSessions(tx, at: call.now)
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
    private func password() throws(FixtureProblem) -> ImportedPassword? {
        if let password = user.password { return .hashed(.marked(password, call.random)) }
        guard let text = user.passwordHash else { return nil }
        guard let hash else { return .hashed(HashedPassword(verbatim: text, salt: user.salt)) }
        do throws(HashedPassword.Problem) {
            return .hashed(try HashedPassword(imported: text, salt: user.salt, hash))
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
        guard factors.count <= SecondFactorCheck.maximumFactors else {
            throw FixtureProblem(
                user.path / "mfa", "a user has at most \(SecondFactorCheck.maximumFactors) second factors")
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
