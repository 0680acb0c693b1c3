import FirebreakStore
import FirebreakWire

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
        draft.showsNoFactors = call.facts.showsEmptyFactors && row.mfaInfo?.isEmpty == true
        try draft.checkID(call)
        if let tenant = row.tenantId, !tenant.isEmpty, tenant != call.tenant?.rawValue {
            throw RowProblem(message: "Tenant id in userInfo does not match the tenant id in request.")
        }
        try draft.checkClaims(call)
        try check(&draft)
        let existing = taken?.hasID(id) ?? true ? try tx.account(id: draft.id) : nil
        guard existing == nil || options.allowsOverwrite || call.facts.importsReplace else {
            throw NewAccountDraft.Problem.name(.id, owner: draft.id)
        }
        if call.facts.requiresIntegers, let created = row.createdAt, Int64(created) == nil {
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
        draft.displayName = displayName
        draft.photoURL = photoUrl
        draft.disabled = disabled
        draft.customAttributes = customAttributes
        draft.createdAt = createdAt.flatMap { Double($0) == nil ? nil : $0 }
        draft.lastLoginAt = lastLoginAt
        draft.identities = (providerUserInfo ?? []).map(FederatedIdentity.init(document:))
        draft.secondFactors = (mfaInfo ?? []).map(SecondFactor.init(document:))
        return draft
    }
}
