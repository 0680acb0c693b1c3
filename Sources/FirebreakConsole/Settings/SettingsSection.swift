import FirebreakControl
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// A section of the settings.
struct SettingsSection: Sendable {
    /// The last segment of its path.
    let id: String
    let title: String
    /// What is said above its form.
    var introduction: @Sendable (SettingsScope) -> HTML = { _ in "" }
    /// Whether tenants have settings of their own in it.
    var hasTenants = false
    /// The settings of its form.
    var parts: @Sendable (SettingsScope) -> [any SettingPart] = { _ in [] }
    /// Settings that have lists and forms of their own.
    var lists: @Sendable (SettingsScope) -> [any SettingPart] = { _ in [] }

    static let overview = SettingsSection(id: "", title: "Overview")

    static let all: [SettingsSection] = [
        overview, signIn, providers, domains, users, passwords, factors, functions, templates, rules, tenants,
    ]

    static let providers = SettingsSection(id: "providers", title: "Identity providers", hasTenants: true)
    static let tenants = SettingsSection(id: "tenants", title: "Tenants")

    /// Everything in it that has a default.
    func settings(_ scope: SettingsScope) -> SettingsForm { scope.form(parts(scope) + lists(scope)) }
}

// Who may sign in, how, and what others learn of it.

extension SettingsSection {
    /// Whether the project has more than the few settings that the reference knows.
    private static func hasAll(_ scope: SettingsScope) -> Bool { scope.profile.facts.modelsConfiguration }

    // MARK: Sign-in methods

    static let signIn = SettingsSection(
        id: "sign-in", title: "Sign-in methods",
        introduction: { scope in
            guard scope.tenant == nil, !hasAll(scope) else { return "" }
            return """
                In profile <code>emulator</code> a project has every sign-in method on, whatever is configured. Tenants \
                have switches of their own.
                """
        },
        hasTenants: true,
        parts: { scope in
            guard scope.tenant == nil else { return tenantMethods }
            return hasAll(scope) ? projectMethods : []
        },
        lists: { scope in
            guard hasAll(scope) else { return [] }
            return [TestNumbers(path: scope.tenant == nil ? "signIn.phoneNumber.testPhoneNumbers" : "testPhoneNumbers")]
        })

    private static let projectMethods: [StoredSetting] = [
        StoredSetting(
            "signIn.email.enabled", "Email and password", "Users sign up and sign in with an address and a password.",
            .box),
        StoredSetting(
            "signIn.email.passwordRequired", "Email link",
            "Users can sign in with a link that is mailed to them. It needs email and password.", .box,
            isInverted: true),
        StoredSetting("signIn.phoneNumber.enabled", "Phone", "Users sign in with a code that is sent by SMS.", .box),
        StoredSetting("signIn.anonymous.enabled", "Anonymous", "Apps can make accounts without any credentials.", .box),
    ]

    private static let tenantMethods: [StoredSetting] = [
        StoredSetting("displayName", "Display name", "A letter, then letters, digits and hyphens: 4 to 20 in all."),
        StoredSetting(
            "allowPasswordSignup", "Email and password", "Users sign up and sign in with an address and a password.",
            .box),
        StoredSetting(
            "enableEmailLinkSignin", "Email link", "Users can sign in with a link that is mailed to them.", .box),
        StoredSetting("enableAnonymousUser", "Anonymous", "Apps can make accounts without any credentials.", .box),
        StoredSetting("disableAuth", "Switched off", "Nobody can sign in to this tenant.", .box),
    ]

    // MARK: Users

    static let users = SettingsSection(
        id: "users", title: "Users",
        introduction: { scope in
            guard scope.tenant != nil, !hasAll(scope) else { return "" }
            return "In profile <code>emulator</code> tenants follow their project in all of this."
        },
        hasTenants: true,
        parts: { scope in
            guard hasAll(scope) else { return scope.tenant == nil ? [protection, duplicates] : [] }
            let ofProject = scope.tenant == nil ? [duplicates, multiTenant] : []
            return [protection] + permissions + ofProject + recaptcha
        })

    private static let protection = StoredSetting(
        "emailPrivacyConfig.enableImprovedEmailPrivacy", "Email enumeration protection",
        "Answers do not tell whether an address has an account.", .box)

    private static let permissions: [StoredSetting] = [
        StoredSetting(
            "client.permissions.disabledUserSignup", "Users can sign up",
            "Otherwise only admins make accounts: <code>ADMIN_ONLY_OPERATION</code>.", .box, isInverted: true),
        StoredSetting(
            "client.permissions.disabledUserDeletion", "Users can delete their accounts",
            "Otherwise only admins delete accounts: <code>ADMIN_ONLY_OPERATION</code>.", .box, isInverted: true),
    ]

