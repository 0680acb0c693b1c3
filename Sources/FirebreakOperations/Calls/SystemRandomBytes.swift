import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The operating system's random bytes, asked for in blocks: a system call for each value of a new account takes longer
/// than storing it.
final class SystemRandomBytes: Sendable {
    static let shared = SystemRandomBytes()

    /// The most that the system gives at once.
    private static let block = 256

    /// What is left of the last block.
    private let rest = Mutex<[UInt8]>([])

    func take(_ count: Int) -> [UInt8] {
        guard count > 0 else { return [] }
        guard count <= Self.block else {
            return stride(from: 0, to: count, by: Self.block).flatMap { take(min(Self.block, count - $0)) }
        }
        return rest.withLock { rest in
            if rest.count < count { rest = Self.freshBlock() }
            defer { rest.removeLast(count) }
            return Array(rest.suffix(count))
        }
    }

    private static func freshBlock() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: block) { buffer, count in
            count = block
            guard getentropy(buffer.baseAddress, block) != 0 else { return }
            var generator = SystemRandomNumberGenerator()
            for index in buffer.indices.prefix(block) { buffer[index] = generator.next() }
        }
    }
}
