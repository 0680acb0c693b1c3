import FirebreakWire

/// Where another emulator of the Firebase CLI listens, `HOST:PORT`.
package struct EmulatorAddress: Sendable, Hashable, CustomStringConvertible {
    /// IPv6 addresses in brackets.
    let host: String
    /// 1 through 65535.
    let port: Int

    /// - Parameter host: A name or an address, with or without brackets. One that stands for all addresses of a machine
    ///   is replaced with that of the loopback interface.
    /// - Returns: `nil` for what is not a host and no port.
    package init?(host: String, port: Int) {
        let isBare = host.containsBytes(of: ":") && !host.startsWithBytes(of: "[")
        guard (1...65535).contains(port), let url = AbsoluteURL("http://\(isBare ? "[\(host)]" : host):\(port)"),
            let name = url.host, url.path == "/", url.query == nil, url.fragment == nil, !url.hasUserInfo
        else { return nil }
        self.port = port
        switch name {
        case "0.0.0.0": self.host = "127.0.0.1"
        case "[::]": self.host = "[::1]"
        default: self.host = name
        }
    }

    /// - Parameter text: `HOST:PORT`, IPv6 addresses in brackets.
    /// - Returns: `nil` for anything else.
    init?(_ text: String) {
        guard let parts = text.parted(atLast: ":"), let port = UInt16(digits: parts.after),
            !parts.before.containsBytes(of: ":") || parts.before.startsWithBytes(of: "[")
        else { return nil }
        self.init(host: String(parts.before), port: Int(port))
    }

    /// - Parameter origin: `http://HOST:PORT`.
    /// - Returns: `nil` for anything else.
    init?(origin: String) {
        guard let rest = origin.rest(afterBytes: "http://") else { return nil }
        self.init(rest.without(ending: "/"))
    }

    /// - Parameters:
    ///   - name: One of the emulators, such as `functions`.
    ///   - answer: What a hub answers to `GET /emulators`.
    /// - Returns: `nil` if it does not say where that emulator is.
    package init?(of name: String, inHubAnswer answer: [UInt8]) {
        guard let emulator = (try? JSON(parsing: answer, keys: .verbatim))?[name],
            let host = emulator["host"]?.stringValue, let port = emulator["port"]?.integerValue
        else { return nil }
        self.init(host: host, port: Int(port))
    }

    /// `HOST:PORT`.
    package var description: String { "\(host):\(port)" }

    /// `http://HOST:PORT`; two for `localhost`, since a server may listen at only one of its addresses.
    var origins: [String] {
        (host == "localhost" ? ["127.0.0.1", "[::1]"] : [host]).map { "http://\($0):\(port)" }
    }
}

/// Where the Functions emulator is found.
enum FunctionsSource: Sendable, Equatable {
    /// There is none.
    case off
    /// Where the hub of the Firebase CLI's emulators says.
    case hub
    case at(EmulatorAddress)
}
