import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// A visit to the page of one account, or a form from it.
struct AccountVisit: Sendable {
    let visit: ConsoleVisit
    let account: ShownAccount
    var forms: AccountForms

    var tenant: TenantID? { account.tenant.map(TenantID.init(rawValue:)) }
    var path: ConsolePath { AccountPages.path(account.id, tenant: account.tenant, visit.context) }

    /// - Returns: `nil` if there is no such account.
    init?(_ visit: ConsoleVisit) async throws {
        var request: JSON = ["localId": .string(visit.parameter("localId"))]
        request["tenant"] = visit.query["tenant"].map(JSON.string)
        let answer = try await visit.run(GetAccount.self, request)
        guard let document = answer.account else { return nil }
        self.visit = visit
        account = ShownAccount(document, tenant: visit.query["tenant"], hashAlgorithm: answer.hashAlgorithm)
        forms = AccountForms(account, continueURL: Self.continueURL(visit.call.settings))
    }

    /// A URL that links may lead to, for a start.
    private static func continueURL(_ settings: ProjectSettings) -> String {
        guard let host = settings.authorizedDomains.first(where: { $0 != "*" }) else { return "http://localhost/" }
        return "\(LoopbackHost.contains(host) ? "http" : "https")://\(host)/"
    }

    // MARK: Answers

    static func missing(_ visit: ConsoleVisit) -> RouteResponse {
        let page = AccountPages.missing(visit.parameter("localId"), tenant: visit.query["tenant"], visit.context)
        return visit.page(.accounts, title: "No such account", status: 404, page)
    }

    /// - Parameter tokens: Such as were just made.
    func page(
        notice: ConsoleFrame.Notice? = nil, status: Int = 200, tokens: MintedTokens? = nil
    ) -> RouteResponse {
        let page = AccountPages(account, forms, visit.context).html(tokens)
        return visit.page(.accounts, title: account.name, notice: notice, status: status, page)
    }

    /// The page once more, with what was entered and why it was refused.
    func page(refused action: AccountAction, _ error: WireError) -> RouteResponse {
        var again = self
        let text = explained(error, position(of: action))
        again.forms.problem = field(of: action, error).map { AccountForms.Problem(field: $0, text: text) }
        return again.page(notice: ConsoleFrame.Notice(.failure, "\(text)"), status: 400)
    }

    /// The message, what a mere code means, and which setting it depends on.
    private func explained(_ error: WireError, _ position: String?) -> String {
        var text = error.message(in: visit.call.settings.profile)
        if let position { text += " (\(position))" }
        if !text.includes(" ") { text += ": " + error.row.cause }
        if error.reason != nil { text += (text.ends(with: ".") ? " " : ". ") + error.row.remedy }
        return text.filter { $0 != "`" }
    }

    // MARK: Fields that errors are about

    private func field(of action: AccountAction, _ error: WireError) -> String? {
        let code = error.code
        switch action {
        case .edit:
            if code.includes("PHONE") { return "phoneNumber" }
            if code.includes("EMAIL") { return "email" }
            if code.includes("PASSWORD") { return "password" }
            if error == .photoURLTooLong { return "photoUrl" }
            return error == .displayNameTooLong ? "displayName" : nil
        case .claims: return "claims"
        case .mail:
            if visit.form["type"] == OobReqType.verifyAndChangeEmail.rawValue { return "newEmail" }
            return visit.form["type"] == OobReqType.emailSignIn.rawValue ? "continueUrl" : nil
        case .mint:
            if error == .userDisabled { return nil }
            return error.description.includes("lifetime") ? "tokenLifetime" : "tokenClaims"
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
        for field in AccountField.ofAccount where new[field] != old[field] {
            guard new[field].isEmpty else {
                changes[field.name] = .string(new[field])
                continue
            }
            switch field.removal {
            case .attribute(let attribute): deleted.append(.string(attribute.rawValue))
            case .provider(let id): changes["deleteProvider"] = [.string(id)]
            case nil: continue
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

/// Claims as somebody typed them.
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

    /// As accounts store it: a text that is no object stays as it is, for the server to refuse.
    var stored: String {
        guard !text.isBlank else { return JSON.emptyObject.text }
        return json?.objectValue == nil ? text : json?.text ?? text
    }
}

/// The console's page of one account, and its forms.
enum AccountViews {
    @Sendable static func show(_ visit: ConsoleVisit) async throws -> RouteResponse {
        guard let account = try await AccountVisit(visit) else { return AccountVisit.missing(visit) }
        return account.page()
    }

    /// What went wrong with a form is shown above the page, with what was entered.
    @Sendable static func change(_ visit: ConsoleVisit) async throws -> RouteResponse {
        guard var account = try await AccountVisit(visit) else { return AccountVisit.missing(visit) }
        guard let action = visit.form[AccountAction.field].flatMap(AccountAction.init) else {
            throw ConsoleProblem.notFound("There is no such form.")
        }
        account.takeEntries(of: action)
        do {
            return try await account.perform(action)
        } catch let error as WireError {
            return account.page(refused: action, error)
        }
    }
}

/// What the forms on the page of an account do; all of them go to the page's own URL, so that it stays where it is.
enum AccountAction: String, Sendable {
    case edit, claims, disable, enable, endSessions, delete, unlink, removeFactor, removePasskey, mail, mint

    /// The name of the field that says which it is.
    static let field = "action"
}
