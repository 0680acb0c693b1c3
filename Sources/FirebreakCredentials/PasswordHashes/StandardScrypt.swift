import CryptoExtras

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// scrypt (RFC 7914).
package struct StandardScrypt: Sendable, Equatable {
    /// CPU and memory cost N: a power of two.
    let cost: Int
    /// Block size r.
    let blockSize: Int
    /// Parallelization p.
    let parallelization: Int
    /// Length of the hash in bytes.
    let length: Int

    /// Bytes that one hash may use.
    private static let maximumMemory = 256 << 20
    /// Bytes that one hash may write, which determines its duration.
    private static let maximumWork = 1 << 30

    /// - Returns: `nil` for parameters that scrypt does not allow, that take too much time or memory, or that the
    ///   library does not support: block sizes over 16 without parallelization, for which its own memory limit is too
    ///   small.
    init?(cost: Int, blockSize: Int, parallelization: Int, length: Int) {
        guard cost > 1, cost & (cost - 1) == 0, blockSize > 0, parallelization > 0, (1...1024).contains(length) else {
            return nil
        }
        guard blockSize <= 16 || parallelization > 1 else { return nil }
        guard blockSize >= 4 || cost < 1 << (16 * blockSize) else { return nil }
        let (blocks, overflows) = cost.multipliedReportingOverflow(by: blockSize)
        guard !overflows, blocks <= Self.maximumMemory / 128 else { return nil }
        let (work, worksTooLong) = blocks.multipliedReportingOverflow(by: parallelization)
        guard !worksTooLong, work <= Self.maximumWork / 128 else { return nil }
        self.cost = cost
        self.blockSize = blockSize
        self.parallelization = parallelization
        self.length = length
    }

    func hash(_ password: [UInt8], salt: [UInt8]) throws -> [UInt8] {
        try KDF.Scrypt.deriveKey(
            from: password, salt: salt, outputByteCount: length, rounds: cost, blockSize: blockSize,
            parallelism: parallelization
        ).withUnsafeBytes { Array($0) }
    }
}
