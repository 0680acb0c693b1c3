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
}
