import FirebreakWire

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Random values in the forms the wire uses. The generator is passed in, so that a run can be repeated.
package struct RandomSource: Sendable {
    private let bytes: @Sendable (_ count: Int) -> [UInt8]

    /// - Parameter bytes: Must return exactly as many unpredictable bytes as it is asked for.
    init(bytes: @escaping @Sendable (_ count: Int) -> [UInt8]) { self.bytes = bytes }

    /// The operating system's generator.
    package static let system = RandomSource { count in
        var bytes = [UInt8](repeating: 0, count: max(0, count))
        bytes.withUnsafeMutableBytes { bytes in
            // The system gives at most 256 bytes at once.
            for start in stride(from: 0, to: bytes.count, by: 256) {
                let part = UnsafeMutableRawBufferPointer(rebasing: bytes[start..<min(start + 256, bytes.count)])
                guard getentropy(part.baseAddress, part.count) != 0 else { continue }
                for index in part.indices { part[index] = .random(in: .min ... .max) }
            }
        }
        return bytes
    }

    /// Numbers that are the same on each run.
    static func seeded(_ generator: SeededGenerator) -> RandomSource { RandomSource { generator.bytes($0) } }

    private static let alphanumerics = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    private static let lowercaseAlphanumerics = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    private static let urlSafe = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let digits = Array("0123456789".utf8)

    package func secret(_ count: Int) -> [UInt8] { bytes(count) }

    /// `A-Za-z0-9`, as in account IDs.
    package func alphanumeric(_ count: Int) -> String { text(count, Self.alphanumerics) }

    /// `a-z0-9`, as in tenant IDs.
    func lowercaseAlphanumeric(_ count: Int) -> String { text(count, Self.lowercaseAlphanumerics) }

    /// `A-Za-z0-9_-`, as in action codes.
    package func urlSafe(_ count: Int) -> String { text(count, Self.urlSafe) }

    /// Decimal digits, leading zeros possible.
    func digits(_ count: Int) -> String { text(count, Self.digits) }

    /// A number from 0 up to, and without, 1.
    func fraction() -> Double {
        let number = bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Double(number >> 11) / Double(UInt64(1) << 53)
    }

    /// The ID of a fault (firebreak.md section 11).
    package func faultID() -> String { "fault_" + alphanumeric(16) }

    /// The ID of a message in the outbox (firebreak.md section 5).
    package func messageID() -> String { "msg_" + alphanumeric(20) }

    /// A random UUID (RFC 9562, version 4), lower-case.
    func uuid() -> String {
        var bytes = bytes(16)
        guard bytes.count == 16 else { return "" }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Hex.encode(bytes[$0]) }.joined(separator: "-")
    }

    /// Equally likely characters: bytes beyond the largest multiple of the alphabet's size are discarded.
    private func text(_ count: Int, _ alphabet: [UInt8]) -> String {
        let limit = 256 / alphabet.count * alphabet.count
        var output: [UInt8] = []
        output.reserveCapacity(count)
        while output.count < count {
            for byte in bytes(count - output.count + 4) where Int(byte) < limit && output.count < count {
                output.append(alphabet[Int(byte) % alphabet.count])
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
