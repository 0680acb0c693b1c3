import FirebreakWire

/// Names derived from other names, the same on every machine and in every version. Not secret.
package enum StableName {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

    /// - Parameters:
    ///   - length: In characters `A-Za-z0-9`.
    ///   - parts: What the name is derived from; their order and their borders count.
    package static func make(_ length: Int, from parts: [String]) -> String {
        var input: [UInt8] = []
        for part in parts {
            input.append(contentsOf: part.utf8)
            input.append(0)
        }
        // Two hashes that start differently, so that a name has more than 64 bits of its parts in it.
        let seeds = [UInt8(1), 2].map { stableHash([$0] + input) }
        var output: [UInt8] = []
        output.reserveCapacity(length)
        var state = seeds[0]
        for index in 0..<length {
            state = mixed(state &+ 0x9E37_79B9_7F4A_7C15 &+ (index == length / 2 ? seeds[1] : 0))
            output.append(alphabet[Int(state >> 32) % alphabet.count])
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The finalizer of SplitMix64, which spreads every bit over all others.
    private static func mixed(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
