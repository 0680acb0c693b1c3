#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A URL as the WHATWG standard reads it without a base, which is what the reference's checks use.
///
/// Implements only the parts of that standard that the product needs: whether a text is an absolute URL, the host, and
/// the query. `foo:bar` and ` http://x ` are URLs; `localhost`, `/a`, `//x`, `http://` and `http://a b` are not. Host
/// names are lower-cased, not converted to Punycode.
package struct AbsoluteURL: Sendable, Equatable {
    package var scheme: String
    /// User name and password with the `@`, as written; empty for nearly all.
    private var userInfo: String
    /// Lower-cased, IPv6 addresses in brackets; `nil` for URLs such as `mailto:a@b`.
    package var host: String?
    /// `nil` when absent or the scheme's default.
    package var port: Int?
    /// Path as written, `/` when empty and the scheme is a special one.
    package var path: String
    /// Without the `?`; `nil` when there is none.
    package var query: String?
    /// Without the `#`; `nil` when there is none.
    package var fragment: String?

    private static let defaultPorts = ["http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21]

    /// - Returns: `nil` when the text is not an absolute URL.
    package init?(_ text: String) {
        // Bytes, as the standard's states go by code points, and not by what they look like together.
        let trimmed = Self.trimmed(text).utf8
        guard let colon = trimmed.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(Substring(trimmed[..<colon])) else {
            return nil
        }
        scheme = Substring(trimmed[..<colon]).lowercased()
        var rest = trimmed[colon...].dropFirst()

        if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
            fragment = String(Substring(rest[hash...].dropFirst()))
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            query = String(Substring(rest[mark...].dropFirst()))
            rest = rest[..<mark]
        }

        userInfo = ""
        let isSpecial = Self.defaultPorts[scheme] != nil
        func isSlash(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: "/") || (isSpecial && byte == UInt8(ascii: "\\"))
        }
        if isSpecial {
            rest = rest.drop(while: isSlash)
        } else if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
        } else {
            path = String(Substring(rest))
            return
        }

        let end = rest.firstIndex(where: isSlash) ?? rest.endIndex
        path = rest[end...].isEmpty && isSpecial ? "/" : String(Substring(rest[end...]))
        guard parse(authority: rest[..<end], isSpecial: isSpecial) else { return nil }
    }

    private mutating func parse(authority: Substring.UTF8View, isSpecial: Bool) -> Bool {
        var authority = authority
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            userInfo = String(Substring(authority[...at]))
            authority = authority[at...].dropFirst()
        }
        var hostPart = authority
        let portStart = authority.lastIndex(of: UInt8(ascii: ":"))
        let bracket = authority.lastIndex(of: UInt8(ascii: "]"))
        if let portStart, bracket.map({ $0 < portStart }) ?? true {
            hostPart = authority[..<portStart]
            let digits = Substring(authority[portStart...].dropFirst())
            if !digits.isEmpty {
                guard let number = UInt16(digits: digits) else { return false }
                port = Self.defaultPorts[scheme] == Int(number) ? nil : Int(number)
            }
        }
        let name = PercentEncoding.decode(hostPart).lowercased()
        guard Self.isHost(name) || (name.isEmpty && !isSpecial) else { return false }
        host = name
        return true
    }

    private static func trimmed(_ text: String) -> Substring {
        guard text.utf8.contains(where: { $0 <= 0x20 }) else { return Substring(text) }
        var scalars = Substring(text).unicodeScalars
        while let first = scalars.first, first.value <= 0x20 { scalars.removeFirst() }
        while let last = scalars.last, last.value <= 0x20 { scalars.removeLast() }
        guard scalars.contains(where: { $0 == "\t" || $0 == "\n" || $0 == "\r" }) else { return Substring(scalars) }
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: scalars.filter { $0 != "\t" && $0 != "\n" && $0 != "\r" })
        return Substring(String(kept))
    }

    /// Whether a text is the name of a scheme (RFC 3986 section 3.1).
    package static func isScheme(_ text: some StringProtocol) -> Bool {
        text.utf8.first?.isASCIILetter == true
            && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) }
    }

    private static let forbiddenInHosts = Array("#%/:<>?@[\\]^|".utf8)

    private static func isIPv6(_ text: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET6, text, &address) == 1
    }

    /// Whether a host that ends in a number is an IPv4 address, which it must be then; `nil` for all other hosts.
    private static func isIPv4(_ host: String) -> Bool? {
        guard host.utf8.last?.isASCIIDigit == true else { return nil }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        guard let last = parts.last, !last.isEmpty, last.utf8.allSatisfy(\.isASCIIDigit) else {
            return nil
        }
        let numbers = parts.compactMap { UInt32($0) }
        guard numbers.count == parts.count, parts.count <= 4 else { return false }
        return numbers.dropLast().allSatisfy { $0 <= 255 }
            && (parts.count == 1 || numbers.last.map { $0 <= 255 } ?? false)
    }

    private static func isHost(_ host: String) -> Bool {
        guard !host.isEmpty else { return false }
        if host.hasPrefix("[") { return host.hasSuffix("]") && isIPv6(String(host.dropFirst().dropLast())) }
        guard isIPv4(host) ?? true else { return false }
        return host.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !forbiddenInHosts.contains($0) }
    }

    /// Whether it is one that a browser opens and a server answers.
    package var isWeb: Bool { (scheme == "http" || scheme == "https") && host?.isEmpty == false }

    package var hasUserInfo: Bool { !userInfo.isEmpty }

    /// Percent-decoded; `nil` without one.
    package var user: String? {
        guard hasUserInfo else { return nil }
        return PercentEncoding.decode(userInfo.dropLast().prefix { $0 != ":" }.utf8)
    }

    /// Percent-decoded; `nil` without one.
    package var password: String? {
        let text = userInfo.dropLast()
        guard let colon = text.firstIndex(of: ":") else { return nil }
        return PercentEncoding.decode(text[text.index(after: colon)...].utf8)
    }

    /// The URL as text without the parts that often have secrets in them: user and password, query, fragment.
    package var withoutSecrets: String {
        var shown = self
        shown.userInfo = ""
        shown.query = nil
        shown.fragment = nil
        return shown.text
    }

    /// The URL as text, with the normalised scheme, host, port and empty path.
    package var text: String {
        var text = scheme + ":"
        if let host {
            text += "//" + userInfo + host
            if let port { text += ":\(port)" }
        }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    /// Sets query parameters as `URLSearchParams.set` does: a present name is replaced at its first occurrence and its
    /// repetitions are removed; a new one is appended; the whole query is serialised again.
    package mutating func setQuery(_ parameters: [(name: String, value: String)]) {
        let given = Dictionary(parameters.map { ($0.name, $0.value) }) { $1 }
        var written: Set<String> = []
        var pairs: [(name: String, value: String)] = []
        for pair in FormURLEncoding.parse(query ?? "") {
            guard let value = given[pair.name] else {
                pairs.append(pair)
                continue
            }
            if written.insert(pair.name).inserted { pairs.append((pair.name, value)) }
        }
        for parameter in parameters where written.insert(parameter.name).inserted {
            pairs.append((parameter.name, given[parameter.name] ?? ""))
        }
        query = pairs.map { "\(FormURLEncoding.encode($0.name))=\(FormURLEncoding.encode($0.value))" }
            .joined(separator: "&")
    }
}
