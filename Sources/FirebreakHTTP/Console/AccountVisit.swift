import FirebreakControl
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
        if !text.includes(" ") { text += ": " + error.cause }
        if error.reason != nil { text += (text.ends(with: ".") ? " " : ". ") + error.remedy }
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
