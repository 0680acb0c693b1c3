/// Argon2 (RFC 9106).
package struct Argon2: Sendable, Equatable {
    /// Length of the hash in bytes, 1 through 1024; there are none of less than four.
    let length: Int
    /// Never unspecified.
    package let type: Argon2HashType
    /// Lanes, 1 through 16.
    let parallelism: Int
    /// Passes over the memory, 1 through 16.
    let iterations: Int
    /// KiB, eight for each lane through 32768.
    let memory: Int
    /// Never unspecified.
    package let version: Argon2Version
    let associatedData: [UInt8]

    /// - Returns: `nil` for salts under eight bytes and hashes under four, which Argon2 does not have.
    func hash(_ password: [UInt8], salt: [UInt8]) -> [UInt8]? {
        guard length >= 4, salt.count >= 8, parallelism > 0, memory >= 8 * parallelism else { return nil }
        var blocks = Argon2Blocks(of: self, seed: seed(password, salt: salt))
        for pass in 0..<iterations {
            for slice in 0..<Argon2Blocks.slices {
                // One after the other: the result is the same.
                for lane in 0..<parallelism { blocks.fill(pass: pass, slice: slice, lane: lane) }
            }
        }
        return BLAKE2b.longHash(blocks.sum, length: length)
    }

    /// What everything else is derived from: H0 of section 3.2.
    private func seed(_ password: [UInt8], salt: [UInt8]) -> [UInt8] {
        var input: [UInt8] = []
        for number in [parallelism, length, memory, iterations, version == .version10 ? 0x10 : 0x13, type.number] {
            input.append(littleEndian: UInt32(truncatingIfNeeded: number))
        }
        // The empty one is a secret, which Firebase has none of.
        for part in [password, salt, [], associatedData] {
            input.append(littleEndian: UInt32(truncatingIfNeeded: part.count))
            input += part
        }
        return BLAKE2b.hash(input, length: 64)
    }
}

extension Argon2HashType {
    /// As it goes into hashes.
    fileprivate var number: Int {
        switch self {
        case .d: 0
        case .i: 1
        case .id, .unspecified: 2
        }
    }
}

/// The memory of one computation: for each lane a row of blocks in four slices.
private struct Argon2Blocks {
    static let slices = 4
    /// Registers of a block: it has 1,024 bytes, and they are taken by sixteen.
    static let size = 64

    private let parameters: Argon2
    /// Blocks of a lane.
    private let columns: Int
    /// The blocks, lane after lane.
    private var registers: [SIMD2<UInt64>]

    /// - Parameter seed: H0.
    init(of parameters: Argon2, seed: [UInt8]) {
        self.parameters = parameters
        columns = parameters.memory / (Self.slices * parameters.parallelism) * Self.slices
        registers = Array(repeating: .zero, count: columns * parameters.parallelism * Self.size)
        for lane in 0..<parameters.parallelism {
            for column in 0..<2 {
                var input = seed
                input.append(littleEndian: UInt32(column))
                input.append(littleEndian: UInt32(lane))
                let words = BLAKE2b.longHash(input, length: Self.size * 16).littleEndianWords
                let start = start(lane: lane, column: column)
                for (index, word) in words.enumerated() { registers[start + index / 2][index % 2] = word }
            }
        }
    }

    /// The last blocks of all lanes, combined by exclusive or.
    var sum: [UInt8] {
        var bytes: [UInt8] = []
        for index in 0..<Self.size {
            let register = (0..<parameters.parallelism).reduce(.zero) { sum, lane in
                sum ^ registers[start(lane: lane, column: columns - 1) + index]
            }
            bytes.append(littleEndian: register.x)
            bytes.append(littleEndian: register.y)
        }
        return bytes
    }

    /// Where a block is in ``registers``.
    private func start(lane: Int, column: Int) -> Int { (lane * columns + column) * Self.size }

    /// Makes the blocks of a lane's slice of the one before each and another (section 3.2, steps 5 and 6).
    mutating func fill(pass: Int, slice: Int, lane: Int) {
        let length = columns / Self.slices
        var addresses: Argon2Addresses?
        if parameters.type == .i || parameters.type == .id && pass == 0 && slice < Self.slices / 2 {
            let blocks = columns * parameters.parallelism
            addresses = Argon2Addresses(of: [
                pass, lane, slice, blocks, parameters.iterations, parameters.type.number,
            ])
        }
        for index in 0..<length {
            let address = addresses?.next()
            // The first two of a lane are made of the seed.
            if pass == 0, slice == 0, index < 2 { continue }
            let column = slice * length + index
            let previous = start(lane: lane, column: (column > 0 ? column : columns) - 1)
            let reference = reference(
                by: address ?? registers[previous].x, for: index, pass: pass, slice: slice, lane: lane)
            registers.combine(
                previous, reference, at: start(lane: lane, column: column),
                keepingFormer: pass > 0 && parameters.version == .version13)
        }
    }

