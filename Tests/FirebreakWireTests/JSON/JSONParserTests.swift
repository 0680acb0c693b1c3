import FirebreakWire
import Testing

struct JSONParserTests {
    private static let valid: [(text: String, value: JSON)] = [
        ("null", .null), ("true", true), ("false", false), ("{}", [:]), ("[]", []), ("\"\"", ""),
        (" \t\r\n{ \"a\" :\t1 ,\r\n\"b\" : [ ] } \n", ["a": 1, "b": []]),
        ("[1,[2,[3]]]", [1, [2, [3]]]), ("[null,true,false]", [nil, true, false]),
        (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
        (#""\u0041\u00e4\u20AC\u0001""#, .string("Aä€\u{1}")), (#""\ud83d\ude00""#, "😀"), (#""😀\u007f""#, "😀\u{7F}"),
        ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"), (#"{"":{"":1}}"#, ["": ["": 1]]), ("[[],{}]", [[], [:]]),
        (#"{"é":"è"}"#, ["é": "è"]),
    ]

    @Test(arguments: valid)
    func `a JSON text gives its value`(text: String, value: JSON) throws {
        #expect(try JSON(parsing: text) == value)
    }

    private static let numbers = [
        "0", "-0", "1", "-1", "10", "123456789012345678901234567890", "0.5", "-0.50", "1e3", "1E3", "1e+3", "1e-3",
        "1.25E-10", "0e0", "1e308", "1e-400", "9223372036854775808", "0.0000000000000000000000000000001",
    ]

    @Test(arguments: numbers)
    func `a number keeps its literal`(literal: String) throws {
        #expect(try JSON(parsing: literal) == .number(literal))
        #expect(try JSON(parsing: "[\(literal)]").text == "[\(literal)]")
    }

    private static let huge = [
        "1e309", "-1e309", "1e400", "1E+400", "17976931348623159" + String(repeating: "0", count: 292),
        "1" + String(repeating: "0", count: 400), "-9" + String(repeating: "9", count: 2000) + ".5",
        "0.1e311", "1e99999999999999999999",
    ]

    @Test(arguments: huge)
    func `a number that no double holds is refused, or read as JavaScript writes it, or kept`(literal: String) throws {
        for keys in [JSON.KeyMapping.verbatim, .camelCase, .claims] {
            let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: "{\"a\":[\(literal)]}", keys: keys) }
            #expect(error?.reason == .numberTooLarge)
            #expect(error?.offset == 6)
        }
        #expect(try JSON(parsing: "[\(literal)]", keys: .stored) == [.null])
        #expect(try JSON(parsing: "[\(literal)]", huge: .null) == [.null])
        #expect(try JSON(parsing: literal, huge: .kept) == .number(literal))
        #expect(!JSON.number(literal).isFinite)
    }

    private static let invalid = [
        #""\u0000""#, #"{"a\u0000b":1}"#,
        "", " ", "nul", "nulll", "True", "tru", "undefined", "NaN", "Infinity", "-Infinity", "{", "}", "[", "]", "[1",
        "[1,", "[1,]", "[,1]", "[1 2]", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{a:1}", "{'a':1}",
        "{1:1}", "{\"a\" 1}", "{,}", "1 2", "{}{}", "[]]", "//", "/**/1", "[1]//", "\"", "\"a", "\"\\\"", "'a'",
        "01", "-01", "00", "+1", "-", "--1", ".5", "1.", "1.e3", "1e", "1e+", "1E-", "0x10", "1_000", "1a", "-a", "1,",
        #""\x41""#, #""\a""#, #""\'""#, #""\u12""#, #""\u123g""#, #""\u""#, #""\uD83D\u12""#, "\"\n\"", "\"\t\"",
        "\"a\u{0}\"", "\u{A0}1", "\u{FEFF}\u{FEFF}1", "[1}", "{\"a\":1]", "\u{2028}1", "\"\\", "tRUE",
    ]

    private static let freeTexts = [
        "customAttributes", "displayName", "newPassword", "password", "passwordHash", "photoUrl", "rawPassword",
    ]

    /// production.md section 9
    @Test(arguments: freeTexts)
    func `a text that nothing is found by may have the character U+0000`(name: String) throws {
        let text = #"[{"x":1,"\#(name)":"a\u0000"}]"#
        #expect(try JSON(parsing: text).text == text)
        #expect(try JSON(parsing: text, keys: .camelCase).text == text)
        #expect(try JSON(parsing: #"{"photo_url":"a\u0000"}"#, keys: .camelCase) == ["photoUrl": "a\0"])
    }

    private static let claims = [
        #"{"name":"\u0000"}"#, #"{"claims":{"name":"\u0000"}}"#, #"{"roles":["a",{"\u0000":"\u0000"},"\u0000"]}"#,
        #"{"firebase":{"sign_in_attributes":{"group":"\u0000"}}}"#, #"{"sub\u0000":1,"subject":"\u0000"}"#,
    ]

    /// production.md section 9
    @Test(arguments: claims)
    func `so may claims`(text: String) throws {
        #expect(try JSON(parsing: text, keys: .claims).text == text)
        #expect(try JSON(parsing: text, keys: .stored).text == text)
    }

    private static let identifyingClaims = [
        #"{"sub":"\u0000"}"#, #"{"s\u0075b":"\u0000"}"#, #"{"user_id":"a\u0000"}"#, #"{"email":"a\u0000"}"#,
        #"{"firebase":{"tenant":"\u0000"}}"#, #"{"aud":["a",{"b":1},"\u0000"]}"#,
    ]

    @Test(arguments: identifyingClaims)
    func `but not the claims that name somebody`(text: String) throws {
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text, keys: .claims) }
        #expect(try JSON(parsing: text, keys: .stored).text.contains(#"\u0000"#))
    }

    private static let invalidNulls = [
        #"{"name":"\u0000"}"#, #"{"displayName":["\u0000"]}"#, #"{"displayName":{"a":"\u0000"}}"#,
        #"{"displayName":"a","localId":"\u0000"}"#, #"[{"displayName":"a"},"\u0000"]"#, #"{"email":"a\u0000"}"#,
        #"{"displayName":"a","\u0000":1}"#, #"{"displayName\u0000":"a"}"#, "{\"displayName\":\"\u{0}\"}",
    ]

    @Test(arguments: invalidNulls)
    func `nothing else may have it`(text: String) {
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text) }
    }

    @Test(arguments: invalid)
    func `anything that RFC 8259 does not allow, and U+0000, is refused`(text: String) {
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text) }
    }

    @Test(
        arguments: [
            ([0xEF, 0xBB, 0xBF, 0x31], JSON.number("1")), ([0xEF, 0xBB, 0xBF, 0x20, 0x7B, 0x7D], [:]),
        ] as [([UInt8], JSON)])
    func `a leading byte order mark is skipped`(bytes: [UInt8], value: JSON) throws {
        #expect(try JSON(parsing: bytes) == value)
    }

    @Test(
        arguments: [
            [0x80], [0xC3], [0xC3, 0x28], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFF], [0xFE], [0xF0, 0x80, 0x80, 0x80], [0x5C, 0x6E, 0xFF],
        ] as [[UInt8]])
    func `invalid UTF-8 in a string or key is refused`(bytes: [UInt8]) {
        let quoted = [0x22] + bytes + [0x22]

        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: quoted) }
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: [0x7B] + quoted + Array(":1}".utf8)) }
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: bytes) }
    }

    @Test(arguments: [
        (#""\ud83d""#, "\u{FFFD}"), (#""\ude00""#, "\u{FFFD}"), (#""\ud83dx""#, "\u{FFFD}x"),
        (#""\ud83d\n""#, "\u{FFFD}\n"), (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"),
        (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}"),
    ])
    func `a lone surrogate becomes a replacement character`(text: String, value: String) throws {
        #expect(try JSON(parsing: text) == .string(value))
    }

    @Test(arguments: ["[", "{\"a\":"])
    func `one hundred levels are parsed and one more is refused`(opening: String) throws {
        func text(_ depth: Int) -> String {
            let closing = opening == "[" ? "]" : "}"
            let core = opening == "[" ? "" : "1"
            return String(repeating: opening, count: depth) + core + String(repeating: closing, count: depth)
        }

        let value = try JSON(parsing: text(100))
        #expect(value.text == text(100))
        let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text(101)) }
        #expect(error?.reason == .tooDeep)
    }

    @Test func `a text has so many values and no more`() throws {
        func list(_ count: Int) -> [UInt8] {
            Array(("[" + String(repeating: "0,", count: count - 1) + "0]").utf8)
        }
        // The list is a value itself.
        let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: list(JSON.maximumValues)) }
        #expect(error?.reason == .tooMany)
    }

    @Test func `a million opening brackets are refused, not recursed into`() {
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: String(repeating: "[", count: 1_000_000)) }
    }

    @Test func `depth counts open levels, not all levels there ever were`() throws {
        let wide = "[" + Array(repeating: "[[]]", count: 500).joined(separator: ",") + "]"

        #expect(try JSON(parsing: wide).arrayValue?.count == 500)
    }

    @Test(arguments: [
        (#"{"a":1,"a":2}"#, #"{"a":2}"#), (#"{"a":1,"b":2,"a":3}"#, #"{"a":3,"b":2}"#),
        (#"{"a":{"x":1},"a":{"y":2}}"#, #"{"a":{"y":2}}"#), (#"{"a":1,"\u0061":2}"#, #"{"a":2}"#),
    ])
    func `of duplicate keys the last wins, at the place of the first`(text: String, expected: String) throws {
        #expect(try JSON(parsing: text).text == expected)
    }

    @Test func `of duplicate keys the last wins also in large objects`() throws {
        let members = (0..<200).map { "\"k\($0 % 150)\":\($0)" }.joined(separator: ",")

        let value = try JSON(parsing: "{\(members)}")

        #expect(value.objectValue?.count == 150)
        #expect(value["k0"] == 150)
        #expect(value["k49"] == 199)
        #expect(value["k50"] == 50)
        #expect(value.objectValue?.first?.key == "k0")
    }

    @Test func `members keep their order`() throws {
        #expect(try JSON(parsing: #"{"z":1,"a":2,"m":3}"#).objectValue?.map(\.key) == ["z", "a", "m"])
    }

    @Test func `keys are camel-cased at every depth when asked, and only then`() throws {
        let text = #"{"display_name":[{"photo_URL":{"local-id":"a_b"}}],"displayName":1}"#

        #expect(
            try JSON(parsing: #"{"display_name":[{"photo_URL":{"local-id":"a_b"}}]}"#, keys: .camelCase).text
                == #"{"displayName":[{"photoUrl":{"localId":"a_b"}}]}"#)
        #expect(try JSON(parsing: text, keys: .camelCase).text == #"{"displayName":1}"#)
        #expect(try JSON(parsing: text).text == text)
    }

    @Test func `keys below testPhoneNumbers are data and stay`() throws {
        let text = #"{"sign_in":{"phone_number":{"test_phone_numbers":{"+1 555-5550100":"123456"},"is_on":true}}}"#

        #expect(
            try JSON(parsing: text, keys: .camelCase).text
                == #"{"signIn":{"phoneNumber":{"testPhoneNumbers":{"+1 555-5550100":"123456"},"isOn":true}}}"#)
    }

    @Test(arguments: [
        ("[1,}", JSONSyntaxError.Reason.unexpectedByte, 3), ("[1,", .unexpectedEnd, 3), ("01", .unexpectedByte, 1),
        ("1.x", .invalidNumber, 2), (#""\q""#, .invalidEscape, 3), ("\"a\n", .controlCharacter, 2),
    ])
    func `an error says why and where`(text: String, reason: JSONSyntaxError.Reason, offset: Int) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text) }
        #expect(error?.reason == reason)
        #expect(error?.offset == offset)
    }
}
