package import FirebreakWire

/// What a value of Google's resources can be, as far as documents can set it (discovery document of v2).
package indirect enum ResourceShape: Sendable {
    case flag
    case text
    /// Also as a text, which is how whole numbers of 64 bits go over the wire.
    case number
    case list(ResourceShape)
    /// Any keys, with values of one shape.
    case map(ResourceShape)
    case object([String: ResourceShape])
}

extension ResourceShape {
    /// What is wrong with a value: unknown keys and values of the wrong type. `null` is always fine and says nothing.
    func problems(of value: JSON, at path: FixturePath) -> [FixtureProblem] {
        guard !value.isNull else { return [] }
        switch (self, value) {
        case (.flag, .bool), (.text, .string), (.number, .number): return []
        case (.number, .string(let text)) where Int64(text) != nil: return []
        case (.list(let element), .array(let values)):
            return values.enumerated().flatMap { element.problems(of: $1, at: path / $0) }
        case (.map(let element), .object(let members)):
            return members.flatMap { element.problems(of: $0.value, at: path / $0.key) }
        case (.object(let shapes), .object(let members)):
            return members.flatMap { member in
                shapes[member.key]?.problems(of: member.value, at: path / member.key)
                    ?? [FixtureProblem(path / member.key, UnknownKey.message(member.key, among: shapes.keys))]
            }
        case (.flag, _): return [FixtureProblem(path, "must be true or false")]
        case (.text, .number), (.text, .bool): return [FixtureProblem(path, "must be a text: put it in quotes")]
        case (.text, _): return [FixtureProblem(path, "must be a text")]
        case (.number, _): return [FixtureProblem(path, "must be a number")]
        case (.list, _): return [FixtureProblem(path, "must be a list")]
        case (.map, _), (.object, _): return [FixtureProblem(path, "must be an object")]
        }
    }

    /// What a document can say of a value: all but members that objects here do not have.
    package func selection(of value: JSON) -> JSON {
        switch (self, value) {
        case (.list(let element), .array(let values)): .array(values.map(element.selection))
        case (.map(let element), .object(let members)):
            .object(members.map { JSON.Member($0.key, element.selection(of: $0.value)) })
        case (.object(let shapes), .object(let members)):
            .object(
                members.compactMap { member in
                    shapes[member.key].map { JSON.Member(member.key, $0.selection(of: member.value)) }
                })
        case (.flag, _), (.text, _), (.number, _), (.list, _), (.map, _), (.object, _): value
        }
    }
}
