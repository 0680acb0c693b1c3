import FirebreakFixtures
package import FirebreakWire

// The product's own API (firebreak.md section 4).

extension WireError {
    package static func alreadyExists(_ what: String) -> WireError {
        WireError(
            Wording(
                "ALREADY_EXISTS : \(what)", Kind(409, "ALREADY_EXISTS", ["reason": "conflict", "domain": "global"])),
            area: .control,
            cause: "What the call would create exists already.",
            remedy: "Delete it first (`DELETE /firebreak/v1/projects/ID`), or choose another name.")
    }

    package static func failedPrecondition(_ what: String) -> WireError {
        WireError(
            Wording(
                "FAILED_PRECONDITION : \(what)",
                Kind(400, "FAILED_PRECONDITION", ["reason": "failedPrecondition", "domain": "global"])),
            area: .control,
            cause: "The project is not in the state that the call needs: for example, it has too many snapshots.",
            remedy: "Do what the message says, then try again.")
    }

    package static let hostNotAllowed = WireError(
        Wording("HOST_NOT_ALLOWED : The control API answers only to the names this server is known by.", .forbidden),
        area: .control,
        cause: "The control API was called by a host name that is not the server's, or from a page of another origin.",
        remedy: "Call it at the address that the server printed; a server behind another name has it as "
            + "`--public-url`.")

    /// Every problem is a separate entry of `details`.
    static func invalidFixture(_ error: FixtureError) -> WireError {
        let details = error.issues.map { issue -> JSON in
            [
                "file": .string(issue.file), "line": .int(issue.line), "column": .int(issue.column),
                "path": .string(issue.path.description.excerpt), "message": .string(issue.message.excerpt),
            ]
        }
        return WireError(
            Wording("INVALID_FIXTURE : \(error)", Kind(400, "INVALID_ARGUMENT", nil), details: details),
            area: .control,
            cause:
                "A fixture document cannot be read, or cannot be applied to the project. Nothing changed.",
            remedy: "Correct the places that the message names; `firebreak validate` finds them in advance.")
    }

    package static func notFound(_ what: String) -> WireError {
        WireError(
            Wording("NOT_FOUND : \(what)", .notFound),
            area: .control,
            cause: "There is no such project, user, key, snapshot or message, or the message has no such part.",
            remedy: "Check the ID, and the project in the path. Messages may be filtered too narrowly.")
    }

    /// - Parameter explanation: What happened instead, on one line.
    package static func outboxTimeout(_ explanation: String) -> WireError {
        WireError(
            Wording(
                "OUTBOX_TIMEOUT : \(explanation)",
                Kind(408, "DEADLINE_EXCEEDED", ["reason": "timeout", "domain": "global"])),
            area: .control,
            cause: "Too few messages matched before the wait timed out. The message says what did arrive.",
            remedy: "Check filter, cursor and project; wait after the action, or from the cursor before it.")
    }

    /// - Parameter explanation: What was called instead, on one line.
    package static func requestTimeout(_ explanation: String) -> WireError {
        WireError(
            Wording(
                "REQUEST_TIMEOUT : \(explanation)",
                Kind(408, "DEADLINE_EXCEEDED", ["reason": "timeout", "domain": "global"])),
            area: .control,
            cause: "Too few calls of the journal matched before the wait timed out. The message says which were made.",
            remedy: "Check filter, cursor and project; wait after the action, or from the cursor before it.")
    }

    package static let controlTokenRequired = WireError(
        Wording("UNAUTHENTICATED : The control API of this server needs its control token.", .unauthenticated),
        area: .control,
        cause: "The server has a control token, and the request has none or a different one.",
        remedy: "Send `Authorization: Bearer` with the value of `--control-token`.")
}

extension WireError {
    package static let controlErrors: [WireError] = [
        .alreadyExists("<what>"),
        .failedPrecondition("<what>"),
        .hostNotAllowed,
        .invalidFixture(
            FixtureError([
                FixtureIssue(file: "<file>", line: 1, column: 1, path: FixturePath() / "<path>", message: "<problem>")
            ])),
        .notFound("<what>"),
        .outboxTimeout("<explanation>"),
        .requestTimeout("<explanation>"),
        .controlTokenRequired,
    ]
}
