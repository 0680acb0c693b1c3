import FirebreakWire

/// What a discovery document does not say about a message: the order of its members in responses, which of them are
/// shown although they are empty, and which exclude each other.
struct MessageNotes: Sendable {
    /// Members in the order of responses.
    var order: [String] = []
    /// Members that are shown whenever they were written, `false` included.
    var asWritten: [String] = []
    /// Members that are always shown, with their value until another one is written.
    var always: [String: JSON] = [:]
    /// Members that are never shown.
    var never: [String] = []
    /// Groups of members of which a message has at most one, by their names in protobuf.
    var oneofs: [String: [String]] = [:]
}

extension MessageNotes {
    /// The notes by the name of the message.
    static let byMessage: [String: MessageNotes] = {
        var notes: [String: MessageNotes] = [:]
        for (name, note) in resources.merging(settings, uniquingKeysWith: { $1 }).merging(
            messages, uniquingKeysWith: { $1 })
        {
            notes["GoogleCloudIdentitytoolkitAdminV2" + name] = note
        }
        for (name, note) in secondFactors { notes["GoogleCloudIdentitytoolkitV2" + name] = note }
        return notes
    }()

    /// The configuration of a project and a tenant (production.md section 14).
    private static let resources: [String: MessageNotes] = [
        "Config": MessageNotes(
            order: [
                "name", "signIn", "notification", "quota", "monitoring", "multiTenant", "authorizedDomains", "subtype",
                "client", "mfa", "blockingFunctions", "recaptchaConfig", "smsRegionConfig",
                "autodeleteAnonymousUsers", "passwordPolicyConfig", "emailPrivacyConfig", "mobileLinksConfig",
                "defaultHostingSite",
            ],
            always: [
                "notification": [:], "quota": [:], "monitoring": [:], "multiTenant": [:], "client": [:],
                "blockingFunctions": [:], "recaptchaConfig": [:], "emailPrivacyConfig": [:],
            ]),
        "Tenant": MessageNotes(
            order: [
                "name", "displayName", "allowPasswordSignup", "enableEmailLinkSignin", "disableAuth", "hashConfig",
                "enableAnonymousUser", "mfaConfig", "testPhoneNumbers", "inheritance", "smsRegionConfig",
                "autodeleteAnonymousUsers", "monitoring", "recaptchaConfig", "passwordPolicyConfig",
                "emailPrivacyConfig", "mobileLinksConfig", "client",
            ],
            always: ["inheritance": [:]], never: ["autodeleteAnonymousUsers"]),
    ]

    /// Settings that have members with a meaning of their own when they are `false` or missing.
    private static let settings: [String: MessageNotes] = [
        "ClientConfig": MessageNotes(
            order: ["apiKey", "permissions", "firebaseSubdomain"], always: ["permissions": [:]]),
        "CustomStrengthOptions": MessageNotes(order: strengthOptions, asWritten: strengthOptions),
        "DnsInfo": MessageNotes(
            order: [
                "customDomain", "useCustomDomain", "pendingCustomDomain", "customDomainState",
                "domainVerificationRequestTime",
            ],
            always: ["customDomainState": "NOT_STARTED", "domainVerificationRequestTime": beginningOfTime]),
        "MonitoringConfig": MessageNotes(always: ["requestLogging": [:]]),
        // Admin SDKs cannot read it without a state (tenants-config.md B6).
        "MultiFactorAuthConfig": MessageNotes(
            order: ["state", "enabledProviders", "providerConfigs"], asWritten: ["state"]),
        "NotificationConfig": MessageNotes(
            order: ["sendEmail", "sendSms", "defaultLocale"], always: ["sendEmail": [:]]),
        "PasswordPolicyConfig": MessageNotes(
            order: [
                "passwordPolicyEnforcementState", "passwordPolicyVersions", "forceUpgradeOnSignin", "lastUpdateTime",
            ],
            // Nor this.
            always: ["passwordPolicyEnforcementState": "OFF"]),
        "ProviderConfig": MessageNotes(order: ["totpProviderConfig", "state"], asWritten: ["state"]),
        "RecaptchaConfig": MessageNotes(
            order: [
                "emailPasswordEnforcementState", "managedRules", "recaptchaKeys", "useAccountDefender",
                "phoneEnforcementState", "tollFraudManagedRules", "useSmsBotScore", "useSmsTollFraudProtection",
            ],
            asWritten: ["useAccountDefender"],
            always: [
                "emailPasswordEnforcementState": unspecifiedRecaptcha, "phoneEnforcementState": unspecifiedRecaptcha,
                "useSmsBotScore": false, "useSmsTollFraudProtection": false,
            ]),
        "SendEmail": MessageNotes(
            order: [
                "method", "smtp", "resetPasswordTemplate", "verifyEmailTemplate", "changeEmailTemplate",
                "legacyResetPasswordTemplate", "callbackUri", "dnsInfo", "revertSecondFactorAdditionTemplate",
            ],
            always: ["dnsInfo": [:]]),
        "SmsRegionConfig": MessageNotes(oneofs: ["sms_region_policy": ["allowByDefault", "allowlistOnly"]]),
        "TemporaryQuota": MessageNotes(
            order: ["quota", "startTime", "quotaDuration"],
            always: ["startTime": beginningOfTime, "quotaDuration": "0s"]),
    ]

