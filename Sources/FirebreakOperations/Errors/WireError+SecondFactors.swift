package import FirebreakWire

// Enrolling second factors and signing in with them (phone-mfa.md sections 3 to 5, production.md section 12).

extension WireError {
    package static let duplicateMFAEnrollmentID = WireError(
        "DUPLICATE_MFA_ENROLLMENT_ID",
        area: .secondFactors,
        cause: "Two second factors of one request have the same `mfaEnrollmentId`.",
        remedy: "Give each its own.")

    package static func missingMember(_ name: String) -> WireError {
        WireError(
            .requestArgumentInvalid,
            reference: "INVALID_ARGUMENT : ((Missing \(name).))",
            area: .secondFactors,
            cause: "An enrolment says nothing of its factor. In profile `emulator`, one-time passwords are nothing "
                + "until they are configured.",
            remedy: "Send `phoneEnrollmentInfo` or `totpEnrollmentInfo` to begin, `phoneVerificationInfo` or "
                + "`totpVerificationInfo` to finish; in profile `emulator`, put `totpProviderConfig` into "
                + "`mfa.providerConfigs` of the configuration first.")
    }

    package static let missingVerification = WireError(
        .requestArgumentInvalid,
        reference: "INVALID_ARGUMENT : MFA provider not supported!",
        area: .secondFactors,
        cause: "The end of a sign-in has neither a code by SMS nor a one-time password.",
        remedy: "Send `phoneVerificationInfo` or `totpVerificationInfo`.")

    package static let missingCredential = WireError(
        .requestArgumentInvalid,
        reference: "MISSING_CREDENTIAL : Please set MFA Pending Credential.",
        area: .secondFactors,
        cause: "The end of a sign-in with a second factor does not say which first one it follows.",
        remedy: "Send `mfaPendingCredential` as the first factor's answer had it.")

    package static let missingPendingCredential = WireError(
        .requestArgumentInvalid,
        reference: "MISSING_MFA_PENDING_CREDENTIAL : Request does not have MFA pending credential.",
        area: .secondFactors,
        cause: "The code for a second factor was asked for without the first one.",
        remedy: "Send `mfaPendingCredential` as the first factor's answer had it.")

    package static let missingEnrollmentID = WireError(
        .requestArgumentInvalid,
        reference: "MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided.",
        area: .secondFactors,
        cause: "A sign-in does not say with which of the second factors it goes on.",
        remedy: "Send `mfaEnrollmentId` of one of the factors in the first factor's answer.")

    package static let missingOneTimePassword = WireError(
        .requestArgumentInvalid,
        reference: "MISSING_CODE",
        area: .secondFactors,
        cause: "The end of a sign-in with a one-time password has none.",
        remedy: "Send it as `totpVerificationInfo.verificationCode`.")

    package static let invalidPendingCredentialReference = WireError(
        "((Invalid phoneVerificationInfo.mfaPendingCredential.))",
        area: .secondFactors,
        cause: "The text is no pending credential. Profile `emulator` alone says so in these words.",
        remedy: "Send `mfaPendingCredential` as the first factor's answer had it.")

    package static let pendingCredentialWithoutUser = WireError(
        "((User in pendingCredentialPayload does not exist.))",
        area: .secondFactors,
        cause: "The account of a pending credential was deleted, or is in another tenant. Profile `emulator` alone "
            + "says so.",
        remedy: "Begin the sign-in again, in the same tenant.")

    package static let invalidMFAEnrollmentID = WireError(
        "INVALID_MFA_ENROLLMENT_ID : mfaEnrollmentId must be defined.",
        area: .secondFactors,
        cause: "A second factor in a change of the account has no ID. Profile `emulator` alone insists on one.",
        remedy: "Give each factor an `mfaEnrollmentId`; those that stay keep theirs.")

    package static let unknownEnrollmentID = WireError(
        "INVALID_MFA_ENROLLMENT_ID",
        area: .secondFactors,
        cause: "The account has no one-time passwords of this ID.",
        remedy: "Send `mfaEnrollmentId` of one of the factors in the first factor's answer.")

