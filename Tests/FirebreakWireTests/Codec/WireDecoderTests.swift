import Testing

@testable import FirebreakWire

struct WireDecoderTests {
    enum Kind: String, WireEnumeration {
        case unspecified = "KIND_UNSPECIFIED"
        case first = "FIRST"
        case second = "SECOND"
    }

    /// Declared alphabetically, as all messages are.
    struct Message: Decodable, Equatable {
        struct Part: Decodable, Equatable {
            var flag: Bool?
            var phoneInfo: String?
        }

        var array: [Part]?
        var bool: Bool?
        var double: Double?
        var int: Int?
        var json: JSON?
        var kind: Kind?
        var kinds: [Kind]?
        var object: Part?
        var string: String?
        var strings: [String]?
    }

    private func decode(_ text: String, nullIsAbsent: Bool = false) throws -> Message {
        try WireDecoder(nullIsAbsent: nullIsAbsent).decode(Message.self, from: JSON(parsing: text, keys: .camelCase))
    }

    private func violation(_ text: String, nullIsAbsent: Bool = false) throws -> SchemaViolation {
        try #require(throws: SchemaViolation.self) { try decode(text, nullIsAbsent: nullIsAbsent) }
    }

    // MARK: What is accepted

    @Test(arguments: [
        (#""x""#, "x"), ("\"\"", ""), ("1611780718", "1611780718"), ("12345678", "12345678"), ("-5", "-5"),
        ("5.0", "5"),
        ("1.50", "1.5"), ("1e3", "1000"), ("1e21", "1e+21"), ("0.1", "0.1"), ("-0", "0"), ("1e-7", "1e-7"),
    ])
    func `a string is taken from a string or from a number's decimal text`(value: String, string: String) throws {
        #expect(try decode("{\"string\":\(value)}").string == string)
        #expect(try decode("{\"strings\":[\(value)]}").strings == [string])
    }

    @Test(
        arguments: [
            (#""KIND_UNSPECIFIED""#, .unspecified), (#""FIRST""#, .first), (#""SECOND""#, .second), ("0", .unspecified),
            ("1", .first), ("2", .second), (#""0""#, .unspecified), (#""2""#, .second), ("2.0", .second),
            ("1e0", .first),
        ] as [(String, Kind)])
    func `an enumeration value is taken by name or position`(value: String, kind: Kind) throws {
        #expect(try decode("{\"kind\":\(value)}").kind == kind)
        #expect(try decode("{\"kinds\":[\(value)]}").kinds == [kind])
    }

    @Test(arguments: [
        ("0", 0), ("-1", -1), ("5.0", 5), ("1e3", 1000), ("2147483647", 2_147_483_647), ("-2147483648", -2_147_483_648),
    ])
    func `an integer is taken from a whole number of 32 bits`(value: String, int: Int) throws {
        #expect(try decode("{\"int\":\(value)}").int == int)
    }

    @Test func `an integer of 64 bits is taken where it is said so`() throws {
        let decoder = WireDecoder(nullIsAbsent: true, readsWideIntegers: true)

        #expect(try decoder.decode([Int64].self, from: [.int(Int64.max), .int(Int64.min)]) == [.max, .min])
        #expect(throws: SchemaViolation.self) { try decoder.decode([Int32].self, from: [2_147_483_648]) }
    }

    @Test func `any value is taken where the message says so`() throws {
        #expect(try decode(#"{"json":[1,{"a":"b"},null]}"#).json == [1, ["a": "b"], nil])
    }

    @Test func `keys come in snake_case or camel case, and unknown ones are ignored at any depth`() throws {
        let message = try decode(
            #"{"unknown":{"x":[1]},"array":[{"phone_info":"+1","other":1},{"phoneInfo":"+2"}],"STRING":"s"}"#)

        #expect(message.array?.map(\.phoneInfo) == ["+1", "+2"])
        #expect(message.string == "s")
    }

    @Test func `an absent field is nil`() throws {
        #expect(try decode("{}") == Message())
    }

    // MARK: What is refused

    private static let misfits: [(field: String, value: String, phrase: String)] = [
        ("string", "true", "must be string"), ("string", "{}", "must be string"), ("string", "[]", "must be string"),
        ("strings", "{}", "must be array"), ("strings", "\"a\"", "must be array"),
        ("bool", "\"true\"", "must be boolean"),
        ("bool", "1", "must be boolean"), ("bool", "0", "must be boolean"), ("bool", "[]", "must be boolean"),
        ("int", "\"5\"", "must be integer"), ("int", "1.5", "must be integer"), ("int", "true", "must be integer"),
        ("int", "2147483648", #"must match format "int32""#), ("int", "-2147483649", #"must match format "int32""#),
        ("int", "1e10", #"must match format "int32""#), ("double", "\"1\"", "must be number"),
        ("object", "[]", "must be object"), ("object", "\"\"", "must be object"), ("object", "1", "must be object"),
        ("array", "{}", "must be array"), ("array", "1", "must be array"),
        ("kind", "\"THIRD\"", "must be equal to one of the allowed values"),
        ("kind", "3", "must be equal to one of the allowed values"),
        ("kind", "-1", "must be equal to one of the allowed values"),
        ("kind", "1.5", "must be equal to one of the allowed values"),
        ("kind", "\"1.5\"", "must be equal to one of the allowed values"),
        ("kind", "\"\"", "must be equal to one of the allowed values"),
        ("kind", "\"first\"", "must be equal to one of the allowed values"),
        ("kind", "true", "must be string"), ("kind", "[]", "must be string"),
        ("int", "1e20", #"must match format "int32""#),
    ]

    @Test(arguments: misfits)
    func `a misfit is told with its place and what is expected`(field: String, value: String, phrase: String) throws {
        let violation = try violation("{\"\(field)\":\(value)}")

        #expect(violation.pointer == "/\(field)")
        #expect(violation.phrase == phrase)
    }

    @Test(arguments: [
        ("string", "must be string"), ("strings", "must be array"), ("bool", "must be boolean"),
        ("int", "must be integer"),
        ("object", "must be object"), ("array", "must be array"), ("double", "must be number"),
        ("kind", "must be string"),
    ])
    func `null is refused like another misfit, or is absent, depending on the mode`(field: String, phrase: String)
        throws
    {
        #expect(try violation("{\"\(field)\":null}").phrase == phrase)
        #expect(try violation("{\"\(field)\":null}").pointer == "/\(field)")
        #expect(try decode("{\"\(field)\":null}", nullIsAbsent: true) == Message())
    }

    @Test(arguments: [
        (
            #"{"array":[{"phone_info":"a"},{"phone_info":true}]}"#, "/array/1/phoneInfo must be string",
            "array[1].phone_info"
        ),
        (#"{"object":{"flag":"x"}}"#, "/object/flag must be boolean", "object.flag"),
        (#"{"strings":["a",true]}"#, "/strings/1 must be string", "strings[1]"),
        (#"{"kinds":["FIRST",9]}"#, "/kinds/1 must be equal to one of the allowed values", "kinds[1]"),
        (#"{"array":[1]}"#, "/array/0 must be object", "array[0]"),
        (#"{"array":[null]}"#, "/array/0 must be object", "array[0]"),
        (#"{"strings":[null]}"#, "/strings/0 must be string", "strings[0]"),
    ])
    func `the place is a pointer, and a snake_case path for production`(text: String, words: String, path: String)
        throws
    {
        let violation = try violation(text)

        #expect("\(violation.pointer) \(violation.phrase)" == words)
        #expect(violation.fieldPath == path)
    }

    @Test(arguments: [
        (#"{"string":true,"bool":1}"#, "/bool"), (#"{"strings":1,"object":1,"kind":"x"}"#, "/kind"),
        (#"{"string":[],"array":[{"phoneInfo":[]},{"flag":1}]}"#, "/array/0/phoneInfo"),
    ])
    func `only the first problem in alphabetical order is told`(text: String, pointer: String) throws {
        #expect(try violation(text).pointer == pointer)
    }

    @Test(arguments: ["[]", "1", "\"a\"", "null", "true"])
    func `a message must be an object`(text: String) throws {
        let violation = try violation(text)

        #expect(violation.pointer.isEmpty)
        #expect(violation.phrase == "must be object")
    }

    @Test func `a pointer escapes what has a meaning in pointers`() {
        let violation = SchemaViolation(
            path: [.key("a/b"), .index(3), .key("c~d")], problem: .type("string"), value: "", protobufType: "")

        #expect(violation.pointer == "/a~1b/3/c~0d")
    }

    @Test(
        arguments: [
            ("string", true, "TYPE_STRING"), ("bool", "yes", "TYPE_BOOL"), ("int", "x", "TYPE_INT32"),
            ("kind", "THIRD", "TYPE_ENUM"), ("kind", 7, "TYPE_ENUM"),
        ] as [(String, JSON, String)])
    func `production names the protobuf type and the value`(field: String, value: JSON, type: String) throws {
        let violation = try violation("{\"\(field)\":\(value.text)}")

        #expect(violation.protobufType == type)
        #expect(violation.value == value)
    }

    /// production.md section 1
    @Test func `a message is read as protobuf reads JSON`() throws {
        let json: JSON = [
            "array": ["flag": "no"], "bool": "Yes", "double": "0.5", "int": "8", "kinds": "FIRST", "strings": "a",
        ]
        let message = try WireDecoder(nullIsAbsent: true, isProtobuf: true).decode(Message.self, from: json)

        #expect(
            message
                == Message(
                    array: [.init(flag: false)], bool: true, double: 0.5, int: 8, kinds: [.first], strings: ["a"]))
        #expect(throws: SchemaViolation.self) { try WireDecoder(nullIsAbsent: true).decode(Message.self, from: json) }
    }
}
