import FirebreakControl
import FirebreakOperations
import FirebreakPages
import FirebreakWire

extension AccountVisit {
    /// Keeps what a form has, for the case that it is shown once more.
    mutating func takeEntries(of action: AccountAction) {
        let form = visit.form
        switch action {
        case .edit:
            forms.original = form["original"].flatMap(AccountFields.init(stored:)) ?? forms.original
            forms.fields = AccountFields(text: form.value, isTicked: form.has)
            forms.password = form["password"] ?? ""
        case .claims: forms.claims = ClaimsText(form["claims"] ?? "").text
        case .mail:
            forms.newEmail = form["newEmail"] ?? forms.newEmail
            forms.continueURL = form["continueUrl"] ?? forms.continueURL
        case .mint:
            forms.tokenClaims = ClaimsText(form["tokenClaims"] ?? "").text
            forms.tokenProvider = form["tokenProvider"] ?? ""
            forms.tokenLifetime = form["tokenLifetime"] ?? ""
        case .disable, .enable, .endSessions, .delete, .unlink, .removeFactor, .removePasskey: break
        }
    }

    func perform(_ action: AccountAction) async throws -> RouteResponse {
        let form = visit.form
        switch action {
        case .edit: return try await edit()
        case .claims:
            return try await update(["customAttributes": .string(ClaimsText(forms.claims).stored)], .claimsSaved)
        case .disable: return try await update(["disableUser": true], .accountDisabled)
        case .enable: return try await update(["disableUser": false], .accountEnabled)
        case .endSessions:
            _ = try await visit.runAsAdmin(SignOutUser.self, ["localId": .string(account.id)], tenant: tenant)
            return visit.redirect(to: path, notice: .sessionsEnded)
        case .delete:
            _ = try await visit.runAsAdmin(DeleteAccount.self, ["localId": .string(account.id)], tenant: tenant)
            let list = AccountPages.list(tenant: account.tenant, visit.context)
            return visit.redirect(to: list, notice: .accountDeleted)
        case .unlink:
            return try await update(["deleteProvider": [.string(form["provider"] ?? "")]], .providerUnlinked)
        case .removeFactor:
            let rest = account.secondFactors.filter { $0["mfaEnrollmentId"]?.stringValue != form["factor"] }
            return try await update(["mfa": ["enrollments": .array(rest)]], .factorRemoved)
        case .removePasskey:
            return try await update(["deletePasskey": [.string(form["passkey"] ?? "")]], .passkeyRemoved)
        case .mail: return try await mail()
        case .mint: return try await mint()
        }
    }

    // MARK: Changes

    private func update(_ changes: JSON, _ notice: ConsoleNotice) async throws -> RouteResponse {
        var request = changes
        request["localId"] = .string(account.id)
        _ = try await visit.runAsAdmin(UpdateAccount.self, request, tenant: tenant)
        return visit.redirect(to: path, notice: notice)
    }

    /// Saves what the form changed, and nothing that changed elsewhere in the meantime.
    private func edit() async throws -> RouteResponse {
        let changes = AccountFields.changes(from: forms.original, to: forms.fields, password: forms.password)
        guard changes != .emptyObject else { return visit.redirect(to: path, notice: .accountUnchanged) }
        return try await update(changes, .accountSaved)
    }

    // MARK: Mails and tokens

    /// - Returns: The way to the message.
    private func mail() async throws -> RouteResponse {
        var request: JSON = ["requestType": .string(visit.form["type"] ?? "")]
        request["email"] = account.email.map(JSON.string)
        request["newEmail"] = visit.form["newEmail"].map(JSON.string)
        request["continueUrl"] = visit.form["continueUrl"].map(JSON.string)
        let message = try await visit.runAsAdmin(MailAccount.self, request, tenant: tenant)
        let path = visit.context.path(.outbox).below(message.id)
        return visit.redirect(to: path, notice: message.isSent ? .mailSent : .mailNotSent)
    }

    /// Shows tokens at once: they must not be in a URL.
    private func mint() async throws -> RouteResponse {
        var request: JSON = ["user": .string(account.id)]
        request["tenant"] = account.tenant.map(JSON.string)
        request["provider"] = forms.tokenProvider.nonEmpty.map(JSON.string)
        if !forms.tokenClaims.isBlank {
            request["claims"] = try ClaimsText(forms.tokenClaims).object()
        }
        if let text = forms.tokenLifetime.nonEmpty {
            guard let lifetime = Int32(text) else {
                throw WireError.invalidArgument("lifetime must be a whole number of seconds")
            }
            request["lifetime"] = .int(lifetime)
        }
        let tokens = try await visit.run(MintToken.self, request)
        // It counts as a sign-in, which the account shows.
        var account = try await AccountVisit(visit) ?? self
        account.forms = forms
        return account.page(tokens: tokens)
    }
}

extension AccountFields {
    /// What accounts:update is to change.
    fileprivate static func changes(from old: AccountFields, to new: AccountFields, password: String) -> JSON {
        var changes = JSON.emptyObject
        var deleted: [JSON] = []
        func set(_ member: String, _ value: String, insteadOf before: String, orDelete attribute: JSON) {
            guard value != before else { return }
            if value.isEmpty { deleted.append(attribute) } else { changes[member] = .string(value) }
        }
        set("displayName", new.displayName, insteadOf: old.displayName, orDelete: "DISPLAY_NAME")
        set("photoUrl", new.photoURL, insteadOf: old.photoURL, orDelete: "PHOTO_URL")
        set("email", new.email, insteadOf: old.email, orDelete: "EMAIL")
        if !deleted.isEmpty { changes["deleteAttribute"] = .array(deleted) }
        if new.phoneNumber != old.phoneNumber {
            if new.phoneNumber.isEmpty {
                changes["deleteProvider"] = ["phone"]
            } else {
                changes["phoneNumber"] = .string(new.phoneNumber)
            }
        }
        // The box is about the address as it is in the form, which some profiles take for unverified once it changes.
        if new.isVerified != old.isVerified || changes["email"] != nil {
            changes["emailVerified"] = .bool(new.isVerified)
        }
        if new.isDisabled != old.isDisabled { changes["disableUser"] = .bool(new.isDisabled) }
        if !password.isEmpty { changes["password"] = .string(password) }
        return changes
    }
}
