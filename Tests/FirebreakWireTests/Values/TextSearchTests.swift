import Testing

@testable import FirebreakWire

struct TextSearchTests {
    /// Counts how often a byte is read.
    private final class Counter {
        var reads = 0
    }

    private struct CountedBytes: Sequence, IteratorProtocol {
        var rest: [UInt8].SubSequence
        let counter: Counter

        mutating func next() -> UInt8? {
            counter.reads += 1
            return rest.popFirst()
        }
    }

    @Test(arguments: [
        ("", "", true), ("", "a", true), ("a", "", false), ("a", "a", true), ("ab", "aab", true),
        ("abc", "ababab", false),
        ("aab", "aaaaab", true), ("abab", "abacabab", true), ("ä", "xäx", true), ("ä", "a\u{308}", false),
        ("aaa", "aa", false), ("nano", "banananobano", true),
    ])
    func `a text is found where it is`(needle: String, text: String, isFound: Bool) {
        #expect(TextSearch(needle).isIn(text) == isFound)
    }

    @Test func `it finds what the standard library finds`() {
        var random = SplitMix64(state: 7)
        func word(_ length: UInt64) -> String {
            String((0..<Int(random.next() % length)).map { _ in random.next() % 2 == 0 ? "a" : "b" })
        }
        for _ in 0..<2000 {
            let (needle, text) = (word(6), word(24))
            #expect(TextSearch(needle).isIn(text) == (needle.isEmpty || text.contains(needle)), "\(needle) in \(text)")
        }
    }

    @Test func `each byte is read once, however much the texts repeat themselves`() {
        let length = 20_000
        let search = TextSearch(String(repeating: "a", count: length / 2) + "b")
        let counter = Counter()
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: length)
        #expect(!search.isIn(bytes: CountedBytes(rest: text[...], counter: counter)))
        #expect(counter.reads <= length + 1)
    }
}
