package import FirebreakCredentials
package import FirebreakWire

/// Everything that decides how a project behaves, read from its stored documents once per change.
///
/// A class, because every call carries it and copies would cost more than reading it.
package final class ProjectSettings: Sendable {
    /// What the settings are made of.
    package struct Documents: Sendable {
        package var project: ProjectID
        package var profile: Profile
        package var rules: Rules
        package var clock: ProjectClock
        package var config: JSON
    }

    package let project: ProjectID
    package let profile: Profile
    package let rules: Rules
    package let clock: ProjectClock
    /// The whole `Config` document.
    package let config: JSON
    package let projectNumber: String

    /// Hosts that links may return to, lower-case; `*` for all.
    package let authorizedDomains: [String]
    package let allowsDuplicateEmails: Bool
    package let hidesEmailAddresses: Bool
    package let allowsPasswordSignUp: Bool
    package let allowsEmailLinkSignIn: Bool
    package let allowsAnonymousUsers: Bool
    package let allowsTenants: Bool
    package let disablesUserSignUp: Bool
    package let disablesUserDeletion: Bool
    package let secondFactors: SecondFactorSettings
    package let phone: PhoneSettings
    package let blockingFunctions: BlockingFunctionSettings
    package let passwordPolicy: PasswordPolicy
    package let recaptcha: RecaptchaSettings
    package let keys: ProjectKeys
    /// `nil` where nobody is limited.
    package let signUpQuota: SignUpQuota?
    package let hashConfig: HashConfig
    /// Base of action links where the project has an own handler.
    package let callbackURI: String?
    package let defaultLocale: String

    package init(_ documents: Documents, _ keys: ProjectKeys) {
        let profile = documents.profile
        let project = documents.project
        let config = documents.config
        self.project = project
        self.profile = profile
        self.config = config
        self.keys = keys
        rules = documents.rules
        clock = documents.clock
        projectNumber = ConfigDefaults.projectNumber(project, profile)

        let isReference = profile.isReference
        let listed = config["authorizedDomains"]?.arrayValue?.compactMap(\.stringValue)
        authorizedDomains =
            (listed ?? (isReference ? ConfigDefaults.authorizedDomains(project, profile) : [])).map { $0.lowercased() }
        func flag(_ path: String) -> Bool { config[path: path]?.boolValue ?? false }
        allowsDuplicateEmails = flag("signIn.allowDuplicateEmails")
        hidesEmailAddresses = flag("emailPrivacyConfig.enableImprovedEmailPrivacy")
        // Reference: whatever is stored, a project has all methods on (tenants-config.md A2).
        allowsPasswordSignUp = isReference || flag("signIn.email.enabled")
        allowsEmailLinkSignIn = isReference || (flag("signIn.email.enabled") && !flag("signIn.email.passwordRequired"))
        allowsAnonymousUsers = isReference || flag("signIn.anonymous.enabled")
        allowsTenants = isReference || flag("multiTenant.allowTenants")
        disablesUserSignUp = !isReference && flag("client.permissions.disabledUserSignup")
        disablesUserDeletion = !isReference && flag("client.permissions.disabledUserDeletion")
        secondFactors = SecondFactorSettings(config["mfa"], isAlwaysOn: isReference)
        phone = isReference ? .everything : PhoneSettings(project: config)
        blockingFunctions = BlockingFunctionSettings(config["blockingFunctions"])
        // Reference: neither has an effect.
        passwordPolicy = PasswordPolicy(isReference ? nil : config["passwordPolicyConfig"])
        recaptcha = RecaptchaSettings(isReference ? nil : config["recaptchaConfig"])
        signUpQuota = isReference ? nil : SignUpQuota(config["quota"])
        hashConfig =
            HashConfig(stored: isReference ? nil : config[path: "signIn.hashConfig"]) ?? HashConfig(defaultOf: project)
        let callback = config[path: "notification.sendEmail.callbackUri"]?.stringValue
        callbackURI = callback?.isEmpty == false ? callback : nil
        let locale = config[path: "notification.defaultLocale"]?.stringValue
        defaultLocale = locale?.nonEmpty ?? "en"
    }
}

extension ProjectSettings {
    /// Signs the project's tokens; `nil` where they are unsigned.
    package var signingKey: SigningKey? { keys.signingKey }

