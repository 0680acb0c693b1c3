#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An IP address, of which IPv4 ones are the same as mapped into IPv6 (RFC 4291 section 2.5.5.2).
package struct IPAddress: Sendable, Equatable {
    /// Sixteen.
    fileprivate let bytes: [UInt8]

    private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

    /// - Parameter text: Four numbers, or an IPv6 address without brackets and zone.
    package init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = Self.mapped + withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: six) { Array($0) }
        } else {
            return nil
        }
    }

    fileprivate var isIPv4: Bool { bytes.starts(with: Self.mapped) }
}

/// The addresses that begin with the same bits.
package struct IPNetwork: Sendable {
    private let address: IPAddress
    /// How many bits.
    private let length: Int

    private init(_ address: IPAddress, _ length: Int) {
        self.address = address
        self.length = length
    }

    /// - Parameter text: An address, or one with the number of bits that count: `10.0.0.0/8`.
    package init?(_ text: String) {
        let parts = text.separated(by: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = IPAddress(String(first)) else { return nil }
        let shift = address.isIPv4 && !first.containsBytes(of: ":") ? 96 : 0
        guard parts.count == 2 else {
            self.init(address, 128)
            return
        }
        guard let length = UInt8(digits: parts[1]), Int(length) + shift <= 128 else { return nil }
        self.init(address, Int(length) + shift)
    }

    /// The addresses of the machine itself.
    package static let loopback = ["127.0.0.0/8", "::1"].compactMap(IPNetwork.init)

    package func contains(_ other: IPAddress) -> Bool {
        for (index, (own, other)) in zip(address.bytes, other.bytes).enumerated() {
            let left = length - index * 8
            guard left > 0 else { return true }
            let mask = left >= 8 ? 0xFF : ~(UInt8(0xFF) >> UInt8(left))
            guard own & mask == other & mask else { return false }
        }
        return true
    }
}
