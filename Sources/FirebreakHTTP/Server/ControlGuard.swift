import FirebreakControl
import FirebreakOperations
import FirebreakWire
import HTTPTypes

/// Protects the control API and the console (firebreak.md sections 4 and 13).
struct ControlGuard: Sendable {
    private let address: ServerAddress
    private let token: String?
    /// What forms and scripts of the console present with every change: pages of other sites cannot read it. Not from
    /// the server's own random source, which a seeded run draws its codes from.
    let formToken = RandomSource.system.alphanumeric(32)

    /// The name of the parameter in forms of the console that carries the token against cross-site requests.
    static let formTokenField = "formToken"

    init(address: ServerAddress, token: String?) {
        self.address = address
        self.token = token?.nonEmpty
    }

    /// Whether readers of the console have to give the control token.
    var needsSession: Bool { token != nil }

    /// Refuses host names that are not this server's, as a DNS rebinding attack uses them, and requests from pages of
    /// other origins, which may lack an `Origin` header; then requires the token, if there is one.
    ///
    /// - Parameter source: Where the request comes from.
    func check(_ head: HTTPRequest, from source: RequestSource, _ route: Route) throws(WireError) {
        let isNavigation = route.kind == .console && isRead(head) && comesByNavigation(head.headerFields)
        try check(source.authority, head, isNavigation: isNavigation)
        guard token != nil, route.credential == .control else { return }
        if isBearer(head.headerFields) { return }
        // A cookie comes by itself, so it suffices to read; a form's token is looked at with the form.
        guard hasSession(head.headerFields),
            isRead(head) || route.kind == .console || isFormToken(head.headerFields[.formToken])
        else { throw .controlTokenRequired }
    }

    private func check(_ authority: String?, _ head: HTTPRequest, isNavigation: Bool) throws(WireError) {
        let headers = head.headerFields
        if let authority, !address.knows(host: authority) { throw .hostNotAllowed }
        if let origin = headers[.origin], !address.isOwn(origin: origin, hostHeader: authority) {
            throw .hostNotAllowed
        }
        guard !isNavigation else { return }
        // Browsers set it, and pages cannot (Fetch Metadata Request Headers, section 2).
        if isFromOtherSite(headers) { throw .hostNotAllowed }
    }

    private func isRead(_ head: HTTPRequest) -> Bool { head.method == .get || head.method == .head }

    /// Whether a browser says that a page of another origin caused the request.
    func isFromOtherSite(_ headers: HTTPFields) -> Bool {
        guard let site = headers[.fetchSite] else { return false }
        return site == "cross-site" || site == "same-site"
    }

    /// Whether a person follows a link: what is shown then, the page with the link cannot see.
    private func comesByNavigation(_ headers: HTTPFields) -> Bool {
        headers[.fetchMode] == "navigate" && headers[.fetchDestination] == "document"
    }

    // MARK: Tokens

    private func isBearer(_ headers: HTTPFields) -> Bool {
        guard let header = headers[.authorization], header.hasPrefix("Bearer ") else { return false }
        return isControlToken(String(header.dropFirst(7)))
    }

    /// Whether a text is the control token.
    func isControlToken(_ text: String) -> Bool {
        guard let token else { return false }
        return equalInConstantTime(Array(text.utf8), Array(token.utf8))
    }

    /// Whether a form or a script of the console of this server's run presents this.
    func isFormToken(_ text: String?) -> Bool {
        guard let text else { return false }
        return equalInConstantTime(Array(text.utf8), Array(formToken.utf8))
    }

    // MARK: The cookie

    /// Cookies do not distinguish ports, so servers on several ports of one machine have cookies of different names.
    private var cookieName: String { "firebreak-\(address.visiblePort)" }

    /// Whether the request has the cookie that keeps the control token.
    func hasSession(_ headers: HTTPFields) -> Bool {
        headers[values: .cookie].contains { header in
            header.split(separator: ";").contains { pair in
                let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, parts[0] == cookieName else { return false }
                return isControlToken(PercentEncoding.decode(parts[1].utf8))
            }
        }
    }

    /// The value of `Set-Cookie` that keeps a control token for the browser's session; `nil` takes it back.
    ///
    /// - Parameter origin: Where the browser is.
    func cookie(keeping token: String?, at origin: String) -> String {
        let value = token.map(PercentEncoding.encodeComponent) ?? ""
        let end = token == nil ? "; Max-Age=0" : ""
        let secure = origin.hasPrefix("https:") ? "; Secure" : ""
        return "\(cookieName)=\(value); Path=/firebreak; HttpOnly; SameSite=Strict\(secure)\(end)"
    }
}
