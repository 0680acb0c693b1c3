package import FirebreakWire

// Blocking functions that refuse or fail (blocking-functions.md sections 4 and 7, production.md section 8.2).

extension WireError {
    package static let functionAnswerNotJSON = WireError(
        .failure("((Response body is not valid JSON.))", reason: "Response body is not valid JSON."),
        area: .blockingFunctions,
        cause: "The blocking function answered, but not with JSON.",
        remedy: "Have it answer an object, `{}` at least.")

    package static let functionAnswerWithoutMask = WireError(
        "BLOCKING_FUNCTION_ERROR_RESPONSE : ((Response UserRecord is missing updateMask.))",
        area: .blockingFunctions,
        cause: "The blocking function's answer has a `userRecord` without `updateMask`, so that it is unclear "
            + "what is to change.",
        remedy: "Name the changed members in `updateMask`, as the Functions SDK does.")

    package static func functionClaimsTooLarge(_ member: String) -> WireError {
        WireError(
            .refusal("The \(member) payload should not exceed 1000 characters."),
            reference: "CLAIMS_TOO_LARGE",
            area: .blockingFunctions,
            cause: "The blocking function wants claims of more than 1000 characters.",
            remedy: "Keep claims to what access decisions need.")
    }

    package static func functionClaimsNotObject(_ member: String) -> WireError {
        WireError(
            .refusal("The \(member) payload must be a JSON object."),
            reference: "INVALID_CLAIMS",
            area: .blockingFunctions,
            cause: "The blocking function wants claims that are not an object.",
            remedy: "Have it answer an object of claim names and values.")
    }

    package static func functionClaimReserved(_ claim: String, in member: String) -> WireError {
        WireError(
            .refusal("The \(member) claims \"\(claim)\" are reserved and cannot be specified."),
            reference: "FORBIDDEN_CLAIM : \(claim)",
            area: .blockingFunctions,
            cause: "The blocking function wants a claim that tokens use themselves.",
            remedy: "Rename the claim.")
    }

    package static func functionDeadlineExceeded(url: String) -> WireError {
        WireError(
            "BLOCKING_FUNCTION_ERROR_RESPONSE : Cloud function deadline exceeded.",
            reference: .failure("((Deadline exceeded making request to \(url).))", reason: "Deadline exceeded"),
            area: .blockingFunctions,
            cause: "The blocking function did not answer in time: 7 seconds, in profile `emulator` 60.",
            remedy: "Have it answer faster; what takes long can be done after the sign-in.")
    }

    /// The body is passed on as it is: SDKs parse it.
    package static func functionRefused(url: String, status: Int, body: String) -> WireError {
        WireError(
            .refusal(body: body),
            reference: .refusal(url: url, status: status, body: body),
            area: .blockingFunctions,
            cause: "The blocking function refused: it threw an `HttpsError`, or answered another status than 2xx, "
                + "429 and 5xx.",
            remedy: "If it should not have, look at the body in the message and at the function's log.")
    }

    /// production.md section 13
    package static let invalidRecaptchaToken = WireError(
        "INVALID_RECAPTCHA_TOKEN",
        area: .blockingFunctions,
        cause: "The function beforeSendEmail or beforeSendSms answered that the message is not to be sent.",
        remedy: "If it should be, look at what the function makes its decision by. The outbox has the message as "
            + "`blocked`.")

    package static func functionFailed(url: String, status: Int, body: String) -> WireError {
        WireError(
            .breakdown,
            reference: .refusal(url: url, status: status, body: body),
            area: .blockingFunctions,
            cause: "The blocking function broke down: it answered 429 or 5xx, as for an error that it does not "
                + "catch.",
            remedy: "Look at the function's log.")
    }

    package static func functionUnreachable(url: String, reason: String) -> WireError {
        WireError(
            .breakdown,
            reference: .failure("((Failed to make request to \(url).))", reason: reason),
            area: .blockingFunctions,
            cause: "There is no answer at the blocking function's URL.",
            remedy: "Start the Functions emulator, or remove the trigger from `blockingFunctions` of the "
                + "configuration.")
    }
}

extension WireError.Wording {
    /// Production's error for a function that failed.
    fileprivate static let breakdown = WireError.Wording(
        "Error code: 47", WireError.Kind(503, nil, ["reason": "backendError", "domain": "global"]))

    /// The reference responds with 500 if a function, not the client, is at fault.
    fileprivate static func failure(_ explanation: String, reason: String) -> WireError.Wording {
        WireError.Wording(
            "BLOCKING_FUNCTION_ERROR_RESPONSE : \(explanation)", WireError.Kind(500, "INTERNAL", ["reason": reason]))
    }

    /// Production's error for an invalid response.
    fileprivate static func refusal(_ explanation: String) -> WireError.Wording {
        let error: JSON = ["error": ["message": .string(explanation), "status": "INVALID_ARGUMENT"]]
        return refusal(body: error.text)
    }

    fileprivate static func refusal(body: String) -> WireError.Wording {
        "BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: \(body)"
    }

    /// The reference's error.
    fileprivate static func refusal(url: String, status: Int, body: String) -> WireError.Wording {
        "BLOCKING_FUNCTION_ERROR_RESPONSE : ((HTTP request to \(url) returned HTTP error \(status): \(body)))"
    }
}

extension WireError {
    package static let blockingFunctionErrors: [WireError] = [
        .functionAnswerNotJSON,
        .functionAnswerWithoutMask,
        .functionClaimsTooLarge("<member>"),
        .functionClaimsNotObject("<member>"),
        .functionClaimReserved("<claim>", in: "<member>"),
        .functionDeadlineExceeded(url: "<functionUri>"),
        .functionRefused(url: "<functionUri>", status: 400, body: "<body>"),
        .invalidRecaptchaToken,
        .functionFailed(url: "<functionUri>", status: 500, body: "<body>"),
        .functionUnreachable(url: "<functionUri>", reason: "<reason>"),
    ]
}
