/// Reads request values whose type differs from the declared one: a number is accepted for a text, an index for an
/// enumeration value; where messages are read as protobuf reads JSON, also a single value for a list, words and numbers
/// for a boolean, and the text of a number for the number (production.md section 1).
///
/// Used both by ``WireDecoder``, for messages declared as Swift types, and by the check of messages declared only by
/// Google's schemas. Thrown violations have no path yet; the caller adds it.
package enum WireLeniency {
    /// The members of an object.
    package static func members(_ value: JSON) throws(SchemaViolation) -> [JSON.Member] {
        guard case .object(let members) = value else { throw misfit(value, .type("object"), "TYPE_MESSAGE") }
        return members
    }

    /// The elements of an array.
    ///
    /// - Parameter isProtobuf: Whether a single value is a list of one.
    package static func elements(_ value: JSON, isProtobuf: Bool = false) throws(SchemaViolation) -> [JSON] {
        if case .array(let elements) = value { return elements }
        guard isProtobuf else { throw misfit(value, .type("array"), "TYPE_MESSAGE") }
        return [value]
    }

    /// A text, or what JavaScript prints for a number.
    package static func text(_ value: JSON) throws(SchemaViolation) -> String {
        switch value {
        case .string(let text): return text
        case .number(let literal): return JSON.text(ofNumber: literal)
        default: throw misfit(value, .type("string"), "TYPE_STRING")
        }
    }

    /// - Parameters:
    ///   - readsTexts: Whether texts are accepted, as for query parameters.
    ///   - isProtobuf: Whether protobuf's words and numbers for booleans are accepted.
    package static func flag(
        _ value: JSON, readsTexts: Bool = false, isProtobuf: Bool = false
    ) throws(SchemaViolation) -> Bool {
        switch value {
        case .bool(let flag): return flag
        case .string("true") where readsTexts: return true
        case .string("false") where readsTexts: return false
        case .string(let text) where isProtobuf:
            let word = text.lowercased()
            if ["true", "t", "yes", "y", "1"].contains(word) { return true }
            if ["false", "f", "no", "n", "0"].contains(word) { return false }
        case .number where isProtobuf:
            if value.integerValue == 1 { return true }
            if value.integerValue == 0 { return false }
        default: break
        }
        throw misfit(value, .type("boolean"), "TYPE_BOOL")
    }

    /// A whole number that fits 32 bits and the type, also one written as `1e3` or `5.0`.
    ///
    /// - Parameters:
    ///   - readsTexts: Whether texts are accepted, as for query parameters.
    ///   - isProtobuf: Whether texts of JSON numbers are accepted.
    ///   - isWide: Whether the number only has to fit the type, not 32 bits.
    package static func integer<Integer: FixedWidthInteger>(
        _ value: JSON, as type: Integer.Type, readsTexts: Bool = false, isProtobuf: Bool = false, isWide: Bool = false
    ) throws(SchemaViolation) -> Integer {
        var number = (isProtobuf ? numeral(value) : value).integerValue
        if case .string(let text) = value, readsTexts { number = Int64(text) }
        guard let number else {
            throw misfit(value, isWhole(value) ? .notInt32 : .type("integer"), "TYPE_INT32")
        }
        guard isWide || Int32(exactly: number) != nil, let integer = Integer(exactly: number) else {
            throw misfit(value, .notInt32, "TYPE_INT32")
        }
        return integer
    }

    /// - Parameter isProtobuf: Whether texts of JSON numbers are accepted.
    package static func number(_ value: JSON, isProtobuf: Bool = false) throws(SchemaViolation) -> Double {
        guard let number = (isProtobuf ? numeral(value) : value).doubleValue, number.isFinite else {
            throw misfit(value, .type("number"), "TYPE_DOUBLE")
        }
        return number
    }

    /// The number that a text contains; any other value as it is.
    package static func numeral(_ value: JSON) -> JSON {
        guard case .string(let text) = value, let parsed = try? JSON(parsing: text), case .number = parsed else {
            return value
        }
        return parsed
    }

    /// The text of a 64-bit integer, which need not be one; but if it is given as a number, the number is whole.
    package static func uncheckedIntegerText(_ value: JSON) throws(SchemaViolation) -> String {
        if case .number = value, !isWhole(value) { throw misfit(value, .notInt64, "TYPE_INT64") }
        return try text(value)
    }

    /// Whether it is a number without a fraction, of any size that a double can have.
    private static func isWhole(_ value: JSON) -> Bool {
        guard let number = value.doubleValue, number.isFinite else { return false }
        return number.rounded() == number
    }

    /// The text of a 64-bit integer, which may also be given as a number.
    package static func integerText(_ value: JSON) throws(SchemaViolation) -> String {
        let text = value.stringValue ?? value.text
        guard Int64(text) != nil else { throw misfit(value, .notInt64, "TYPE_INT64") }
        return text
    }

    /// The element at the index that a number, or the text of a whole number, gives.
    package static func element<Element>(of list: [Element], at value: JSON) -> Element? {
        guard let position = value.stringValue.flatMap(Int64.init) ?? value.integerValue,
            let index = Int(exactly: position), list.indices.contains(index)
        else { return nil }
        return list[index]
    }

    /// A text of at most this length; more would be kept, and looked at again and again.
    package static func text(_ value: JSON, _ limit: Limit) throws(SchemaViolation) -> String {
        let text = try text(value)
        guard limit.allows(text) else {
            let beginning = String(decoding: text.utf8.prefix(100), as: UTF8.self)
            throw misfit(.string(beginning), .tooLong(limit), "TYPE_STRING")
        }
        return text
    }

    /// The violation for a value that is neither a name nor a position of an enumeration.
    package static func misfit(_ value: JSON, enumeration name: String) -> SchemaViolation {
        switch value {
        case .string, .number: misfit(value, .notInEnumeration, name)
        case .null, .bool, .array, .object: misfit(value, .type("string"), name)
        }
    }

    /// The violation for a value of the wrong type.
    static func misfit(
        _ value: JSON, _ problem: SchemaViolation.Problem, _ protobufType: String
    ) -> SchemaViolation {
        SchemaViolation(problem: problem, value: value, protobufType: protobufType)
    }
}
