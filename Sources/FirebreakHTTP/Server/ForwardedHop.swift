import FirebreakWire
import HTTPTypes

/// What one proxy says of the request that it got.
struct ForwardedHop {
    /// The address of its client; `nil` if it says none.
    var client: String?
    /// `http` or `https`.
    var scheme: String?
    var authority: String?

    /// In the order in which the request passed the proxies: from `Forwarded` (RFC 7239), else from `X-Forwarded-For`,
    /// `-Proto` and `-Host`. Proxies append to each of the three or replace it, so they are matched from their ends; one
    /// with fewer values has the same first value for all earlier hops.
    static func all(in headers: HTTPFields) -> [ForwardedHop] {
        let forwarded = headers[values: .forwarded]
        if !forwarded.isEmpty { return forwarded.flatMap { elements(of: $0).map(ForwardedHop.init(element:)) } }
        let clients = list(headers[values: .forwardedFor])
        let schemes = list(headers[values: .forwardedProto])
        let authorities = list(headers[values: .forwardedHost])
        let count = max(clients.count, min(1, schemes.count + authorities.count))
        return (0..<count).map { index in
            func value(_ values: [String]) -> String? {
                values.isEmpty ? nil : values[max(0, values.count - count + index)]
            }
            return ForwardedHop(
                client: value(clients).flatMap(address), scheme: value(schemes).flatMap(scheme),
                authority: value(authorities)?.nonEmpty)
        }
    }

    private init(client: String?, scheme: String?, authority: String?) {
        self.client = client
        self.scheme = scheme
        self.authority = authority
    }

    init(element: [(name: String, value: String)]) {
        for (name, value) in element {
            switch name {
            case "for": client = Self.address(value)
            case "proto": scheme = Self.scheme(value)
            case "host": authority = value.nonEmpty
            default: break
            }
        }
    }

    private static func scheme(_ text: String) -> String? {
        let text = text.lowercased()
        return ["http", "https"].contains(text) ? text : nil
    }

    /// An address without brackets and port; `nil` for a name that hides one.
    private static func address(_ text: String) -> String? {
        if IPAddress(text) != nil { return text }
        let host =
            text.hasPrefix("[")
            ? text.dropFirst().prefix { $0 != "]" } : text.prefix { $0 != ":" }
        return IPAddress(String(host)) == nil ? nil : String(host)
    }

    private static func list(_ headers: [String]) -> [String] {
        headers.flatMap { $0.split(separator: ",").map { String($0).trimmed } }
    }

    /// The elements of a `Forwarded` header, each a list of its parameters. A value in quotes may contain the separators.
    private static func elements(of header: String) -> [[(name: String, value: String)]] {
        var elements: [[(name: String, value: String)]] = [[]]
        var name = ""
        var value = ""
        var isValue = false
        var isQuoted = false
        var isEscaped = false
        func end(_ elements: inout [[(name: String, value: String)]]) {
            let trimmed = name.trimmed
            if !trimmed.isEmpty {
                elements[elements.count - 1].append((trimmed.lowercased(), value.trimmed))
            }
            (name, value, isValue) = ("", "", false)
        }
        for character in header {
            if isEscaped {
                value.append(character)
                isEscaped = false
            } else if isQuoted {
                if character == "\\" {
                    isEscaped = true
                } else if character == "\"" {
                    isQuoted = false
                } else {
                    value.append(character)
                }
            } else if character == ";" || character == "," {
                end(&elements)
                if character == "," { elements.append([]) }
            } else if isValue {
                if character == "\"" { isQuoted = true } else { value.append(character) }
            } else if character == "=" {
                isValue = true
            } else {
                name.append(character)
            }
        }
        end(&elements)
        return elements
    }
}

extension HTTPField.Name {
    fileprivate static let forwarded = HTTPField.Name("Forwarded") ?? .via
    fileprivate static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .via
    fileprivate static let forwardedProto = HTTPField.Name("X-Forwarded-Proto") ?? .via
    fileprivate static let forwardedHost = HTTPField.Name("X-Forwarded-Host") ?? .via
}
