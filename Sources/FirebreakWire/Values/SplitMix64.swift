/// The generator of Steele, Lea and Flood: the same numbers for the same state on every machine and run. Not for
/// security.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    /// The increment of the state for every number.
    package static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

    private var state: UInt64

    /// - Parameter count: Numbers to skip, in constant time.
    package init(state: UInt64, skipping count: UInt64 = 0) { self.state = state &+ count &* Self.increment }

    package mutating func next() -> UInt64 {
        state &+= Self.increment
        return Self.mixed(state)
    }

    /// The finalizer, which spreads every bit over all others.
    package static func mixed(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}

/// FNV-1a, 64 bit: a digest that is the same on every machine and run, for derived names. Not for security.
package func stableHash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}