    package static let otherNumberVerified = WireError(
        "INVALID_MFA_ENROLLMENT_ID",
        reference: "MFA_ENROLLMENT_NOT_FOUND",
        area: .secondFactors,
        cause: "The number that was verified at the end of a sign-in is no second factor of the account.",
        remedy: "Verify the code that was sent for this sign-in.")

    package static let pendingCredentialExpired = WireError(
        "INVALID_MFA_PENDING_CREDENTIAL : MFA pending credential is expired.",
        area: .secondFactors,
        cause: "The first factor waited too long for its second, or the account's sessions were ended in the "
            + "meantime, other than by a change of the password.",
        remedy: "Begin the sign-in again. How long there is, is lifetime `smsPendingCredential` of rule "
            + "`lifetimes`.")

    package static let invalidMFAPhoneNumber = WireError(
        "INVALID_PHONE_NUMBER : Invalid format.",
        reference: "INVALID_MFA_PHONE_NUMBER : Invalid format.",
        area: .secondFactors,
        cause: "The number of a second factor is missing or does not begin with `+` and a country code.",
        remedy: "Give the number in E.164 form, such as `+15555550100`.")

    /// production.md section 12
    package static let factorWithoutPhone = WireError(
        "INVALID_PHONE_NUMBER : Invalid format.",
        reference: "INVALID_ARGUMENT : MFA provider not supported!",
        area: .secondFactors,
        cause: "A code by SMS was asked for, and the second factor is no phone.",
        remedy: "One-time passwords need no start: finish the sign-in with `totpVerificationInfo`.")

    package static let pendingCredentialOfOtherProject = WireError(
        "INVALID_PROJECT_ID : Project ID does not match MFA pending credential.",
        area: .secondFactors,
        cause: "The pending credential is of another project or tenant. Profile `emulator` alone says so in these "
            + "words.",
        remedy: "Use it where the sign-in began.")

    /// production.md section 12
    package static let enrollmentAlreadyComplete = WireError(
        "MFA_ENROLLMENT_ALREADY_COMPLETE",
        area: .secondFactors,
        cause: "The enrolment of one-time passwords was finished before.",
        remedy: "Begin a new one, if the factor is not there.")

    package static let enrollmentNotFound = WireError(
        "MFA_ENROLLMENT_NOT_FOUND",
        area: .secondFactors,
        cause: "The account does not have this second factor (any more).",
        remedy: "Look the account up; send `mfaEnrollmentId` of a factor that it has.")

    package static let missingFactorDisplayName = WireError(
        "MISSING_DISPLAY_NAME : display name cannot be empty",
        area: .secondFactors,
        cause: "One-time passwords are to be enrolled without a name.",
        remedy: "Send `displayName`.")

    package static let smsSecondFactorNotEnabled = WireError(
        "OPERATION_NOT_ALLOWED : SMS based MFA not enabled.",
        area: .secondFactors,
        cause: "Codes by SMS are switched off as a second factor.",
        remedy: "Set `state` to `ENABLED` and add `PHONE_SMS` to `enabledProviders` in the `mfa` of the project, or "
            + "`mfaConfig` of the tenant.")

    package static let totpNotEnabled = WireError(
        "OPERATION_NOT_ALLOWED : TOTP based MFA not enabled.",
        area: .secondFactors,
        cause: "One-time passwords are switched off as a second factor.",
        remedy: "Enable `totpProviderConfig` in `providerConfigs` of the project's `mfa`, or of the tenant's "
            + "`mfaConfig`.")

    /// production.md section 12
    package static let exceededQuota = WireError(
        "QUOTA_EXCEEDED : Exceeded quota.",
        area: .secondFactors,
        cause: "More wrong one-time passwords were given for the account, or more codes asked for to the phone "
            + "number, than rule `limits` allows in its time.",
        remedy: "Move the project's clock on (`clock:advance`), or raise `totpFailures` or `smsPerNumber` of rule "
            + "`limits`.")

