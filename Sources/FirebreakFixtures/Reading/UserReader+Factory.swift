import FirebreakWire

extension UserReader {
    /// How many users a factory can make.
    static let maximumCount = Int64(Limit.factory.maximum)

    /// Reads a user, or the users of a factory: the same members for each, with `{n}` for its number.
    ///
    /// - Parameter refs: Those of the whole project, where they are unique across tenants.
    mutating func read(_ value: JSON, _ path: FixturePath, _ refs: inout Set<ExactText>) {
        guard value["factory"] != nil || value["count"] != nil else { return add(value, path, isMade: false, &refs) }
        var reader = ObjectReader(value, path, keys: FixtureKeys.factory)
        let name = reader.text("factory")
        if !reader.has("factory") { reader.note("factory is missing: the name that the refs begin with") }
        let count = reader.number("count", in: 1...Self.maximumCount)
        if !reader.has("count") { reader.note("count is missing") }
        if let count, !Limit.fixture.allows(value.bytes.count * Int(count)) {
            reader.note("count", "makes more than \(Limit.fixture.amount) of users")
        }
        problems += reader.problems
        guard reader.problems.isEmpty, let name, let count else { return }
        var template = value
        for key in FixtureKeys.factoryOnly { template[key] = JSON?.none }
        for number in 1...count {
            var user = template.numbered(String(number))
            user["ref"] = .string(name + String(number))
            let known = problems.count
            add(user, path, isMade: true, &refs)
            // The remaining users have the same problems.
            guard problems.count == known else { return }
        }
    }
}

extension JSON {
    /// This value with `{n}` in every text replaced.
    fileprivate func numbered(_ number: String) -> JSON {
        switch self {
        case .null, .bool, .number: return self
        case .string(let text):
            guard text.utf8.contains(UInt8(ascii: "{")) else { return self }
            var result = ""
            var rest = text[...]
            while let mark = rest.firstRange(of: "{n}") {
                result += rest[..<mark.lowerBound] + number
                rest = rest[mark.upperBound...]
            }
            return .string(result + rest)
        case .array(let elements): return .array(elements.map { $0.numbered(number) })
        case .object(let members): return .object(members.map { Member($0.key, $0.value.numbered(number)) })
        }
    }
}
