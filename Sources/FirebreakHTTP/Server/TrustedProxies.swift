import FirebreakWire
import HTTPTypes

/// The proxies in front of the server whose word counts for where a request comes from, and the header that they write
/// it to (firebreak.md section 7.5).
package struct TrustedProxies: Sendable {
    /// Where the proxies say it. The headers of the other kind may come from any client, and are not read.
    package enum Header: Sendable {
        /// `X-Forwarded-For`, with `X-Forwarded-Proto` and `X-Forwarded-Host`.
        case xForwardedFor
        /// `Forwarded` (RFC 7239).
        case forwarded
    }

    private let networks: [IPNetwork]
    private let header: Header

    /// None.
    package init() {
        networks = []
        header = .xForwardedFor
    }

    /// - Parameter text: `loopback`, addresses and networks such as `10.0.0.0/8`, between commas.
    /// - Returns: `nil` for anything else.
    package init?(_ text: String, in header: Header = .xForwardedFor) {
        var networks: [IPNetwork] = []
        for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let name = String(Substring(part)).trimmed
            if name == "loopback" {
                networks += IPNetwork.loopback
            } else {
                guard let network = IPNetwork(name) else { return nil }
                networks.append(network)
            }
        }
        self.networks = networks
        self.header = header
    }

    private func trusts(_ address: String) -> Bool {
        guard let address = IPAddress(address) else { return false }
        return networks.contains { $0.contains(address) }
    }

    /// Where a request comes from: from the connection, or from its proxies if it is theirs.
    ///
    /// - Parameter peer: The address at the other end of the connection; `nil` for a request without one.
    func source(of head: HTTPRequest, from peer: String?) -> RequestSource {
        var source = RequestSource(authority: head.authority, scheme: nil, clientIP: peer)
        guard !networks.isEmpty, let peer, trusts(peer) else { return source }
        // A request through a proxy comes from elsewhere, whatever address is told, and also where none is.
        source.isForwarded = true
        // The last hop is what the nearest proxy says. Each further one counts if the one behind it is trusted too.
        for hop in ForwardedHop.nearestFirst(in: head.headerFields, header) {
            source.scheme = hop.scheme ?? source.scheme
            source.authority = hop.authority ?? source.authority
            guard let client = hop.client else { break }
            source.clientIP = client
            guard trusts(client) else { break }
        }
        return source
    }
}

/// What is known of where a request comes from.
struct RequestSource: Sendable {
    /// Host and port that the client asked for.
    var authority: String?
    /// The scheme that the client used; `nil` for that of the connection.
    var scheme: String?
    /// The client's address, or the last proxy's whose client is unknown; `nil` for this process.
    var clientIP: String?
    /// Whether it came through a trusted proxy.
    var isForwarded = false

    /// Whether the client is on this machine: only the connection tells, never a header.
    var isLocal: Bool { !isForwarded && (clientIP.map(LoopbackHost.contains) ?? true) }
}
