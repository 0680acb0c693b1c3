import FirebreakWire
import Testing

struct Base32Tests {
    /// RFC 4648 section 10, the secret of RFC 6238, and bytes that need the last digits.
    private static let vectors: [(bytes: [UInt8], text: String)] = [
        ([], ""), (Array("f".utf8), "MY"), (Array("fo".utf8), "MZXQ"), (Array("foo".utf8), "MZXW6"),
        (Array("foob".utf8), "MZXW6YQ"), (Array("fooba".utf8), "MZXW6YTB"), (Array("foobar".utf8), "MZXW6YTBOI"),
        (Array("12345678901234567890".utf8), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"),
        ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF], "77777777"), ([0, 0], "AAAA"),
    ]

    @Test(arguments: vectors)
    func `bytes are encoded in upper case without padding`(bytes: [UInt8], text: String) {
        #expect(Base32.encode(bytes) == text)
    }

    @Test(arguments: vectors)
    func `either case is decoded, padded or not`(bytes: [UInt8], text: String) {
        let padding = String(repeating: "=", count: (8 - text.utf8.count % 8) % 8)
        #expect(Base32.decode(text) == bytes)
        #expect(Base32.decode(text.lowercased()) == bytes)
        #expect(Base32.decode(text + padding) == bytes)
    }

    @Test func `bits beyond the last byte are dropped`() {
        #expect(Base32.decode("MZ") == Array("f".utf8))
    }

    @Test(arguments: [
        "M", "MZX", "MZXW6Y", "MZXW6YTBO", "M0", "M1", "M8", "MZ XQ", "MZXQ\n", "MZXö", "MY=", "MY=====", "MY=======",
        "MY======M", "=", "========", "MZXW6YTB========", "M=Y=====", "MZ-Q", "MZ@[", "{`xq",
    ])
    func `what is not base 32 is refused`(text: String) {
        #expect(Base32.decode(text) == nil)
    }

    @Test func `every length goes there and back`() {
        let bytes = (0..<256).map { UInt8($0) }
        for count in 0...256 {
            let part = Array(bytes.prefix(count))
            #expect(Base32.decode(Base32.encode(part)) == part)
            #expect(Base32.decode(Base32.encode(part, .lowercase), .lowercase) == part)
        }
    }

    @Test(arguments: vectors)
    func `the alphabet of file names is lower-case`(bytes: [UInt8], text: String) {
        #expect(Base32.encode(bytes, .lowercase) == text.lowercased())
        #expect(Base32.decode(text.lowercased(), .lowercase) == bytes)
    }

    @Test(arguments: ["MZ", "mZ", "mz======", "m", "mzx", "m0", "mz xq"])
    func `file names are read as they are written only`(text: String) {
        #expect(Base32.decode(text, .lowercase) == nil)
    }
}
