import FirebreakWire
import Testing

struct WireLeniencyTests {
    @Test func `numbers stand for texts, and nothing else does`() throws {
        #expect(try WireLeniency.text("a") == "a")
        #expect(try WireLeniency.text(.number("1.50")) == "1.5")
        #expect(throws: violation(true, .type("string"), "TYPE_STRING")) { try WireLeniency.text(true) }
        #expect(throws: violation(.null, .type("string"), "TYPE_STRING")) { try WireLeniency.text(.null) }
    }

    @Test func `texts stand for booleans and whole numbers in queries alone`() throws {
        #expect(try WireLeniency.flag("true", readsTexts: true))
        #expect(try WireLeniency.integer("-7", as: Int.self, readsTexts: true) == -7)
        #expect(throws: violation("true", .type("boolean"), "TYPE_BOOL")) { try WireLeniency.flag("true") }
        #expect(throws: violation("yes", .type("boolean"), "TYPE_BOOL")) {
            try WireLeniency.flag("yes", readsTexts: true)
        }
        #expect(throws: violation("7", .type("integer"), "TYPE_INT32")) { try WireLeniency.integer("7", as: Int.self) }
        #expect(throws: violation("7.0", .type("integer"), "TYPE_INT32")) {
            try WireLeniency.integer("7.0", as: Int.self, readsTexts: true)
        }
    }

    @Test func `a whole number has 32 bits and fits the type`() throws {
        #expect(try WireLeniency.integer(.number("1e3"), as: Int32.self) == 1000)
        #expect(throws: violation(2_147_483_648, .notInt32, "TYPE_INT32")) {
            try WireLeniency.integer(2_147_483_648, as: Int64.self)
        }
        #expect(throws: violation(-1, .notInt32, "TYPE_INT32")) { try WireLeniency.integer(-1, as: UInt8.self) }
    }

    @Test func `a whole number of 64 bits is a text`() throws {
        #expect(try WireLeniency.integerText("9007199254740993") == "9007199254740993")
        #expect(try WireLeniency.integerText(5) == "5")
        #expect(throws: violation(.number("5.0"), .notInt64, "TYPE_INT64")) {
            try WireLeniency.integerText(.number("5.0"))
        }
        #expect(throws: violation("a", .notInt64, "TYPE_INT64")) { try WireLeniency.integerText("a") }
    }

    @Test func `a number that is not text of a 64-bit integer has no fraction`() throws {
        #expect(try WireLeniency.uncheckedIntegerText("abc") == "abc")
        #expect(try WireLeniency.uncheckedIntegerText("1.5") == "1.5")
        #expect(try WireLeniency.uncheckedIntegerText(5) == "5")
        #expect(throws: violation(.number("1.5"), .notInt64, "TYPE_INT64")) {
            try WireLeniency.uncheckedIntegerText(.number("1.5"))
        }
        #expect(throws: violation(.number("1e20"), .notInt32, "TYPE_INT32")) {
            try WireLeniency.integer(.number("1e20"), as: Int32.self)
        }
    }

    /// wire.md section 7: for the reference such a number is infinity.
    @Test(arguments: ["1e400", "-1e400"])
    func `infinity is not a whole number, and its text is JavaScript's`(literal: String) throws {
        let value = JSON.number(literal)
        #expect(throws: violation(value, .notInt64, "TYPE_INT64")) { try WireLeniency.uncheckedIntegerText(value) }
        #expect(throws: violation(value, .notInt64, "TYPE_INT64")) { try WireLeniency.integerText(value) }
        #expect(throws: violation(value, .type("integer"), "TYPE_INT32")) {
            try WireLeniency.integer(value, as: Int32.self)
        }
        #expect(throws: violation(value, .type("number"), "TYPE_DOUBLE")) { try WireLeniency.number(value) }
        #expect(try WireLeniency.text(value) == (literal.hasPrefix("-") ? "-Infinity" : "Infinity"))
        #expect(WireLeniency.numeral(.string(literal)) == .string(literal))
    }

    /// production.md section 1
    @Test func `protobuf reads single values, words and the texts of numbers`() throws {
        #expect(try WireLeniency.elements("x", isProtobuf: true) == ["x"])
        #expect(try WireLeniency.elements(["x"], isProtobuf: true) == ["x"])
        for value in ["true", "T", "Yes", "y", "1", 1, .number("1.0"), true] as [JSON] {
            #expect(try WireLeniency.flag(value, isProtobuf: true), "\(value)")
        }
        for value in ["FALSE", "f", "no", "N", "0", 0, false] as [JSON] {
            #expect(try !WireLeniency.flag(value, isProtobuf: true), "\(value)")
        }
        for value in ["", "on", "2", 2, .number("0.5"), .null, []] as [JSON] {
            #expect(throws: violation(value, .type("boolean"), "TYPE_BOOL")) {
                try WireLeniency.flag(value, isProtobuf: true)
            }
        }
        #expect(try WireLeniency.integer("8", as: Int32.self, isProtobuf: true) == 8)
        #expect(try WireLeniency.number("0.5", isProtobuf: true) == 0.5)
        #expect(throws: violation("x", .type("integer"), "TYPE_INT32")) {
            try WireLeniency.integer("x", as: Int32.self, isProtobuf: true)
        }
        #expect(throws: violation("nan", .type("number"), "TYPE_DOUBLE")) {
            try WireLeniency.number("nan", isProtobuf: true)
        }
    }

    @Test func `positions are whole numbers, also as texts`() {
        let list = ["a", "b"]
        #expect(WireLeniency.element(of: list, at: 1) == "b")
        #expect(WireLeniency.element(of: list, at: .number("1.0")) == "b")
        #expect(WireLeniency.element(of: list, at: "0") == "a")
        for value in [2, -1, "2", "1.0", "1e0", "b", .number("0.5"), true, .null] as [JSON] {
            #expect(WireLeniency.element(of: list, at: value) == nil)
        }
    }

    @Test func `objects and arrays are what they are`() throws {
        #expect(try WireLeniency.members(["a": 1]) == [JSON.Member("a", 1)])
        #expect(try WireLeniency.elements([1]) == [1])
        #expect(throws: violation([], .type("object"), "TYPE_MESSAGE")) { try WireLeniency.members([]) }
        #expect(throws: violation([:], .type("array"), "TYPE_MESSAGE")) { try WireLeniency.elements([:]) }
    }

    private func violation(_ value: JSON, _ problem: SchemaViolation.Problem, _ type: String) -> SchemaViolation {
        SchemaViolation(problem: problem, value: value, protobufType: type)
    }
}
