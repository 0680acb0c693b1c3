import FirebreakWire
import Testing

@testable import FirebreakProduction

struct PseudonymsTests {
    private let texts: [(String, Pseudonyms.Kind)] = [
        ("ada@acme.example", .email), ("Ada Lovelace", .name), ("+16505550101", .phoneNumber), ("uid-1", .userID),
        ("https://x.example/a.png", .picture), ("1234567890", .providerID), ("factor", .factorID), ("factor", .secret),
    ]

    @Test func `the same text gets the same pseudonym, of the same key alone`() {
        var first = Pseudonyms(key: "a key")
        var second = Pseudonyms(key: "a key")
        var other = Pseudonyms(key: "another key")
        for (text, kind) in texts {
            let pseudonym = first.replacement(for: text, kind)
            #expect(first.replacement(for: text, kind) == pseudonym)
            #expect(second.replacement(for: text, kind) == pseudonym)
            #expect(other.replacement(for: text, kind) != pseudonym)
            #expect(first.replacement(for: text + "2", kind) != pseudonym)
        }
    }

    @Test func `pseudonyms have the form of what they stand for`() throws {
        var names = Pseudonyms(key: "a key")
        let email = names.replacement(for: "ada@acme.example", .email)
        #expect(try #/[a-z]{8}\.[a-z]{8}@[a-z]{8}\.example/#.wholeMatch(in: email) != nil)
        #expect(try #/[A-Z][a-z]{7} [A-Z][a-z]{7}/#.wholeMatch(in: names.replacement(for: "Ada", .name)) != nil)
        let secret = names.replacement(for: "factor", .secret)
        #expect(Base32.decode(secret)?.count == 20)
        // However an address is spelled, it is one person's; colleagues have the same domain.
        #expect(names.replacement(for: "ADA@Acme.example", .email) == email)
        let colleague = names.replacement(for: "bob@acme.example", .email)
        #expect(colleague != email && colleague.separated(by: "@").last == email.separated(by: "@").last)
    }

    @Test func `no two people have the same number`() throws {
        var names = Pseudonyms(key: "a key")
        var numbers: Set<String> = []
        for index in 0..<20_000 {
            let number = names.replacement(for: "+1650\(2_000_000 + index)", .phoneNumber)
            #expect(numbers.insert(number).inserted)
        }
        #expect(try numbers.allSatisfy { try #/\+1555[2-9][0-9]{6}/#.wholeMatch(in: $0) != nil })
    }

    @Test(arguments: [
        ("# Settings\n# pseudonym-key: abc\nversion: 1\n", "abc"), ("# pseudonym-key: abc", "abc"),
        ("# pseudonym-key:\nversion: 1", nil), ("version: 1\n# pseudonym-key: abc\n", nil), ("", nil),
        ("# Settings\n\n# pseudonym-key: abc\n", nil),
    ])
    func `the key is found in the first comment`(document: String, key: String?) {
        #expect(Pseudonyms.key(in: Array(document.utf8)) == key)
    }

    @Test func `new keys are different`() {
        #expect(Pseudonyms.newKey() != Pseudonyms.newKey())
        #expect(Pseudonyms.newKey().utf8.count == 32)
    }
}
