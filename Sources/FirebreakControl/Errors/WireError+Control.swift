import FirebreakFixtures
package import FirebreakWire

// Each member is the row of errors.txt with its name.

extension WireError {
    package static func alreadyExists(_ what: String) -> WireError { row(["what": what]) }
    package static var controlTokenRequired: WireError { row() }
    package static func failedPrecondition(_ what: String) -> WireError { row(["what": what]) }
    package static var hostNotAllowed: WireError { row() }
    /// Every problem is a separate entry of `details`.
    static func invalidFixture(_ error: FixtureError) -> WireError {
        let details = error.issues.map { issue -> JSON in
            [
                "file": .string(issue.file), "line": .int(issue.line), "column": .int(issue.column),
                "path": .string(issue.path.description.excerpt), "message": .string(issue.message.excerpt),
            ]
        }
        return row(["problems": error.description], details: details)
    }
    static func notFound(_ what: String) -> WireError { row(["what": what]) }
    /// - Parameter explanation: What happened instead, on one line.
    static func outboxTimeout(_ explanation: String) -> WireError { row(["explanation": explanation]) }
    /// - Parameter explanation: What was called instead, on one line.
    static func requestTimeout(_ explanation: String) -> WireError { row(["explanation": explanation]) }
}
