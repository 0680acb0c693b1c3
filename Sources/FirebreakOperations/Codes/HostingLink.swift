import FirebreakWire

/// The link around an action link, by which a hosting domain opens it in an app (production.md section 4).
package enum HostingLink {
    private static let page = "/__/auth/links"
    static let path = page + "?link="

    /// Whether a path is that of hosting links, on whatever domain.
    package static func isPath(_ path: String) -> Bool { path == page }

    /// The target of a hosting link of this server or of one of the project's hosting domains; `nil` for other URLs.
    ///
    /// - Returns: The link inside, and whether the domain is the project's own, so that an app may open it.
    static func target(of text: String, _ call: OperationContext) -> (link: String, isOwnDomain: Bool)? {
        func inner(_ host: String) -> String? {
            text.startsWithBytes(of: host + page + "?") ? self.inner(ofPath: text) : nil
        }
        if let link = inner(call.origin) { return (link, false) }
        for domain in call.rules.hostingDomains {
            for host in [domain, InternationalDomain.ascii(domain) ?? domain] {
                if let link = inner("https://\(host)") { return (link, true) }
            }
        }
        return nil
    }

    /// A hosting link with the key of the project whose it is, where nothing else says that: this server's domain is that of
    /// its default project, as a hosting domain of the service is that of one project.
    static func keyed(_ text: String, _ key: String, _ call: OperationContext) -> String {
        let start = call.origin + page + "?"
        guard call.project.id != call.services.defaultProject, let query = text.rest(afterBytes: start),
            let inner = inner(ofPath: text).flatMap({ AbsoluteURL($0) }),
            !FormURLEncoding.parse(inner.query ?? "").contains(where: { $0.name == "apiKey" })
        else { return text }
        return "\(start)apiKey=\(FormURLEncoding.encode(key))&\(query)"
    }

    /// The link in the query of a URL or a request's path. Where it is not encoded, as in `continueUrl` of action links,
    /// it is all that follows: it has a query and a fragment of its own.
    ///
    /// - Returns: `nil` if there is none.
    package static func inner(ofPath text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let query = bytes.firstIndex(of: UInt8(ascii: "?")) else { return nil }
        let name = Array("link=".utf8)
        var start = bytes.index(after: query)
        while !bytes[start...].starts(with: name) {
            guard let next = bytes[start...].firstIndex(of: UInt8(ascii: "&")) else { return nil }
            start = bytes.index(after: next)
        }
        let rest = bytes[start...].dropFirst(name.count)
        let whole = String(decoding: rest, as: UTF8.self)
        if AbsoluteURL(whole) != nil { return whole }
        let value = rest.prefix { $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "#") }
        return value.isEmpty ? nil : PercentEncoding.decode(value, plusIsSpace: true)
    }
}
