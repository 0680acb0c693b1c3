#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A URL as the WHATWG standard reads it without a base, which is what the reference's checks use.
///
/// Implements only the parts of that standard that the product needs: whether a text is an absolute URL, the host, and
/// the query. `foo:bar` and ` http://x ` are URLs; `localhost`, `/a`, `//x`, `http://` and `http://a b` are not. Host
/// names are in the form of the domain name system (``InternationalDomain``).
///
/// What was checked as such a URL is handed out as ``exact``, never as the text that it was read from.
package struct AbsoluteURL: Sendable {
    package var scheme: String
    /// User name and password with the `@`; empty for nearly all.
    private var userInfo: String
    /// Lower-case ASCII, IPv6 addresses in brackets; `nil` for URLs such as `mailto:a@b`.
    package var host: String?
    /// `nil` when absent or the scheme's default.
    package var port: Int?
    /// Path as written but for back slashes, `/` when empty and the scheme is a special one.
    package var path: String
    /// Without the `?`; `nil` when there is none.
    package var query: String?
    /// Without the `#`; `nil` when there is none.
    package var fragment: String?

    /// The text that was read, if other readers of URLs find the same host in it; `nil` for all others.
    private var written: String?

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
            path = Self.escaped(Substring(rest)) { $0 == UInt8(ascii: "\\") }
            written = Self.isPlain(text) ? text : nil
            return
        }

        let end = rest.firstIndex(where: isSlash) ?? rest.endIndex
        let authority = rest[..<end]
        path = rest[end...].isEmpty && isSpecial ? "/" : Self.path(Substring(rest[end...]), isSpecial: isSpecial)
        guard parse(authority: authority, isSpecial: isSpecial) else { return nil }
        if isUnmistakable(Substring(authority), in: text) { written = text }
    }

    private static func path(_ text: Substring, isSpecial: Bool) -> String {
        isSpecial ? text.substituting("\\", with: "/") : escaped(text) { $0 == UInt8(ascii: "\\") }
    }

    private static func escaped(_ text: Substring, _ isEscaped: (UInt8) -> Bool) -> String {
        guard text.utf8.contains(where: isEscaped) else { return String(text) }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isEscaped(byte) { PercentEncoding.append(byte, to: &bytes) } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether readers of RFC 3986, browsers and simpler ones find this authority in the text: it stands behind `//`, has
    /// neither escapes nor a second `@`, and ends at a slash, or where nothing behind it could belong to it.
    private func isUnmistakable(_ authority: Substring, in text: String) -> Bool {
        guard Self.isPlain(text), let start = text.parted(at: "://"),
            start.before.utf8.count == scheme.utf8.count, start.after.startsWithBytes(of: authority)
        else { return false }
        let tail = start.after.utf8.dropFirst(authority.utf8.count)
        guard tail.isEmpty || tail.first == UInt8(ascii: "/") || !tail.contains(UInt8(ascii: "@")) else { return false }
        let hostPart = authority.parted(atLast: "@")?.after ?? authority
        guard let host, hostPart.lowercased().startsWithBytes(of: host) else { return false }
        return authority.utf8.filter { $0 == UInt8(ascii: "@") }.count <= 1
            && authority.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._~!$&'()*+,;=:@[]%".utf8.contains($0) }
    }

    /// Whether there is nothing in the text that readers of URLs leave out or take for a slash.
    private static func isPlain(_ text: String) -> Bool {
        let head = text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return !head.contains(UInt8(ascii: "\\")) && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
            && text.utf8.first != 0x20 && text.utf8.last != 0x20
    }

    private mutating func parse(authority: Substring.UTF8View, isSpecial: Bool) -> Bool {
        var authority = authority
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            userInfo =
                Self.escaped(Substring(authority[..<at])) { byte in
                    !byte.isASCIIAlphanumeric && !"-._~!$&'()*+,;=:%".utf8.contains(byte)
                } + "@"
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
        guard let name = InternationalDomain.ascii(PercentEncoding.decode(hostPart)),
            Self.isHost(name) || (name.isEmpty && !isSpecial)
        else { return false }
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
        let parts = host.separated(by: ".", omittingEmptySubsequences: false)
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
        if let rest = host.rest(afterBytes: "[") {
            return rest.rest(beforeBytes: "]").map { isIPv6(String($0)) } ?? false
        }
        guard isIPv4(host) ?? true else { return false }
        return host.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !forbiddenInHosts.contains($0) }
    }

    /// Whether it is one that a browser opens and a server answers.
    package var isWeb: Bool { (scheme == "http" || scheme == "https") && host?.isEmpty == false }

    package var hasUserInfo: Bool { !userInfo.isEmpty }

    /// Percent-decoded; `nil` without one.
    package var user: String? {
        guard hasUserInfo else { return nil }
        return PercentEncoding.decode(userInfo.utf8.dropLast().prefix { $0 != UInt8(ascii: ":") })
    }

    /// Percent-decoded; `nil` without one.
    package var password: String? {
        (userInfo.rest(beforeBytes: "@")?.parted(at: ":")?.after).map { PercentEncoding.decode($0.utf8) }
    }

    /// The URL as text without the parts that often have secrets in them: user and password, query, fragment.
    package var withoutSecrets: String {
        var shown = self
        shown.userInfo = ""
        shown.query = nil
        shown.fragment = nil
        return shown.text
    }

    /// The URL as it is handed out: as it was written, or in its normal form where another reader could find another host
    /// in what was written than the one that was checked.
    package var exact: String { written ?? text }

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
        let parts = (query ?? "").separated(by: "&", omittingEmptySubsequences: true)
        query = Self.joined(parts, parameters) { FormURLEncoding.parse($0).first.map(Self.form) ?? "" }
        written = nil
    }

    /// Sets query parameters likewise, and leaves the others as they are written: the application whose URL this is may
    /// read them by other rules than those of forms, to which `%20` and `+` are one.
    package mutating func addQuery(_ parameters: [(name: String, value: String)]) {
        let parts = query?.nonEmpty?.separated(by: "&", omittingEmptySubsequences: false) ?? []
        query = Self.joined(parts, parameters, kept: String.init)
        written = nil
    }

    /// A URL with more at the end of its query; all else stays as it is written.
    package static func extended(_ url: String, by query: String) -> String {
        let (head, fragment) = url.parted(at: "#").map { ($0.before, "#\($0.after)") } ?? (url[...], "")
        return "\(head)\(head.containsBytes(of: "?") ? "&" : "?")\(query)\(fragment)"
    }

    private static func joined(
        _ parts: [Substring], _ parameters: [(name: String, value: String)], kept: (Substring) -> String
    ) -> String {
        let given = Dictionary(parameters.map { (ExactText($0.name), $0.value) }) { $1 }
        var written: Set<ExactText> = []
        var result: [String] = []
        for part in parts {
            let name = ExactText(FormURLEncoding.parse(part).first?.name ?? "")
            guard let value = given[name] else {
                result.append(kept(part))
                continue
            }
            if written.insert(name).inserted { result.append(form((name.rawValue, value))) }
        }
        for parameter in parameters {
            let name = ExactText(parameter.name)
            if written.insert(name).inserted { result.append(form((parameter.name, given[name] ?? ""))) }
        }
        return result.joined(separator: "&")
    }

    private static func form(_ pair: (name: String, value: String)) -> String {
        "\(FormURLEncoding.encode(pair.name))=\(FormURLEncoding.encode(pair.value))"
    }
}

extension AbsoluteURL: Equatable {
    /// Whether their normal forms are the same.
    package static func == (left: AbsoluteURL, right: AbsoluteURL) -> Bool { left.text.hasSameBytes(as: right.text) }
}
