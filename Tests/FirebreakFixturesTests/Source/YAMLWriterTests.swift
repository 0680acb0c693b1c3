import FirebreakFixtures
import FirebreakWire
import Testing

/// YAML that is written is read as the same value.
struct YAMLWriterTests {
    private func read(_ yaml: [UInt8]) throws -> JSON {
        try FixtureSource(yaml, file: "written.yaml", environment: nil).value
    }

    @Test(
        arguments: [
            "", " ", "a", "true", "True", "no", "ON", "null", "~", "1", "-1", "0x10", "1e3", ".5", "12:30",
            "2026-06-01",
            "a: b", "a #b", "#a", "- a", "-", "?", "[a]", "{a}", "&a", "*a", "!a", "|", ">", "%a", "@a", "`a`", "'a'",
            "\"a\"", "\\", "a\nb", "a\r\nb", "\ta", "a ", "ü", "a\u{85}b", "a\u{2028}b", "a\u{7F}b", "a\u{FEFF}b",
            "a\u{FFFE}b", "\u{1F600}", "a\u{1}b", "a@example.test", "http://a/b?c=d", "<<",
        ])
    func `every text stays itself, as a value and as a key`(text: String) throws {
        let value: JSON = .object([.init("list", [.string(text), .object([.init(text, .string(text))])])])

        #expect(try read(YAMLWriter.document(value)) == value)
    }

    @Test func `nothing in a text is YAML, whatever stands beside it`() throws {
        let special = ["\"", "\\", ":", "#", "-", "\n", "\r\n", "{", "&", "*", "!", "|", "'", "%", "@"]
        let texts = special.flatMap { text in
            ["\u{301}", "\u{20D0}", "\u{200D}"].flatMap { ["a\(text)\($0)b", "\(text)\($0)"] }
                + ["\u{600}", "\u{605}", "\u{6DD}", "\u{110BD}"].flatMap { ["\($0)\(text)", "a\($0)\(text) b"] }
        }
        let value: JSON = .object(texts.map { .init($0, .string($0)) })

        #expect(try read(YAMLWriter.document(value)) == value)
    }

    @Test func `values keep their types, and collections their order`() throws {
        let value: JSON = [
            "number": .number("-1.50e3"), "yes": true, "none": nil, "empty": [:], "list": [[], [[1, [2]], "a"], nil],
            "deep": ["b": [["z": 1, "a": ["x": []]]]],
        ]

        #expect(try read(YAMLWriter.document(value)) == value)
        #expect(try read(YAMLWriter.document("text")) == "text")
    }

    @Test func `it looks like what people write`() {
        let value: JSON = [
            "version": 1, "users": [["email": "a@example.test", "claims": ["role": "admin"]], ["uid": "1"]], "keys": [],
        ]

        #expect(
            String(decoding: YAMLWriter.document(value), as: UTF8.self) == """
                version: 1
                users:
                  - email: a@example.test
                    claims:
                      role: admin
                  - uid: "1"
                keys: []

                """)
    }
}
