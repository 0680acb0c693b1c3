import FirebreakFixtures
import FirebreakWire
import Testing

/// Members that change in a text that people wrote, and everything else in it that stays.
@Suite(.timeLimit(.minutes(20)))
struct YAMLEditorTests {
    struct Example: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var before: String
        var changes: [YAMLEditor.Change]
        var after: String

        init(_ description: String, _ before: String, _ changes: YAMLEditor.Change..., to after: String) {
            testDescription = description
            self.before = before
            self.changes = changes
            self.after = after
        }
    }

    @Test(arguments: scalars + mappings + sequences + moves + flows + forms)
    func `what changes is written as the file does, and the rest stays`(example: Example) throws {
        let result = try edited(example.before, example.changes)
        #expect(result.utf8.elementsEqual(example.after.utf8), "\(result)")
        // Once more, it changes nothing.
        #expect(try edited(result, example.changes).utf8.elementsEqual(result.utf8))
    }

    @Test(arguments: scalars + mappings + sequences + moves + flows + forms)
    func `ends of lines and a byte order mark stay`(example: Example) throws {
        let windows = { (text: String) in "\u{FEFF}" + text.substituting("\n", with: "\r\n") }
        // Without a line, there is no telling how they end.
        guard example.before.utf8.contains(UInt8(ascii: "\n")) else { return }
        let result = try edited(windows(example.before), example.changes)
        #expect(result.utf8.elementsEqual(windows(example.after).utf8), "\(result.debugDescription)")
    }

    @Test(arguments: json)
    func `JSON keeps its layout`(example: Example) throws {
        let result = try edited(example.before, example.changes, file: "shop.json")
        #expect(result.utf8.elementsEqual(example.after.utf8), "\(result)")
        #expect(try edited(result, example.changes, file: "shop.json").utf8.elementsEqual(result.utf8))
    }

    // MARK: Refusals

    @Test(arguments: [
        (
            "a: &x 1\n", YAMLEditor.Change.set("a", to: 2),
            "1:4: /a: this has an anchor (&name) or a tag (!name), so it is not changed"
        ),
        (
            "a: !!str 1\n", .set("a", to: 2),
            "1:4: /a: this has an anchor (&name) or a tag (!name), so it is not changed"
        ),
        (
            "a: &x\n  b: 1\nc: *x\n", .set("a", "b", to: 2),
            "1:4: /a: this has an anchor (&name) or a tag (!name), so it is not changed"
        ),
        (
            "a: &x { b: 1 }\nc: *x\n", .set("c", "b", to: 2),
            "2:4: /c: an alias (*name) stands here; what it stands for is not changed"
        ),
        (
            "a: &x { b: 1 }\nc: *x\n", .remove("c"),
            "2:4: /c: an alias (*name) stands here; what it stands for is not changed"
        ),
        (
            "a: { b: &x 1 }\nc: 1\n", .set("a", to: 2),
            "1:9: /a: this has an anchor (&name) or a tag (!name), so it is not changed"
        ),
        (
            "d: &d { b: 1 }\na:\n  <<: *d\n", .set("a", "b", to: 2),
            "3:3: /a/b: this comes by a merge key (<<); what it merges is not changed"
        ),
        (
            "d: &d { b: 1 }\na:\n  <<: *d\n", .remove("a", "b"),
            "3:3: /a/b: this comes by a merge key (<<); what it merges is not changed"
        ),
        (
            "d: &d { b: 1 }\na:\n  <<: *d\n", .set("a", to: ["c": 1]),
            "3:3: /a/b: this comes by a merge key (<<); what it merges is not changed"
        ),
        ("\na: x\n", .set("a", "b", to: 2), "2:4: /a/b: above this there is a text or number, which has no members"),
        ("\na: [x]\n", .set("a", "0", to: 2), "2:4: /a/0: above this there is a list, which has no members"),
        ("\na: [x]\n", .remove("a", "0"), "2:4: /a/0: above this there is a list, which has no members"),
        ("- x\n", .set("a", to: 2), "1:1: /a: above this there is a list, which has no members"),
        ("a:\n  b: x-${A}\n", .set("a", "b", to: "y"), "2:6: /a/b: ${A} stands here, and would be lost"),
        ("a:\n  b: x-${A}\n", .set("a", to: "y"), "2:6: /a: ${A} stands here, and would be lost"),
        ("a:\n  b: [\"${B:-c}\"]\n", .remove("a"), "2:7: /a: ${B:-c} stands here, and would be lost"),
        ("a: [1, \"${B:-c}\"]\n", .set("a", to: [1, 2]), "1:8: /a/1: ${B:-c} stands here, and would be lost"),
        ("a: { \"${A}\": 1 }\n", .set("a", to: [:]), "1:6: /a/${A}: ${A} stands here, and would be lost"),
        (
            "a: 1\n---\na: 2\n", .set("a", to: 3),
            "2:1: expected a single document in the stream: but found another document"
        ),
        ("a: [\n", .set("a", to: 3), "2:1: while parsing a flow node: did not find expected node content"),
        ("a: 1\na: 2\n", .set("a", to: 3), "1:1: the key a stands here more than once"),
        ("? a\n: b\n", .set("a", to: 3), "1:3: /a: a member that is written with ? is not changed"),
        ("l: [a: b]\n", .set("l", to: [["a": "c", "d": 1]]), "1:5: /l/0: an object without braces is not changed"),
        ("null\n", .set("a", to: 3), "1:1: the document is not an object, so nothing can be added to it"),
        ("a: 1\n", .remove(), "1:1: a path has between one and 64 names of members"),
    ])
    func `what would be lost is refused, with its place`(text: String, change: YAMLEditor.Change, message: String) {
        let error = #expect(throws: FixtureError.self) { try edited(text, [change], environment: ["A": "z"]) }
        #expect(error?.description == "shop.yaml:" + message)
    }

    @Test func `a member of a text in one's own changes is refused`() {
        let error = #expect(throws: FixtureError.self) {
            try edited("a: 1\n", [.set("b", to: "x"), .set("b", "c", to: 1)])
        }
        #expect(error?.issues.count == 1)
    }

    @Test func `JSON is refused where a key is repeated`() {
        #expect(throws: FixtureError.self) { try edited("{\"a\": 1, \"a\": 2}", [.set("a", to: 3)], file: "shop.json") }
    }

    @Test(arguments: [
        ("a: ${A}-x # c\nb: 1\n", "a: ${A}-x # c\nb: 2\n"), ("a: '${B:-z-x}'\nb: 1\n", "a: '${B:-z-x}'\nb: 2\n"),
        ("\"${C:-a}\": z-x\nb: 1\n", "\"${C:-a}\": z-x\nb: 2\n"),
        ("\"${C:-a}\": 5\nb: 1\n", "\"${C:-a}\": z-x\nb: 2\n"),
        ("a: z-x\nb: 1\nc: $${D}\nd: ${E}\n", "a: z-x\nb: 2\nc: $${D}\nd: ${E}\n"),
    ])
    func `variables stay where they mean the same`(before: String, after: String) throws {
        let result = try edited(before, [.set("a", to: "z-x"), .set("b", to: 2)], environment: ["A": "z"])
        #expect(result == after)
    }

    // MARK: Size

    /// Each took minutes if a change looked through the text, or a member through its siblings.
    @Test func `large documents take a moment`() throws {
        let count = 8_000
        let names = (0..<count).map { "m\($0)" }
        let changes =
            names.map { YAMLEditor.Change.set(path: ["a", $0], to: 2) }
            + (0..<1000).map { .set(path: ["a", "new\($0)"], to: "x") }
            + [.set("l", to: .array((0..<count).map { .string("e\($0 * 2)") }))]
        let list = (0..<count).map { "e\($0)" }
        let block = "a:\n" + names.map { "  \($0): 1 # ü\n" }.joined() + "l:\n" + list.map { "  - \($0)\n" }.joined()
        let flow =
            "a: {" + names.map { "\($0): 1" }.joined(separator: ", ") + "}\nl: [" + list.joined(separator: ", ") + "]\n"
        let json =
            "{\"a\":{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "},\"l\":["
            + list.map { "\"\($0)\"" }.joined(separator: ",") + "]}"
        for (text, file) in [(block, "a.yaml"), (flow, "a.yaml"), (json, "a.json")] {
            let start = ContinuousClock.now
            let result = try edited(text, changes, file: file)
            let value = try FixtureSource(Array(result.utf8), file: file, environment: nil).value
            #expect(value["a"]?.objectValue?.count == count + 1000)
            #expect(value["l"]?.arrayValue?.count == count)
            #expect(ContinuousClock.now - start < .seconds(60))
        }
    }

    // MARK: Examples

    static let scalars = [
        Example("a number", "a: 1 # one\nb: 2\n", .set("a", to: 3), to: "a: 3 # one\nb: 2\n"),
        Example("a text", "a: x\n", .set("a", to: "z"), to: "a: z\n"),
        Example("a truth value", "a:   true   # why\n", .set("a", to: false), to: "a:   false   # why\n"),
        Example("single quotes", "a: 'x'\n", .set("a", to: "it's"), to: "a: 'it''s'\n"),
        Example("single quotes that cannot stay", "a: 'x'\n", .set("a", to: "y\nz"), to: "a: \"y\\nz\"\n"),
        Example("double quotes", "a: \"x\"\t# tab\n", .set("a", to: "y"), to: "a: \"y\"\t# tab\n"),
        Example("quotes that a number has not", "a: \"1\"\n", .set("a", to: 2), to: "a: 2\n"),
        Example("a text like a number", "a: x\n", .set("a", to: "2"), to: "a: \"2\"\n"),
        Example(
            "a plain text of words", "a: Please confirm %EMAIL%\n", .set("a", to: "Confirm %EMAIL%, now"),
            .set("b", to: "two words"), to: "a: \"Confirm %EMAIL%, now\"\nb: \"two words\"\n"),
        Example("words stay plain", "a: Please confirm\n", .set("a", to: "Do confirm %X%"), to: "a: Do confirm %X%\n"),
        Example(
            "a plain text of lines", "a: one\n  two\n\n  three # end\nb: 1\n", .set("a", to: "x"),
            to: "a: x # end\nb: 1\n"),
        Example("a quoted text of lines", "a: 'one\n\n  two'\nb: 1\n", .set("a", to: "x"), to: "a: 'x'\nb: 1\n"),
        Example(
            "a literal text", "a: | # body\n  one\n\n  two\n\n# b\nb: 1\n", .set("a", to: "x\n\n  y\n"),
            to: "a: | # body\n  x\n\n    y\n\n# b\nb: 1\n"),
        Example(
            "a literal without end", "a: |\n    one\nb: 1\n", .set("a", to: "x\ny"), to: "a: |-\n    x\n    y\nb: 1\n"),
        Example("a folded text", "a: >-\n  one\n  two\nb: 1\n", .set("a", to: "x y"), to: "a: |-\n  x y\nb: 1\n"),
        Example("a literal that ends", "a: | # c\n  one\n  two\nb: 1\n", .set("a", to: 5), to: "a: 5 # c\nb: 1\n"),
        Example("a kept literal", "a: |+\n  one\n\nb: 1\n", .set("c", to: 2), to: "a: |+\n  one\n\nb: 1\nc: 2\n"),
        Example("behind a kept literal", "a: |+\n  one\n\n", .set("c", to: 2), to: "a: |+\n  one\n\nc: 2\n"),
        Example(
            "behind a literal", "a: |\n  one # no comment\n\n\n# end\n", .set("c", to: 2),
            to: "a: |\n  one # no comment\nc: 2\n\n\n# end\n"),
        Example(
            "on the next line", "a:\n  # c\n  1 # one\nb: 2\n", .set("a", to: 3), to: "a:\n  # c\n  3 # one\nb: 2\n"),
        Example("nothing", "a:\nb: 2\n", .set("a", to: 3), to: "a: 3\nb: 2\n"),
        Example("nothing with a comment", "a:  # c\nb: 2\n", .set("a", to: 3), to: "a: 3  # c\nb: 2\n"),
        Example("null", "a: ~\nb: 2\n", .set("a", to: 3), to: "a: 3\nb: 2\n"),
        Example("to nothing", "a: 1\n", .set("a", to: nil), to: "a: null\n"),
        Example("a text with a dollar sign", "a: x\n", .set("a", to: "${B} $$"), to: "a: \"$${B} $$\"\n"),
        Example(
            "a quoted key", "\"a b\": 1\n'c': 2\n", .set("a b", to: 3), .set("c", to: 4), to: "\"a b\": 3\n'c': 4\n"),
        Example(
            "beyond ASCII", "ä: ö # ü\n\"\u{1F600}\": ß\n", .set("ä", to: "é x"), .set("\u{1F600}", to: 1),
            to: "ä: \"é x\" # ü\n\"\u{1F600}\": 1\n"),
    ]

    static let mappings = [
        Example("a new member", "a: 1 # one\n\n# end\n", .set("b", to: 2), to: "a: 1 # one\nb: 2\n\n# end\n"),
        Example("without an end of line", "a: 1", .set("b", to: 2), to: "a: 1\nb: 2"),
        Example(
            "a new member of a member", "a:\n    b: 1\n\n# c\nc: 3\n", .set("a", "d", to: 2),
            to: "a:\n    b: 1\n    d: 2\n\n# c\nc: 3\n"),
        Example(
            "new levels with the file's step", "a:\n    b: 1\n", .set("c", "d", to: ["x": [1], "z": [:]]),
            to: "a:\n    b: 1\nc:\n    d:\n        x:\n            - 1\n        z: {}\n"),
        Example(
            "sequences at the column of their key", "a:\n  l:\n  - 1\n", .set("a", "m", to: [1, ["x": 2, "z": [3]]]),
            to: "a:\n  l:\n  - 1\n  m:\n  - 1\n  - x: 2\n    z:\n    - 3\n"),
        Example("parents that are missing", "a: 1\n", .set("b", "c", "d", to: 1), to: "a: 1\nb:\n  c:\n    d: 1\n"),
        Example(
            "a parent that is nothing", "p:\n  q: # c\n# r\nr: 1\n", .set("p", "q", "x", to: 1),
            to: "p:\n  q: # c\n    x: 1\n# r\nr: 1\n"),
        Example("a parent that is null", "p: null # c\nr: 1\n", .set("p", "x", to: 1), to: "p: # c\n  x: 1\nr: 1\n"),
        Example(
            "into braces that are empty", "p: {} # c\nr: 1\n", .set("p", "x", to: 1), to: "p: { x: 1 } # c\nr: 1\n"),
        Example(
            "several at one place", "p:\n  q:\n    a: 1\n", .set("p", "q", "b", to: 1), .set("p", "r", to: 2),
            .set("s", to: 3),
            to: "p:\n  q:\n    a: 1\n    b: 1\n  r: 2\ns: 3\n"),
        Example("a member goes", "# a\na: 1 # one\n# b\nb: 2\n", .remove("a"), to: "# a\n# b\nb: 2\n"),
        Example("the last one goes", "a: 1\n\n# b\nb: 2", .remove("b"), to: "a: 1\n\n# b"),
        Example(
            "a member of lines goes", "a:\n  b: |\n    x\n\n  # c\n  c: 1\n", .remove("a", "b"),
            to: "a:\n\n  # c\n  c: 1\n"),
        Example(
            "the only one goes", "a: # c\n  # d\n  b: 1 # e\nf: 1\n", .remove("a", "b"), to: "a: {} # c\n  # d\nf: 1\n"),
        Example("all of the document go", "a: 1\n", .remove("a"), to: "{}\n"),
        Example(
            "one goes, one comes", "a: 1\nb: 2 # two\nc:\n", .remove("b"), .remove("c"), .set("d", to: 4),
            to: "a: 1\nd: 4\n"),
        Example("what is not there goes", "a: 1\n", .remove("b"), .remove("c", "d"), .remove("a2", "b"), to: "a: 1\n"),
        Example(
            "an entire object", "a:\n  x: 1 # one\n  # two\n  y: 'q'\n  z: {k: 1}\nb: 1\n",
            .set("a", to: ["w": 4, "y": "r", "x": 1, "z": ["k": 2]]),
            to: "a:\n  x: 1 # one\n  # two\n  y: 'r'\n  z: {k: 2}\n  w: 4\nb: 1\n"),
        Example("an object to a text", "a:\n  x: 1\n  y: 2 # c\nb: 1\n", .set("a", to: "t"), to: "a: t\nb: 1\n"),
        Example("an object to a list", "a:\n  x: 1\nb:\n- 1\n", .set("a", to: ["t"]), to: "a:\n- t\nb:\n- 1\n"),
        Example("a text to an object", "a: t # c\nb: 1\n", .set("a", to: ["x": 1]), to: "a: # c\n  x: 1\nb: 1\n"),
        Example(
            "a literal to an object", "a: | # c\n  t\nb: 1\n", .set("a", to: ["x": 1]), to: "a: # c\n  x: 1\nb: 1\n"),
        Example(
            "a nested set over an earlier one", "a: 1\n", .set("b", to: ["c": 1]), .set("b", "d", to: 2),
            to: "a: 1\nb:\n  c: 1\n  d: 2\n"),
        Example(
            "a set after a removal", "a:\n  b: 1\n  c: 2\n", .remove("a"), .set("a", "c", to: 3), to: "a:\n  c: 3\n"),
        Example(
            "what is merged stays", "d: &d { x: 1 }\na:\n  <<: *d\n  y: 2\n", .set("a", "y", to: 3),
            .set("a", "x", to: 1),
            .set("a", "z", to: 4), to: "d: &d { x: 1 }\na:\n  <<: *d\n  y: 3\n  z: 4\n"),
        Example(
            "an element's members stay", "l:\n  - a: 1\n    b: 2 # c\n  - c: 1\n", .set("l", to: [["b": 3], ["c": 1]]),
            to: "l:\n  - b: 3 # c\n  - c: 1\n"),
    ]

    static let sequences = [
        Example(
            "elements come and go", "l: # list\n  # first\n  - a # one\n  - 'b' # two\n  # third\n  - c\nm: 1\n",
            .set("l", to: ["a", "c", "d e"]),
            to: "l: # list\n  # first\n  - a # one\n  # third\n  - c\n  - 'd e'\nm: 1\n"),
        Example(
            "at the column of their key", "l:\n- a\n- b\nm: 1\n", .set("l", to: ["b", "c"]), to: "l:\n- b\n- c\nm: 1\n"),
        Example(
            "before the first", "l:\n  # first\n  - a\n", .set("l", to: ["z", "a"]), to: "l:\n  - z\n  # first\n  - a\n"
        ),
        Example(
            "between", "l:\n  - a # one\n  # c\n  - c\n", .set("l", to: ["a", "b", "c"]),
            to: "l:\n  - a # one\n  - b\n  # c\n  - c\n"),
        Example("another order", "l: [a, b, c]\n", .set("l", to: ["c", "a", "b"]), to: "l: [c, a, b]\n"),
        Example("all others", "l:\n  - a # one\n  - b\n  - c\n", .set("l", to: ["x", "z"]), to: "l:\n  - x\n  - z\n"),
        Example("more others", "l:\n  - a # one\nm: 1\n", .set("l", to: ["x", "z"]), to: "l:\n  - x\n  - z\nm: 1\n"),
        Example("none", "l: # c\n  - a\nm: 1\n", .set("l", to: []), to: "l: [] # c\nm: 1\n"),
        Example(
            "the same several times", "l:\n- a # 1\n- a # 2\n- b\n", .set("l", to: ["a", "b"]), to: "l:\n- a # 1\n- b\n"
        ),
        Example("empty elements", "l:\n-\n- # c\n- x\n", .set("l", to: [nil, nil, "z"]), to: "l:\n-\n- # c\n- z\n"),
        Example(
            "objects differ within", "l:\n  - k: 1 # one\n    m: 1\n  - { k: 2 } # two\n",
            .set("l", to: [["k": 3, "m": 1], ["k": 4], ["k": 5]]),
            to: "l:\n  - k: 3 # one\n    m: 1\n  - { k: 4 } # two\n  - k: 5\n"),
        Example(
            "an object loses its members", "l:\n  - n: 1\n    m: 1\n  - x\n", .set("l", to: [[:], "x"]),
            to: "l:\n  - {}\n  - x\n"),
        Example(
            "lists in lists", "l:\n- - a\n  - b # c\n- c\n", .set("l", to: [["b"], "c"]), to: "l:\n- - b # c\n- c\n"),
        Example(
            "several go in lists in lists", "l:\n- - a\n  - b\n\n  - c # c\n- c\n", .set("l", to: [["c"], "c"]),
            to: "l:\n- - c # c\n- c\n"),
        Example(
            "comments among what goes", "l: # l\n  # a\n  - a # one\n  # b\n  - b\n", .set("l", to: []),
            to: "l: [] # l\n  # a\n  # b\n"),
        Example(
            "a long list behind a dash", "l:\n-  [ a ] # c\n",
            .set("l", to: [["a", .string(String(repeating: "long", count: 40))]]),
            to: "l:\n- - a\n  - \"\(String(repeating: "long", count: 40))\" # c\n"),
        Example(
            "before in lists in lists", "l:\n- - a\n  - b # c\n", .set("l", to: [["z", "a", "b"]]),
            to: "l:\n- - z\n  - a\n  - b # c\n"),
        Example("a list to an object", "l:\n- a\nm: 1\n", .set("l", to: ["a": 1]), to: "l:\n  a: 1\nm: 1\n"),
        Example(
            "a dash on a line of its own", "l:\n-\n  a: 1\n-\n  b\n", .set("l", to: [["a": 2], "b", "c"]),
            to: "l:\n-\n  a: 2\n-\n  b\n- c\n"),
    ]

    static let moves = [
        Example(
            "a moved element", "l:\n  - a # one\n  - 'b' # two\n  - c\n", .set("l", to: ["b", "c", "a"]),
            to: "l:\n  - 'b' # two\n  - c\n  - a # one\n"),
        Example(
            "moved objects", "l:\n  - k: a # one\n    # inner\n    m: {x: 1}\n  - k: b\n  - k: c\n",
            .set("l", to: [["k": "b"], ["k": "c"], ["k": "a", "m": ["x": 1]]]),
            to: "l:\n  - k: b\n  - k: c\n  - k: a # one\n    # inner\n    m: {x: 1}\n"),
        Example(
            "moved in brackets", "l: ['a', \"b\", c]\n", .set("l", to: ["b", "c", "a"]), to: "l: [\"b\", c, 'a']\n"),
        Example(
            "a moved variable", "l: [\"${A:-a}\", b, c]\n", .set("l", to: ["b", "c", "a"]),
            to: "l: [b, c, \"${A:-a}\"]\n"),
    ]

    static let flows = [
        Example("a list", "l: [a, b] # c\n", .set("l", to: ["a", "c"]), to: "l: [a, c] # c\n"),
        Example("a list that grows", "l: [ a ]\n", .set("l", to: ["a", "c d"]), to: "l: [ a, \"c d\" ]\n"),
        Example("a list that shrinks", "l: [a, 'b', \"c\"]\n", .set("l", to: ["b"]), to: "l: ['b']\n"),
        Example("a list that loses its end", "l: [ a, b, c ]\n", .set("l", to: ["a"]), to: "l: [ a ]\n"),
        Example("a list that loses all", "l: [ a, b ] # c\n", .set("l", to: []), to: "l: [] # c\n"),
        Example("a list that begins", "l: []\nm: [ 1 ]\n", .set("l", to: ["a"]), to: "l: [ a ]\nm: [ 1 ]\n"),
        Example(
            "a member", "m: {a: 1, b: {c: 2}}\n", .set("m", "b", "c", to: 3), .set("m", "d", to: 4),
            to: "m: {a: 1, b: {c: 3}, d: 4}\n"),
        Example("members go", "m: { a: 1, b: 2, c: 3 }\n", .remove("m", "a"), .remove("m", "c"), to: "m: { b: 2 }\n"),
        Example(
            "one goes, one comes", "m: {a: 1, b: 2}\n", .remove("m", "b"), .set("m", "c", to: [1]),
            to: "m: {a: 1, c: [1]}\n"),
        Example(
            "an object within", "m: {a: 1}\n", .set("m", "c", to: ["d": [1, "x y"]]),
            to: "m: {a: 1, c: {d: [1, \"x y\"]}}\n"),
        Example(
            "members without values", "m: {a, b: , c: 1}\n", .set("m", "a", to: 1), .set("m", "b", to: 2),
            to: "m: {a: 1, b: 2 , c: 1}\n"),
        Example(
            "over several lines", "m: {\n  a: 1, # one\n  # two\n  b: 2 # end\n} # m\n", .set("m", "c", to: 3),
            to: "m: {\n  a: 1, # one\n  # two\n  b: 2, # end\n  c: 3\n} # m\n"),
        Example(
            "over several lines with a comma at the end", "m: {\n  a: 1,\n  b: 2, # end\n}\n", .set("m", "c", to: 3),
            .remove("m", "a"),
            to: "m: {\n  b: 2, # end\n  c: 3,\n}\n"),
        Example("lines go", "l: [\n  a, # one\n  b, # two\n  c\n]\n", .set("l", to: ["a"]), to: "l: [\n  a # one\n]\n"),
        Example(
            "lines between", "l: [\n  a, # one\n  c\n]\n", .set("l", to: ["a", "b", "c"]),
            to: "l: [\n  a, # one\n  b,\n  c\n]\n"),
        Example("the document", "{a: 1}\n", .set("b", to: 2), to: "{a: 1, b: 2}\n"),
        Example(
            "a block sequence of flow mappings", "l:\n  - { a: 1 } # c\n", .set("l", to: [["a": 1, "b": 2]]),
            to: "l:\n  - { a: 1, b: 2 } # c\n"),
        Example(
            "a list that becomes too long", "l: [\(String(repeating: "abcdefgh, ", count: 11))'x']  # c\nm: 1\n",
            .set("l", to: .array(Array(repeating: "abcdefgh", count: 11) + ["x", "too-long"])),
            to: "l:  # c\n\(String(repeating: "  - abcdefgh\n", count: 11))  - 'x'\n  - too-long\nm: 1\n"),
        Example(
            "an object that becomes too long", "m: {a: 1, \"b\": '\(String(repeating: "x", count: 90))'}\n",
            .set("m", "c", to: "a text"), .set("m", "d", to: "another text"),
            to: "m:\n  a: 1\n  \"b\": '\(String(repeating: "x", count: 90))'\n  c: \"a text\"\n  d: \"another text\"\n"),
        Example(
            "a list to a long object", "a: [x]\n", .set("a", to: ["x": .string(String(repeating: "x", count: 130))]),
            to: "a:\n  x: \"\(String(repeating: "x", count: 130))\"\n"),
    ]

    static let forms = [
        Example(
            "a document's start", "# c\n--- # d\na: 1\n...\n# e\n", .set("b", to: 1),
            to: "# c\n--- # d\na: 1\nb: 1\n...\n# e\n"),
        Example("a start alone", "---\n", .set("b", to: 1), to: "---\nb: 1\n"),
        Example("a start and an end", "---\n...\n", .set("b", to: 1), to: "---\nb: 1\n...\n"),
        Example("a directive", "%YAML 1.1\n---\na: 1\n", .set("a", to: 2), to: "%YAML 1.1\n---\na: 2\n"),
        Example("nothing", "", .set("a", "b", to: 1), to: "a:\n  b: 1\n"),
        Example("a comment alone", "# c\n", .set("a", to: [1]), to: "# c\na:\n  - 1\n"),
        Example("nothing from nothing", "\n# c\n", .remove("a"), to: "\n# c\n"),
        Example("explicit keys", "? a\n: 1\n? b\n", .set("c", to: 1), .remove("a"), to: "? b\nc: 1\n"),
        Example("tabs", "a:\t1\t# x\ty\nb: 2\n", .set("a", to: 3), to: "a:\t3\t# x\ty\nb: 2\n"),
        Example(
            "anchors elsewhere", "a: &a 1\nb: *a\nc: !!str x\nd: 1\n", .set("d", to: 2),
            to: "a: &a 1\nb: *a\nc: !!str x\nd: 2\n"),
        Example(
            "marks within texts", "a: \"x # y: {z\"\nb: 'it''s [x'\nc: x#y\n", .set("b", to: "w"), .set("d", to: 1),
            to: "a: \"x # y: {z\"\nb: 'w'\nc: x#y\nd: 1\n"),
    ]

    static let json = [
        Example("a value", "{\"a\": 1, \"b\":2}", .set("b", to: "x"), to: "{\"a\": 1, \"b\":\"x\"}"),
        Example(
            "a member on a line", "{\n\t\"a\": 1,\n\t\"b\": {\n\t\t\"c\": []\n\t}\n}\n",
            .set("b", "d", to: ["x", ["y": 1]]), .set("e", to: [:]),
            to:
                "{\n\t\"a\": 1,\n\t\"b\": {\n\t\t\"c\": [],\n\t\t\"d\": [\n\t\t\t\"x\",\n\t\t\t{\n\t\t\t\t\"y\": 1\n\t\t\t}\n\t\t]\n\t},\n\t\"e\": {}\n}\n"
        ),
        Example(
            "into an empty one", "{\n  \"a\": {}\n}\n", .set("a", "b", to: 1),
            to: "{\n  \"a\": {\n    \"b\": 1\n  }\n}\n"),
        Example(
            "as short ones are", "{\n  \"a\": {},\n  \"b\": [1]\n}\n", .set("a", "b", to: 1), .set("c", to: ["x": 1]),
            to: "{\n  \"a\": {\"b\": 1},\n  \"b\": [1],\n  \"c\": {\"x\": 1}\n}\n"),
        Example(
            "without spaces", "{\"a\":1,\"b\":[1,2]}", .set("b", to: [1, 3]), .set("c", to: ["d": 1, "e": 2]),
            to: "{\"a\":1,\"b\":[1,3],\"c\":{\"d\":1,\"e\":2}}"),
        Example(
            "a line goes", "{\n  \"a\": 1,\n  \"b\": [\n    1,\n    2\n  ]\n}", .remove("b"), to: "{\n  \"a\": 1\n}"),
        Example(
            "a pair of surrogates", "{\"\\ud83d\\ude00\": \"\\/\", \"b\": 1}", .set("b", to: "\u{1F600}"),
            .set("\u{1F600}", to: 1), to: "{\"\\ud83d\\ude00\": 1, \"b\": \"\u{1F600}\"}"),
        Example("a file without anything", "{}\n", .set("a", "b", to: 1), to: "{\"a\": {\"b\": 1}}\n"),
    ]
}

extension YAMLEditor.Change {
    static func set(_ path: String..., to value: JSON) -> Self { .set(path: path, to: value) }
    static func remove(_ path: String...) -> Self { .remove(path: path) }
}

private func edited(
    _ text: String, _ changes: [YAMLEditor.Change], file: String = "shop.yaml", environment: [String: String]? = [:]
) throws(FixtureError) -> String {
    String(
        decoding: try YAMLEditor.applying(changes, to: Array(text.utf8), file: file, environment: environment),
        as: UTF8.self)
}
