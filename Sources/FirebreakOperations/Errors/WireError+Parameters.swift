package import FirebreakWire

// Invalid values that many methods have in common.

extension WireError {
    package static func invalidArgument(_ explanation: String) -> WireError {
        WireError(
            Wording("INVALID_ARGUMENT : \(explanation)", .invalidArgument),
            area: .requests,
            cause: "A parameter, a rule or a member of a document has a value that it cannot have.",
            remedy: "Give it a value that the message allows.")
    }

    /// production.md section 12
    package static let requestArgumentInvalid = WireError(
        .requestArgumentInvalid,
        area: .requests,
        cause: "A member that the method needs is missing, or its value will not do.",
        remedy: "Compare the request with the documentation of the method; production does not say more either.")

    package static func notImplemented(_ message: String) -> WireError {
        WireError(
            Wording(message, .notImplemented),
            area: .requests,
            cause: "The official emulator does not have this method or input, so profile `emulator` does not "
                + "either.",
            remedy: "Do without it, or give the project another profile: `serve --profile local`, or `profile: "
                + "local` in a fixture.")
    }
}

extension Limit {
    /// - Throws: `INVALID_ARGUMENT` that names the limit.
    package func check(_ count: Int) throws(WireError) {
        guard allows(count) else { throw .invalidArgument(sentence) }
    }

    /// - Throws: `INVALID_ARGUMENT` that names the limit.
    package func check(_ text: String) throws(WireError) {
        guard allows(text) else { throw .invalidArgument(sentence) }
    }

    /// - Parameter before: What is stored. A larger document of an earlier version may stay as large as it is.
    /// - Throws: `INVALID_ARGUMENT` that names the limit.
    package func check(_ document: JSON, before: JSON? = nil) throws(WireError) {
        let size = document.bytes.count
        guard !allows(size), size > before?.bytes.count ?? 0 else { return }
        throw .invalidArgument(sentence)
    }
}

extension WireError.Wording {
    /// Production's error for many invalid requests, without saying what is wrong.
    static let requestArgumentInvalid = WireError.Wording("Request contains an invalid argument.", .badRequest)
}

extension WireError {
    package static let parameterErrors: [WireError] = [
        .invalidArgument("<explanation>"),
        .requestArgumentInvalid,
        .notImplemented("<what> is not implemented in the Auth Emulator."),
    ]
}
