/// Host names and addresses that only this machine can reach.
package enum LoopbackHost {
    /// `localhost`, `127.0.0.0/8` as four numbers, also IPv4-mapped, and `::1`, the latter also in brackets.
    package static func contains(_ host: String) -> Bool {
        switch host.lowercased() {
        case "localhost", "::1", "[::1]": true
        case let mapped where mapped.hasPrefix("::ffff:"): isLoopbackIPv4(String(mapped.dropFirst(7)))
        default: isLoopbackIPv4(host)
        }
    }

    private static func isLoopbackIPv4(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8(digits: $0) != nil }
    }
}