    /// Requests that are about one of several kinds of second factors (production.md section 1).
    private static let secondFactors: [String: MessageNotes] = [
        "StartMfaEnrollmentRequest": MessageNotes(
            oneofs: ["enrollment_info": ["phoneEnrollmentInfo", "totpEnrollmentInfo"]]),
        "FinalizeMfaEnrollmentRequest": MessageNotes(
            oneofs: ["verification_info": ["phoneVerificationInfo", "totpVerificationInfo"]]),
        "FinalizeMfaSignInRequest": MessageNotes(
            oneofs: ["verification_info": ["phoneVerificationInfo", "totpVerificationInfo"]]),
    ]

    private static let unspecifiedRecaptcha: JSON = "RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED"

    private static let beginningOfTime: JSON = "1970-01-01T00:00:00Z"

    private static let strengthOptions = [
        "minPasswordLength", "maxPasswordLength", "containsLowercaseCharacter", "containsUppercaseCharacter",
        "containsNumericCharacter", "containsNonAlphanumericCharacter",
    ]

    /// Messages that have nothing but an order.
    private static let messages: [String: MessageNotes] = [
        "BlockingFunctionsConfig": ["triggers", "forwardInboundCredentials"],
        "ClientPermissions": ["disabledUserSignup", "disabledUserDeletion"],
        "Email": ["enabled", "passwordRequired"],
        "EmailTemplate": [
            "senderLocalPart", "senderDisplayName", "subject", "body", "bodyFormat", "replyTo", "customized",
        ],
        "ForwardInboundCredentials": ["idToken", "accessToken", "refreshToken"],
        "HashConfig": ["algorithm", "signerKey", "saltSeparator", "rounds", "memoryCost"],
        "IdpConfig": ["idpEntityId", "ssoUrl", "idpCertificates", "signRequest"],
        "InboundSamlConfig": ["name", "idpConfig", "spConfig", "displayName", "enabled"],
        "MultiTenantConfig": ["allowTenants", "defaultTenantLocation"],
        "OAuthIdpConfig": [
            "name", "clientId", "issuer", "displayName", "enabled", "clientSecret", "responseType",
        ],
        "PasswordPolicyVersion": ["customStrengthOptions", "schemaVersion"],
        "Permissions": ["disabledUserSignup", "disabledUserDeletion"],
        "PhoneNumber": ["enabled", "testPhoneNumbers"],
        "RecaptchaKey": ["key", "type"],
        "RecaptchaManagedRule": ["endScore", "action"],
        "RecaptchaTollFraudManagedRule": ["startScore", "action"],
        "SendSms": ["useDeviceLocale", "smsTemplate"],
        "SignInConfig": ["email", "phoneNumber", "anonymous", "allowDuplicateEmails", "hashConfig"],
        "Smtp": ["senderEmail", "host", "port", "username", "password", "securityMode"],
        "SpConfig": ["spEntityId", "callbackUri", "spCertificates"],
        "Trigger": ["functionUri", "updateTime"],
    ].mapValues { MessageNotes(order: $0) }
}

/// What a discovery document does not say about a member of a message, although responses and changes depend on it.
struct MemberNotes: Sendable {
    /// When responses have the member.
    enum Presence: Sendable {
        /// Unless it is `false`, zero, empty or unspecified.
        case unlessDefault
        /// Whenever it was written, whatever its value.
        case asWritten
        /// Always, with this value until another one is written.
        case always(JSON)
        case never
    }

    /// The place in responses; members without one follow in any order.
    var position = Int.max
    var presence = Presence.unlessDefault
    /// The group of members of which the message has at most one.
    var oneof: String?
}

extension MessageShape.Member {
    /// Whether a message that has it cannot have some other member.
    package var isInOneof: Bool { notes.oneof != nil }
}

extension MessageShape {
    /// Adds the notes to the members of an object.
    mutating func apply(_ notes: MessageNotes) {
        guard case .object(var members) = self else { return }
        for (position, name) in notes.order.enumerated() { members[name]?.notes.position = position }
        for name in notes.asWritten { members[name]?.notes.presence = .asWritten }
        for (name, value) in notes.always { members[name]?.notes.presence = .always(value) }
        for name in notes.never { members[name]?.notes.presence = .never }
        for (group, names) in notes.oneofs { for name in names { members[name]?.notes.oneof = group } }
        self = .object(members)
    }

    /// The group of members, named as in protobuf, of which an object has at most one, if the named one is in a group.
    func oneof(of name: String) -> String? { members[name]?.notes.oneof }

    /// The members that an object cannot have beside the named one.
    package func rivals(of name: String) -> [String] {
        guard let group = oneof(of: name) else { return [] }
        return members.filter { $0.key != name && $0.value.notes.oneof == group }.map(\.key)
    }
}
