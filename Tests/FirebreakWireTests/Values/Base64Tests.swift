import FirebreakWire
import Testing

struct Base64Tests {
    /// RFC 4648 section 10, and bytes that need the last two digits.
    private static let vectors: [(bytes: [UInt8], standard: String, urlSafe: String)] = [
        ([], "", ""), (Array("f".utf8), "Zg==", "Zg"), (Array("fo".utf8), "Zm8=", "Zm8"),
        (Array("foo".utf8), "Zm9v", "Zm9v"),
        (Array("foob".utf8), "Zm9vYg==", "Zm9vYg"), (Array("fooba".utf8), "Zm9vYmE=", "Zm9vYmE"),
        (Array("foobar".utf8), "Zm9vYmFy", "Zm9vYmFy"), ([0xFF], "/w==", "_w"), ([0xFB, 0xFF, 0xBF], "+/+/", "-_-_"),
        ([0, 0, 0], "AAAA", "AAAA"), ([0x3E, 0x3F, 0xFE], "Pj/+", "Pj_-"),
        (Array("REDACTED".utf8), "UkVEQUNURUQ=", "UkVEQUNURUQ"),
    ]

    @Test(arguments: vectors)
    func `bytes are encoded padded, and unpadded in the URL-safe alphabet`(
        bytes: [UInt8], standard: String, urlSafe: String
    ) {
        #expect(Base64.encode(bytes, .standard) == standard)
        #expect(Base64.encode(bytes, .urlSafe) == urlSafe)
        #expect(Base64.encodedBytes(bytes, .urlSafe) == Array(urlSafe.utf8))
    }

    @Test(arguments: vectors)
    func `a text of either alphabet becomes padded and URL-safe`(bytes: [UInt8], standard: String, urlSafe: String) {
        let padded = Base64.encode(bytes, .paddedURLSafe)
        #expect(padded.count % 4 == 0 && padded.prefix(urlSafe.count) == urlSafe)
        for text in [standard, urlSafe, padded, standard.filter { $0 != "=" }] {
            #expect(Base64.paddedURLSafe(text) == padded)
        }
    }

    @Test(arguments: vectors)
    func `either alphabet is decoded, padded or not`(bytes: [UInt8], standard: String, urlSafe: String) {
        #expect(Base64.decode(standard) == bytes)
        #expect(Base64.decode(urlSafe) == bytes)
        #expect(Base64.decode(standard.filter { $0 != "=" }) == bytes)
        #expect(Base64.decode(Array("xx\(urlSafe)".utf8).dropFirst(2)) == bytes)
    }

    @Test(arguments: ["A", "AAAAA", "Zg=a", "=Zg", "Z g", "Zg\n", "Zm9v!", "Zm9ö", "Z.g=", "%Zg", "A==="])
    func `what is not base 64 is refused`(text: String) {
        #expect(Base64.decode(text) == nil)
        #expect(Base64.paddedURLSafe(text) == nil)
    }

    @Test(arguments: vectors)
    func `of bytes in a token there is one text`(bytes: [UInt8], standard: String, urlSafe: String) {
        #expect(Base64.decodeCanonical(urlSafe.utf8) == bytes)
        if standard != urlSafe { #expect(Base64.decodeCanonical(standard.utf8) == nil) }
    }

    @Test(arguments: ["Zh", "Zm9", "Zm9vYh", "_x", "__", "A", "Zg\n", "Zg=", "Zm9v="])
    func `bits that no byte needs are zero in a token`(text: String) {
        #expect(Base64.decodeCanonical(text.utf8) == nil)
    }

    @Test func `every byte and every length goes there and back`() {
        let bytes = (0..<256).map { UInt8($0) }
        for count in 0...256 {
            for alphabet in [Base64.Alphabet.standard, .urlSafe, .paddedURLSafe] {
                let text = Base64.encode(Array(bytes.prefix(count)), alphabet)
                #expect(Base64.decode(text) == Array(bytes.prefix(count)))
            }
        }
    }
}
