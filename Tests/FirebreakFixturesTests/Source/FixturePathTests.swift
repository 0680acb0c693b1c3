import FirebreakFixtures
import Testing

struct FixturePathTests {
    @Test(
        arguments: [
            ([], ""), (["a"], "/a"), (["a", "0", "b c"], "/a/0/b c"), (["a/b", "~", "~1"], "/a~1b/~0/~01"), ([""], "/"),
        ] as [([String], String)])
    func `a path is a JSON Pointer, there and back`(steps: [String], pointer: String) {
        #expect(FixturePath(steps).description == pointer)
        #expect(FixturePath(pointer: pointer).steps == steps)
    }

    @Test func `a problem is one line, whatever keys there are`() throws {
        let key = "a\nb.yaml:1:1: forged\r\u{1B}[2J"
        let source = try FixtureSource(
            Array(#"{"users":1}"#.utf8), file: "f\n.json", environment: nil)
        let error = source.error([FixtureProblem(FixturePath(["users", key]), "not \(key)")])
        #expect(error.issues.map(\.path.steps) == [["users", key]])
        let lines = error.description.split(separator: "\n")
        #expect(lines.count == 1 && lines.first?.hasPrefix(#"f\n.json:1:"#) == true)
        #expect(lines.first?.contains(#"/users/a\nb.yaml:1:1: forged\u{D}\u{1B}[2J: not a\nb"#) == true)
    }
}
