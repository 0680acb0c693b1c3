import FirebreakWire

/// Names derived from other names, the same on every machine and in every version. Not secret.
package enum StableName {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

    /// The ID of a user without a `uid`.
    ///
    /// - Parameters:
    ///   - name: The user's ref, else its address, else its number.
    ///   - scope: Project and tenant.
    static func userID(_ name: String, in scope: [String]) -> String {
        make(28, from: ["user"] + scope + [name])
    }

    /// - Parameters:
    ///   - length: In characters `A-Za-z0-9`.
    ///   - parts: What the name is derived from; their order and boundaries matter.
    package static func make(_ length: Int, from parts: [String]) -> String {
        var input: [UInt8] = []
        for part in parts {
            input.append(contentsOf: part.utf8)
            input.append(0)
        }
        // Two hashes with different seeds, so that a name contains more than 64 bits of information.
        let seeds = [UInt8(1), 2].map { stableHash([$0] + input) }
        var output: [UInt8] = []
        output.reserveCapacity(length)
        var state = seeds[0]
        for index in 0..<length {
            state = SplitMix64.mixed(state &+ SplitMix64.increment &+ (index == length / 2 ? seeds[1] : 0))
            output.append(alphabet[Int(state >> 32) % alphabet.count])
        }
        return String(decoding: output, as: UTF8.self)
    }
}
