package import FirebreakWire

// Accounts and their contents (accounts.md).

extension WireError {
    /// production.md section 8
    package static let adminOnlyOperation = WireError(
        "ADMIN_ONLY_OPERATION",
        area: .accounts,
        cause: "A user wants to sign up, to sign in anonymously or to delete the account, which the configuration "
            + "leaves to admins.",
        remedy: "Set `client.permissions.disabledUserSignup` or `disabledUserDeletion` to false, or "
            + "`signIn.anonymous.enabled` to true, in the configuration; for a tenant `client.permissions` "
            + "and `enableAnonymousUser`. Or do it through an Admin SDK.")

    package static let claimsTooLarge = WireError(
        "CLAIMS_TOO_LARGE",
        area: .accounts,
        cause: "Custom claims have more than 1000 characters as JSON.",
        remedy: "Keep claims to what access decisions need, and other data of users in a database.")

    /// production.md section 6.1
    package static let credentialTooOld = WireError(
        "CREDENTIAL_TOO_OLD_LOGIN_AGAIN",
        area: .accounts,
        cause: "More than five minutes after the sign-in, a second factor is to be enrolled or removed, the password "
            + "to be changed, a provider to be removed, the address to be changed by a code, or the account to be "
            + "deleted.",
        remedy: "Have the user sign in again right before. How long the sign-in counts as recent is lifetime "
            + "`recentLogin` of rule `lifetimes`; `null` for ever.")

    package static func duplicateEmail(_ email: String) -> WireError {
        WireError(
            "DUPLICATE_EMAIL : \(email)",
            area: .accounts,
            cause: "An import with `sanityCheck` has this address twice, or (not in profile `emulator`) it belongs "
                + "to another account.",
            remedy: "Remove one of the two, or import without `sanityCheck`.")
    }

    package static let duplicateLocalID = WireError(
        "DUPLICATE_LOCAL_ID",
        area: .accounts,
        cause: "An account is to be created with an ID that another one has.",
        remedy: "Choose another ID, or update the account that is there.")

    package static func duplicateLocalIDInImport(_ id: String) -> WireError {
        WireError(
            "DUPLICATE_LOCAL_ID : \(id)",
            area: .accounts,
            cause: "An import without `allowOverwrite` has the same ID twice; a missing one counts as empty. "
                + "Profile `emulator` alone refuses that.",
            remedy: "Give each account an ID of its own.")
    }

    package static func duplicateRawID(provider: String, rawID: String) -> WireError {
        WireError(
            "DUPLICATE_RAW_ID : Provider id(\(provider)), Raw id(\(rawID))",
            area: .accounts,
            cause: "An import with `sanityCheck` has the same identity of a provider twice.",
            remedy: "Link the identity to one of the accounts only.")
    }

    package static let emailExists = WireError(
        "EMAIL_EXISTS",
        area: .accounts,
        cause: "The address belongs to another account.",
        remedy: "Sign in to that account and link the new credential to it, or use another address.")

    package static func forbiddenClaim(_ name: String) -> WireError {
        WireError(
            "FORBIDDEN_CLAIM : \(name)",
            area: .accounts,
            cause: "Custom claims have a name that tokens use themselves, such as `sub` or `firebase`.",
            remedy: "Rename the claim.")
    }

    package static let invalidClaims = WireError(
        "INVALID_CLAIMS",
        area: .accounts,
        cause: "The claims of a custom token are not a JSON object.",
        remedy: "Give an object of claim names and values.")

    /// production.md section 9
    package static func invalidClaims(notJSON reason: String) -> WireError {
        WireError(
            "INVALID_CLAIMS : \(reason)",
            reference: "INVALID_CLAIMS",
            area: .accounts,
            cause: "`customAttributes` is a text that is not JSON; the rest of the message says where it goes wrong.",
            remedy: "Give the text of an object, such as `{\"role\":\"admin\"}`; `{}` removes all claims.")
    }

    /// production.md section 9
    package static func invalidClaims(notObject text: String) -> WireError {
        WireError(
            "INVALID_CLAIMS : Not a JSON Object: \(text)",
            reference: "INVALID_CLAIMS",
            area: .accounts,
            cause: "`customAttributes` is JSON, but not an object.",
            remedy: "Give the text of an object, such as `{\"role\":\"admin\"}`; `{}` removes all claims.")
    }

    package static let invalidEmail = WireError(
        "INVALID_EMAIL",
        area: .accounts,
        cause: "The address does not have the form `somebody@somewhere`.",
        remedy: "Check the address before it is sent; it must not begin with a space.")

    /// production.md sections 6.4 and 15: the service itself accepts longer IDs from admins, the SDKs do not.
    package static let invalidUserIDLength = WireError(
        .invalidUserIDLength,
        area: .accounts,
        cause: "The ID for a new account has more than 128 characters.",
        remedy: "Choose an ID of 1 through 128 characters.")

    /// production.md section 9
    package static let displayNameTooLong = WireError(
        "INVALID_PROFILE_ATTRIBUTE : Display name too long.",
        area: .accounts,
        cause: "A display name has more than 256 characters.",
        remedy: "Shorten it.")

    /// production.md section 9
    package static let photoURLTooLong = WireError(
        "INVALID_PROFILE_ATTRIBUTE : Photo URL too long.",
        area: .accounts,
        cause: "The URL of a picture has more than 2048 characters.",
        remedy: "Shorten it, or keep the picture elsewhere: data URLs are too long in most cases.")

