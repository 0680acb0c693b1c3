import FirebreakWire

/// The mail server that option `--smtp` names.
package struct SMTPServer: Sendable, Equatable {
    package struct Credentials: Sendable, Equatable {
        package var user: String
        package var password: String

        package init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    /// Without the brackets of an IPv6 address.
    package var host: String
    package var port: Int
    /// Whether the connection begins with TLS; otherwise it is used where the server offers it.
    package var isTLS: Bool
    /// Whether a connection that begins with TLS needs a trusted certificate.
    package var isVerified: Bool
    package var credentials: Credentials?

    /// - Parameter url: `smtp[s]://[user:password@]host[:port][?verify=off]`, user and password percent-encoded. The port
    ///   is 25, or 465 with TLS, unless given.
    /// - Returns: `nil` for anything else.
    package init?(url: String) {
        guard let url = AbsoluteURL(url), url.scheme == "smtp" || url.scheme == "smtps", let host = url.host,
            !host.isEmpty, url.path.isEmpty || url.path == "/", url.fragment == nil
        else { return nil }
        let name = host.rest(afterBytes: "[")?.rest(beforeBytes: "]").map(String.init) ?? host
        isTLS = url.scheme == "smtps"
        port = url.port ?? (isTLS ? 465 : 25)
        guard (1...65535).contains(port) else { return nil }
        self.host = name
        switch url.query {
        case nil, "verify=on": isVerified = isTLS
        case "verify=off": isVerified = false
        default: return nil
        }
        guard url.hasUserInfo else { return }
        guard let user = url.user, let password = url.password, !user.isEmpty else { return nil }
        credentials = Credentials(user: user, password: password)
    }

    /// As records show it.
    package var name: String {
        "\(isTLS ? "smtps" : "smtp")://\(host.containsBytes(of: ":") ? "[\(host)]" : host):\(port)"
    }
}
