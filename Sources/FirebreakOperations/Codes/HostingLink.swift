import FirebreakWire

/// The link around an action link, by which a hosting domain opens it in an app (production.md section 4).
package enum HostingLink {
    static let path = "/__/auth/links?link="

    /// The target of a hosting link of this server or of one of the project's hosting domains; `nil` for other URLs.
    /// The inner link may be unencoded: then it extends to the end of the URL.
    package static func target(of text: String, _ call: Call) -> String? {
        let hosts = [call.origin] + call.rules.hostingDomains.map { "https://\($0)" }
        guard let host = hosts.first(where: { text.hasPrefix($0 + path) }) else { return nil }
        let inner = String(text.dropFirst((host + path).count))
        return AbsoluteURL(inner) == nil ? PercentEncoding.decode(inner.utf8, plusIsSpace: true) : inner
    }
}
