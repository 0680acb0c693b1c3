package import FirebreakWire

// Codes by e-mail and the pages that their links lead to (email-actions.md, production.md sections 2 to 4).

extension WireError {
    /// production.md section 4
    package static let dynamicLinkNotActivated = WireError(
        "DYNAMIC_LINK_NOT_ACTIVATED : FDL domain is not configured",
        area: .actionCodes,
        cause: "A link for a mobile app was asked for, and `mobileLinksConfig.domain` wants Dynamic Links, which no "
            + "project has any more.",
        remedy: "Set `mobileLinksConfig.domain` to `HOSTING_DOMAIN`.")

    package static let expiredOobCode = WireError(
        "EXPIRED_OOB_CODE",
        area: .actionCodes,
        cause: "The code is too old. How long codes last is rule `lifetimes`; whether they expire at all is rule "
            + "`expiry`.",
        remedy: "Have a new one sent.")

    /// production.md section 2
    package static let invalidContinueURL = WireError(
        .missingDomainInContinueURL,
        reference: "INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))",
        area: .actionCodes,
        cause: "`continueUrl`, in a request or in the query of an action page, is not an absolute URL.",
        remedy: "Give a URL with scheme and host, such as `http://localhost:3000/done`.")

    /// production.md section 2
    package static let missingDomainInContinueURL = WireError(
        .missingDomainInContinueURL,
        area: .actionCodes,
        cause: "`continueUrl` of a request for a code is not a URL, or has no host.",
        remedy: "Give a URL with scheme and host, such as `http://localhost:3000/done`.")

    package static let invalidEmailForLink = WireError(
        "INVALID_EMAIL : The email provided does not match the sign-in email address.",
        area: .actionCodes,
        cause: "A sign-in link is used with another address than it was sent to. The link stays good.",
        remedy: "Ask the user for the address that the link was sent to.")

    /// production.md section 4
    package static let invalidHostingLinkDomain = WireError(
        Wording(
            "INVALID_HOSTING_LINK_DOMAIN : The provided hosting link domain is not configured in Firebase Hosting "
                + "or is not owned by the current project. This cannot be a default hosting domain (web.app or "
                + "firebaseapp.com)."),
        area: .actionCodes,
        cause: "`linkDomain` is not one of the custom Hosting domains that rule `hostingDomains` lists.",
        remedy: "Add the domain to rule `hostingDomains`, or leave `linkDomain` out.")

    /// production.md section 3.1
    package static let invalidNewEmail = WireError(
        "INVALID_NEW_EMAIL",
        area: .actionCodes,
        cause: "`newEmail` does not have the form `somebody@somewhere`.",
        remedy: "Check the new address before it is sent.")

    package static let invalidOobCode = WireError(
        "INVALID_OOB_CODE",
        area: .actionCodes,
        cause: "The code is unknown, was used, was superseded by a newer one, is for another purpose, or its "
            + "account was deleted.",
        remedy: "Have a new one sent, and use the latest. Codes belong to a project and tenant, and each is for one "
            + "purpose.")

    /// accounts.md section 8.4, production.md section 3.4
    package static func unsuitableOobCode(_ type: String) -> WireError {
        WireError(
            "INVALID_OOB_CODE",
            reference: Wording(type, .notImplemented),
            area: .actionCodes,
            cause: "A code for a password reset or a sign-in was given to `accounts:update`. The code stays good.",
            remedy: "Redeem it with `resetPassword` or `signInWithEmailLink`.")
    }

    /// production.md section 3.1
    package static let invalidReqType = WireError(
        "INVALID_REQ_TYPE",
        area: .actionCodes,
        cause: "`requestType` is `OOB_REQ_TYPE_UNSPECIFIED` or names no kind of code.",
        remedy: "Say for what the code is, such as `PASSWORD_RESET`.")

    package static func unsuitableReqType(_ type: String) -> WireError {
        WireError(
            "INVALID_REQ_TYPE",
            reference: Wording(type, .notImplemented),
            area: .actionCodes,
            cause: "`requestType` names a code that cannot be requested, such as `RECOVER_EMAIL`, which is sent when "
                + "an address changes.",
            remedy: "Ask for `PASSWORD_RESET`, `VERIFY_EMAIL`, `EMAIL_SIGNIN` or `VERIFY_AND_CHANGE_EMAIL`.")
    }

    package static let missingNewEmail = WireError(
        "MISSING_NEW_EMAIL",
        area: .actionCodes,
        cause: "A code to change the address was asked for without the new one.",
        remedy: "Send `newEmail`.")

    package static let missingOobCode = WireError(
        "MISSING_OOB_CODE",
        area: .actionCodes,
        cause: "The method redeems a code, and the request has none.",
        remedy: "Send the code of the message as `oobCode`.")

    package static let missingReqType = WireError(
        "MISSING_REQ_TYPE",
        area: .actionCodes,
        cause: "A code was asked for without saying what for.",
        remedy: "Send `requestType`, such as `PASSWORD_RESET`.")

    /// production.md section 15
    package static let emailSignInQuotaExceeded = WireError(
        "QUOTA_EXCEEDED : Exceeded daily quota for email sign-in.",
        area: .actionCodes,
        cause: "More sign-in links were asked for to one address than rule `limits` allows in its time.",
        remedy: "Move the project's clock on (`clock:advance`), or raise `emailsPerEmail` of rule `limits`.")

    /// production.md section 15
    package static let resetPasswordExceedLimit = WireError(
        "RESET_PASSWORD_EXCEED_LIMIT",
        area: .actionCodes,
        cause: "More password resets were asked for to one address than rule `limits` allows in its time.",
        remedy: "Move the project's clock on (`clock:advance`), or raise `emailsPerEmail` of rule `limits`.")

    /// production.md section 2
    package static let unauthorizedDomain = WireError(
        "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project",
        area: .actionCodes,
        cause: "`continueUrl`, or the link inside a hosting link, leads to a host that is not in "
            + "`authorizedDomains`.",
        remedy: "Add the host to `authorizedDomains` of the project's configuration.")
}

extension WireError.Wording {
    fileprivate static let missingDomainInContinueURL: WireError.Wording =
        "INVALID_CONTINUE_URI : Missing domain in continue url"
}

extension WireError {
    package static let actionCodeErrors: [WireError] = [
        .dynamicLinkNotActivated,
        .expiredOobCode,
        .invalidContinueURL,
        .missingDomainInContinueURL,
        .invalidEmailForLink,
        .invalidHostingLinkDomain,
        .invalidNewEmail,
        .invalidOobCode,
        .unsuitableOobCode("<requestType>"),
        .invalidReqType,
        .unsuitableReqType("<requestType>"),
        .missingNewEmail,
        .missingOobCode,
        .missingReqType,
        .emailSignInQuotaExceeded,
        .resetPasswordExceedLimit,
        .unauthorizedDomain,
    ]
}
