import Testing

@testable import FirebreakFixtures

/// Texts that are small to write and would be large, or endless, to read.
@Suite(.timeLimit(.minutes(20)))
struct YAMLLimitsTests {
    /// `a0` stands for ten texts, each further name for ten of the name before it.
    private static func bomb(levels: Int, lineEnd: String = "\n", asKey: Bool = false) -> String {
        var text = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\(lineEnd)"
        for level in 1...levels {
            let list = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ",")
            text += asKey ? "? &a\(level) [\(list)]\n: x\(lineEnd)" : "a\(level): &a\(level) [\(list)]\(lineEnd)"
        }
        return text
    }

    @Test(arguments: [
        bomb(levels: 9), bomb(levels: 3, asKey: true), bomb(levels: 9, asKey: true),
        "a: &a {b: c}\nb: [" + String(repeating: "\u{85}*a,", count: 60) + "]\n",
        "a: &a [x]\nb: [" + String(repeating: "\u{2029}*a,", count: 60) + "]\n",
    ])
    func `aliases that multiply are refused however they are written`(text: String) {
        #expect(throws: YAMLLimits.Failure.self) { try YAMLLimits.check(text) }
    }

    @Test func `aliases within the number count with all that they stand for`() {
        let list = Array(repeating: "x", count: 400_000).joined(separator: ",")
        let text = "a: &a [\(list)]\nb: &b [*a,*a,*a,*a]\nc: [*b,*b,*b]\n"

        let failure = #expect(throws: YAMLLimits.Failure.self) { try YAMLLimits.check(text) }
        #expect(failure?.message == "the document has too many values")
        #expect(failure?.line == 3)
    }

    @Test(arguments: ["? [a]\n: b", "? {a: b}\n: c", "a: &a [x]\n? *a\n: c", "{[a]: b}", "- {{a: b}: c}"])
    func `a key is a text`(text: String) {
        let failure = #expect(throws: YAMLLimits.Failure.self) { try YAMLLimits.check(text) }
        #expect(failure?.message == "a key must be a text")
    }

    @Test func `levels are counted before anything is made of them`() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        try YAMLLimits.check(nested(YAMLLimits.maximumDepth))
        let failure = #expect(throws: YAMLLimits.Failure.self) {
            try YAMLLimits.check(nested(YAMLLimits.maximumDepth + 1))
        }
        #expect(failure?.column == YAMLLimits.maximumDepth + 1)
    }

    @Test(arguments: [
        "", "a: 1", "a: [1, {b: c}]\n? d\n: e", "defaults: &d {a: b}\nusers: [{<<: *d}, {<<: [*d, *d]}]",
        "a: *unknown", "a: [", "\u{FEFF}a: b", "%YAML 9.9\n---\na",
    ])
    func `everything else passes, also what is not YAML`(text: String) throws {
        try YAMLLimits.check(text)
    }

    @Test func `thirty-two aliases may be used`() throws {
        func aliases(_ count: Int) -> String { "a: &a x\nb:\n" + String(repeating: "- *a\n", count: count) }
        try YAMLLimits.check(aliases(YAMLLimits.maximumAliases))
        #expect(throws: YAMLLimits.Failure.self) { try YAMLLimits.check(aliases(YAMLLimits.maximumAliases + 1)) }
    }
}
