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
