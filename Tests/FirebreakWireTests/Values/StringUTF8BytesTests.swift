import FirebreakWire
import Testing

struct StringUTF8BytesTests {
    @Test(arguments: ["", "a", "fifteen letters", "sixteen letters!", "é", "日本語日本語", "\u{0}", "👩🏽‍🚒👩🏽‍🚒"])
    func `a text is what its bytes say`(text: String) {
        Array(text.utf8).withUnsafeBytes { #expect(String(utf8: $0) == text) }
    }

    private static let invalid: [[UInt8]] = [
        [0xFF], [0x61, 0xC3], [0xE6, 0x97], [0x61, 0x80, 0x62], Array(repeating: 0xFF, count: 20),
    ]

    @Test(arguments: invalid)
    func `what is invalid is replaced`(bytes: [UInt8]) {
        bytes.withUnsafeBytes { #expect(String(utf8: $0) == String(decoding: bytes, as: UTF8.self)) }
    }
}
