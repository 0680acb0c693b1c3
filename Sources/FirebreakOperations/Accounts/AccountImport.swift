import FirebreakCredentials
package import FirebreakStore
import FirebreakWire

/// An import in its transaction: what it holds drafts of accounts to, and the accounts that it makes of them
/// (accounts.md section 13, production.md section 16.1).
package struct AccountImport {
    package struct Options: Sendable {
        /// Whether accounts may be overwritten in the reference; elsewhere they may in any case.
        var allowsOverwrite: Bool
        /// Whether names and identities of other accounts are looked for.
        var sanityCheck: Bool
        /// Whether second factors may be one-time passwords, whose secrets the caller stores.
        var acceptsTOTP: Bool

        package init(allowsOverwrite: Bool, sanityCheck: Bool, acceptsTOTP: Bool) {
            self.allowsOverwrite = allowsOverwrite
            self.sanityCheck = sanityCheck
            self.acceptsTOTP = acceptsTOTP
        }
    }

    let options: Options
    let tx: Transaction
    let call: OperationContext
    /// What accounts have of the names in the import; `nil` to look each up by itself.
    var taken: TakenNames?
    /// Sessions of earlier accounts with the IDs of the import are over.
    private let lastSession: Int64
    private var settingsIDs = HashSettingsIDs()

    package init(_ options: Options, among taken: TakenNames? = nil, _ tx: Transaction, _ call: OperationContext) throws
    {
        self.options = options
        self.taken = taken
        self.tx = tx
        self.call = call
        lastSession = try tx.lastSessionID()
    }

    /// Checks everything but ID and claims, which come first.
    package func check(_ draft: inout NewAccountDraft) throws {
        // Production looks for owners only with sanityCheck (accounts.md section 15).
        let mustBeFree = !call.behavior.importsReplace || options.sanityCheck
        draft.identities = try draft.checkedIdentities(mustBeFree: mustBeFree, tx, call)
        try draft.checkPhoneNumber(call)
        try draft.checkEmail(call)
        // Production imports several accounts with one address (production.md section 16.1).
        if !call.behavior.importsReplace { try draft.checkFreeEmail(among: taken, tx) }
        draft.secondFactors = try draft.checkedSecondFactors(acceptsTOTP: options.acceptsTOTP, call)
    }

    /// The account that a checked draft makes.
    ///
    /// - Parameter existing: The account whose place it takes.
    package mutating func account(_ draft: NewAccountDraft, replacing existing: Account?) throws -> Account {
        var account = Account(id: draft.id)
        account.createdAt = String(call.now.milliseconds)
        draft.fill(&account)
        account.emailVerified = draft.emailVerified ?? false
        account.disabled = draft.disabled ?? false
        account.isImported = true
        account.validSince = String(call.now.seconds)
        if let password = draft.password {
            password.set(on: &account, settingsID: try settingsIDs.id(of: password, tx))
            account.passwordUpdatedAt = call.now
        }
        account.updateProviders(linking: draft.identities)
        if call.behavior.newAccountsEndSessions {
            account.endedSession = lastSession
            account.emailRank = try emailRank(account, existing)
        }
        return account
    }

    /// Production lets several accounts share an address; the first one imported signs in with it.
    private func emailRank(_ account: Account, _ existing: Account?) throws -> Int64 {
        guard let email = account.email, taken?.hasEmail(email) ?? true else { return 0 }
        if let existing, EmailAddress.areSame(existing.email, email) { return existing.emailRank }
        return try tx.nextEmailRank(email)
    }

    // MARK: Words

    /// What an answer says of a row that makes no account.
    ///
    /// - Parameter email: The row's.
    package func message(for problem: NewAccountDraft.Problem, email: String?) -> String {
        switch problem {
        case .name(.id, nil): "localId is invalid"
        case .name(.id, _): "localId belongs to an existing account - can not overwrite."
        case .name(.phoneNumber, _), .phoneNumber: "phone number format is invalid"
        case .name(.email, nil): "email is invalid"
        case .name(.email, _):
            options.sanityCheck && !call.settings.allowsDuplicateEmails
                ? "email exists in other account in database"
                : "((Auth Emulator does not support importing duplicate email: \(email ?? "")))"
        case .claims(.tooLarge): "Custom claims provided are too large."
        case .claims(.notJSON), .claims(.notAnObject): "Invalid custom claims provided."
        case .claims(.reserved): "Custom claims provided include a reserved claim."
        case .identity(let problem): message(for: problem)
        case .secondFactor(let problem): message(for: problem)
        }
    }

    private func message(for problem: NewAccountDraft.IdentityProblem) -> String {
        switch problem {
        case .incomplete(hasFederatedID: true):
            "((Parsing federatedId is not implemented in Auth Emulator; please specify providerId AND rawId "
                + "as a workaround.))"
        case .incomplete(hasFederatedID: false): "federatedId or (providerId & rawId) is required"
        case .tooLong: "providerUserInfo is invalid"
        case .taken: "raw id exists in other account in database"
        }
    }

    private func message(for problem: NewAccountDraft.SecondFactorProblem) -> String {
        switch problem {
        case .withoutEmail: "Second factor account requires email to be presented."
        case .withUnverifiedEmail: "Second factor account requires email to be verified."
        case .repeatedID: "Enrollment id already exists."
        case .unsupported(let isTOTP):
            isTOTP && call.behavior.knowsOneTimePasswords
                ? "Importing TOTP MFA is not supported." : "Second factor not supported."
        case .malformedNumber: "Phone number format is invalid"
        case .repeatedNumber: "INTERNAL_ERROR : MFA Enrollment Phone Numbers must be unique."
        }
    }
}

