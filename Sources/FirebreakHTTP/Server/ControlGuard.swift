import FirebreakControl
import FirebreakWire
import HTTPTypes

/// Protects the control API (firebreak.md section 4).
struct ControlGuard: Sendable {
    private let address: ServerAddress
    private let token: String?

    init(address: ServerAddress, token: String?) {
        self.address = address
        self.token = token?.nonEmpty
    }

    /// Refuses host names that are not this server's, as a DNS rebinding attack uses them, and requests from pages of
    /// other origins, which may lack an `Origin` header; then requires the token, if there is one.
    func check(_ head: HTTPRequest, _ route: Route) throws(WireError) {
        let headers = head.headerFields
        if let host = head.authority, !address.knows(host: host) { throw .hostNotAllowed }
        if let origin = headers[.origin], !address.isOwn(origin: origin, hostHeader: head.authority) {
            throw .hostNotAllowed
        }
        // Browsers set it, and pages cannot (Fetch Metadata Request Headers, section 2).
        if let site = headers[.fetchSite], site == "cross-site" || site == "same-site" { throw .hostNotAllowed }
        guard let token, route.credential == .control else { return }
        let given = headers[.authorization].flatMap { $0.hasPrefix("Bearer ") ? $0.dropFirst(7) : nil }
        guard let given, equalInConstantTime(Array(given.utf8), Array(token.utf8)) else { throw .controlTokenRequired }
    }
}
