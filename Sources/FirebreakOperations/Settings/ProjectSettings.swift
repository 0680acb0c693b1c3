import FirebreakCredentials
package import FirebreakStore
package import FirebreakWire
import Synchronization

/// Everything that determines a project's behaviour, read from its stored documents once per change.
///
/// A class, because every call carries it and copies would cost more than reading it.
package final class ProjectSettings: Sendable {
    /// The documents from which the settings are read.
    package struct Documents: Sendable {
        package var project: ProjectID
        package var profile: Profile
        package var rules: Rules
        package var clock: ProjectClock
        var config: JSON
        package var faults: [FaultRecord] = []
        /// The server's domains for projects that name none; `nil` if it was given none.
        var givenDomains: [String]?
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
    /// The same to look hosts up in, made when it is first asked for.
    private let knownHosts = Mutex<AuthorizedHosts?>(nil)
    /// Whether links and pages go to authorized domains only. In profile `emulator`, not before a change, a fixture or
    /// the command line named them (firebreak.md section 3.3).
    package let enforcesAuthorizedDomains: Bool
    let allowsDuplicateEmails: Bool
    let hidesEmailAddresses: Bool
    let allowsPasswordSignUp: Bool
    package let allowsEmailLinkSignIn: Bool
    let allowsAnonymousUsers: Bool
    package let allowsTenants: Bool
    let disablesUserSignUp: Bool
    let disablesUserDeletion: Bool
    package let secondFactors: SecondFactorSettings
    let phone: PhoneSettings
    let blockingFunctions: BlockingFunctionSettings
    let passwordPolicy: PasswordPolicy
    let recaptcha: RecaptchaSettings
    package let keys: ProjectKeys
    /// `nil` if sign-ups are not limited.
    let signUpQuota: SignUpQuota?
    package let hashConfig: HashConfig
    /// Base of action links if the project has a handler of its own.
    package let callbackURI: String?
    package let defaultLocale: String
    /// What the texts of messages say beyond the messages' own members.
    package let messages: MessageSettings
    /// `nil` where there are none, so that calls cost a look at this.
    package let faults: FaultTable?

    package init(_ documents: Documents, _ keys: ProjectKeys) {
        let profile = documents.profile
        let behavior = profile.behavior
        let project = documents.project
        let config = documents.config
        self.project = project
        self.profile = profile
        self.config = config
        self.keys = keys
        rules = documents.rules
        clock = documents.clock
        projectNumber = ProjectNumber.of(project, profile)

        let settingsDecide = behavior.settingsDecide
        let listed = config["authorizedDomains"]?.arrayValue?.compactMap(\.stringValue)
        authorizedDomains =
            (listed
            ?? (settingsDecide ? [] : documents.givenDomains ?? ConfigDefaults.authorizedDomains(project, profile)))
            .map { $0.lowercased() }
        enforcesAuthorizedDomains = behavior.enforcesDefaultDomains || listed != nil || documents.givenDomains != nil
        func flag(_ path: String) -> Bool { config[path: path]?.boolValue ?? false }
        allowsDuplicateEmails = flag("signIn.allowDuplicateEmails")
        hidesEmailAddresses = flag("emailPrivacyConfig.enableImprovedEmailPrivacy")
        // Reference: whatever is stored, a project has all methods on (tenants-config.md A2).
        allowsPasswordSignUp = !settingsDecide || flag("signIn.email.enabled")
        allowsEmailLinkSignIn =
            !settingsDecide || (flag("signIn.email.enabled") && !flag("signIn.email.passwordRequired"))
        allowsAnonymousUsers = !settingsDecide || flag("signIn.anonymous.enabled")
        allowsTenants = !settingsDecide || flag("multiTenant.allowTenants")
        disablesUserSignUp = settingsDecide && flag("client.permissions.disabledUserSignup")
        disablesUserDeletion = settingsDecide && flag("client.permissions.disabledUserDeletion")
        secondFactors = SecondFactorSettings(config["mfa"], isAlwaysOn: !settingsDecide)
        phone = settingsDecide ? PhoneSettings(project: config) : .everything
        blockingFunctions = BlockingFunctionSettings(config["blockingFunctions"])
        // Reference: neither has an effect.
        passwordPolicy = PasswordPolicy(settingsDecide ? config["passwordPolicyConfig"] : nil)
        recaptcha = RecaptchaSettings(settingsDecide ? config["recaptchaConfig"] : nil)
        signUpQuota = settingsDecide ? SignUpQuota(config["quota"]) : nil
        hashConfig =
            HashConfig(stored: behavior.verifiesPasswordHashes ? config[path: "signIn.hashConfig"] : nil)
            ?? HashConfig(defaultOf: project)
        let callback = config[path: "notification.sendEmail.callbackUri"]?.stringValue
        // Written back by who changed something else, the default is still not a handler of the project's own.
        let isDefault = settingsDecide && callback == ConfigDefaults.callbackURI(project)
        callbackURI = isDefault ? nil : callback?.nonEmpty.map { AbsoluteURL($0)?.exact ?? $0 }
        let locale = config[path: "notification.defaultLocale"]?.stringValue
        defaultLocale = locale?.nonEmpty ?? "en"
        messages = MessageSettings(project, documents.rules, config: config)
        faults = FaultTable(documents.faults)
    }
}

extension ProjectSettings {
    /// The hosts of ``authorizedDomains``.
    var authorizedHosts: AuthorizedHosts {
        knownHosts.withLock { known in
            if let known { return known }
            let hosts = AuthorizedHosts(authorizedDomains)
            known = hosts
            return hosts
        }
    }

    /// Signs the project's tokens; `nil` where they are unsigned.
    var signingKey: SigningKey? { keys.signingKey }

    /// The times for deciding which messages have arrived, and which codes have expired: long ago if nothing expires.
    package func expiryMoment(at now: Timestamp) -> OutboxMoment {
        OutboxMoment(
            now, expiry: rules.expiry == .on ? now : Timestamp(milliseconds: .min),
            followsAccounts: behavior.codesFollowAccounts)
    }
}

/// The settings that apply to one request: the project's, overridden by the tenant's own.
package struct EffectiveSettings: Sendable {
    package let project: ProjectSettings
    package let tenant: TenantSettings?

    package init(project: ProjectSettings, tenant: TenantSettings?) {
        self.project = project
        self.tenant = tenant
    }

    package var profile: Profile { project.profile }
    package var rules: Rules { project.rules }
    var tenantID: TenantID? { tenant?.id }
    package var isDisabled: Bool { tenant?.isDisabled ?? false }
    var allowsPasswordSignUp: Bool { tenant?.allowsPasswordSignUp ?? project.allowsPasswordSignUp }
    var allowsEmailLinkSignIn: Bool { tenant?.allowsEmailLinkSignIn ?? project.allowsEmailLinkSignIn }
    var allowsAnonymousUsers: Bool { tenant?.allowsAnonymousUsers ?? project.allowsAnonymousUsers }
    package var secondFactors: SecondFactorSettings { tenant?.secondFactors ?? project.secondFactors }
    var phone: PhoneSettings { tenant?.phone ?? project.phone }
    var passwordPolicy: PasswordPolicy { tenant?.passwordPolicy ?? project.passwordPolicy }
    var recaptcha: RecaptchaSettings { tenant?.recaptcha ?? project.recaptcha }
    var hashConfig: HashConfig { tenant?.hashConfig ?? project.hashConfig }
    var disablesUserSignUp: Bool { tenant?.disablesUserSignUp ?? project.disablesUserSignUp }
    var disablesUserDeletion: Bool { tenant?.disablesUserDeletion ?? project.disablesUserDeletion }
    package var allowsDuplicateEmails: Bool { project.allowsDuplicateEmails }
    /// Whether e-mail enumeration protection is on.
    var hidesEmailAddresses: Bool { tenant?.hidesEmailAddresses ?? project.hidesEmailAddresses }
}

/// The keys in a project's rules, parsed: those that verify tokens of others, and the one that signs the project's own.
package struct ProjectKeys: Sendable {
    /// Identity providers whose ID tokens can be verified, by provider ID.
    var credentialIssuers: [String: CredentialIssuer]
    /// Who may make custom tokens under rule `credentials: verified`.
    var serviceAccounts: ServiceAccounts
    /// `nil` where tokens are unsigned.
    var signingKey: SigningKey?

    /// No keys, for calls that neither read nor make tokens.
    package static let none = ProjectKeys()

    private init() {
        credentialIssuers = [:]
        serviceAccounts = ServiceAccounts.nobody
    }

    /// Reads the keys in rules.
    ///
    /// - Throws: `INVALID_ARGUMENT` naming the key and the problem.
    package init(_ rules: Rules) throws(WireError) {
        credentialIssuers = try CredentialIssuer.issuers(of: rules.credentialKeys)
        serviceAccounts = try ServiceAccounts(rules.serviceAccounts)
    }
}
