package import FirebreakStore
import FirebreakWire

/// One row of an import: its checks in the order of accounts.md section 13, and what is stored of it.
package struct AccountImport {
    private let row: ImportedAccount
    private let options: BatchCreate.Request
    private let call: Call
    private let index: Int
    private let lastSession: Int64
    private let acceptsTOTP: Bool

    /// - Parameters:
    ///   - index: Of the row in the request.
    ///   - lastSession: ID of the latest session; those of an earlier account of the row's ID are over.
    ///   - acceptsTOTP: Whether second factors may be one-time passwords, whose secrets the caller stores.
    package init(
        _ row: ImportedAccount, at index: Int, lastSession: Int64, _ options: BatchCreate.Request, _ call: Call,
        acceptsTOTP: Bool = false
    ) {
        self.acceptsTOTP = acceptsTOTP
        self.row = row
        self.index = index
        self.lastSession = lastSession
        self.options = options
        self.call = call
    }

    /// - Parameters:
    ///   - password: The row's, if it has one.
    ///   - settingsIDs: For all rows of the import.
    ///   - taken: What accounts have of the names in all rows; the row's are added.
    func store(
        _ password: ImportedPassword?, _ settingsIDs: inout HashSettingsIDs, _ taken: inout TakenNames,
        _ tx: Transaction
    ) throws(ImportFailure) {
        let (account, existing) = try checked(password, &settingsIDs, taken, tx)
        try stored { if existing == nil { try tx.insert(account) } else { try tx.save(account) } }
        taken.insert(account)
    }

    /// The account that the row makes, after all checks, and the one whose place it takes.
    ///
    /// - Parameter taken: `nil` to look every name up by itself.
    package func checked(
        _ password: ImportedPassword?, _ settingsIDs: inout HashSettingsIDs, _ taken: TakenNames?, _ tx: Transaction
    ) throws(ImportFailure) -> (account: Account, existing: Account?) {
        guard let id = row.localId, !id.isEmpty else { throw .row("localId is missing") }
        guard KeyLength.accountID.allows(id, call.profile) else { throw .row("localId is invalid") }
        if let tenant = row.tenantId, !tenant.isEmpty, tenant != call.tenant?.rawValue {
            throw .row("Tenant id in userInfo does not match the tenant id in request.")
        }
        try checkClaims()
        var account = Account(id: AccountID(rawValue: id))
        let identities = try identities(id, tx)
        account.phoneNumber = try phoneNumber()
        account.email = try email(id, taken, tx)
        account.emailVerified = row.emailVerified ?? false
        account.secondFactors = try secondFactors(account)
        let isTaken = taken?.hasID(id) ?? true
        let existing = isTaken ? try stored { try tx.account(id: account.id) } : nil
        guard existing == nil || options.allowOverwrite == true || call.facts.importsReplace else {
            throw .row("localId belongs to an existing account - can not overwrite.")
        }
        try fill(&account)
        try set(password, on: &account, &settingsIDs, tx)
        account.updateProviders(linking: identities)
        if call.facts.newAccountsEndSessions {
            account.endedSession = lastSession
            account.emailRank = try emailRank(account, existing, taken, tx)
        }
        return (account, existing)
    }

    /// Production lets several accounts share an address; the first one imported signs in with it.
    private func emailRank(
        _ account: Account, _ existing: Account?, _ taken: TakenNames?, _ tx: Transaction
    ) throws(ImportFailure) -> Int64 {
        guard let email = account.email, taken?.hasEmail(email) ?? true else { return 0 }
        if let existing, existing.email == email { return existing.emailRank }
        return try stored { try tx.nextEmailRank(email) }
    }

    private func fill(_ account: inout Account) throws(ImportFailure) {
        if call.facts.requiresIntegers, let created = row.createdAt, Int64(created) == nil {
            throw .request(
                SchemaViolation(
                    path: [.key("users"), .index(index), .key("createdAt")], problem: .type("integer"), value: created,
                    protobufType: "TYPE_INT64"))
        }
        account.displayName = row.displayName
        account.photoURL = row.photoUrl
        account.lastLoginAt = row.lastLoginAt
        account.createdAt =
            row.createdAt.flatMap { Double($0) == nil ? nil : $0 } ?? String(call.now.milliseconds)
        account.validSince = String(call.now.seconds)
        account.disabled = row.disabled ?? false
        account.customAttributes = row.customAttributes
    }

    private func set(
        _ password: ImportedPassword?, on account: inout Account, _ settingsIDs: inout HashSettingsIDs,
        _ tx: Transaction
    ) throws(ImportFailure) {
        switch password {
        case nil: return
        case .refused(let message): throw .row(message)
        case .hashed(let hashed):
            hashed.set(on: &account, settingsID: try stored { try settingsIDs.id(of: hashed, tx) })
            account.passwordUpdatedAt = call.now
        }
    }

    private func checkClaims() throws(ImportFailure) {
        guard let attributes = row.customAttributes, !attributes.isEmpty else { return }
        do throws(CustomClaims.Problem) { try CustomClaims.check(text: attributes) } catch {
            switch error {
            case .tooLarge: throw .row("Custom claims provided are too large.")
            case .notAnObject: throw .row("Invalid custom claims provided.")
            case .reserved: throw .row("Custom claims provided include a reserved claim.")
            }
        }
    }

    private func identities(_ id: String, _ tx: Transaction) throws(ImportFailure) -> [FederatedIdentity] {
        var identities: [FederatedIdentity] = []
        for entry in row.providerUserInfo ?? [] {
            var identity = FederatedIdentity(document: entry)
            let provider = identity.providerID ?? ""
            guard provider != "password", provider != "phone" else { continue }
            let rawID = identity.rawID ?? ""
            guard !provider.isEmpty, !rawID.isEmpty else {
                throw .row(
                    identity[.federatedID]?.isTruthy == true
                        ? "((Parsing federatedId is not implemented in Auth Emulator; please specify providerId AND rawId "
                            + "as a workaround.))"
                        : "federatedId or (providerId & rawId) is required")
            }
            guard KeyLength.allows(identity, call.profile) else { throw .row("providerUserInfo is invalid") }
            let owner = try stored { try tx.account(providerID: provider, rawID: rawID) }
            // Production looks for owners only with sanityCheck (accounts.md section 15).
            if let owner, owner.id.rawValue != id, !call.facts.importsReplace || options.sanityCheck == true {
                throw .row("raw id exists in other account in database")
            }
            identity.completeFederatedID()
            identities.append(identity)
        }
        return identities
    }

    private func phoneNumber() throws(ImportFailure) -> String? {
        guard let text = row.phoneNumber, !text.isEmpty else { return nil }
        guard let number = PhoneNumber.normalized(text, call.profile) else {
            throw .row("phone number format is invalid")
        }
        return number
    }

    private func email(_ id: String, _ taken: TakenNames?, _ tx: Transaction) throws(ImportFailure) -> String? {
        guard let text = row.email, !text.isEmpty else { return nil }
        guard let email = EmailAddress.normalized(text, call.profile) else { throw .row("email is invalid") }
        // Production imports several accounts with one address (production.md section 16.1).
        guard !call.facts.importsReplace, taken?.hasEmail(email) ?? true else { return email }
        if let owner = try stored({ try tx.account(email: email) }), owner.id.rawValue != id {
            let isChecked = options.sanityCheck == true && !call.settings.allowsDuplicateEmails
            throw .row(
                isChecked
                    ? "email exists in other account in database"
                    : "((Auth Emulator does not support importing duplicate email: \(text)))")
        }
        return email
    }

    private func secondFactors(_ account: Account) throws(ImportFailure) -> [SecondFactor]? {
        guard let elements = row.mfaInfo, !elements.isEmpty else { return nil }
        guard account.email != nil else { throw .row("Second factor account requires email to be presented.") }
        guard account.emailVerified == true else { throw .row("Second factor account requires email to be verified.") }
        var ids: Set<String> = []
        var numbers: Set<String> = []
        var factors: [SecondFactor] = []
        for element in elements {
            var factor = SecondFactor(document: element)
            let id = factor.id?.nonEmpty
            let enrollmentID = id ?? SecondFactorCheck.newID(call)
            guard ids.insert(enrollmentID).inserted else {
                throw .row("Enrollment id already exists.")
            }
            if acceptsTOTP, factor.isTOTP {
                factor.id = enrollmentID
                if factor.enrolledAt == nil { factor.enrolledAt = call.now.rfc3339 }
                factors.append(factor)
                continue
            }
            guard let text = factor.phoneNumber, !text.isEmpty else {
                let isTOTP = call.facts.knowsOneTimePasswords && factor.isTOTP
                throw .row(isTOTP ? "Importing TOTP MFA is not supported." : "Second factor not supported.")
            }
            guard let number = PhoneNumber.normalized(text, call.profile) else {
                throw .row("Phone number format is invalid")
            }
            guard numbers.insert(number).inserted else {
                throw .row("INTERNAL_ERROR : MFA Enrollment Phone Numbers must be unique.")
            }
            factor.id = enrollmentID
            factor.phoneNumber = number
            if factor.enrolledAt == nil { factor.enrolledAt = call.now.rfc3339 }
            factors.append(factor)
        }
        return factors
    }

    /// Errors of the storage end the import; they are no row's fault.
    private func stored<Value>(_ body: () throws -> Value) throws(ImportFailure) -> Value {
        do { return try body() } catch { throw .request(error) }
    }
}