    /// For a look-up in profile `local` alone; the service takes more than a hundred (production.md section 15).
    package static let localIDListExceedsLimit = WireError(
        "LOCAL_ID_LIST_EXCEEDS_LIMIT",
        area: .accounts,
        cause: "A deletion in bulk names no account or more than 1000, or a look-up in profile `local` more than 100.",
        remedy: "Name 1 through 1000 accounts, or 100 to look up, and send several requests for more.")

    /// SDKs know this code and refuse such an import themselves; the service takes it (production.md section 15).
    package static let maximumUserCountExceeded = WireError(
        "MAXIMUM_USER_COUNT_EXCEEDED : Maximum number of users exceeded",
        area: .accounts,
        cause: "An import has more accounts than one request may: 1000 in profile `local`, in others a million.",
        remedy: "Import in several requests.")

    package static let missingEmail = WireError(
        "MISSING_EMAIL",
        area: .accounts,
        cause: "The method needs an e-mail address, and neither the request nor the account has one.",
        remedy: "Send `email`.")

    package static let missingLocalID = WireError(
        "MISSING_LOCAL_ID",
        area: .accounts,
        cause: "An admin's request does not say which account it is about.",
        remedy: "Send the account's ID as `localId`.")

    package static let missingUserAccount = WireError(
        "MISSING_USER_ACCOUNT",
        area: .accounts,
        cause: "An import has no accounts.",
        remedy: "Send them as `users`.")

    package static let accountNotDisabled = WireError(
        "NOT_DISABLED : Disable the account before batch deletion.",
        area: .accounts,
        cause: "One of the accounts of a deletion in bulk is enabled. The answer says so for each; the others are "
            + "deleted.",
        remedy: "Disable the accounts first, or send `force: true`, as the Admin SDKs do.")

    package static let operationNotAllowed = WireError(
        "OPERATION_NOT_ALLOWED",
        area: .accounts,
        cause: "This way of signing up or in is switched off: password, e-mail link or phone. Or a user sent "
            + "`disableUser`.",
        remedy: "Set `signIn.email.enabled` or `signIn.phoneNumber.enabled` to true, or for links "
            + "`signIn.email.passwordRequired` to false, in the configuration; for a tenant "
            + "`allowPasswordSignup` or `enableEmailLinkSignin` to true. Accounts are disabled by admins.")

    /// production.md section 5
    package static let emailChangeNeedsVerification = WireError(
        "OPERATION_NOT_ALLOWED : Please verify the new email before changing email.",
        area: .accounts,
        cause: "A user changes the address directly, which enumeration protection does not allow.",
        remedy: "Use `verifyBeforeUpdateEmail` of the SDK (a code of type `VERIFY_AND_CHANGE_EMAIL`), or switch off "
            + "`emailPrivacyConfig.enableImprovedEmailPrivacy`.")

    package static let phoneNumberExists = WireError(
        "PHONE_NUMBER_EXISTS",
        area: .accounts,
        cause: "The phone number belongs to another account.",
        remedy: "Sign in with the number instead of linking it, or take it from the other account first.")

    /// production.md section 15
    package static let tooManyAttempts = WireError(
        "TOO_MANY_ATTEMPTS_TRY_LATER",
        area: .accounts,
        cause: "More accounts were created from one network address than `quota.signUpQuotaConfig` or rule `limits` "
            + "allows in its time, or more verification mails asked for to one address than that rule allows.",
        remedy: "Move the project's clock on (`clock:advance`), or raise the quota, or `signUpsPerIp` or "
            + "`emailsPerEmail` of rule `limits`.")

    package static let unexpectedUserID = WireError(
        "UNEXPECTED_PARAMETER : User ID",
        area: .accounts,
        cause: "An app, or a request with an ID token, names the ID of the account to create.",
        remedy: "Leave `localId` out; only admins choose IDs.")

    package static let userDisabled = WireError(
        "USER_DISABLED",
        area: .accounts,
        cause: "The account is disabled.",
        remedy: "Enable it through an Admin SDK (`disabled: false`). If a blocking function disabled it, "
            + "look at what the function answers.")

    package static let userNotFound = WireError(
        "USER_NOT_FOUND",
        area: .accounts,
        cause: "There is no such account in this project and tenant, or it was deleted since the token was issued.",
        remedy: "Check ID, project and tenant. An app signs the user out then.")
}

extension WireError.Wording {
    static let invalidUserIDLength: WireError.Wording =
        "INVALID_IDENTIFIER : Invalid user ID length. Expect to have length between 1 and 128."
}

extension WireError {
    package static let accountErrors: [WireError] = [
        .adminOnlyOperation,
        .claimsTooLarge,
        .credentialTooOld,
        .duplicateEmail("<email>"),
        .duplicateLocalID,
        .duplicateLocalIDInImport("<localId>"),
        .duplicateRawID(provider: "<providerId>", rawID: "<rawId>"),
        .emailExists,
        .forbiddenClaim("<claim>"),
        .invalidClaims,
        .invalidClaims(notJSON: "<reason>"),
        .invalidClaims(notObject: "<text>"),
        .invalidEmail,
        .invalidUserIDLength,
        .displayNameTooLong,
        .photoURLTooLong,
        .localIDListExceedsLimit,
        .maximumUserCountExceeded,
        .missingEmail,
        .missingLocalID,
        .missingUserAccount,
        .accountNotDisabled,
        .operationNotAllowed,
        .emailChangeNeedsVerification,
        .phoneNumberExists,
        .tooManyAttempts,
        .unexpectedUserID,
        .userDisabled,
        .userNotFound,
    ]
}
