/// BLAKE2b (RFC 7693) without a key.
enum BLAKE2b {
    private static let initial: [UInt64] = [
        0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
        0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
    ]
    /// In which order a round takes the words of the message.
    private static let orders: [[Int]] = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
        [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4], [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
        [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13], [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
        [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11], [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
        [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5], [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
    ]
    private static let blockSize = 128

    /// - Parameters:
    ///   - bytes: The message.
    ///   - length: Bytes of the hash, 1 through 64.
    static func hash(_ bytes: [UInt8], length: Int) -> [UInt8] {
        var state = initial
        state[0] ^= 0x0101_0000 ^ UInt64(length)
        var rest = bytes[...]
        var count: UInt64 = 0
        repeat {
            let block = rest.prefix(blockSize)
            rest = rest.dropFirst(blockSize)
            count += UInt64(block.count)
            let words = (block + [UInt8](repeating: 0, count: blockSize - block.count)).littleEndianWords
            compress(&state, words, count: count, isLast: rest.isEmpty)
        } while !rest.isEmpty
        var result: [UInt8] = []
        for word in state { result.append(littleEndian: word) }
        return Array(result.prefix(length))
    }

    /// A hash of any length: H' of Argon2 (RFC 9106 section 3.3).
    static func longHash(_ bytes: [UInt8], length: Int) -> [UInt8] {
        var input: [UInt8] = []
        input.append(littleEndian: UInt32(truncatingIfNeeded: length))
        input += bytes
        guard length > 64 else { return hash(input, length: length) }
        var part = hash(input, length: 64)
        var result = Array(part.prefix(32))
        while length - result.count > 64 {
            part = hash(part, length: 64)
            result += part.prefix(32)
        }
        return result + hash(part, length: length - result.count)
    }

    private static func compress(_ state: inout [UInt64], _ message: [UInt64], count: UInt64, isLast: Bool) {
        var v = state + initial
        v[12] ^= count
        if isLast { v[14] = ~v[14] }
        func mix(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ x: UInt64, _ y: UInt64) {
            v[a] = v[a] &+ v[b] &+ x
            v[d] = (v[d] ^ v[a]).rotatedRight(32)
            v[c] = v[c] &+ v[d]
            v[b] = (v[b] ^ v[c]).rotatedRight(24)
            v[a] = v[a] &+ v[b] &+ y
            v[d] = (v[d] ^ v[a]).rotatedRight(16)
            v[c] = v[c] &+ v[d]
            v[b] = (v[b] ^ v[c]).rotatedRight(63)
        }
        for round in 0..<12 {
            let m = orders[round % orders.count].map { message[$0] }
            for column in 0..<4 {
                mix(column, column + 4, column + 8, column + 12, m[2 * column], m[2 * column + 1])
            }
            for diagonal in 0..<4 {
                mix(
                    diagonal, (diagonal + 1) % 4 + 4, (diagonal + 2) % 4 + 8, (diagonal + 3) % 4 + 12,
                    m[2 * diagonal + 8], m[2 * diagonal + 9])
            }
        }
        for index in state.indices { state[index] ^= v[index] ^ v[index + 8] }
    }
}

extension UInt64 {
    fileprivate func rotatedRight(_ count: UInt64) -> UInt64 { self &>> count | self &<< (64 - count) }
}

extension [UInt8] {
    mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}

extension Collection<UInt8> {
    /// The bytes as 64-bit numbers; they are a multiple of eight.
    var littleEndianWords: [UInt64] {
        var words: [UInt64] = []
        var rest = self[...]
        while !rest.isEmpty {
            words.append(rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) })
            rest = rest.dropFirst(8)
        }
        return words
    }
}
