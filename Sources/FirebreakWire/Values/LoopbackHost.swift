/// Host names and addresses that only this machine can reach.
package enum LoopbackHost {
    /// `localhost`, `127.0.0.0/8` as four numbers, also IPv4-mapped, and `::1`, the latter also in brackets.
    package static func contains(_ host: String) -> Bool {
        switch host.lowercased() {
        case "localhost", "::1", "[::1]": true
        case let host: isLoopbackIPv4(host.rest(afterBytes: "::ffff:").map(String.init) ?? host)
        }
    }

    private static func isLoopbackIPv4(_ host: String) -> Bool {
        let parts = host.separated(by: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8(digits: $0) != nil }
    }
}