    /// The moment that decides which codes have expired: long ago where nothing expires.
    package func expiryMoment(at now: Timestamp) -> Timestamp {
        rules.expiry == .on ? now : Timestamp(milliseconds: .min)
    }
}

/// A tenant's part of the settings.
package final class TenantSettings: Sendable {
    package let id: TenantID
    package let document: JSON
    package let isDisabled: Bool
    package let allowsPasswordSignUp: Bool
    package let allowsEmailLinkSignIn: Bool
    package let allowsAnonymousUsers: Bool
    package let secondFactors: SecondFactorSettings
    /// What the tenant says of numbers for second factors; it has no sign-in by phone.
    package let phone: PhoneSettings?
    package let passwordPolicy: PasswordPolicy
    package let recaptcha: RecaptchaSettings
    /// The tenant's own; `nil` where it has its project's.
    package let hashConfig: HashConfig?
    package let disablesUserSignUp: Bool
    package let disablesUserDeletion: Bool
    /// The tenant's own value; `nil` in profile `emulator`, where tenants follow their project.
    package let hidesEmailAddresses: Bool?

    package init(id: TenantID, document: JSON, profile: Profile) {
        self.id = id
        self.document = document
        func flag(_ path: String) -> Bool { document[path: path]?.boolValue ?? false }
        isDisabled = flag("disableAuth")
        allowsPasswordSignUp = flag("allowPasswordSignup")
        allowsEmailLinkSignIn = flag("enableEmailLinkSignin")
        allowsAnonymousUsers = flag("enableAnonymousUser")
        secondFactors = SecondFactorSettings(document["mfaConfig"], isAlwaysOn: false)
        let isReference = profile.isReference
        phone = isReference ? nil : PhoneSettings(tenant: document)
        passwordPolicy = PasswordPolicy(isReference ? nil : document["passwordPolicyConfig"])
        recaptcha = RecaptchaSettings(isReference ? nil : document["recaptchaConfig"])
        hashConfig = HashConfig(stored: isReference ? nil : document["hashConfig"])
        disablesUserSignUp = !isReference && flag("client.permissions.disabledUserSignup")
        disablesUserDeletion = !isReference && flag("client.permissions.disabledUserDeletion")
        hidesEmailAddresses = isReference ? nil : flag("emailPrivacyConfig.enableImprovedEmailPrivacy")
    }
}

/// The settings as one request sees them: the project's, with the tenant's where it has its own.
package struct Scope: Sendable {
    package let project: ProjectSettings
    package let tenant: TenantSettings?

    package init(project: ProjectSettings, tenant: TenantSettings?) {
        self.project = project
        self.tenant = tenant
    }

    package var profile: Profile { project.profile }
    package var rules: Rules { project.rules }
    package var tenantID: TenantID? { tenant?.id }
    package var isDisabled: Bool { tenant?.isDisabled ?? false }
    package var allowsPasswordSignUp: Bool { tenant?.allowsPasswordSignUp ?? project.allowsPasswordSignUp }
    package var allowsEmailLinkSignIn: Bool { tenant?.allowsEmailLinkSignIn ?? project.allowsEmailLinkSignIn }
    package var allowsAnonymousUsers: Bool { tenant?.allowsAnonymousUsers ?? project.allowsAnonymousUsers }
    package var secondFactors: SecondFactorSettings { tenant?.secondFactors ?? project.secondFactors }
    package var phone: PhoneSettings { tenant?.phone ?? project.phone }
    package var passwordPolicy: PasswordPolicy { tenant?.passwordPolicy ?? project.passwordPolicy }
    package var recaptcha: RecaptchaSettings { tenant?.recaptcha ?? project.recaptcha }
    package var hashConfig: HashConfig { tenant?.hashConfig ?? project.hashConfig }
    package var disablesUserSignUp: Bool { tenant?.disablesUserSignUp ?? project.disablesUserSignUp }
    package var disablesUserDeletion: Bool { tenant?.disablesUserDeletion ?? project.disablesUserDeletion }
    package var allowsDuplicateEmails: Bool { project.allowsDuplicateEmails }
    /// Whether e-mail enumeration protection is on.
    package var hidesEmailAddresses: Bool { tenant?.hidesEmailAddresses ?? project.hidesEmailAddresses }
}
