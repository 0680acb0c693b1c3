// Each member is the row of errors.txt with its name.

extension WireError {
    // MARK: Requests and the server

    package static var internalError: WireError { row() }
    package static func invalidArgument(_ explanation: String) -> WireError { row(["explanation": explanation]) }
    /// The same of one member.
    ///
    /// - Parameters:
    ///   - member: As requests have it.
    ///   - demand: What it has to be, as the rest of a sentence: `must be a number`.
    ///   - name: What the message calls it, if not by the member.
    package static func invalidArgument(member: String, _ demand: String, called name: String? = nil) -> WireError {
        invalidArgument("\(name ?? member) \(demand)").about(member, demand: demand)
    }
    package static func invalidContentType(_ type: String) -> WireError { row(["type": type]) }
    package static func invalidFieldSelection(_ path: String) -> WireError { row(["path": path]) }
    /// - Parameter host: As the request has it.
    package static func invalidHost(_ host: String) -> WireError { row(["host": host]) }
    /// - Parameter reference: The reference's explanation, if it has one of its own.
    package static func invalidJSON(_ explanation: String, reference: String? = nil) -> WireError {
        row(["explanation": explanation, "ofReference": reference ?? explanation])
    }
    package static var shuttingDown: WireError { row() }
    package static func storageUnavailable(_ sentence: String) -> WireError { row(["sentence": sentence]) }
    /// - Parameter maximum: How many there may be.
    package static func tooManyProjects(maximum: String) -> WireError { row(["number": maximum]) }
    package static var tooMuchAtOnce: WireError { row() }
    /// - Parameters:
    ///   - name: As it was sent. Of a long one, such as a whole JSON body, the beginning is quoted.
    ///   - part: The part of the name that is unknown, between two dots.
    package static func unknownFormField(_ name: String, part: String) -> WireError {
        func cut(_ text: String) -> String { String(String.UnicodeScalarView(text.unicodeScalars.prefix(500))) }
        return row(["name": cut(name), "part": cut(part)])
    }
    package static var unknownPath: WireError { row() }

    // MARK: Options that say how password hashes were made

    package static var emptyHashKey: WireError { row() }
    package static var invalidArgon2HashType: WireError { row() }
    package static var invalidArgon2Iterations: WireError { row() }
    package static var invalidArgon2MemoryCost: WireError { row() }
    package static var invalidArgon2Parallelism: WireError { row() }
    package static var invalidHashAlgorithm: WireError { row() }
    package static var invalidHashMemoryCosts: WireError { row() }
    package static var invalidHashParameter: WireError { row() }
    package static var invalidHashRounds: WireError { row() }
}

// MARK: - Malformed requests

extension WireError {
    package static func schemaViolation(_ violation: SchemaViolation) -> WireError {
        let statement = violation.statement.excerpt
        var field: JSON = ["field": .string(violation.fieldPath.excerpt), "description": .string(statement)]
        // The message itself has no name.
        if violation.path.isEmpty { field["field"] = nil }
        let error = row(
            ["problem": "\(violation.pointer) \(violation.phrase)", "statement": statement],
            details: [["@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": [field]]])
        guard violation.isUnknownToReference else { return error }
        let wording = error.wording(in: .production)
        return error.worded { _ in wording }
    }
}

extension SchemaViolation {
    /// The reference checks neither byte strings nor oneofs, so all profiles use production's message for them.
    fileprivate var isUnknownToReference: Bool {
        switch problem {
        case .notBase64, .oneofIsSet: true
        case .type, .notInEnumeration, .notInt32, .notInt64, .unknownName, .tooLong: false
        }
    }

    /// Production's message (production.md section 1).
    fileprivate var statement: String {
        switch problem {
        case .unknownName:
            "Invalid JSON payload received. Unknown name \(shownValue) at '\(fieldPath)': Cannot find field."
        case .oneofIsSet(let name):
            "Invalid value\(path.isEmpty ? "" : " at '\(fieldPath)'") (oneof), oneof field '\(name)' is already set. "
                + "Cannot set '\(value.stringValue?.excerpt ?? "")'"
        case _ where path.isEmpty:
            "Invalid JSON payload received. Unknown name \"\": Root element must be a message."
        case .notBase64:
            "Invalid value at '\(fieldPath)' (\(protobufType)), Base64 decoding failed for \(shownValue)"
        case .type, .notInEnumeration, .notInt32, .notInt64, .tooLong:
            "Invalid value at '\(fieldPath)' (\(protobufType)), \(shownValue)"
        }
    }

    /// Only texts stand in quotes, with nothing escaped in them.
    private var shownValue: String { value.stringValue.map { "\"\($0.excerpt)\"" } ?? value.text }
}
