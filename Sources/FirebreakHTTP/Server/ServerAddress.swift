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

    /// Base of links that no request asked for, such as those of fixtures: the public host, else the bound address.
    package var origin: String { publicHost.map { "\(publicScheme ?? scheme)://\($0)" } ?? url }

    /// The port that clients use.
    var visiblePort: Int {
        guard let publicHost = publicHost.flatMap({ Authority(setting: $0) }) else { return connectable.port }
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

    // MARK: Names

    /// Whether a `Host` header names this server, with any port (firebreak.md section 4).
    func knows(host header: String) -> Bool { Authority(header).map { knows($0) } ?? false }

    private func knows(_ authority: Authority) -> Bool {
        let name = authority.host
        // Browsers and resolvers never look up names below `localhost`.
        return LoopbackHost.contains(name) || name.hasSuffix(".localhost") || isConfigured(name)
    }

    /// Whether admins may call under a `Host`: a name of this server, or one that no page of the web can be under. A
    /// page whose own name leads here (DNS rebinding) has neither, and may send no `Origin`.
    func mayServeAdmins(at header: String) -> Bool {
        guard let authority = Authority(header) else { return false }
        return authority.isOutsideOfPublicDNS || knows(authority)
    }

    /// Whether an `Origin` header is that of a page of this server: of the name that the request itself is sent to, if
    /// this server knows it, or of this server's port by another of its names; by the scheme that the server is
    /// reached with. The one rule for the control API, the console, and who may act as an admin.
    func isOwn(origin header: String, of source: RequestSource) -> Bool {
        let given = header.hasPrefix("https://") ? "https" : "http"
        guard header.hasPrefix(given + "://"),
            let origin = Authority(String(Substring(header.utf8.dropFirst(given.utf8.count + 3))))
        else { return false }
        guard let port = origin.port ?? Authority.standardPorts[given] else { return false }
        func isSame(_ own: Authority, _ scheme: String) -> Bool {
            scheme == given && own.host == origin.host && (own.port ?? Authority.standardPorts[scheme]) == port
        }
        let scheme = scheme(for: source)
        if let own = source.authority.flatMap({ Authority($0) }), knows(own), isSame(own, scheme) { return true }
        if let own = publicHost.flatMap({ Authority(setting: $0) }), own.host == origin.host {
            // Without a scheme and a port, either of the usual ports may be meant.
            return isSame(own, publicScheme == nil && own.port == nil ? given : scheme)
        }
        guard let bound = bound.withLock({ $0 }), given == self.scheme, port == bound.port else { return false }
        // Other loopback addresses may belong to other servers on the same port.
        return ["localhost", "127.0.0.1", "::1"].contains(origin.host) || isConfigured(origin.host)
    }

    private func isConfigured(_ name: String) -> Bool {
        [configuredHost, publicHost, connectable.host].contains { candidate in
            candidate.flatMap { Authority(setting: $0) }?.host == name
        }
    }
}

/// Host and port as a header, a target or a setting has them.
struct Authority: Equatable, Sendable {
    /// Lower-case and without a dot at the end of a name with others; IPv6 addresses without their brackets.
    private(set) var host: String
    private(set) var port: Int?

    static let standardPorts = ["http": 80, "https": 443]

    /// - Returns: `nil` for what is neither a name of letters, digits, `-` and `_` nor an address, and if anything but
    ///   a port follows it.
    init?(_ text: String) {
        guard let (name, port) = Self.parts(of: text) else { return nil }
        self.port = port
        host = String(decoding: name.map(\.asciiLowercased), as: UTF8.self)
        let dots = host.utf8.count(where: { $0 == Self.dot })
        guard host.utf8.last == Self.dot, dots > 1 || host == "localhost." else { return }
        // The dot of the root. A single name with it is another one: a top-level domain.
        host.removeLast()
    }

    /// - Parameter text: A setting, which may have an IPv6 address without brackets, and no port.
    init?(setting text: String) {
        let isBare = text.utf8.count { $0 == UInt8(ascii: ":") } > 1 && text.utf8.first != UInt8(ascii: "[")
        self.init(isBare ? "[\(text)]" : text)
    }

    /// Whether a text is a host with or without a port.
    static func isValid(_ text: String) -> Bool { parts(of: text) != nil }

    private static let dot = UInt8(ascii: ".")

    /// The host as it is written, and the port. Every request is looked at, so nothing is made for it.
    private static func parts(of text: String) -> (host: Substring.UTF8View, port: Int?)? {
        let bytes = text.utf8[...]
        let isBracketed = bytes.first == UInt8(ascii: "[")
        let name = bytes.dropFirst(isBracketed ? 1 : 0)
        let end = name.firstIndex(of: UInt8(ascii: isBracketed ? "]" : ":")) ?? name.endIndex
        let host = name[..<end]
        if isBracketed {
            guard end != name.endIndex, host.contains(UInt8(ascii: ":")), IPAddress(String(Substring(host))) != nil
            else {
                return nil
            }
        } else {
            guard isName(host) else { return nil }
        }
        let rest = name[end...].dropFirst(isBracketed ? 1 : 0)
        guard !rest.isEmpty else { return (host, nil) }
        guard rest.first == UInt8(ascii: ":"), let port = UInt16(digits: Substring(rest.dropFirst())) else {
            return nil
        }
        return (host, Int(port))
    }

    /// Whether it is labels between dots, of which one may be at the end.
    private static func isName(_ host: Substring.UTF8View) -> Bool {
        host.withContiguousStorageIfAvailable { isName($0) } ?? isName(Array(host))
    }

    private static func isName(_ host: some Collection<UInt8>) -> Bool {
        var previous = dot
        for byte in host {
            guard
                byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                    || byte == dot && previous != dot
            else { return false }
            previous = byte
        }
        return !host.isEmpty && host.count <= 255
    }

    /// Whether no public name server can have an address for it: it is an address, or a name that only a machine, a
    /// local network or a cluster knows.
    fileprivate var isOutsideOfPublicDNS: Bool {
        guard IPAddress(host) == nil, host.containsByte(UInt8(ascii: ".")) else { return true }
        // Names in a Kubernetes cluster end in `.cluster.local`.
        return [".localhost", ".local", ".internal"].contains { host.hasSuffix($0) }
    }
}
