import FirebreakWire
import Testing

struct UTF8ViewBytesTests {
    private static let texts = ["", "a", "?", "a?", "?a?", "日?本", "é", "a text that is too long for a small string?"]

    @Test(arguments: texts)
    func `a byte is found where it first is`(text: String) {
        let place = Array(text.utf8).firstIndex(of: UInt8(ascii: "?"))

        let index = text.utf8.firstIndex(of: UInt8(ascii: "?"))
        #expect(index.map { text.utf8.distance(from: text.startIndex, to: $0) } == place)
        #expect(text.utf8.contains(UInt8(ascii: "?")) == (place != nil))
    }

    @Test(arguments: texts, texts)
    func `texts are equal when their bytes are`(left: String, right: String) {
        #expect(left.utf8.elementsEqual(right.utf8) == (Array(left.utf8) == Array(right.utf8)))
    }

    @Test func `texts that only look the same are not equal`() {
        #expect("é" == "e\u{301}")
        #expect(!"é".utf8.elementsEqual("e\u{301}".utf8))
        #expect(!"\u{1100}\u{1161}".utf8.elementsEqual("\u{AC00}".utf8))
    }
}