    private static let duplicates = StoredSetting(
        "signIn.allowDuplicateEmails", "Several accounts with one address",
        "Accounts of identity providers are not linked by their address.", .box)

    private static let multiTenant = StoredSetting(
        "multiTenant.allowTenants", "Tenants", "The project can have tenants.", .box)

    private static let recaptcha: [StoredSetting] = [
        ("emailPasswordEnforcementState", "Email and password"), ("phoneEnforcementState", "Phone"),
    ].map { name, label in
        StoredSetting(
            "recaptchaConfig.\(name)", label, "",
            .choice([
                .init("OFF", "off"), .init("AUDIT", "audit: a token is never required"),
                .init("ENFORCE", "enforce: there must be a token, whatever it says"),
            ]), group: "reCAPTCHA")
    }

    // MARK: Passwords

    static let passwords = SettingsSection(
        id: "passwords", title: "Password policy",
        introduction: { scope in
            guard hasAll(scope) else {
                return "In profile <code>emulator</code> passwords need six characters, and a policy has no effect."
            }
            return "Without an enforced policy passwords have 6 to 4096 characters."
        },
        hasTenants: true,
        parts: { scope in hasAll(scope) ? [PasswordPolicySettings()] : [] })

    // MARK: Second factors

    static let factors = SettingsSection(
        id: "factors", title: "Second factors and SMS",
        introduction: { scope in
            guard scope.tenant == nil, !hasAll(scope) else { return "" }
            return """
                In profile <code>emulator</code> a project asks for second factors by SMS, whatever is configured. \
                Tenants have settings of their own.
                """
        },
        hasTenants: true,
        parts: { scope in
            let factors = SecondFactorSetting(path: scope.tenant == nil ? "mfa" : "mfaConfig")
            guard !hasAll(scope) else { return [factors, SMSRegionSetting()] }
            return scope.tenant == nil ? [] : [factors]
        })

    // MARK: Domains

    static let domains = SettingsSection(
        id: "domains", title: "Authorized domains",
        lists: { _ in
            [
                StoredSetting(
                    "authorizedDomains", "Authorized domains", "", .list(rows: 6))
            ]
        })

    // MARK: Blocking functions

    static let functions = SettingsSection(
        id: "functions", title: "Blocking functions",
        introduction: { _ in
            "URLs that are called before something happens, and can refuse it. Tenants use the project’s."
        },
        parts: { scope in [BlockingTriggers(scope.profile)] + forwarded })

    private static let forwarded: [StoredSetting] = [
        ("idToken", "ID token"), ("accessToken", "Access token"), ("refreshToken", "Refresh token"),
    ].map { name, label in
        StoredSetting(
            "blockingFunctions.forwardInboundCredentials.\(name)", label, "", .box,
            group: "What functions get of a provider’s credentials")
    }
}

/// The URLs of blocking functions: `blockingFunctions.triggers`.
struct BlockingTriggers: SettingPart {
    private let events: [BlockingEvent]

    init(_ profile: Profile) { events = BlockingEvent.known(to: profile) }

    let paths = ["blockingFunctions.triggers"]

    private static func name(_ event: BlockingEvent) -> String { "blockingFunctions.triggers.\(event.rawValue)" }

    var fields: [SettingField] {
        events.map { event in
            let hint: HTML =
                switch event {
                case .beforeCreate: "Before an account is made."
                case .beforeSignIn: "Before a sign-in is completed."
                case .beforeSendEmail: "Before a mail is sent."
                case .beforeSendSms: "Before an SMS is sent."
                }
            return SettingField(
                Self.name(event), event.rawValue, hint, .line, placeholder: "none", group: "Functions")
        }
    }

    func values(of document: JSON) -> [String: String] {
        let triggers = document[path: "blockingFunctions.triggers"]
        return events.reduce(into: [:]) { values, event in
            values[Self.name(event)] = triggers?[event.rawValue]?["functionUri"]?.stringValue ?? ""
        }
    }

    func write(_ values: [String: String], to change: inout SettingsChange) throws(SettingProblem) {
        var triggers = JSON.emptyObject
        for event in events {
            guard let url = values[Self.name(event)]?.nonEmpty else { continue }
            triggers[event.rawValue] = ["functionUri": .string(url)]
        }
        let all: JSON? = triggers == .emptyObject ? JSON?.none : triggers
        change.set(all, at: "blockingFunctions.triggers", empty: .emptyObject)
    }
}
