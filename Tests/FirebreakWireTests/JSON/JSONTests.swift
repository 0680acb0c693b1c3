import FirebreakWire
import Testing

struct JSONTests {
    @Test(
        arguments: [
            ("5", 5), ("-5", -5), ("5.0", 5), ("1e3", 1000), ("-0", 0), ("9223372036854775807", .max), ("5.5", nil),
            ("1e30", nil), ("9223372036854775808", nil), ("1e400", nil), ("-1e400", nil),
        ] as [(String, Int64?)])
    func `a whole number of 64 bits has its value however it is written`(literal: String, value: Int64?) {
        #expect(JSON.number(literal).integerValue == value)
    }

    @Test(
        arguments: [
            (.null, false), (false, false), (true, true), (.number("0"), false), (.number("-0.0"), false),
            (.number("0e5"), false), (.number("0.1"), true), ("", false), ("0", true), ("false", true), ([], true),
            ([:], true),
        ] as [(JSON, Bool)])
    func `truthiness is that of JavaScript`(value: JSON, isTruthy: Bool) {
        #expect(value.isTruthy == isTruthy)
    }

    @Test func `members are read, replaced in place, appended and removed`() {
        var value: JSON = ["a": 1, "b": 2]
        value["a"] = 3
        value["c"] = 4
        value["b"] = nil

        #expect(value.text == #"{"a":3,"c":4}"#)
        #expect(value["b"] == nil)
    }

    @Test func `a path leads through objects only`() {
        let value: JSON = ["a": ["b": ["c": 1]], "x": [1]]

        #expect(value[path: "a.b.c"] == 1)
        #expect(value[path: "a.b.d"] == nil)
        #expect(value[path: "x.0"] == nil)
        #expect(value[path: "a.b.c.d"] == nil)
    }

    @Test func `setting a member of something that is not an object does nothing`() {
        var value: JSON = [1]
        value["a"] = 2

        #expect(value == [1])
    }

    @Test func `a document goes without its defaults at any depth, but not without numbers and objects`() {
        let document: JSON = [
            "off": false, "none": "", "list": [], "zero": 0, "nothing": nil, "object": [:],
            "inner": ["off": false, "on": true, "list": [["off": false], "", false]],
        ]

        #expect(
            document.withoutDefaults.text
                == #"{"zero":0,"nothing":null,"object":{},"inner":{"on":true,"list":[{},"",false]}}"#)
    }

    @Test(
        arguments: [
            (#"{"a":1,"b":[{"c":2,"d":3}]}"#, #"{"b":[{"d":3,"c":2}],"a":1}"#, true), ("[1,2]", "[2,1]", false),
            (#"{"a":1}"#, #"{"a":1,"b":null}"#, false), (#"{"a":1}"#, #"{"a":1.0}"#, false),
            (#"{"a":1,"b":2}"#, #"{"a":2,"b":1}"#, false), ("{}", "[]", false), ("null", "null", true),
        ])
    func `the order of members does not count for equivalence`(one: String, other: String, areSame: Bool) throws {
        let one = try JSON(parsing: one)
        let other = try JSON(parsing: other)

        #expect(one.isEquivalent(to: other) == areSame)
        #expect(other.isEquivalent(to: one) == areSame)
    }
}
