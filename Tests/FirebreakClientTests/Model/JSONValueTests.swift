import FirebreakModel
import FirebreakWire
import Testing

struct JSONValueTests {
    private func decode(_ text: String) throws -> JSONValue {
        try WireDecoder(nullIsAbsent: true, readsWideIntegers: true).decode(JSONValue.self, from: JSON(parsing: text))
    }

    private func encode(_ value: JSONValue) throws -> String {
        String(decoding: try WireEncoder().encode(value), as: UTF8.self)
    }

    @Test(
        arguments: [
            ("null", nil), ("true", true), ("false", false), ("0", 0), ("-9223372036854775808", .integer(.min)),
            ("1.5", 1.5), ("\"\"", ""), ("\"5\"", "5"), ("[]", []), ("{}", [:]),
            (
                #"{"b":1,"a":[true,null,"x",{"b":{},"A_b":[]}],"":-0.25}"#,
                [
                    "b": 1, "a": [true, nil, "x", ["b": [:], "A_b": []]], "": -0.25,
                ]
            ),
        ] as [(String, JSONValue)])
    func `values are read and written, members in their order`(text: String, value: JSONValue) throws {
        #expect(try decode(text) == value)
        #expect(try encode(value) == text)
    }

    @Test(arguments: [("5.0", 5), ("1e3", 1000), ("-0", 0)] as [(String, JSONValue)])
    func `whole numbers are whole numbers, however they are written`(text: String, value: JSONValue) throws {
        #expect(try decode(text) == value)
    }

    @Test func `parts are found by what they are`() throws {
        let value: JSONValue = ["text": "x", "whole": 2, "broken": 2.5, "flag": false, "list": [1], "none": nil]

        #expect(value["text"]?.stringValue == "x")
        #expect(value["whole"]?.integerValue == 2)
        #expect(value["whole"]?.doubleValue == 2)
        #expect(value["broken"]?.doubleValue == 2.5)
        #expect(value["broken"]?.integerValue == nil)
        #expect(value["flag"]?.boolValue == false)
        #expect(value["list"]?.arrayValue == [1])
        #expect(value["none"]?.isNull == true)
        #expect(value["other"] == nil)
        #expect(value.objectValue?.map(\.name) == ["text", "whole", "broken", "flag", "list", "none"])
        #expect(value.stringValue == nil)
    }
}
