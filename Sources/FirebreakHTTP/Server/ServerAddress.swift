import Synchronization

/// Where the server is reached; known in full once its socket is bound.
package final class ServerAddress: Sendable {
    package struct Bound: Sendable, Equatable {
        package var host: String
        package var port: Int

        package init(host: String, port: Int) {
            self.host = host
            self.port = port
        }
    }

    /// Host as configured, which may be an address of all interfaces.
    package let configuredHost: String
    /// Host, or host and port, that clients use where a proxy stands between.
    package let publicHost: String?
    package let scheme: String
    private let bound = Mutex<Bound?>(nil)

    package init(configuredHost: String, publicHost: String?, isTLS: Bool) {
        self.configuredHost = configuredHost
        self.publicHost = publicHost
        scheme = isTLS ? "https" : "http"
    }

    package func set(_ address: Bound) { bound.withLock { $0 = address } }

    /// The address as something one can connect to: `0.0.0.0` and `::` become loopback, IPv6 is bracketed.
    package var connectable: Bound {
        let bound = bound.withLock { $0 } ?? Bound(host: configuredHost, port: 0)
        let host =
            switch bound.host {
            case "0.0.0.0": "127.0.0.1"
            case "::": "[::1]"
            case let host where host.contains(":") && !host.hasPrefix("["): "[\(host)]"
            case let host: host
            }
        return Bound(host: host, port: bound.port)
    }

    /// Base of links: the public host, else what the client called the server, else the bound address.
    func origin(hostHeader: String?) -> String {
        if let publicHost { return "\(scheme)://\(publicHost)" }
        if let hostHeader, !hostHeader.isEmpty { return "\(scheme)://\(hostHeader)" }
        return "\(scheme)://\(connectable.host):\(connectable.port)"
    }

    /// Whether a `Host` or `Origin` header names this server, whatever the port (product.md section 4).
    func knows(host header: String) -> Bool {
        let name = Self.hostName(of: header).lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]" || name == "::1" { return true }
        if name.hasPrefix("127."), name.allSatisfy({ $0.isNumber || $0 == "." }) { return true }
        return [configuredHost, publicHost, connectable.host].contains { candidate in
            candidate.map { Self.hostName(of: $0).lowercased() == name } ?? false
        }
    }

    private static func hostName(of text: String) -> String {
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") { return String(text[...end]) }
        // More than one colon: an IPv6 address without brackets, and no port.
        let colons = text.filter { $0 == ":" }.count
        return colons == 1 ? String(text.prefix { $0 != ":" }) : text
    }
}
