import FirebreakDiscovery
import FirebreakWire

/// Reads the members of one object and collects the problems, so that all of them are reported together.
struct ObjectReader {
    let path: FixturePath
    private let members: [String: JSON]
    private(set) var problems: [FixtureProblem] = []

    /// - Parameter keys: The allowed keys; others are problems.
    init(_ value: JSON, _ path: FixturePath, keys: Set<String>) {
        self.path = path
        guard let object = value.objectValue else {
            members = [:]
            problems = [FixtureProblem(path, "must be an object")]
            return
        }
        members = Dictionary(object.map { ($0.key, $0.value) }) { $1 }
        for member in object where !keys.contains(member.key) && problems.count < FixtureSource.maximumIssues {
            problems.append(FixtureProblem(path / member.key, UnknownKey.message(member.key, among: keys)))
        }
    }

    mutating func note(_ key: String, _ message: String) { problems.append(FixtureProblem(path / key, message)) }
    mutating func note(_ message: String) { problems.append(FixtureProblem(path, message)) }
    mutating func note(_ others: [FixtureProblem]) { problems += others }

    /// Whether the key is present, even if its value is `null`.
    func has(_ key: String) -> Bool { members[key] != nil }

    /// The value; `nil` if it is absent or `null`.
    func value(_ key: String) -> JSON? {
        // Not as one expression: there, `nil` would mean JSON's `null`.
        guard let value = members[key], !value.isNull else { return nil }
        return value
    }

    mutating func text(_ key: String) -> String? {
        guard let value = value(key) else { return nil }
        if let text = value.stringValue, !text.isEmpty { return text }
        switch value {
        case .string: note(key, "must not be empty")
        case .object, .array: note(key, "must be a text")
        case .null, .bool, .number: note(key, "must be a text: put it in quotes")
        }
        return nil
    }

    /// `true` or `false`, also as a text, because environment variables are texts.
    mutating func flag(_ key: String) -> Bool? {
        switch value(key) {
        case nil: return nil
        case .bool(let flag)?: return flag
        case "true"?: return true
        case "false"?: return false
        default:
            note(key, "must be true or false")
            return nil
        }
    }

    /// A whole number, also as a text, because environment variables are texts.
    mutating func number(_ key: String, in range: ClosedRange<Int64>) -> Int64? {
        guard let value = value(key) else { return nil }
        guard let number = value.integerValue ?? value.stringValue.flatMap(Int64.init), range.contains(number) else {
            note(key, "must be a whole number from \(range.lowerBound) through \(range.upperBound)")
            return nil
        }
        return number
    }

    mutating func object(_ key: String) -> JSON? {
        guard let value = value(key) else { return nil }
        guard value.objectValue != nil else {
            note(key, "must be an object")
            return nil
        }
        return value
    }

    /// One of Google's resources, or a part of one. The shape is built only if the document has it.
    mutating func resource(_ key: String, _ shape: @autoclosure () -> MessageShape) -> JSON? {
        guard let value = value(key) else { return nil }
        problems += shape().problems(of: value, at: path / key)
        return value
    }

    mutating func list(_ key: String) -> [JSON] {
        guard let value = value(key) else { return [] }
        guard let list = value.arrayValue else {
            note(key, "must be a list")
            return []
        }
        return list
    }

    mutating func choice(_ key: String, _ choices: [String]) -> String? {
        guard let text = text(key) else { return nil }
        guard choices.contains(text) else {
            note(key, "must be one of \(choices.joined(separator: ", "))")
            return nil
        }
        return text
    }

    /// RFC 3339, or milliseconds since 1970.
    mutating func moment(_ key: String) -> Timestamp? {
        guard let value = value(key) else { return nil }
        if let moment = value.integerValue.map(Timestamp.init(milliseconds:)), Timestamp.writable.contains(moment) {
            return moment
        }
        if let moment = value.stringValue.flatMap(Timestamp.init(rfc3339:)) { return moment }
        note(key, "must be a time such as 2026-06-01T12:00:00Z, or milliseconds since 1970")
        return nil
    }
}
