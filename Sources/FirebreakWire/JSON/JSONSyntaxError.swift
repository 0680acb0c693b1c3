/// Why a text is not JSON, with the byte at which parsing failed.
package struct JSONSyntaxError: Error, Equatable, Sendable {
    package enum Reason: String, Sendable {
        case unexpectedEnd = "Unexpected end of JSON input"
        case unexpectedByte = "Unexpected token"
        case invalidUTF8 = "Invalid UTF-8"
        case invalidNumber = "Invalid number"
        case numberTooLarge = "Number exceeds the range of double."
        case invalidEscape = "Bad escaped character"
        case tooDeep = "Nesting too deep"
        case tooMany = "Too many values"
        case controlCharacter = "Bad control character in string literal"
    }

    /// What the text may not end before.
    enum Expectation: String, Sendable {
        case value = "Expected a value."
        case valueOrEnd = "Expected a value or ] within an array."
        case separatorOrEndOfArray = "Expected , or ] after array value."
        case key = "Expected an object key or }."
        case colon = "Expected : between key:value pair."
        case separatorOrEndOfObject = "Expected , or } after key:value pair."
    }

    package var reason: Reason
    package var offset: Int
    /// Set where the text ends between two words of the grammar.
    var expectation: Expectation?

    /// In the words of the reference's parser.
    package var explanation: String { "\(reason.rawValue) in JSON at position \(offset)" }

    /// In the words of protobuf's parser, where they are known (production.md section 1).
    package var protobufExplanation: String? {
        guard reason != .numberTooLarge else { return reason.rawValue }
        return expectation.map { "Unexpected end of string. \($0.rawValue)\n\n^" }
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    package var description: String { "\(reason.rawValue) at byte \(offset)" }
}
