import FirebreakWire
import Testing

/// Texts are taken apart where their bytes say so, whatever a reader sees.
struct StringBytesTests {
    @Test func `marks hide nothing`() {
        let text = "a:\u{301}b\u{600}:c"

        #expect(
            text.separated(by: ":").map { Array($0.unicodeScalars) } == [["a"], ["\u{301}", "b", "\u{600}"], ["c"]])
        #expect(text.parted(at: ":")?.after.utf8.first == 0xCC)
        #expect(text.parted(atLast: ":")?.after == "c")
        #expect(text.containsBytes(of: ":\u{301}b"))
        #expect(text.substituting(":", with: "").unicodeScalars.elementsEqual("a\u{301}b\u{600}c".unicodeScalars))
        #expect(text.startsWithBytes(of: "a:"))
        #expect("project:\u{301}x".rest(afterBytes: "project:")?.unicodeScalars.first == "\u{301}")
        #expect(
            "x\u{600}.json".rest(beforeBytes: ".json")?.unicodeScalars.elementsEqual("x\u{600}".unicodeScalars) == true)
    }

    @Test func `what looks alike is not the same`() {
        #expect(!"\u{E9}".startsWithBytes(of: "e\u{301}"))
        #expect(!"e\u{301}".endsWithBytes(of: "\u{E9}"))
        #expect(!"\u{37E}".containsBytes(of: ";"))
        #expect(!"\u{212A}".hasSameBytes(as: "K"))
    }

    @Test func `parts are as many as there are separators, and one`() {
        #expect("a,,b,".separated(by: ",") == ["a", "b"])
        #expect("a,,b,".separated(by: ",", omittingEmptySubsequences: false) == ["a", "", "b", ""])
        #expect("a,b,c".separated(by: ",", maxSplits: 1) == ["a", "b,c"])
        #expect("".separated(by: ",") == [])
        #expect("".separated(by: ",", omittingEmptySubsequences: false) == [""])
        #expect("a\r\nb\nc".separated(by: "\n") == ["a\r", "b", "c"])
        #expect(" a\tb ".separated { $0 == " " || $0 == "\t" } == ["a", "b"])
        #expect("abc".parted(at: ",") == nil)
        #expect("aaa".substituting("aa", with: "b") == "ba")
        #expect("aab".firstRange(of: "ab") != nil)
        #expect("a".firstRange(of: "ab") == nil)
        #expect("\u{301} x \n".trimmed.unicodeScalars.elementsEqual("\u{301} x".unicodeScalars))
        #expect(" \t".trimmed == "" && " \t".isBlank && !"\u{301}".isBlank)
    }

    /// All texts of two letters up to a length.
    private func texts(upTo length: Int) -> [String] {
        (0...length).flatMap { count in
            (0..<(1 << count)).map { bits in String((0..<count).map { bits & (1 << $0) == 0 ? "a" : "b" }) }
        }
    }

    @Test func `the first occurrence is found, whatever repeats itself`() {
        for part in texts(upTo: 5) where !part.isEmpty {
            for text in texts(upTo: 9) {
                let all = (0...text.count).filter { text.dropFirst($0).hasPrefix(part) }
                let found = text.firstRange(of: part)?.lowerBound
                let offset = found.map { text.utf8.distance(from: text.startIndex, to: $0) }
                #expect(offset == all.first, "\(part) in \(text)")
            }
        }
    }
}
