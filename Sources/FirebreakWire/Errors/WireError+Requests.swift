// What is wrong with a request as such, or with the server (wire.md sections 5, 7 and 8).

extension WireError {
    package static let internalError = WireError(
        Wording("INTERNAL_ERROR", Kind(500, "INTERNAL", ["reason": "internal", "domain": "global"])),
        area: .requests,
        cause: "An unexpected error occurred in the server. Its log has the full error.",
        remedy: "Report it as a defect, with the lines of the log and the request.")

    package static func invalidContentType(_ type: String) -> WireError {
        WireError(
            Wording("Invalid content-type: \(type)", Kind(400, nil, ["reason": "unknown"])),
            area: .requests,
            cause: "The body is of a type that the method does not read: everything takes `application/json`, and "
                + "token refresh form data as well.",
            remedy: "Send JSON with `Content-Type: application/json`.")
    }

    /// - Parameter host: As the request has it.
    package static func invalidHost(_ host: String) -> WireError {
        WireError(
            Wording("INVALID_ARGUMENT : No host, with or without a port: \(host)", .invalidArgument),
            area: .requests,
            cause: "The `Host` header, or the `X-Forwarded-Host` or `Forwarded` of a trusted proxy, names no host: it "
                + "has a space, a character that names do not have, or a port that is none.",
            remedy: "Send the name or address that the client calls, as clients do by themselves.")
    }

    /// production.md section 1.2
    package static func invalidFieldSelection(_ path: String) -> WireError {
        WireError(
            Wording(
                "Invalid field selection \(path)",
                Kind(
                    400, "INVALID_ARGUMENT",
                    [
                        "domain": "global", "reason": "invalidParameter", "location": "fields",
                        "locationType": "parameter",
                    ])),
            area: .requests,
            cause: "The query parameter `fields` names a member that the answer cannot have, or is no list of members.",
            remedy: "Name members as in `fields=users(localId,email),kind`, or leave `fields` out.")
    }

    /// - Parameter reference: The reference's explanation, if it has one of its own.
    package static func invalidJSON(_ explanation: String, reference: String? = nil) -> WireError {
        func wording(_ explanation: String) -> Wording {
            Wording(
                "Invalid JSON payload received. \(explanation)",
                Kind(400, "INVALID_ARGUMENT", ["domain": "global", "reason": "parseError"]))
        }
        return WireError(
            wording(explanation), reference: reference.map(wording),
            area: .requests,
            cause: "The body is not JSON, does not match its content encoding, or breaks off.",
            remedy: "Correct the body at the position that the message names.")
    }

    package static func schemaViolation(_ violation: SchemaViolation) -> WireError {
        let production = violation.productionWording
        return WireError(
            violation.isUnknownToReference ? production : violation.referenceWording, production: production,
            area: .requests,
            cause: "The request is JSON, but a member is of another type than the method declares, has a value that "
                + "its type does not allow, or excludes another member that is given too.",
            remedy: "Correct the member that the message names; the OpenAPI document of the server describes them all.")
    }

    /// production.md section 1
    ///
    /// - Parameters:
    ///   - name: As it was sent. Of a long one, such as a whole JSON body, the beginning is quoted.
    ///   - part: The part of the name that is unknown, between two dots.
    package static func unknownFormField(_ name: String, part: String) -> WireError {
        func cut(_ text: String) -> String { String(String.UnicodeScalarView(text.unicodeScalars.prefix(500))) }
        let message =
            "Invalid JSON payload received. Unknown name \"\(cut(name))\": Cannot bind query parameter. "
            + "Field '\(cut(part))' could not be found in request message."
        return WireError(
            Wording(
                message, Kind(400, "INVALID_ARGUMENT", ["reason": "invalid"]),
                details: [
                    [
                        "@type": "type.googleapis.com/google.rpc.BadRequest",
                        "fieldViolations": [["description": .string(message)]],
                    ]
                ]),
            area: .requests,
            cause: "The body is a form by its `Content-Type`, and has a name that the method does not know. In most "
                + "cases it is JSON that was sent as a form, as curl does with `-d`.",
            remedy: "Send JSON with `Content-Type: application/json`, or correct the name.")
    }

    package static let notFound = WireError(
        Wording("Not Found", .notFound),
        area: .requests,
        cause: "The server has no such path, or not for this method of HTTP.",
        remedy: "Check path and method; `/emulator/openapi.json` lists all that there are.")

    package static let shuttingDown = WireError(
        Wording("UNAVAILABLE : The server is shutting down.", .unavailable),
        area: .requests,
        cause: "The server was told to end while the request waited.",
        remedy: "Let clients finish before the server is told to end.")

    package static func storageUnavailable(_ sentence: String) -> WireError {
        WireError(
            Wording("UNAVAILABLE : \(sentence)", .unavailable),
            area: .requests,
            cause: "The project's database cannot be used at present: the disk is full, the file is read-only, "
                + "locked, gone, damaged or of a newer version.",
            remedy: "Remove the cause that the message names. The next request tries again, and nothing that was "
                + "answered is lost.")
    }

    /// - Parameter maximum: How many there may be.
    package static func tooManyProjects(maximum: String) -> WireError {
        WireError(
            Wording(
                "RESOURCE_EXHAUSTED : This server has \(maximum) projects, which is as many as it may have.",
                .resourceExhausted),
            area: .requests,
            cause: "The server was started with --max-projects, and the request would make one more.",
            remedy: "Drop projects that are no longer needed, give copies an end with expiresIn, or allow more.")
    }

    package static let tooMuchAtOnce = WireError(
        Wording("UNAVAILABLE : Other requests take all the memory that requests may; try again.", .unavailable),
        area: .requests,
        cause: "The bodies of all requests that are in progress take as much memory as they may.",
        remedy: "Send fewer large requests at a time, or try again.")
}

extension SchemaViolation {
    fileprivate var referenceWording: WireError.Wording {
        WireError.Wording("Invalid JSON payload received. \(pointer) \(phrase)", .invalidArgument)
    }

    /// The reference checks neither byte strings nor oneofs, so all profiles use production's message for them.
    fileprivate var isUnknownToReference: Bool {
        switch problem {
        case .notBase64, .oneofIsSet: true
        case .type, .notInEnumeration, .notInt32, .notInt64, .unknownName, .tooLong: false
        }
    }

    /// production.md section 1
    fileprivate var productionWording: WireError.Wording {
        let message = productionMessage.excerpt
        var field: JSON = ["field": .string(fieldPath.excerpt), "description": .string(message)]
        // The message itself has no name.
        if path.isEmpty { field["field"] = nil }
        return WireError.Wording(
            message, WireError.Kind(400, "INVALID_ARGUMENT", ["reason": "invalid"]),
            details: [["@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": [field]]])
    }

    private var productionMessage: String {
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

extension WireError {
    package static let requestErrors: [WireError] = [
        .internalError,
        .invalidFieldSelection("<path>"),
        .invalidContentType("<type>"),
        .invalidHost("<host>"),
        .invalidJSON("<explanation>"),
        .schemaViolation(
            SchemaViolation(
                path: [.key("<member>")], problem: .type("<type>"), value: "<value>", protobufType: "<type>")),
        .unknownFormField("<name>", part: "<part>"),
        .notFound,
        .tooManyProjects(maximum: "<number>"),
        .shuttingDown,
        .storageUnavailable("<sentence>"),
        .tooMuchAtOnce,
    ]
}
