package import FirebreakWire

// Signing in with a password, and the requirements of passwords (accounts.md sections 2 and 5, production.md sections 5
// and 7).

extension WireError {
    package static let emailNotFound = WireError(
        "EMAIL_NOT_FOUND",
        area: .passwords,
        cause: "No account has the address (any more), and enumeration protection is off.",
        remedy: "Sign the user up, or check project and tenant. With enumeration protection, apps get "
            + "`INVALID_LOGIN_CREDENTIALS` instead.")

    package static let invalidLoginCredentials = WireError(
        "INVALID_LOGIN_CREDENTIALS",
        area: .passwords,
        cause: "The address is unknown or the password is wrong; enumeration protection does not say which.",
        remedy: "Check address, password, project and tenant. In profile `emulator` this comes only where "
            + "enumeration protection was switched on.")

    package static let invalidPassword = WireError(
        "INVALID_PASSWORD",
        area: .passwords,
        cause: "The password is wrong or the account has none, and enumeration protection is off.",
        remedy: "Check the password, or offer to reset it. With enumeration protection, apps get "
            + "`INVALID_LOGIN_CREDENTIALS` instead.")

    package static let missingPassword = WireError(
        "MISSING_PASSWORD",
        area: .passwords,
        cause: "A sign-up or sign-in with an address has no password.",
        remedy: "Send `password`.")

    /// production.md section 7
    package static func passwordLacks(_ requirements: [String]) -> WireError {
        WireError(
            Wording(
                "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: "
                    + "[\(requirements.joined(separator: ", "))]"),
            area: .passwords,
            cause: "The password does not meet the password policy of the project or tenant. With "
                + "`forceUpgradeOnSignin` this comes at sign-in, too.",
            remedy: "Have the user choose a password that meets what the message lists; `validatePassword` of "
                + "the SDK tells before. Or change `passwordPolicyConfig` of the project or tenant.")
    }

    /// production.md section 7
    package static let passwordTooLong = WireError(
        "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password cannot be longer than 4096 characters",
        area: .passwords,
        cause: "The password has more than 4096 characters.",
        remedy: "Shorten it.")

    package static let passwordLoginDisabled = WireError(
        "PASSWORD_LOGIN_DISABLED",
        area: .passwords,
        cause: "Signing in with a password is switched off.",
        remedy: "Switch it on: `signIn.email.enabled` of the project, `allowPasswordSignup` of a tenant.")

    /// production.md section 15
    package static let accountTemporarilyDisabled = WireError(
        Wording(
            "TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled due to many failed "
                + "login attempts. You can immediately restore it by resetting your password or you can try again "
                + "later."),
        area: .passwords,
        cause: "More wrong passwords were given for the address than rule `limits` allows in its time.",
        remedy: "Reset the password, move the project's clock on (`clock:advance`), or raise `passwordFailures` of "
            + "rule `limits`.")

    /// production.md section 3.4
    package static let emptyPassword = WireError(
        "WEAK_PASSWORD",
        area: .passwords,
        cause: "A password is to be reset to an empty one.",
        remedy: "Send a `newPassword`, or leave it out to inspect the code.")

    package static let weakPassword = WireError(
        "WEAK_PASSWORD : Password should be at least 6 characters",
        area: .passwords,
        cause: "The password has fewer than six characters.",
        remedy: "Have the user choose a longer one.")
}

extension WireError {
    package static let passwordErrors: [WireError] = [
        .emailNotFound,
        .invalidLoginCredentials,
        .invalidPassword,
        .missingPassword,
        .passwordLacks(["<requirement>"]),
        .passwordTooLong,
        .passwordLoginDisabled,
        .accountTemporarilyDisabled,
        .emptyPassword,
        .weakPassword,
    ]
}
