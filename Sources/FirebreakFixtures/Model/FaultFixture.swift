package import FirebreakWire

/// A failure that happens on demand (firebreak.md section 11), as a fixture or a call of the control API defines it.
package struct FaultFixture: Sendable, Equatable {
    package var path: FixturePath
    /// The members that were given, checked, in the order of the documentation. Whether the code of an error exists is
    /// left to the caller.
    package var definition: JSON

    /// The error that it answers: a code or a whole message.
    package var error: String? { definition["error"]?.stringValue }

    /// How many calls or messages it takes; `nil` for all.
    package var times: Int64? { definition["times"] == "always" ? nil : definition["times"]?.integerValue ?? 1 }

    /// How many it lets through before.
    package var skip: Int64 { definition["skip"]?.integerValue ?? 0 }

    /// Reads a definition.
    ///
    /// - Parameter path: Where the problems are.
    /// - Returns: `nil` if there are problems.
    package static func read(_ value: JSON, _ path: FixturePath) -> (FaultFixture?, [FixtureProblem]) {
        var reader = FaultReader(value, path)
        let definition = reader.read()
        guard reader.problems.isEmpty else { return (nil, reader.problems) }
        return (FaultFixture(path: path, definition: definition), [])
    }
}