    package static let secondFactorExists = WireError(
        "SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account.",
        area: .secondFactors,
        cause: "The number is a second factor of this account already.",
        remedy: "Withdraw that factor first, or enrol another number.")

    /// production.md section 12
    package static let secondFactorLimitExceeded = WireError(
        "SECOND_FACTOR_LIMIT_EXCEEDED",
        area: .secondFactors,
        cause: "An admin gives an account more than five second factors.",
        remedy: "Give it five at most.")

    /// production.md section 12
    package static let tooManySecondFactors = WireError(
        "SECOND_FACTOR_LIMIT_EXCEEDED : Too many second factors enrolled for this account.",
        area: .secondFactors,
        cause: "A sixth second factor is to be enrolled.",
        remedy: "Withdraw one of them first.")

    package static let totpLimitExceeded = WireError(
        "SECOND_FACTOR_LIMIT_EXCEEDED : Too many TOTP based second factors enrolled for this account.",
        area: .secondFactors,
        cause: "The account has one-time passwords already.",
        remedy: "Withdraw that factor first.")

    /// production.md section 12
    package static let tooManyEnrollmentAttempts = WireError(
        "TOO_MANY_ENROLLMENT_ATTEMPTS : restart enrollment",
        area: .secondFactors,
        cause: "Three codes were given to finish the enrolment, right or wrong.",
        remedy: "Begin the enrolment again.")

    /// production.md section 12
    package static let totpChallengeTimeout = WireError(
        "TOTP_CHALLENGE_TIMEOUT : TOTP challenge timeout, provide first factor again.",
        area: .secondFactors,
        cause: "The one-time password came too late after the first factor.",
        remedy: "Begin the sign-in again. How long there is, is lifetime `totpPendingCredential` of rule "
            + "`lifetimes`.")

    package static let secondFactorNotAvailable = WireError(
        "UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor.",
        area: .secondFactors,
        cause: "The user signed in anonymously, by phone, with a custom token or by Game Center, to which no second "
            + "factor can be added.",
        remedy: "Have the user sign in with a password, an e-mail link or an identity provider.")

    package static let unsupportedSecondFactor = WireError(
        "UNSUPPORTED_SECOND_FACTOR : attempting to add a new TOTP enrollment",
        area: .secondFactors,
        cause: "An admin adds one-time passwords as a factor, but only the user's own enrolment makes their secret.",
        remedy: "Have the user enrol them; an admin can only keep or remove those that are there. Fixtures can set a "
            + "secret.")

    package static let unverifiedEmail = WireError(
        "UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.",
        area: .secondFactors,
        cause: "A second factor is to be enrolled, and the account's address is not verified.",
        remedy: "Verify the address first: by the link that `sendEmailVerification` sends, or with "
            + "`emailVerified: true` through an Admin SDK.")
}

extension WireError {
    package static let secondFactorErrors: [WireError] = [
        .duplicateMFAEnrollmentID,
        .missingMember("<member>"),
        .missingVerification,
        .missingCredential,
        .missingPendingCredential,
        .missingEnrollmentID,
        .missingOneTimePassword,
        .invalidPendingCredentialReference,
        .pendingCredentialWithoutUser,
        .invalidMFAEnrollmentID,
        .unknownEnrollmentID,
        .otherNumberVerified,
        .pendingCredentialExpired,
        .invalidMFAPhoneNumber,
        .factorWithoutPhone,
        .pendingCredentialOfOtherProject,
        .enrollmentAlreadyComplete,
        .enrollmentNotFound,
        .missingFactorDisplayName,
        .smsSecondFactorNotEnabled,
        .totpNotEnabled,
        .exceededQuota,
        .secondFactorExists,
        .secondFactorLimitExceeded,
        .tooManySecondFactors,
        .totpLimitExceeded,
        .tooManyEnrollmentAttempts,
        .totpChallengeTimeout,
        .secondFactorNotAvailable,
        .unsupportedSecondFactor,
        .unverifiedEmail,
    ]
}
