import FirebreakWire
import HTTPTypes

/// What one proxy says of the request that it got.
struct ForwardedHop {
    /// The address of its client; `nil` if it says none, or one that cannot be read.
    var client: String?
    /// `http` or `https`.
    var scheme: String?
    var authority: String?

    /// The hops, those of the nearest proxy first. They are read one by one, because those far away may be invented.
    ///
    /// Proxies append to each of `X-Forwarded-For`, `-Proto` and `-Host` or replace it, so the three are matched from
    /// their ends; one with fewer values has the same first value for all earlier hops.
    static func nearestFirst(
        in headers: HTTPFields, _ header: TrustedProxies.Header
    ) -> UnfoldSequence<ForwardedHop, Int> {
        switch header {
        case .forwarded:
            let all = headers[values: .forwarded].flatMap(elements)
            return sequence(state: 0) { passed in
                defer { passed += 1 }
                return all.dropLast(passed).last.map(ForwardedHop.init(element:))
            }
        case .xForwardedFor:
            let clients = list(headers[values: .forwardedFor])
            let schemes = list(headers[values: .forwardedProto])
            let authorities = list(headers[values: .forwardedHost])
            let count = max(clients.count, min(1, schemes.count + authorities.count))
            return sequence(state: 0) { passed in
                guard passed < count else { return nil }
                defer { passed += 1 }
                return ForwardedHop(
                    client: clients.dropLast(passed).last.flatMap(address),
                    scheme: (schemes.dropLast(passed).last ?? schemes.first).flatMap(scheme),
                    authority: (authorities.dropLast(passed).last ?? authorities.first)?.nonEmpty)
            }
        }
    }

    private init(client: String?, scheme: String?, authority: String?) {
        self.client = client
        self.scheme = scheme
        self.authority = authority
    }

    /// - Parameter element: Of a `Forwarded` header. One that cannot be read says nothing.
    private init(element: Substring) {
        var values: [String: String] = [:]
        for pair in Self.split(element, at: UInt8(ascii: ";")) ?? [] {
            guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = String(pair[..<equals]).trimmed.lowercased()
            guard let value = Self.value(String(Substring(pair.utf8[equals...].dropFirst()))),
                values.updateValue(value, forKey: name) == nil
            else { return }
        }
        client = values["for"].flatMap(Self.address)
        scheme = values["proto"].flatMap(Self.scheme)
        authority = values["host"]?.nonEmpty
    }

    // MARK: Values

    private static func scheme(_ text: String) -> String? {
        let text = text.lowercased()
        return ["http", "https"].contains(text) ? text : nil
    }

    /// An address without brackets and port; `nil` for a name that hides one, and for what is not an address.
    private static func address(_ text: String) -> String? {
        if IPAddress(text) != nil { return text }
        let isBracketed = text.utf8.first == UInt8(ascii: "[")
        let bytes = text.utf8.dropFirst(isBracketed ? 1 : 0)
        let end = bytes.firstIndex(of: UInt8(ascii: isBracketed ? "]" : ":")) ?? bytes.endIndex
        let host = String(Substring(bytes[..<end]))
        let rest = bytes[end...].dropFirst(isBracketed ? 1 : 0)
        guard IPAddress(host) != nil, host.containsByte(UInt8(ascii: ":")) == isBracketed,
            rest.isEmpty || rest.first == UInt8(ascii: ":") && isPort(Substring(rest.dropFirst()))
        else { return nil }
        return host
    }

    /// Whether it is a port or, as RFC 7239 allows it, the name of a hidden one.
    private static func isPort(_ text: Substring) -> Bool {
        if UInt16(digits: text) != nil { return true }
        return text.utf8.first == UInt8(ascii: "_")
            && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "._-".utf8.contains($0) }
    }

    // MARK: Lists

    /// The values of headers with commas between them. An empty one is one that says nothing.
    private static func list(_ headers: [String]) -> [String] {
        headers.flatMap { header in
            header.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
                .map { String(Substring($0)).trimmed }
        }
    }

    /// The elements of a `Forwarded` header. Of one whose quotes are left open nothing is believed: a proxy may have
    /// appended its own element to what a stranger began.
    private static func elements(of header: String) -> [Substring] {
        split(header[...], at: UInt8(ascii: ",")) ?? [""]
    }

    /// The parts between separators that are not in quotes; `nil` where quotes are left open.
    private static func split(_ text: Substring, at separator: UInt8) -> [Substring]? {
        var parts: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        var isEscaped = false
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if isQuoted {
                isEscaped = byte == UInt8(ascii: "\\")
            } else if byte == separator {
                parts.append(text[start..<index])
                start = text.utf8.index(after: index)
            }
        }
        return isQuoted ? nil : parts + [text[start...]]
    }

    /// A value without its quotes; `nil` for one that is neither in quotes nor without any.
    private static func value(_ text: String) -> String? {
        let text = text.trimmed
        let quote = UInt8(ascii: "\"")
        guard text.utf8.contains(quote) else { return text }
        guard text.utf8.count > 1, text.utf8.first == quote, text.utf8.last == quote else { return nil }
        var value: [UInt8] = []
        var isEscaped = false
        for byte in text.utf8.dropFirst().dropLast() {
            guard isEscaped || byte != quote else { return nil }
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            if !isEscaped { value.append(byte) }
        }
        return String(decoding: value, as: UTF8.self)
    }
}

extension HTTPField.Name {
    fileprivate static let forwarded = known("Forwarded")
    fileprivate static let forwardedFor = known("X-Forwarded-For")
    fileprivate static let forwardedProto = known("X-Forwarded-Proto")
    fileprivate static let forwardedHost = known("X-Forwarded-Host")
}
