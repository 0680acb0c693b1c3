import Testing

@testable import FirebreakWire

struct JSONWriterTests {
    private static let strings: [(value: String, text: String)] = [
        ("", #""""#), ("a", #""a""#), ("\"", #""\"""#), ("\\", #""\\""#), ("/", #""/""#),
        ("\u{8}\u{9}\u{A}\u{C}\u{D}", #""\b\t\n\f\r""#), ("\0", #""\u0000""#),
        ("\u{1}\u{B}\u{E}\u{1F}", #""\u0001\u000b\u000e\u001f""#),
        ("\u{7F}", "\"\u{7F}\""), ("ä€😀", "\"ä€😀\""), ("\u{2028}\u{2029}", "\"\u{2028}\u{2029}\""),
        ("a\nb\"c", #""a\nb\"c""#),
    ]

    @Test(arguments: strings)
    func `a string is escaped as JavaScript does it`(value: String, text: String) {
        #expect(JSON.string(value).text == text)
        #expect(JSON.object([.init(value, 1)]).text == "{\(text):1}")
    }

    @Test func `a value is written compactly, members in their order and numbers as they came`() {
        let value: JSON = [
            "z": [1, .number("1e3"), .number("-0.50")], "a": ["b": .null, "c": [:], "d": []], "e": true, "f": false,
        ]

        #expect(value.text == #"{"z":[1,1e3,-0.50],"a":{"b":null,"c":{},"d":[]},"e":true,"f":false}"#)
    }

    @Test func `absent members are left out`() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("a", nil as String?)
        writer.member("b", "x")
        writer.member("c", nil as Bool?)
        writer.member("d", false)
        writer.member("e", nil as Int64?)
        writer.member("f", Int64.min)
        writer.member("g", nil as JSON?)
        writer.member("h", JSON.null)
        writer.key("i")
        writer.beginArray()
        writer.separator()
        writer.raw("1" as StaticString)
        writer.separator()
        writer.bool(true)
        writer.endArray()
        writer.endObject()

        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"{"b":"x","d":false,"f":-9223372036854775808,"h":null,"i":[1,true]}"#)
    }

    @Test(arguments: [0, 1, -1, 9, 10, 99, 100, -120, Int64.max, .min, Int64.max - 1, 1_780_315_200_000])
    func `a whole number is written in decimal`(number: Int64) {
        var writer = JSONWriter(capacity: 1)
        writer.integer(number)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == String(number))
    }

    @Test(arguments: strings)
    func `only a string without escapes is plain`(value: String, text: String) {
        var writer = JSONWriter(capacity: 1)
        let isPlain = Array(value.utf8).withUnsafeBytes { writer.plainString($0) }

        #expect(isPlain == (value.utf8.allSatisfy { $0 < 0x80 } && text == "\"\(value)\""))
        #expect(String(decoding: writer.bytes, as: UTF8.self) == (isPlain ? text : ""))
    }

    @Test(arguments: [0, 1, 16, 1000])
    func `it grows with what is written`(capacity: Int) {
        var writer = JSONWriter(capacity: capacity)
        var expected = "["
        writer.beginArray()
        for index in 0..<500 {
            if index > 0 { expected += "," }
            writer.separator()
            writer.string(String(repeating: "\t", count: index))
            expected += "\"" + String(repeating: "\\t", count: index) + "\""
        }
        #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
    }

    @Test func `a member has any key`() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member(named: "a\"b", [1])
        writer.endObject()
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"a\"b":[1]}"#)
    }

    private static let indentations: [(compact: String, text: String)] = [
        ("{}", "{}"), ("[]", "[]"), ("1", "1"), (#""a""#, #""a""#), (#"{"a":1}"#, "{\n  \"a\": 1\n}"),
        ("[1,2]", "[\n  1,\n  2\n]"), (#"{"a":{},"b":[]}"#, "{\n  \"a\": {},\n  \"b\": []\n}"),
        (
            #"{"a":{"b":[1,{"c":null}]}}"#,
            "{\n  \"a\": {\n    \"b\": [\n      1,\n      {\n        \"c\": null\n      }\n    ]\n  }\n}"
        ),
        (#"{"a":"{,:[]}"}"#, "{\n  \"a\": \"{,:[]}\"\n}"), (#"["\"{","\\"]"#, "[\n  \"\\\"{\",\n  \"\\\\\"\n]"),
        ("[[],[[]]]", "[\n  [],\n  [\n    []\n  ]\n]"),
    ]

    @Test(arguments: indentations)
    func `indentation is that of JSON.stringify with two spaces`(compact: String, text: String) {
        #expect(String(decoding: JSON.indented(Array(compact.utf8)), as: UTF8.self) == text)
    }
}
