import FirebreakWire
import HTTPTypes

/// Keeps the control API to its owner (product.md section 4).
struct ControlGuard: Sendable {
    private let address: ServerAddress
    private let token: String?

    init(address: ServerAddress, token: String?) {
        self.address = address
        self.token = token?.nonEmpty
    }

    /// Refuses names that are not this server's, which is how a page on the web would reach it by rebinding DNS, and
    /// origins that are not, which is how it would send simple requests; then asks for the token, if there is one.
    func check(_ head: HTTPRequest, _ route: Route) throws(WireError) {
        let headers = head.headerFields
        if let host = head.authority, !address.knows(host: host) { throw .hostNotAllowed }
        if let origin = headers[.origin] {
            guard let url = AbsoluteURL(origin), let host = url.host, address.knows(host: host) else {
                throw .hostNotAllowed
            }
        }
        guard let token, route.credential == .control else { return }
        let given = headers[.authorization].flatMap { $0.hasPrefix("Bearer ") ? $0.dropFirst(7) : nil }
        guard let given, Self.isEqual(Array(given.utf8), Array(token.utf8)) else { throw .controlTokenRequired }
    }

    private static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
