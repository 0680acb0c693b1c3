import FirebreakControl
import FirebreakWire
import HTTPTypes

/// Keeps the control API to its owner (firebreak.md section 4).
struct ControlGuard: Sendable {
    private let address: ServerAddress
    private let token: String?

    init(address: ServerAddress, token: String?) {
        self.address = address
        self.token = token?.nonEmpty
    }

    /// Refuses names that are not this server's, which is how a page on the web would reach it by rebinding DNS, and
    /// requests of pages that are not its own, which need not name an origin; then asks for the token, if there is one.
    func check(_ head: HTTPRequest, _ route: Route) throws(WireError) {
        let headers = head.headerFields
        if let host = head.authority, !address.knows(host: host) { throw .hostNotAllowed }
        if let origin = headers[.origin], !address.isOwn(origin: origin, hostHeader: head.authority) {
            throw .hostNotAllowed
        }
        // Browsers set it, and no page can (Fetch Metadata Request Headers, section 2).
        if let site = headers[.fetchSite], site == "cross-site" || site == "same-site" { throw .hostNotAllowed }
        guard let token, route.credential == .control else { return }
        let given = headers[.authorization].flatMap { $0.hasPrefix("Bearer ") ? $0.dropFirst(7) : nil }
        guard let given, equalInConstantTime(Array(given.utf8), Array(token.utf8)) else { throw .controlTokenRequired }
    }
}
