import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// What the forms on the page of an account do; all of them go to the page's own URL, so that it stays where it is.
enum AccountAction: String, Sendable {
    case edit, claims, disable, enable, endSessions, delete, unlink, addFactor, removeFactor, removePasskey, mail, mint

    /// The name of the field that says which it is.
    static let field = "action"
}

extension AccountPage {
    /// What went wrong with a form is shown above the page, with what was entered.
    @Sendable static func change(_ request: ConsoleRequest) async throws -> RouteResponse {
        guard var page = try await AccountPage(request) else { return missing(request) }
        guard let action = request.form[AccountAction.field].flatMap(AccountAction.init) else {
            throw ConsoleProblem.notFound("There is no such form.")
        }
        page.takeEntries(of: action)
        do {
            return try await page.perform(action)
        } catch let error as WireError {
            return page.answer(refused: action, error)
        }
    }

    /// Keeps what a form has, for the case that it is shown once more.
    private mutating func takeEntries(of action: AccountAction) {
        let form = request.form
        switch action {
        case .edit:
            forms.original = form["original"].flatMap(AccountFields.init(stored:)) ?? forms.original
            forms.fields = AccountFields(text: form.value, isTicked: form.has)
            forms.password = form["password"] ?? ""
        case .claims: forms.claims = ClaimsText(form["claims"] ?? "").text
        case .addFactor: forms.factorPhone = form["factorPhone"] ?? ""
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

    private func perform(_ action: AccountAction) async throws -> RouteResponse {
        let form = request.form
        switch action {
        case .edit: return try await edit()
        case .claims:
            return try await update(["customAttributes": .string(ClaimsText(forms.claims).stored)], .claimsSaved)
        case .disable: return try await update(["disableUser": true], .accountDisabled)
        case .enable: return try await update(["disableUser": false], .accountEnabled)
        case .endSessions:
            _ = try await request.changeAccounts(
                SignOutUser.self, "signOutUser", ["localId": .string(account.id)], tenant: tenant)
            return request.redirect(to: path, notice: .sessionsEnded)
        case .delete:
            _ = try await request.changeAccounts(
                DeleteAccount.self, "delete", ["localId": .string(account.id)], tenant: tenant)
            return request.redirect(to: listPath, notice: .accountDeleted)
        case .unlink:
            return try await update(["deleteProvider": [.string(form["provider"] ?? "")]], .providerUnlinked)
        case .addFactor: return try await addFactor()
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
        var parameters = changes
        parameters["localId"] = .string(account.id)
        _ = try await request.changeAccounts(UpdateAccount.self, "update", parameters, tenant: tenant)
        return request.redirect(to: path, notice: notice)
    }

    /// Saves what the form changed, and nothing that changed elsewhere in the meantime.
    private func edit() async throws -> RouteResponse {
        let changes = AccountFields.changes(from: forms.original, to: forms.fields, password: forms.password)
        guard changes != .emptyObject else { return request.redirect(to: path, notice: .accountUnchanged) }
        return try await update(changes, .accountSaved)
    }

    /// Adds a number for SMS codes, or an authenticator app.
    private func addFactor() async throws -> RouteResponse {
        guard request.form["kind"] == "app" else {
            let phone: JSON = ["phoneInfo": .string(forms.factorPhone.trimmed)]
            return try await update(["mfa": ["enrollments": .array(account.secondFactors + [phone])]], .factorAdded)
        }
        try await AccountFixture.addAuthenticatorApp(
            to: AccountID(rawValue: account.id), in: tenant, request.call)
        return request.redirect(to: path, notice: .factorAdded)
    }

    // MARK: Mails and tokens

    /// - Returns: The way to the message.
    private func mail() async throws -> RouteResponse {
        var parameters: JSON = ["requestType": .string(request.form["type"] ?? "")]
        parameters["email"] = account.email.map(JSON.string)
        parameters["newEmail"] = request.form["newEmail"].map(JSON.string)
        parameters["continueUrl"] = request.form["continueUrl"].map(JSON.string)
        let message = try await request.runAsAdmin(MailAccount.self, parameters, tenant: tenant)
        let path = request.path(.outbox).below(message.id)
        return request.redirect(to: path, notice: message.isSent ? .mailSent : .mailNotSent)
    }

    /// Shows tokens at once: they must not be in a URL.
    private func mint() async throws -> RouteResponse {
        var parameters: JSON = ["user": .string(account.id)]
        parameters["tenant"] = account.tenant.map(JSON.string)
        parameters["provider"] = forms.tokenProvider.nonEmpty.map(JSON.string)
        if !forms.tokenClaims.isBlank {
            parameters["claims"] = try ClaimsText(forms.tokenClaims).object()
        }
        if let text = forms.tokenLifetime.nonEmpty {
            guard let lifetime = Int32(text) else {
                throw WireError.invalidArgument(member: "lifetime", "must be a whole number of seconds")
            }
            parameters["lifetime"] = .int(lifetime)
        }
        let tokens = try await request.run(MintToken.self, parameters)
        // It counts as a sign-in, which the account shows.
        var page = try await AccountPage(request) ?? self
        page.forms = forms
        return page.answer(tokens: tokens)
    }

    // MARK: Refusals

    /// The page once more, with what was entered and why it was refused.
    private func answer(refused action: AccountAction, _ error: WireError) -> RouteResponse {
        var again = self
        var problem = FormProblem(error, in: request.call.settings.profile)
        if let position = position(of: action) { problem.text += " It stops being JSON at \(position)." }
        again.forms.problem = field(of: action, error).map { AccountForms.Problem(field: $0, text: problem.text) }
        return again.answer(notice: problem.notice, status: 400)
    }

    // MARK: Fields that errors are about

    private func field(of action: AccountAction, _ error: WireError) -> String? {
        switch action {
        case .edit: return error.field
        case .claims: return "claims"
        case .addFactor: return request.form["kind"] == "app" ? nil : "factorPhone"
        case .mail:
            if request.form["type"] == OobReqType.verifyAndChangeEmail.rawValue { return "newEmail" }
            return request.form["type"] == OobReqType.emailSignIn.rawValue ? "continueUrl" : nil
        case .mint:
            if error == .userDisabled { return nil }
            return error.field == "lifetime" ? "tokenLifetime" : "tokenClaims"
        case .disable, .enable, .endSessions, .delete, .unlink, .removeFactor, .removePasskey: return nil
        }
    }

    /// Where claims are not JSON.
    private func position(of action: AccountAction) -> String? {
        switch action {
        case .claims: ClaimsText(forms.claims).position
        case .mint: forms.tokenClaims.isEmpty ? nil : ClaimsText(forms.tokenClaims).position
        default: nil
        }
    }
}

extension AccountFields {
    /// What accounts:update is to change.
    fileprivate static func changes(from old: AccountFields, to new: AccountFields, password: String) -> JSON {
        var changes = JSON.emptyObject
        var deleted: [JSON] = []
        for field in AccountField.ofAccount where new[field] != old[field] {
            switch new[field].isEmpty ? field.removal : nil {
            case .attribute(let attribute): deleted.append(.string(attribute.rawValue))
            case .provider(let id): changes["deleteProvider"] = [.string(id)]
            case nil: changes[field.name] = .string(new[field])
            }
        }
        if !deleted.isEmpty { changes["deleteAttribute"] = .array(deleted) }
        // The box is about the address as it is in the form, which some profiles take for unverified once it changes.
        if new.isVerified != old.isVerified || changes["email"] != nil {
            changes["emailVerified"] = .bool(new.isVerified)
        }
        if new.isDisabled != old.isDisabled { changes["disableUser"] = .bool(new.isDisabled) }
        if !password.isEmpty { changes["password"] = .string(password) }
        return changes
    }
}

/// Claims as they were typed.
struct ClaimsText {
    let text: String
    /// Why the text is not JSON.
    private let failure: JSONSyntaxError?
    /// `nil` for what is not JSON.
    let json: JSON?

    /// - Parameter text: From a form, whose lines end with two characters.
    init(_ text: String) {
        self.text = text.substituting("\r\n", with: "\n")
        do throws(JSONSyntaxError) {
            json = try JSON(parsing: self.text, keys: .claims)
            failure = nil
        } catch {
            json = nil
            failure = error
        }
    }

    /// The attributes of a field that a script checks while one types.
    ///
    /// - Parameter limit: How many characters the claims may have.
    static func checked(limit: Int? = nil) -> HTML {
        let names = CustomClaims.reservedNames.joined(separator: " ")
        let limit = limit.map { #" data-limit="\#($0)""# as HTML } ?? ""
        return #" data-claims="\#(names)"\#(limit)"#
    }

    /// Where the text stops being JSON, for people: errors count bytes.
    var position: String? {
        guard let failure else { return nil }
        let lines = text.utf8.prefix(failure.offset).split(separator: 0x0A, omittingEmptySubsequences: false)
        let column = (lines.last.map { String(decoding: $0, as: UTF8.self).count } ?? 0) + 1
        return "line \(lines.count), column \(column)"
    }

    /// The claims, for who wants JSON.
    func object() throws(WireError) -> JSON {
        if let failure { throw .claimsNotJSON(failure.description) }
        guard let json, json.objectValue != nil else { throw .claimsNotObject(text) }
        return json
    }

    /// As accounts store it: a text that is not an object stays as it is, for the server to refuse.
    var stored: String {
        guard !text.isBlank else { return JSON.emptyObject.text }
        return json?.objectValue == nil ? text : json?.text ?? text
    }
}
