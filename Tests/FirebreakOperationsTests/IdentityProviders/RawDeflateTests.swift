import Testing

@testable import FirebreakOperations

/// RFC 1951 section 3.2.4.
struct RawDeflateTests {
    @Test func `a text is one stored block`() {
        #expect(RawDeflate.encode(Array("abc".utf8)) == [1, 3, 0, 0xFC, 0xFF] + Array("abc".utf8))
        #expect(RawDeflate.encode([]) == [1, 0, 0, 0xFF, 0xFF])
    }

    @Test func `what is longer than a block is several`() {
        let encoded = RawDeflate.encode([UInt8](repeating: 7, count: 65_536))

        #expect(encoded.count == 65_536 + 10)
        #expect(Array(encoded.prefix(5)) == [0, 0xFF, 0xFF, 0, 0])
        #expect(Array(encoded.suffix(6)) == [1, 1, 0, 0xFE, 0xFF, 7])
    }
}
