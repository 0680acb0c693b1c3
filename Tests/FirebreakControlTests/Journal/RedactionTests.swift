import FirebreakWire
import Testing

@testable import FirebreakControl

/// What is shown in the place of secrets.
struct RedactionTests {
    private func shown(_ document: JSON, of call: JSON...) -> JSON {
        var redaction = Redaction()
        for part in call { redaction.collect(from: part) }
        redaction.collect(from: document)
        return Redaction.Shown(redaction).document(document)
    }

    private func shown(_ text: String, of call: JSON...) -> String {
        var redaction = Redaction()
        for part in call { redaction.collect(from: part) }
        redaction.collect(from: text)
        return Redaction.Shown(redaction).text(text)
    }

    /// What ``SecretTexts`` does, by trying every secret at every byte.
    private static func replacedSlowly(_ text: String, _ secrets: [String], boundedBelow limit: Int) -> String {
        let text = Array(text.utf8)
        var rest = text[...]
        var output: [UInt8] = []
        func adjoins(_ index: Int) -> Bool { text.indices.contains(index) && text[index].isASCIIAlphanumeric }
        while let byte = rest.first {
            let found = secrets.map { Array($0.utf8) }.sorted { $0.count > $1.count }.first { secret in
                rest.starts(with: secret)
                    && (secret.count >= limit
                        || !adjoins(rest.startIndex - 1) && !adjoins(rest.startIndex + secret.count))
            }
            output += found.map { _ in Array("<s>".utf8) } ?? [byte]
            rest = rest.dropFirst(found?.count ?? 1)
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// All texts of some letters with a length.
    private static func texts(_ letters: [String], _ length: Int) -> [String] {
        (0..<length).reduce([""]) { texts, _ in texts.flatMap { text in letters.map { text + $0 } } }
    }

    @Test(arguments: [
        ["a", "ab", "ba"], ["aba", "ab"], ["bab", "abab", "b"], ["aa", "aaaa"], ["a.b", ".b"], ["ab", "a.", "b.a"],
    ])
    func `secrets in, beside and over each other are replaced from the left, the longest first`(_ secrets: [String]) {
        let kinds = Dictionary(uniqueKeysWithValues: secrets.map { (ExactText($0), "s") })
        let automaton = SecretTexts(kinds, boundedBelow: 3)
        for text in Self.texts(["a", "b", "."], 7) {
            #expect(automaton.replaced(in: text) == Self.replacedSlowly(text, secrets, boundedBelow: 3), "\(text)")
        }
    }

    private static let documents: [(JSON, JSON)] = [
        (["password": "secret-1"], ["password": "<password>"]),
        (
            ["users": [["passwordHash": "aGFzaA", "email": "a@b.test"]]],
            ["users": [["passwordHash": "<passwordHash>", "email": "a@b.test"]]]
        ),
        (["password": 12345], ["password": "<password>"]),
        (["password": ["a", ["b": "c"]]], ["password": ["<password>", ["b": "<password>"]]]),
        (["testPhoneNumbers": ["+15555550100": "123456"]], ["testPhoneNumbers": ["+15555550100": "<code>"]]),
        (["idToken": true, "refreshToken": .null], ["idToken": true, "refreshToken": .null]),
        (["error": ["code": 400, "message": "EMAIL_EXISTS"]], ["error": ["code": 400, "message": "EMAIL_EXISTS"]]),
        (["phoneVerificationInfo": ["code": 123456]], ["phoneVerificationInfo": ["code": "<code>"]]),
        (["password": ""], ["password": ""]),
        (
            ["postBody": "providerId=google.com&id_token=abc.def"],
            ["postBody": "providerId=google.com&id_token=<idToken>"]
        ),
        (
            ["customAttributes": #"{"role":"x","token":"tok-1"}"#],
            ["customAttributes": #"{"role":"x","token":"<token>"}"#]
        ),
        (["customAttributes": #"{ "role": "x" }"#], ["customAttributes": #"{ "role": "x" }"#]),
    ]

    @Test(arguments: documents)
    func `a secret is shown as what it is`(document: JSON, expected: JSON) {
        #expect(shown(document) == expected)
    }

    @Test(arguments: [
        ("The password correct-horse is bad", "The password <password> is bad"),
        ("correct-horse", "<password>"),
        (#"Invalid value, "correct-horse""#, #"Invalid value, "<password>""#),
        ("incorrect-horses", "in<password>s"),
        ("http://a.test/?oobCode=x1-y2&mode=m", "http://a.test/?oobCode=<oobCode>&mode=m"),
        (
            "http://a.test/?link=http%3A%2F%2Fb.test%2F%3FoobCode%3Dx1y2z3w4",
            "http://a.test/?link=http%3A%2F%2Fb.test%2F%3FoobCode%3D<oobCode>"
        ),
        ("/v1/accounts:signUp?key=abc", "/v1/accounts:signUp?key=<apiKey>"),
        ("a token eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0. here", "a token <token> here"),
        ("eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0. at the beginning", "<token> at the beginning"),
        ("http://a.test/?my-oobCode=x1&my%2FoobCode=y2", "http://a.test/?my-oobCode=x1&my%2FoobCode=y2"),
        ("nothing at all", "nothing at all"),
    ])
    func `a text that quotes a secret is shown without it`(text: String, expected: String) {
        #expect(shown(text, of: ["password": "correct-horse"]) == expected)
    }

    @Test func `a short secret counts only as a word of its own`() {
        #expect(shown("code 123456, not 1234567", of: ["code": "123456"]) == "code <code>, not 1234567")
        #expect(shown("A password", of: ["password": "a"]) == "A password")
    }

    @Test func `documents are looked through four levels deep`() {
        func nested(_ levels: Int) -> JSON {
            (0..<levels).reduce(["password": "correct-horse"]) { inner, _ in ["a": .string(inner.text)] }
        }
        #expect(shown("correct-horse", of: nested(4)) == "<password>")
        #expect(shown("correct-horse", of: nested(5)) == "correct-horse")
    }

    @Test func `a secret in another spelling is found too`() {
        let call: JSON = ["password": #"a "b" & c"#]

        #expect(shown(#"{"x":"a \"b\" & c"}x"#, of: call) == #"{"x":"<password>"}x"#)
        #expect(shown("a+%22b%22+%26+c", of: call) == "<password>")
    }
}
