import FirebreakWire
import Testing

struct WireEncoderTests {
    struct Message: Encodable {
        struct Part: Encodable {
            var name: String?
        }

        var zeta: String? = "z"
        var absent: String?
        var flag: Bool? = false
        var empty: [String]? = []
        var count: Int64? = 0
        var small: Int32? = -7
        var ratio: Double? = 1e21
        var part: Part? = Part()
        var parts: [Part]? = [Part(name: "a"), Part()]
        var names: [String]? = ["b", "\"c\""]
        var mixed: [JSON]? = [1, nil, ["k": .number("1.0")]]
        var raw: RawJSON? = RawJSON(Array(#"{"r":1}"#.utf8))
        var raws: [RawJSON]? = [RawJSON(Array("1".utf8)), RawJSON(Array("[]".utf8))]
        var json: JSON? = .null
        var kind: Kind? = .second
        var map: [String: Int]? = ["one": 1]
    }

    enum Kind: String, WireEnumeration {
        case first = "FIRST"
        case second = "SECOND"
    }

    private func text(_ message: some Encodable) throws -> String {
        String(decoding: try WireEncoder().encode(message), as: UTF8.self)
    }

    @Test func `a message is compact JSON in the order of its declaration, without what is absent`() throws {
        let expected =
            #"{"zeta":"z","flag":false,"empty":[],"count":0,"small":-7,"ratio":1e+21,"part":{},"parts":[{"name":"a"},{}],"#
            + #""names":["b","\"c\""],"mixed":[1,null,{"k":1.0}],"raw":{"r":1},"raws":[1,[]],"json":null,"#
            + #""kind":"SECOND","map":{"one":1}}"#

        #expect(try text(Message()) == expected)
    }

    @Test(arguments: [(["a"], #"["a"]"#), ([], "[]")])
    func `an array can be the whole message`(list: [String], expected: String) throws {
        #expect(try text(list) == expected)
    }

    @Test func `numbers, truth values and nested arrays are elements`() throws {
        #expect(try text([1, 2, 3]) == "[1,2,3]")
        #expect(try text([true, false]) == "[true,false]")
        #expect(try text([0.5, 1, 1e21]) == "[0.5,1,1e+21]")
        #expect(try text([[1], [], [2, 3]]) == "[[1],[],[2,3]]")
        #expect(try text([Int64.min, Int64.max]) == "[-9223372036854775808,9223372036854775807]")
    }

    @Test func `JSON goes through unchanged`() throws {
        let document: JSON = ["b": .number("1e3"), "a": ["x", nil]]

        #expect(try text(document) == #"{"b":1e3,"a":["x",null]}"#)
    }

    @Test func `a message without members is an empty object`() throws {
        #expect(try text(Message.Part()) == "{}")
    }

    // MARK: Defaults

    struct Sparse: OmitsDefaults {
        static let alwaysShown: Set = ["registered", "total"]

        var name = ""
        var list: [String]? = []
        var map: [String: Int]? = [:]
        var flag = false
        var count = 0
        var small: Int32? = 0
        var document: JSON = []
        var registered: Bool? = false
        var total = 0
        var part = Message.Part(name: "")
        var raws: [RawJSON]? = []
        var absent: String?
    }

    @Test func `a message may go without what is empty, zero or false`() throws {
        let encoder = WireEncoder(omitsDefaults: true)

        // What is in it is shown as it is.
        let expected = #"{"registered":false,"total":0,"part":{"name":""}}"#
        #expect(String(decoding: try encoder.encode(Sparse()), as: UTF8.self) == expected)
        let all =
            #"{"name":"","list":[],"map":{},"flag":false,"count":0,"small":0,"document":[],"registered":false,"#
            + #""total":0,"part":{"name":""},"raws":[]}"#
        #expect(try text(Sparse()) == all)
    }

    @Test func `what is more than its default is shown, in its place`() throws {
        let message = Sparse(
            name: "n", list: [""], map: ["k": 0], flag: true, count: -1, small: 7, document: [:], registered: nil,
            total: 1, raws: [RawJSON(Array("[]".utf8))])

        let expected =
            #"{"name":"n","list":[""],"map":{"k":0},"flag":true,"count":-1,"small":7,"document":{},"total":1,"#
            + #""part":{"name":""},"raws":[[]]}"#
        let given = try WireEncoder(omitsDefaults: true).encode(message)
        #expect(String(decoding: given, as: UTF8.self) == expected)
    }

    @Test func `only messages that say so go without their defaults`() throws {
        let encoder = WireEncoder(omitsDefaults: true)

        #expect(try encoder.encode(Message()) == WireEncoder().encode(Message()))
        // Inside another message it is not an answer of its own.
        #expect(try encoder.encode([Sparse()]) == WireEncoder().encode([Sparse()]))
    }

    @Test func `what is encoded is decoded to the same message`() throws {
        struct Both: Codable, Equatable {
            var flag: Bool?
            var items: [String]
            var number: Int
            var text: String
        }
        let message = Both(flag: nil, items: ["a", "ü\u{1}"], number: -5, text: "\\\"\n")

        let json = try JSON(parsing: WireEncoder().encode(message))
        #expect(try WireDecoder(nullIsAbsent: false).decode(Both.self, from: json) == message)
    }
}
