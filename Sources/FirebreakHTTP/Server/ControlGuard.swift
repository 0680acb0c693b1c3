import FirebreakControl
import FirebreakOperations
import FirebreakWire
package import HTTPTypes

/// Protects the control API and the console (firebreak.md sections 4 and 13).
package struct ControlGuard: Sendable {
    private let address: ServerAddress
    private let token: String?
    /// What forms and scripts of the console present with every change: pages of other sites cannot read it. Not from
    /// the server's own random source, which a seeded run draws its codes from.
    package let formToken = RandomSource.system.alphanumeric(32)

    /// The name of the parameter in forms of the console that carries the token against cross-site requests.
    package static let formTokenField = "formToken"

    /// Of browsers that gave the control token.
    package let session: ConsoleSession

    init(address: ServerAddress, token: String?) {
        self.address = address
        self.token = token?.nonEmpty
        session = ConsoleSession(address)
    }

    /// Whether readers of the console have to give the control token.
    package var needsSession: Bool { token != nil }

    /// Whether a request shows that its sender knows the control token, if there is one.
    package func isSignedIn(_ headers: HTTPFields) -> Bool {
        token == nil || isBearer(headers) || session.isOpen(headers)
    }

    /// Refuses host names that are not this server's, as a DNS rebinding attack uses them, and requests from pages of
    /// other origins, which may lack an `Origin` header; then requires the token, if there is one.
    ///
    /// - Parameter source: Where the request comes from.
    func check(_ head: HTTPRequest, from source: RequestSource, _ route: Route) throws(WireError) {
        let headers = head.headerFields
        if let host = source.authority, !address.knows(host: host) { throw .hostNotAllowed }
        if let origin = headers[.origin], !address.isOwn(origin: origin, of: source) { throw .hostNotAllowed }
        // Browsers set it, and pages cannot (Fetch Metadata Request Headers, section 2).
        let isNavigation = route.kind == .console && isRead(head) && comesByNavigation(headers)
        if !isNavigation, isFromOtherSite(headers) { throw .hostNotAllowed }
        guard token != nil, route.credential == .control else { return }
        if isBearer(headers) { return }
        // A cookie comes by itself, so it suffices to read; a form's token is looked at with the form.
        guard session.isOpen(headers), isRead(head) || route.kind == .console || isFormToken(headers[.formToken]) else {
            throw .controlTokenRequired
        }
    }

    /// Whether a request comes from where an admin may be (firebreak.md section 4.8): under a name that no page of a
    /// stranger can have, and if a page sends it, from one of this server's own.
    ///
    /// - Returns: `nil` if it does, else what is wrong.
    func objectionToAdmin(_ headers: HTTPFields, from source: RequestSource) -> AdminObjection? {
        if let host = source.authority, !address.mayServeAdmins(at: host) { return .host(host) }
        if let origin = headers[.origin], !address.isOwn(origin: origin, of: source) { return .origin(origin) }
        return nil
    }

    /// Why a request may not be an admin's.
    enum AdminObjection {
        case host(String)
        /// The page may still be of an authorized domain.
        case origin(String)
    }

    private func isRead(_ head: HTTPRequest) -> Bool { head.method == .get || head.method == .head }

    /// Whether a browser says that a page of another origin caused the request.
    package func isFromOtherSite(_ headers: HTTPFields) -> Bool {
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
    package func isControlToken(_ text: String) -> Bool {
        guard let token else { return false }
        return equalInConstantTime(Array(text.utf8), Array(token.utf8))
    }

    /// Whether a form or a script of the console of this server's run presents this.
    package func isFormToken(_ text: String?) -> Bool {
        guard let text else { return false }
        return equalInConstantTime(Array(text.utf8), Array(formToken.utf8))
    }
}

/// The cookie of a browser in which the control token was given to the console (firebreak.md section 13).
package struct ConsoleSession: Sendable {
    private let address: ServerAddress
    /// It is of this run of this server alone: browsers send cookies to every port of a host, and what another server
    /// gets there opens nothing else and tells no token.
    private let value = RandomSource.system.alphanumeric(32)

    init(_ address: ServerAddress) { self.address = address }

    /// Cookies do not distinguish ports, so servers on several ports of one machine have cookies of different names.
    private var name: String { "firebreak-\(address.visiblePort)" }

    /// Whether a request has the cookie.
    func isOpen(_ headers: HTTPFields) -> Bool {
        let expected = Array("\(name)=\(value)".utf8)
        return headers[values: .cookie].contains { header in
            header.utf8.split(separator: UInt8(ascii: ";")).contains { pair in
                equalInConstantTime(Array(pair.drop { $0 == UInt8(ascii: " ") }), expected)
            }
        }
    }

    /// The value of `Set-Cookie` that keeps a browser signed in until it ends, or ends that.
    ///
    /// - Parameter origin: Where the browser is.
    package func cookie(isSignedIn: Bool, at origin: String) -> String {
        let end = isSignedIn ? "" : "; Max-Age=0"
        let secure = origin.startsWithBytes(of: "https:") ? "; Secure" : ""
        return "\(name)=\(isSignedIn ? value : ""); Path=/firebreak; HttpOnly; SameSite=Strict\(secure)\(end)"
    }
}
