import FirebreakWire
import Testing

/// Texts as string literals of programming languages.
struct SourceLiteralTests {
    private static let hostile = "it's \"x\"#\\#(y) \\ \n\u{202E}ä😀"

    @Test func `a plain text stays readable`() {
        #expect(SourceLiteral.javaScript(#"{"a":1}"#) == #"'{"a":1}'"#)
        #expect(SourceLiteral.python(#"{"a":1}"#) == #"'{"a":1}'"#)
        #expect(SourceLiteral.swift(#"{"a":1}"#) == ###"#"{"a":1}"#"###)
        #expect(SourceLiteral.swift("POST") == ###""POST""###)
    }

    @Test func `nothing ends a literal, is evaluated or hides`() {
        let javaScript = ###"'it\'s "x"#\\#(y) \\ \n\u202e\u00e4\ud83d\ude00'"###
        let python = ###"'it\'s "x"#\\#(y) \\ \n\u202e\u00e4\U0001f600'"###
        let swift = ###"#"it's "x"\#u{23}\\#u{23}(y) \ \#u{a}\#u{202e}\#u{e4}\#u{1f600}"#"###
        #expect(SourceLiteral.javaScript(Self.hostile) == javaScript)
        #expect(SourceLiteral.python(Self.hostile) == python)
        #expect(SourceLiteral.swift(Self.hostile) == swift)
    }

    /// The literals of the tests above and below, as the compiler reads them.
    @Test func `Swift reads its literals back`() {
        #expect(#"it's "x"\#u{23}\\#u{23}(y) \ \#u{a}\#u{202e}\#u{e4}\#u{1f600}"# == Self.hostile)
        #expect(SourceLiteral.swift("\"\"\"a") == ###"#"\#u{22}""a"#"###)
        #expect(#"\#u{22}""a"# == "\"\"\"a")
        #expect(SourceLiteral.swift("a\\") == ###"#"a\"#"###)
        #expect(#"a\"# == "a\\")
    }
}
