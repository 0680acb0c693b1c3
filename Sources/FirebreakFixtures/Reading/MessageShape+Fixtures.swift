package import FirebreakDiscovery
package import FirebreakWire

extension MessageShape {
    /// The problems of a value: unknown keys and values of the wrong type. `null` is always accepted and means absent;
    /// a number may be a text, which is how 64-bit integers are written on the wire.
    func problems(of value: JSON, at path: FixturePath) -> [FixtureProblem] {
        guard !value.isNull else { return [] }
        switch (self, value) {
        case (.anything, _), (.boolean, .bool), (.string, .string), (.enumeration, .string): return []
        case (.integer, .number), (.number, .number), (.integerText, .number): return []
        case (.integer, .string(let text)), (.number, .string(let text)), (.integerText, .string(let text)):
            return Int64(text) == nil ? [FixtureProblem(path, "must be a number")] : []
        case (.array(let element), .array(let values)):
            return values.enumerated().flatMap { element.problems(of: $1, at: path / $0) }
        case (.map(let element), .object(let members)):
            return members.flatMap { element.problems(of: $0.value, at: path / $0.key) }
        case (.object(let declared), .object(let members)):
            return members.flatMap { member in
                declared[member.key]?.shape.problems(of: member.value, at: path / member.key)
                    ?? [FixtureProblem(path / member.key, UnknownKey.message(member.key, among: declared.keys))]
            }
        default: return [FixtureProblem(path, mismatch(with: value))]
        }
    }

    private func mismatch(with value: JSON) -> String {
        switch self {
        case .boolean: return "must be true or false"
        case .string, .enumeration:
            let isScalar = value.arrayValue == nil && value.objectValue == nil
            return isScalar ? "must be a text: put it in quotes" : "must be a text"
        case .integer, .number, .integerText: return "must be a number"
        case .array: return "must be a list"
        case .map, .object, .anything: return "must be an object"
        }
    }

    /// The part of a value that a document can set: without members that this shape does not have.
    package func selection(of value: JSON) -> JSON {
        switch (self, value) {
        case (.array(let element), .array(let values)): .array(values.map(element.selection))
        case (.map(let element), .object(let members)):
            .object(members.map { JSON.Member($0.key, element.selection(of: $0.value)) })
        case (.object(let declared), .object(let members)):
            .object(
                members.compactMap { member in
                    declared[member.key].map { JSON.Member(member.key, $0.shape.selection(of: member.value)) }
                })
        default: value
        }
    }
}