extension AccountImport {
    /// Why a row is not stored, where it is no matter of accounts.
    private struct RowProblem: Error {
        var message: String
    }

    /// Stores the account of a row, after all checks in the order of accounts.md section 13.
    ///
    /// - Parameters:
    ///   - index: Of the row in the request.
    ///   - password: The row's, if it has one.
    /// - Returns: Why the row is not stored, as the answer tells it; `nil` when it is.
    /// - Throws: What the whole request fails with.
    mutating func store(_ row: ImportedAccount, at index: Int, _ password: ImportedPassword?) throws -> String? {
        do {
            let (draft, existing) = try checked(row, at: index, password)
            let account = try account(draft, replacing: existing)
            if existing == nil { try tx.insert(account) } else { try tx.save(account) }
            taken?.insert(account)
            return nil
        } catch let problem as NewAccountDraft.Problem {
            return message(for: problem, email: row.email)
        } catch let problem as RowProblem {
            return problem.message
        }
    }

    private func checked(
        _ row: ImportedAccount, at index: Int, _ password: ImportedPassword?
    ) throws -> (draft: NewAccountDraft, existing: Account?) {
        guard let id = row.localId, !id.isEmpty else { throw RowProblem(message: "localId is missing") }
        var draft = row.draft(AccountID(rawValue: id))
        draft.showsNoFactors = call.behavior.showsEmptyFactors && row.mfaInfo?.isEmpty == true
        try draft.checkID(call)
        if let tenant = row.tenantId, !tenant.isEmpty, tenant != call.tenant?.rawValue {
            throw RowProblem(message: "Tenant id in userInfo does not match the tenant id in request.")
        }
        try draft.checkClaims(call)
        try check(&draft)
        let existing = taken?.hasID(id) ?? true ? try tx.account(id: draft.id) : nil
        guard existing == nil || options.allowsOverwrite || call.behavior.importsReplace else {
            throw NewAccountDraft.Problem.name(.id, owner: draft.id)
        }
        if call.behavior.requiresIntegers, let created = row.createdAt, Int64(created) == nil {
            throw SchemaViolation(
                path: [.key("users"), .index(index), .key("createdAt")], problem: .type("integer"),
                value: .string(created),
                protobufType: "TYPE_INT64")
        }
        switch password {
        case nil: break
        case .refused(let message): throw RowProblem(message: message)
        case .hashed(let password): draft.password = password
        }
        return (draft, existing)
    }
}

extension ImportedAccount {
    /// The account that the row describes, without its password.
    fileprivate func draft(_ id: AccountID) -> NewAccountDraft {
        var draft = NewAccountDraft(id: id)
        draft.replaces = true
        draft.email = email?.nonEmpty
        draft.emailVerified = emailVerified
        draft.phoneNumber = phoneNumber?.nonEmpty
        draft.userProfile = userProfile
        draft.disabled = disabled
        draft.customAttributes = customAttributes
        draft.createdAt = createdAt.flatMap { Double($0) == nil ? nil : $0 }
        draft.lastLoginAt = lastLoginAt
        draft.identities = (providerUserInfo ?? []).map(FederatedIdentity.init(document:))
        draft.secondFactors = (mfaInfo ?? []).map(SecondFactor.init(document:))
        return draft
    }
}

/// A `UserInfo` of an import request.
package struct ImportedAccount: Decodable, Sendable {
    struct PasskeyInfo: Decodable, Sendable {
        var credentialId: String?
        var name: String?
    }

    var createdAt: String?
    package var customAttributes: String?
    package var disabled: Bool?
    package var email: String?
    var emailVerified: Bool?
    var lastLoginAt: String?
    package var localId: String?
    var mfaInfo: [JSON]?
    /// Nothing but its type counts, as in the reference.
    var passkeyInfo: [PasskeyInfo]?
    var passwordHash: String?
    var phoneNumber: String?
    var providerUserInfo: [JSON]?
    var rawPassword: String?
    var salt: String?
    var tenantId: String?
    var userProfile: UserProfile
}
