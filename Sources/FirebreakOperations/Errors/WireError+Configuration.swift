package import FirebreakWire

// Invalid configurations of a project or tenant (tenants-config.md A2 and B3 to B6).

extension WireError {
    /// production.md section 12
    package static let invalidAdjacentIntervalRange = WireError(
        "INVALID_ADJACENT_INTERVAL_RANGE : Allowed number of adjacent intervals must be between 0 and 10, inclusive",
        area: .configuration,
        cause: "`totpProviderConfig.adjacentIntervals` is not 0 through 10.",
        remedy: "Give how many periods before and after the current one are accepted.")

    /// production.md section 2
    package static let emptyAuthorizedDomain = WireError(
        "INVALID_AUTHORIZED_DOMAIN : An authorized domain is empty.",
        area: .configuration,
        cause: "An entry of `authorizedDomains` is empty.",
        remedy: "Remove it.")

    /// production.md section 2
    package static func invalidAuthorizedDomain(_ entry: String) -> WireError {
        WireError(
            "INVALID_AUTHORIZED_DOMAIN : \(entry) should only contain the valid domain.",
            area: .configuration,
            cause: "An entry of `authorizedDomains` is not a bare host name.",
            remedy: "Leave out scheme, port, path and wildcards, such as `app.example.com`.")
    }

    package static let invalidBlockingFunctionType = WireError(
        "INVALID_BLOCKING_FUNCTION : ((Event type is invalid.))",
        area: .configuration,
        cause: "`blockingFunctions.triggers` names an event that there is not; profile `emulator` has "
            + "`beforeCreate` and `beforeSignIn` only.",
        remedy: "Use `beforeCreate`, `beforeSignIn`, `beforeSendEmail` or `beforeSendSms`.")

    package static let invalidBlockingFunctionURI = WireError(
        "INVALID_BLOCKING_FUNCTION : ((Expected an absolute URI with valid scheme and host.))",
        area: .configuration,
        cause: "A trigger in `blockingFunctions` has no `functionUri`, or one that is not an absolute URL.",
        remedy: "Give the function's URL, such as `http://127.0.0.1:5001/demo/us-central1/beforeCreate`.")

    /// production.md sections 7 and 13
    package static func invalidSetting(_ explanation: String) -> WireError {
        WireError(
            "INVALID_CONFIG : \(explanation)",
            area: .configuration,
            cause: "`passwordPolicyConfig` or `recaptchaConfig` has a value that it cannot have.",
            remedy: "Correct what the message names.")
    }

    package static let invalidProjectID = WireError(
        "INVALID_PROJECT_ID",
        area: .configuration,
        cause: "The project's ID is empty, over 128 bytes or has control characters; or tenants are to be managed "
            + "where `multiTenant.allowTenants` is off.",
        remedy: "Use an ID such as `demo-app`; set `multiTenant.allowTenants` to true in the configuration.")

    /// tenants-config.md B5
    package static let identityPlatformEnabled = WireError(
        "INVALID_PROJECT_ID : Identity Platform has already been enabled for this project.",
        area: .configuration,
        cause: "Identity Platform is to be enabled for a project, and every project here has it.",
        remedy: "Leave the call out, or take this answer for success.")

    /// production.md section 13
    package static let invalidRecaptchaPhoneConfiguration = WireError(
        Wording(
            "INVALID_RECAPTCHA_PHONE_AUTH_CONFIGURATION : Phone auth enforcement state must be aligned with toll fraud "
                + "or bot score enablement."),
        area: .configuration,
        cause: "`useSmsBotScore` or `useSmsTollFraudProtection` is on, but reCAPTCHA is off for phones.",
        remedy: "Set `phoneEnforcementState` to `AUDIT` or `ENFORCE`.")

    /// production.md section 11
    package static let invalidRegionCode = WireError(
        "INVALID_REGION_CODE : Invalid region code.",
        area: .configuration,
        cause: "`smsRegionConfig` names a region that there is not.",
        remedy: "Use codes of two capital letters, such as `US`.")

    /// production.md section 13
    package static let invalidSiteKey = WireError(
        "INVALID_SITE_KEY",
        area: .configuration,
        cause:
            "A key in `recaptchaConfig.recaptchaKeys` is not one of the project's, or not called `projects/…/keys/…`.",
        remedy: "Leave keys out of requests, and give the project its keys, with full resource names, by a fixture.")

    package static let invalidTestingPhoneNumber = WireError(
        "INVALID_TESTING_PHONE_NUMBER : There can be ten test numbers at most.",
        area: .configuration,
        cause: "`testPhoneNumbers` has more than ten numbers.",
        remedy: "Remove some; codes to other numbers are in the outbox.")

    package static let missingClientType = WireError(
        "MISSING_CLIENT_TYPE",
        area: .configuration,
        cause: "The configuration of reCAPTCHA was asked for without saying for which kind of client.",
        remedy: "Send `clientType`, such as `CLIENT_TYPE_WEB`.")

    package static let missingRecaptchaVersion = WireError(
        "MISSING_RECAPTCHA_VERSION",
        area: .configuration,
        cause: "The configuration of reCAPTCHA was asked for without saying of which version.",
        remedy: "Send `version=RECAPTCHA_ENTERPRISE`.")
}

extension WireError {
    package static let configurationErrors: [WireError] = [
        .invalidAdjacentIntervalRange,
        .emptyAuthorizedDomain,
        .invalidAuthorizedDomain("<domain>"),
        .invalidBlockingFunctionType,
        .invalidBlockingFunctionURI,
        .invalidSetting("<setting>"),
        .invalidProjectID,
        .identityPlatformEnabled,
        .invalidRecaptchaPhoneConfiguration,
        .invalidRegionCode,
        .invalidSiteKey,
        .invalidTestingPhoneNumber,
        .missingClientType,
        .missingRecaptchaVersion,
    ]
}
