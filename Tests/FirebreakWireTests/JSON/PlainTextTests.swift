import FirebreakWire
import Testing

/// Texts are read and written eight bytes at a time, so a byte that is special is tried at every place of such a group.
struct PlainTextTests {
    private static let special = [
        "\"", "\\", "\u{0}", "\u{1F}", "\n", "é", "日", "👩🏽‍🚒", "\u{7F}", " ", "!", "#", "[", "]",
    ]

    @Test(arguments: special)
    func `a character is the same after writing and reading, wherever it is`(character: String) throws {
        for before in 0...17 {
            for after in 0...9 {
                let text = String(repeating: "a", count: before) + character + String(repeating: "z", count: after)
                let value = JSON.object([JSON.Member("key", .string(text))])
                #expect(try JSON(parsing: value.bytes, keys: .stored) == value)
            }
        }
    }

    /// A text as JSON, one byte after the other.
    private func written(_ text: String) -> String {
        let escapes: [Character: String] = ["\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\u{1F}": "\\u001f"]
        return "\"" + text.map { escapes[$0] ?? String($0) }.joined() + "\""
    }

    @Test(arguments: ["\"", "\\", "\n", "\u{1F}", "é"], ["\"", "\\", "\n", "\u{1F}", "é", "!", "]", " "])
    func `nothing else is escaped beside it`(first: String, second: String) {
        for between in 0...9 {
            for after in 0...17 {
                let text =
                    "b" + first + String(repeating: "a", count: between) + second + String(repeating: "z", count: after)
                #expect(JSON.string(text).text == written(text))
            }
        }
    }

    @Test(arguments: 0...17)
    func `what a text may not have is refused wherever it is`(place: Int) {
        let before = Array(repeating: UInt8(ascii: "a"), count: place)
        func text(_ bytes: [UInt8]) -> [UInt8] { [0x22] + before + bytes + before + [0x22] }

        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text([0x1F])) }
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text([0x80])) }
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text([0xFF])) }
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text([0xC3])) }
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: [0x22] + before) }
    }
}
