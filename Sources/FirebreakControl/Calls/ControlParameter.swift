import FirebreakModel
import FirebreakOperations
import FirebreakWire

/// Reads parameters of the control API, which are strings when they come from the query.
enum ControlParameter {
    /// A whole number.
    ///
    /// - Parameters:
    ///   - name: The parameter's name, for the error.
    ///   - text: The value; `nil` when it was not given.
    ///   - range: The allowed values.
    /// - Returns: `nil` when it was not given.
    /// - Throws: `INVALID_ARGUMENT` naming the range.
    static func number(
        _ name: String, _ text: String?, in range: ClosedRange<Int64>
    ) throws(WireError) -> Int64? {
        guard let text else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            let limit = range.upperBound == .max ? "of at least \(range.lowerBound)" : words(range)
            throw .invalidArgument(member: name, "must be a whole number \(limit)")
        }
        return number
    }

    private static func words(_ range: ClosedRange<Int64>) -> String {
        "from \(range.lowerBound) through \(range.upperBound)"
    }

    /// A value of an enumeration.
    ///
    /// - Returns: `nil` when it was not given.
    /// - Throws: `INVALID_ARGUMENT` naming the values that exist.
    static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ name: String, _ text: String?
    ) throws(WireError) -> Choice? {
        guard let text else { return nil }
        guard let choice = Choice(rawValue: text) else { throw unknown(name, Choice.allCases.map(\.rawValue)) }
        return choice
    }

    /// The same of a list that clients know in part.
    static func known<Choice: KnownValues>(_ name: String, _ text: String?) throws(WireError) -> Choice? {
        guard let text else { return nil }
        guard let choice = Choice.known.first(where: { $0.rawValue.hasSameBytes(as: text) }) else {
            throw unknown(name, Choice.known.map(\.rawValue))
        }
        return choice
    }

    private static func unknown(_ name: String, _ values: [String]) -> WireError {
        .invalidArgument(member: name, "must be one of \(values.joined(separator: ", "))")
    }

    /// `true` or `false`.
    ///
    /// - Returns: `nil` when it was not given.
    /// - Throws: `INVALID_ARGUMENT` for anything else.
    static func flag(_ name: String, _ text: String?) throws(WireError) -> Bool? {
        guard let text else { return nil }
        guard let flag = Bool(text) else { throw .invalidArgument(member: name, "must be true or false") }
        return flag
    }

    /// What is looked for in a list (firebreak.md section 4.9).
    ///
    /// - Returns: `nil` when it was not given.
    /// - Throws: `INVALID_ARGUMENT` for an empty one, and for one that is too long.
    static func search(_ text: String?) throws(WireError) -> SearchText? {
        guard let text = try Self.text("q", text) else { return nil }
        return try SearchText(text)
    }

    /// A string that must not be empty: an empty one is a mistake, such as an unset variable in a shell script.
    ///
    /// - Returns: `nil` when it was not given.
    /// - Throws: `INVALID_ARGUMENT` for an empty string.
    static func text(_ name: String, _ text: String?) throws(WireError) -> String? {
        guard text?.isEmpty != true else { throw .invalidArgument(member: name, "must not be empty") }
        return text
    }
}

extension String {
    private static let maximumShown = 200

    /// The text as part of a sentence: addresses come from the caller and may contain anything.
    var onOneLine: String {
        let shown = unicodeScalars.prefix(Self.maximumShown)
        return Substring(shown).visible + (shown.endIndex < endIndex ? "…" : "")
    }
}