    /// Where the block is that a pseudorandom number leads to (section 3.4.2): one of those that are there, the later the
    /// more likely.
    private func reference(by number: UInt64, for index: Int, pass: Int, slice: Int, lane: Int) -> Int {
        let length = columns / Self.slices
        let other = pass == 0 && slice == 0 ? lane : Int((number >> 32) % UInt64(parameters.parallelism))
        let finished = pass == 0 ? slice * length : columns - length
        // Of its own lane also those of this slice but the previous one; of others never the last, which may be it.
        let count = other == lane ? finished + index - 1 : finished - (index == 0 ? 1 : 0)
        let low = number & 0xFFFF_FFFF
        let distance = Int((UInt64(count) &* ((low &* low) >> 32)) >> 32)
        let first = pass == 0 ? 0 : (slice + 1) * length
        return start(lane: other, column: (first + count - 1 - distance) % columns)
    }
}

/// Numbers that do not depend on the password, for what must not show by its use of memory what the password is (section
/// 3.4.1.2).
private struct Argon2Addresses {
    /// Zeros, what the numbers are for with a counter, and the numbers.
    private var registers = [SIMD2<UInt64>](repeating: .zero, count: 3 * Argon2Blocks.size)
    private var index = 2 * Argon2Blocks.size

    /// - Parameter place: Pass, lane, slice, number of blocks, passes and type.
    init(of place: [Int]) {
        for (index, number) in place.enumerated() {
            registers[Argon2Blocks.size + index / 2][index % 2] = UInt64(number)
        }
    }

    mutating func next() -> UInt64 {
        let size = Argon2Blocks.size
        if index == 2 * size {
            index = 0
            registers[size + 3].x += 1
            registers.combine(0, size, at: 2 * size, keepingFormer: false)
            registers.combine(0, 2 * size, at: 2 * size, keepingFormer: false)
        }
        defer { index += 1 }
        return registers[2 * size + index / 2][index % 2]
    }
}

extension [SIMD2<UInt64>] {
    /// Makes a block of two: the function G (section 3.5).
    ///
    /// - Parameters:
    ///   - one: Where the first of them begins.
    ///   - other: Where the second does.
    ///   - result: Where the new one goes.
    ///   - keepsFormer: Whether the new one is combined with what was there.
    fileprivate mutating func combine(_ one: Int, _ other: Int, at result: Int, keepingFormer keepsFormer: Bool) {
        let size = Argon2Blocks.size
        var block: Self = Array(self[one..<one + size])
        for index in 0..<size { block[index] ^= self[other + index] }
        for index in 0..<size {
            self[result + index] = keepsFormer ? self[result + index] ^ block[index] : block[index]
        }
        for row in 0..<8 { block.permute(at: 8 * row, stride: 1) }
        for column in 0..<8 { block.permute(at: column, stride: 8) }
        for index in 0..<size { self[result + index] ^= block[index] }
    }

    /// Mixes eight registers: the permutation P (section 3.6).
    private mutating func permute(at start: Int, stride: Int) {
        func pair(_ index: Int) -> SIMD4<UInt64> {
            SIMD4(lowHalf: self[start + index * stride], highHalf: self[start + (index + 1) * stride])
        }
        var (a, b, c, d) = (pair(0), pair(2), pair(4), pair(6))
        Self.mix(&a, &b, &c, &d)
        b = SIMD4(b.y, b.z, b.w, b.x)
        c = SIMD4(c.z, c.w, c.x, c.y)
        d = SIMD4(d.w, d.x, d.y, d.z)
        Self.mix(&a, &b, &c, &d)
        b = SIMD4(b.w, b.x, b.y, b.z)
        c = SIMD4(c.z, c.w, c.x, c.y)
        d = SIMD4(d.y, d.z, d.w, d.x)
        for (index, words) in [(0, a), (2, b), (4, c), (6, d)] {
            self[start + index * stride] = words.lowHalf
            self[start + (index + 1) * stride] = words.highHalf
        }
    }

    /// BLAKE2b's mixing of four columns at once, with products where it has sums alone.
    private static func mix(
        _ a: inout SIMD4<UInt64>, _ b: inout SIMD4<UInt64>, _ c: inout SIMD4<UInt64>, _ d: inout SIMD4<UInt64>
    ) {
        let low = SIMD4<UInt64>(repeating: 0xFFFF_FFFF)
        a = a &+ b &+ ((a & low) &* (b & low)) &<< 1
        d = (d ^ a).rotated(32)
        c = c &+ d &+ ((c & low) &* (d & low)) &<< 1
        b = (b ^ c).rotated(24)
        a = a &+ b &+ ((a & low) &* (b & low)) &<< 1
        d = (d ^ a).rotated(16)
        c = c &+ d &+ ((c & low) &* (d & low)) &<< 1
        b = (b ^ c).rotated(63)
    }
}

extension SIMD4<UInt64> {
    /// - Parameter count: To the right, 1 through 63.
    fileprivate func rotated(_ count: UInt64) -> Self { self &>> count | self &<< (64 - count) }
}
