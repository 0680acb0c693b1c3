extension UnsafeRawBufferPointer {
    /// The index of the first byte, from an index on, that is not plain text of JSON: a quotation mark, a backslash, a
    /// control character, or part of a character that is not ASCII. The end if there is none.
    ///
    /// It looks at eight bytes at a time, because nearly all bytes of requests and answers are plain text.
    func endOfPlainText(from start: Int) -> Int {
        var index = start
        while index + 8 <= count {
            let others = Self.otherBytes(of: loadUnaligned(fromByteOffset: index, as: UInt64.self))
            guard others == 0 else { return index + others.trailingZeroBitCount / 8 }
            index += 8
        }
        if index < count, start <= count - 8 {
            // Of the last eight bytes, those before the index are known to be plain text.
            let others = Self.otherBytes(of: loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
            return others == 0 ? count : count - 8 + others.trailingZeroBitCount / 8
        }
        while index < count, Self.isPlainText(self[index]) { index += 1 }
        return index
    }

    private static func isPlainText(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// The high bit of each byte that is not plain text: exact in the lowest of them, which is the first in the text.
    private static func otherBytes(of word: UInt64) -> UInt64 {
        let bytes = UInt64(littleEndian: word)
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highBits = ones << 7
        /// The high bit of each byte that is below a number up to 128. A byte above one that is may count too.
        func below(_ limit: UInt8, _ bytes: UInt64) -> UInt64 { (bytes &- ones &* UInt64(limit)) & ~bytes & highBits }
        let quotes = below(1, bytes ^ ones &* UInt64(UInt8(ascii: "\"")))
        let backslashes = below(1, bytes ^ ones &* UInt64(UInt8(ascii: "\\")))
        return (bytes & highBits) | below(0x20, bytes) | quotes | backslashes
    }
}
