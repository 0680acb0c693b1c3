// Members of Google's resources that a document can set (production.md section 14); what is read-only is left out, but
// for the hash configuration, which is read-only in production alone.

extension ResourceShape {
    /// `Config`, the project's configuration.
    package static let config = ResourceShape.object([
        "authorizedDomains": .list(.text),
        "autodeleteAnonymousUsers": .flag,
        "blockingFunctions": .object([
            "forwardInboundCredentials": .object(["accessToken": .flag, "idToken": .flag, "refreshToken": .flag]),
            "triggers": .map(.object(["functionUri": .text, "updateTime": .text])),
        ]),
        "client": client,
        "emailPrivacyConfig": emailPrivacy,
        "mfa": secondFactors,
        "mobileLinksConfig": mobileLinks,
        "monitoring": monitoring,
        "multiTenant": .object(["allowTenants": .flag, "defaultTenantLocation": .text]),
        "notification": notification,
        "passwordPolicyConfig": passwordPolicy,
        "quota": .object([
            "signUpQuotaConfig": .object(["quota": .number, "quotaDuration": .text, "startTime": .text])
        ]),
        "recaptchaConfig": recaptcha,
        "signIn": .object([
            "allowDuplicateEmails": .flag,
            "anonymous": .object(["enabled": .flag]),
            "email": .object(["enabled": .flag, "passwordRequired": .flag]),
            "hashConfig": hashConfig,
            "phoneNumber": .object(["enabled": .flag, "testPhoneNumbers": .map(.text)]),
        ]),
        "smsRegionConfig": smsRegions,
    ])

    /// `Tenant`.
    package static let tenant = ResourceShape.object(tenantMembers)

    static let tenantMembers: [String: ResourceShape] = [
        "allowPasswordSignup": .flag,
        "autodeleteAnonymousUsers": .flag,
        "client": client,
        "disableAuth": .flag,
        "displayName": .text,
        "emailPrivacyConfig": emailPrivacy,
        "enableAnonymousUser": .flag,
        "enableEmailLinkSignin": .flag,
        "hashConfig": hashConfig,
        "inheritance": .object(["emailSendingConfig": .flag]),
        "mfaConfig": secondFactors,
        "mobileLinksConfig": mobileLinks,
        "monitoring": monitoring,
        "passwordPolicyConfig": passwordPolicy,
        "recaptchaConfig": recaptcha,
        "smsRegionConfig": smsRegions,
        "testPhoneNumbers": .map(.text),
    ]

    /// `OAuthIdpConfig`: `oidc.acme`.
    package static let oauthProvider = ResourceShape.object([
        "clientId": .text, "clientSecret": .text, "displayName": .text, "enabled": .flag, "issuer": .text,
        "responseType": .object(["code": .flag, "idToken": .flag, "token": .flag]),
    ])

    /// `InboundSamlConfig`: `saml.acme`.
    package static let samlProvider = ResourceShape.object([
        "displayName": .text, "enabled": .flag,
        "idpConfig": .object([
            "idpCertificates": .list(.object(["x509Certificate": .text])), "idpEntityId": .text, "signRequest": .flag,
            "ssoUrl": .text,
        ]),
        "spConfig": .object(["callbackUri": .text, "spEntityId": .text]),
    ])

    /// `DefaultSupportedIdpConfig`: `google.com`.
    package static let knownProvider = ResourceShape.object([
        "appleSignInConfig": .object([
            "bundleIds": .list(.text),
            "codeFlowConfig": .object(["keyId": .text, "privateKey": .text, "teamId": .text]),
        ]),
        "clientId": .text, "clientSecret": .text, "enabled": .flag,
    ])

    /// How the password hashes of a project's users were made: the members of an import request.
    package static let passwordHash = ResourceShape.object([
        "argon2Parameters": .object([
            "associatedData": .text, "hashLengthBytes": .number, "hashType": .text, "iterations": .number,
            "memoryCostKib": .number, "parallelism": .number, "version": .text,
        ]),
        "blockSize": .number, "cpuMemCost": .number, "dkLen": .number, "hashAlgorithm": .text, "memoryCost": .number,
        "parallelization": .number, "passwordHashOrder": .text, "rounds": .number, "saltSeparator": .text,
        "signerKey": .text,
    ])

    // MARK: Parts

    private static let client = ResourceShape.object([
        "permissions": .object(["disabledUserDeletion": .flag, "disabledUserSignup": .flag])
    ])

    private static let emailPrivacy = ResourceShape.object(["enableImprovedEmailPrivacy": .flag])

    private static let hashConfig = ResourceShape.object([
        "algorithm": .text, "memoryCost": .number, "rounds": .number, "saltSeparator": .text, "signerKey": .text,
    ])

    private static let secondFactors = ResourceShape.object([
        "enabledProviders": .list(.text),
        "providerConfigs": .list(
            .object(["state": .text, "totpProviderConfig": .object(["adjacentIntervals": .number])])),
        "state": .text,
    ])

    private static let mobileLinks = ResourceShape.object(["domain": .text])

    private static let monitoring = ResourceShape.object(["requestLogging": .object(["enabled": .flag])])

    private static let template = ResourceShape.object([
        "body": .text, "bodyFormat": .text, "replyTo": .text, "senderDisplayName": .text, "senderLocalPart": .text,
        "subject": .text,
    ])

    private static let notification = ResourceShape.object([
        "defaultLocale": .text,
        "sendEmail": .object([
            "callbackUri": .text,
            "changeEmailTemplate": template,
            "dnsInfo": .object(["useCustomDomain": .flag]),
            "legacyResetPasswordTemplate": template,
            "method": .text,
            "resetPasswordTemplate": template,
            "revertSecondFactorAdditionTemplate": template,
            "smtp": .object([
                "host": .text, "password": .text, "port": .number, "securityMode": .text, "senderEmail": .text,
                "username": .text,
            ]),
            "verifyEmailTemplate": template,
        ]),
        "sendSms": .object(["useDeviceLocale": .flag]),
    ])

    private static let passwordPolicy = ResourceShape.object([
        "forceUpgradeOnSignin": .flag,
        "passwordPolicyEnforcementState": .text,
        "passwordPolicyVersions": .list(
            .object([
                "customStrengthOptions": .object([
                    "containsLowercaseCharacter": .flag, "containsNonAlphanumericCharacter": .flag,
                    "containsNumericCharacter": .flag, "containsUppercaseCharacter": .flag,
                    "maxPasswordLength": .number, "minPasswordLength": .number,
                ])
            ])),
    ])

    private static let recaptcha = ResourceShape.object([
        "emailPasswordEnforcementState": .text,
        "managedRules": .list(.object(["action": .text, "endScore": .number])),
        "phoneEnforcementState": .text,
        "recaptchaKeys": .list(.object(["key": .text, "type": .text])),
        "tollFraudManagedRules": .list(.object(["action": .text, "startScore": .number])),
        "useAccountDefender": .flag,
        "useSmsBotScore": .flag,
        "useSmsTollFraudProtection": .flag,
    ])

    private static let smsRegions = ResourceShape.object([
        "allowByDefault": .object(["disallowedRegions": .list(.text)]),
        "allowlistOnly": .object(["allowedRegions": .list(.text)]),
    ])
}
