import FirebreakWire
import Synchronization

/// The address of the server; complete once its socket is bound.
package final class ServerAddress: Sendable {
    package struct Bound: Sendable, Equatable {
        package var host: String
        package var port: Int

        package init(host: String, port: Int) {
            self.host = host
            self.port = port
        }
    }

    /// Host as configured, possibly a wildcard address.
    package let configuredHost: String
    /// Host, or host and port, that clients use if there is a proxy in between.
    package let publicHost: String?
    /// The scheme that they use then; `nil` for the server's own.
    private let publicScheme: String?
    package let scheme: String
    private let bound = Mutex<Bound?>(nil)

    package init(configuredHost: String, publicHost: String?, publicScheme: String? = nil, isTLS: Bool) {
        self.configuredHost = configuredHost
        self.publicHost = publicHost
        self.publicScheme = publicScheme
        scheme = isTLS ? "https" : "http"
    }

    package func set(_ address: Bound) { bound.withLock { $0 = address } }

    /// The address in a form to connect to: `0.0.0.0` and `::` become loopback, IPv6 is bracketed.
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

    /// Where clients on this machine find the server; without a slash at the end.
    package var url: String {
        let bound = connectable
        return "\(scheme)://\(bound.host):\(bound.port)"
    }

    /// The port that clients use.
    var visiblePort: Int {
        guard let publicHost = publicHost.flatMap(Authority.init) else { return connectable.port }
        return publicHost.port ?? ((publicScheme ?? scheme) == "https" ? 443 : 80)
    }

    /// Base of links: the public host, else the one that the client asked for, else the bound address.
    func origin(for source: RequestSource) -> String {
        if let publicHost { return "\(scheme(for: source))://\(publicHost)" }
        if let host = source.authority, !host.isEmpty { return "\(scheme(for: source))://\(host)" }
        return url
    }

    /// The scheme that the client uses.
    func scheme(for source: RequestSource) -> String { publicScheme ?? source.scheme ?? scheme }

    /// Whether a `Host` header names this server, with any port (firebreak.md section 4).
    func knows(host header: String) -> Bool {
        guard let name = Authority(header)?.host else { return false }
        // Browsers and resolvers never look up names below `localhost`.
        return LoopbackHost.contains(name) || name.hasSuffix(".localhost") || isConfigured(name)
    }

    /// Whether an `Origin` header is that of a page of this server: of the authority that the request itself is sent to,
    /// or of this server's port by another of its names.
    package func isOwn(origin header: String, hostHeader: String?) -> Bool {
        guard let separator = header.firstRange(of: "://"),
            ["http", "https"].contains(header[..<separator.lowerBound]),
            let origin = Authority(String(header[separator.upperBound...]))
        else { return false }
        if let own = hostHeader.flatMap(Authority.init), own == origin { return true }
        let standard = header.hasPrefix("https:") ? 443 : 80
        if let own = publicHost.flatMap(Authority.init), own.host == origin.host {
            return (own.port ?? standard) == (origin.port ?? standard)
        }
        guard let bound = bound.withLock({ $0 }), (origin.port ?? standard) == bound.port else { return false }
        // Other loopback addresses may belong to other servers on the same port.
        return ["localhost", "127.0.0.1", "::1"].contains(origin.host) || isConfigured(origin.host)
    }

    private func isConfigured(_ name: String) -> Bool {
        [configuredHost, publicHost, connectable.host].contains { candidate in
            candidate.flatMap(Authority.init)?.host == name
        }
    }
}

/// Host and port as a header or a setting has them.
private struct Authority: Equatable {
    /// Lower-case; IPv6 addresses without their brackets.
    var host: String
    var port: Int?

    /// - Returns: `nil` for an invalid host, or if anything but a port follows it.
    init?(_ text: String) {
        let text = text.lowercased()
        let rest: Substring
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = String(text[text.index(after: text.startIndex)..<end])
            guard host.contains(":") else { return nil }
            rest = text[text.index(after: end)...]
        } else if text.utf8.count(where: { $0 == UInt8(ascii: ":") }) > 1 {
            // A setting may have an IPv6 address without brackets, and no port.
            host = text
            rest = ""
        } else {
            let end = text.firstIndex(of: ":") ?? text.endIndex
            host = String(text[..<end])
            rest = text[end...]
        }
        guard !host.isEmpty else { return nil }
        guard !rest.isEmpty else { return }
        guard rest.hasPrefix(":"), let number = UInt16(digits: rest.dropFirst()) else { return nil }
        port = Int(number)
    }
}
