import FirebreakOperations
import FirebreakPages
import FirebreakWire

extension SettingsSection {
    static let users = SettingsSection(
        id: "users", title: "Users",
        introduction: { scope in
            guard scope.tenant != nil, !scope.hasAllSettings else { return "" }
            return "In profile <code>emulator</code> tenants follow their project in all of this."
        },
        hasTenants: true,
        parts: { scope in
            guard scope.hasAllSettings else { return scope.tenant == nil ? [protection, duplicates] : [] }
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
}
