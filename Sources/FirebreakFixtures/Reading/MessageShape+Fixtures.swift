package import FirebreakDiscovery
package import FirebreakWire

extension MessageShape {
    /// The problems of a value: unknown keys and values of the wrong type. `null` is always accepted and means absent;
    /// a number may be a text, which is how 64-bit integers are written on the wire.
    func problems(of value: JSON, at path: FixturePath) -> [FixtureProblem] {
        var problems: [FixtureProblem] = []
        check(value, path, &problems)
        return problems
    }

    /// Stops at as many problems as are told.
    private func check(_ value: JSON, _ path: FixturePath, _ problems: inout [FixtureProblem]) {
        guard !value.isNull, problems.count < FixtureSource.maximumIssues else { return }
        switch (self, value) {
        case (.anything, _), (.boolean, .bool), (.string, .string), (.enumeration, .string): return
        case (.integer, .number), (.number, .number), (.integerText, .number): return
        case (.integer, .string(let text)), (.number, .string(let text)), (.integerText, .string(let text)):
            if Int64(text) == nil { problems.append(FixtureProblem(path, "must be a number")) }
        case (.array(let element), .array(let values)):
            for (index, value) in values.enumerated() { element.check(value, path / index, &problems) }
        case (.map(let element), .object(let members)):
            for member in members { element.check(member.value, path / member.key, &problems) }
        case (.object(let declared), .object(let members)):
            for member in members {
                guard problems.count < FixtureSource.maximumIssues else { return }
                guard let known = declared[member.key] else {
                    let message = UnknownKey.message(member.key, among: declared.keys)
                    problems.append(FixtureProblem(path / member.key, message))
                    continue
                }
                known.shape.check(member.value, path / member.key, &problems)
            }
        default: problems.append(FixtureProblem(path, mismatch(with: value)))
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
