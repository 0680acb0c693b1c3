package import FirebreakWire

/// Goes once through the texts of a document, and expands environment variables in them: `${NAME}` and, for variables that are not set or empty, `${NAME:-default}`.
/// `$${` stands for a literal `${`.
struct EnvironmentExpansion {
    private let environment: [String: String]?
    private(set) var problems: [FixtureProblem] = []
    /// Whether a key could not be expanded.
    private(set) var hasUnknownKeys = false

    /// - Parameter environment: `nil` if there is none.
    init(_ environment: [String: String]?) { self.environment = environment }

    /// The value with every text and every key expanded. A text that cannot be is `null`, so that it is not reported
    /// once more.
    mutating func expanded(_ value: JSON) -> JSON { expanded(value, FixturePath()) }

    private mutating func expanded(_ value: JSON, _ path: FixturePath) -> JSON {
        switch value {
        case .null, .bool: return value
        case .number(let literal):
            guard Int64(literal) == nil, !value.isFinite else { return value }
            problems.append(
                FixtureProblem(path, "\(literal.prefix(40)) is not a number that JSON has; a text must be in quotes"))
            return .null
        case .string(let text):
            guard !text.utf8.contains(0) || Self.mayHaveNull(path) else {
                problems.append(FixtureProblem(path, "a text must not have the character U+0000"))
                return .null
            }
            guard text.containsByte(UInt8(ascii: "$")) else { return value }
            return expanded(text, path).map(JSON.string) ?? .null
        case .array(let elements):
            var result: [JSON] = []
            result.reserveCapacity(elements.count)
            for (index, element) in elements.enumerated() { result.append(expanded(element, path / index)) }
            return .array(result)
        case .object(let members):
            var result: [JSON.Member] = []
            result.reserveCapacity(members.count)
            for member in members {
                let path = path / member.key
                let key = expanded(member.key, path)
                if key == nil { hasUnknownKeys = true }
                result.append(JSON.Member(key ?? member.key, expanded(member.value, path)))
            }
            return .object(result)
        }
    }

    /// Whether a text may have the character U+0000: what nothing is found by, as in requests (production.md section 9).
    private static func mayHaveNull(_ path: FixturePath) -> Bool {
        guard let member = path.steps.last(where: { Int($0) == nil }) else { return false }
        let isClaim = path.steps.contains { $0 == "claims" }
        return isClaim ? !JSON.identifyingClaims.contains(member) : JSON.freeTexts.contains(member)
    }

    /// - Returns: `nil` for what is a problem.
    private mutating func expanded(_ text: String, _ path: FixturePath) -> String? {
        let known = problems.count
        var result = ""
        var rest = text[...]
        while let mark = rest.firstRange(of: "${") {
            let before = rest[..<mark.lowerBound]
            result += before
            if before.endsWithBytes(of: "$") {
                result += "{"
                rest = rest[mark.upperBound...]
                continue
            }
            guard let (expression, after) = rest[mark.upperBound...].parted(at: "}") else {
                problems.append(FixtureProblem(path, "${ has no } (write $${ for the characters themselves)"))
                return nil
            }
            result += value(of: expression, path)
            rest = after
        }
        return problems.count == known ? result + rest : nil
    }

    private mutating func value(of expression: Substring, _ path: FixturePath) -> String {
        let separator = expression.firstRange(of: ":-")
        let name = String(separator.map { expression[..<$0.lowerBound] } ?? expression)
        guard let first = name.utf8.first, !first.isASCIIDigit, name.utf8.allSatisfy(Self.isNameByte) else {
            problems.append(FixtureProblem(path, "${\(name)} does not name an environment variable"))
            return ""
        }
        if let value = environment?[name], !value.isEmpty || separator == nil { return value }
        if let separator { return String(expression[separator.upperBound...]) }
        problems.append(
            FixtureProblem(
                path,
                environment == nil
                    ? "the environment is not read here, so ${\(name)} needs a default, as ${\(name):-text}"
                    : "the environment variable \(name) is not set and has no default"))
        return ""
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_")
    }
}

extension JSON {
    /// This value with every `${` escaped, so that reading it as a document yields the same value.
    package var escapingExpansions: JSON {
        func escaped(_ text: String) -> String {
            var result = ""
            var rest = text[...]
            while let mark = rest.firstRange(of: "${") {
                result += rest[..<mark.lowerBound] + "$${"
                rest = rest[mark.upperBound...]
            }
            return result + rest
        }
        switch self {
        case .null, .bool, .number: return self
        case .string(let text): return .string(escaped(text))
        case .array(let elements): return .array(elements.map(\.escapingExpansions))
        case .object(let members):
            return .object(members.map { Member(escaped($0.key), $0.value.escapingExpansions) })
        }
    }
}
