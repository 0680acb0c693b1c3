package import FirebreakWire

// Phone numbers and codes by SMS, for sign-in and as a second factor (phone-mfa.md sections 1 to 4).

extension WireError {
    package static let invalidCode = WireError(
        "INVALID_CODE",
        area: .phone,
        cause: "The code is not the one that was sent, or the one-time password is not the current one or was used "
            + "before.",
        remedy: "Read the code from the outbox, or take the next one-time password; those follow the project's "
            + "clock.")

    package static let invalidPhoneNumber = WireError(
        "INVALID_PHONE_NUMBER : Invalid format.",
        area: .phone,
        cause: "The phone number is missing, does not begin with `+` and a country code, or has a length between "
            + "those of its country's mobile numbers.",
        remedy: "Give the number in E.164 form, such as `+15555550100`.")

    /// production.md section 9
    package static let phoneNumberTooShort = WireError(
        "INVALID_PHONE_NUMBER : TOO_SHORT",
        area: .phone,
        cause: "The number has fewer digits than mobile numbers of its country.",
        remedy: "Give the whole number, with the area code. Tests can use any number of the right length: none is "
            + "called.")

    /// production.md section 9
    package static let phoneNumberTooLong = WireError(
        "INVALID_PHONE_NUMBER : TOO_LONG",
        area: .phone,
        cause: "The number has more digits than mobile numbers of its country.",
        remedy: "Give the number in E.164 form, such as `+15555550100`. Tests can use any number of the right length: "
            + "none is called.")

    package static let invalidSessionInfo = WireError(
        "INVALID_SESSION_INFO",
        area: .phone,
        cause: "There is no verification with this session, or its code was used.",
        remedy: "Send the `sessionInfo` that came with the code, once.")

    package static let invalidTemporaryProof = WireError(
        "INVALID_TEMPORARY_PROOF",
        area: .phone,
        cause: "The proof is unknown, expired, or for another number.",
        remedy: "Verify the number by a new code. How long proofs last is lifetime `temporaryProof` of rule "
            + "`lifetimes`.")

    package static let missingCode = WireError(
        "MISSING_CODE",
        area: .phone,
        cause: "A verification has no code.",
        remedy: "Send the code of the message, which the outbox has, or the one-time password.")

    package static let missingIOSAppToken = WireError(
        "MISSING_IOS_APP_TOKEN",
        area: .phone,
        cause: "An iOS app is to be verified, and does not send the token that it has for push notifications.",
        remedy: "Register the app for remote notifications before phone sign-in.")

    package static let missingPhoneNumber = WireError(
        "MISSING_PHONE_NUMBER",
        area: .phone,
        cause: "A temporary proof is used without the number that it is for.",
        remedy: "Send `phoneNumber`, as the answer with the proof had it.")

    /// production.md section 13
    package static let missingRecaptchaToken = WireError(
        "MISSING_RECAPTCHA_TOKEN",
        area: .phone,
        cause: "The configuration enforces reCAPTCHA for this way of signing in, and the app sent no token.",
        remedy: "Send any token, which Firebreak does not look into, or set the enforcement in `recaptchaConfig` to "
            + "`AUDIT` or `OFF`.")

    package static let missingSessionInfo = WireError(
        "MISSING_SESSION_INFO",
        area: .phone,
        cause: "A verification does not say which one it is.",
        remedy: "Send the `sessionInfo` that came with the code.")

    package static let androidProofUnsupported = WireError(
        Wording("androidVerificationProof is unsupported!", .notImplemented),
        area: .phone,
        cause: "An Android app claims to have read the message by itself.",
        remedy: "Have the user enter the code.")

    /// production.md section 11
    package static let smsRegionNotEnabled = WireError(
        "OPERATION_NOT_ALLOWED : SMS unable to be sent until this region enabled by the app developer.",
        area: .phone,
        cause: "`smsRegionConfig` allows no messages to the number's region.",
        remedy: "Add the region to `smsRegionConfig.allowlistOnly.allowedRegions`, or set `smsRegionConfig` "
            + "to `{\"allowByDefault\":{}}`, in the configuration of the project or tenant.")

    /// production.md section 11
    package static let quotaExceeded = WireError(
        "QUOTA_EXCEEDED",
        area: .phone,
        cause: "Too many wrong codes were given for one message.",
        remedy: "Have a new code sent.")

    package static let sessionExpired = WireError(
        "SESSION_EXPIRED",
        area: .phone,
        cause: "The code, or the enrolment of one-time passwords, was not finished in time, or the code was used.",
        remedy: "Begin again. How long there is, is `smsCode` and `totpEnrollment` of rule `lifetimes`; "
            + "whether anything expires at all, rule `expiry`.")

    package static let phoneOfSecondFactorUser = WireError(
        "UNSUPPORTED_FIRST_FACTOR : A phone number cannot be set as a first factor on an SMS based MFA user.",
        area: .phone,
        cause: "A user with a second factor signs in by phone, or links a number.",
        remedy: "Have the user sign in another way; with a second factor the phone cannot be the first.")

    /// production.md section 12
    package static let numberForSecondFactorUser = WireError(
        "UNSUPPORTED_FIRST_FACTOR : The account has MFA enabled, please sign-in with MFA eligible first factor.",
        area: .phone,
        cause:
            "A user with a second factor links a phone number. Only profile `production` uses this message.",
        remedy: "Withdraw the second factor first; with one, the phone cannot be the first.")

    package static let unsupportedTenantOperation = WireError(
        "UNSUPPORTED_TENANT_OPERATION",
        area: .phone,
        cause: "A phone sign-in names a tenant, and tenants have none.",
        remedy: "Sign in to the project itself, or use the phone as a second factor.")
}

extension PhoneNumber.Problem {
    var error: WireError {
        switch self {
        case .malformed: .invalidPhoneNumber
        case .tooShort: .phoneNumberTooShort
        case .tooLong: .phoneNumberTooLong
        }
    }
}

extension WireError {
    /// What a check of a phone number results in, with its problem as an error.
    static func ofPhoneNumber(_ check: () throws -> String) throws -> String {
        do { return try check() } catch let problem as PhoneNumber.Problem { throw problem.error }
    }
}

extension WireError {
    package static let phoneErrors: [WireError] = [
        .invalidCode,
        .invalidPhoneNumber,
        .phoneNumberTooShort,
        .phoneNumberTooLong,
        .invalidSessionInfo,
        .invalidTemporaryProof,
        .missingCode,
        .missingIOSAppToken,
        .missingPhoneNumber,
        .missingRecaptchaToken,
        .missingSessionInfo,
        .androidProofUnsupported,
        .smsRegionNotEnabled,
        .quotaExceeded,
        .sessionExpired,
        .phoneOfSecondFactorUser,
        .numberForSecondFactorUser,
        .unsupportedTenantOperation,
    ]
}
