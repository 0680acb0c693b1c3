import FirebreakWire
import Testing

/// The one rule of all searches.
struct SearchTextTests {
    @Test(
        arguments: [
            // Any part, without regard to case, in every script.
            ("LIC", ["alice@example.test"], true), ("lic", ["ALICE"], true), ("alx", ["alice"], false),
            ("ÄPFEL", ["zwölf äpfel"], true), ("straße", ["STRASSE"], true), ("STRASSE", ["Straße"], true),
            ("ИВАН", ["иван Иванов"], true), ("ΟΔΥΣΣΕΥΣ", ["οδυσσευς"], true), ("ς", ["Σ"], true),
            ("ﬁsh", ["FISH"], true), ("東京", ["東京都"], true), ("Ǆ", ["ǆ"], true),
            // The four letters i of Turkish are one.
            ("istanbul", ["İSTANBUL"], true), ("ISTANBUL", ["ıstanbul"], true), ("İ", ["I"], true),
            // Each word somewhere, in any order, and none over two texts.
            ("b a", ["xa", "bx"], true), ("b a c", ["xa", "bx"], false), ("ab", ["a", "b"], false),
            ("  a \n b\u{A0}", ["ba"], true), ("a", [nil, "A"], true),
            // A number, however it is punctuated; other texts keep their punctuation.
            ("+1 (555) 555-0100", ["+15555550100"], true), ("555.555/0100", ["+15555550100"], true),
            ("0049 151", ["+49151234"], true), ("0049151", ["+49151234"], true), ("00", ["+49151234"], false),
            ("+1 555", ["+1 555-0100"], true), ("a-1", ["a1"], false), ("-1", ["1"], true), ("+", ["1"], false),
            // A domain in each of its spellings.
            ("a@bücher.test", ["a@xn--bcher-kva.test"], true), ("A@XN--BCHER-KVA.test", ["a@bücher.test"], true),
            // Not patterns.
            ("%", ["a"], false), ("_", ["a"], false), (".*", ["a"], false), ("\"a b\"", ["a b"], false),
        ] as [(String, [String?], Bool)])
    func `a row is found by words in its texts`(search: String, texts: [String?], isFound: Bool) throws {
        let search = try SearchText(search)

        #expect(search.isIn(texts) == isFound)
        var row = FoldedText()
        for text in texts.compactMap(\.self) {
            Array(text.utf8).withUnsafeBytes { row.append(utf8: $0) }
        }
        #expect(search.isIn(row) == isFound)
    }

    @Test func `rows use one buffer after another`() throws {
        var row = FoldedText()
        row.append("alice")
        row.removeAll()
        row.append("bob")

        #expect(try SearchText("BOB").isIn(row))
        #expect(try !SearchText("alice").isIn(row))
    }

    @Test func `a search has words, and not too many`() throws {
        for text in ["", " \n\u{A0}", String(repeating: "x", count: 1001), String(repeating: "x ", count: 65)] {
            #expect(throws: WireError.self, "\(text)") { try SearchText(text) }
        }
        #expect(try SearchText(" a  b ").text == "a  b")
        _ = try SearchText(String(repeating: "x ", count: 64))
    }
}
