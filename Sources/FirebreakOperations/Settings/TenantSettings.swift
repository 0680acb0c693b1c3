import FirebreakCredentials
package import FirebreakWire

/// The settings of a tenant.
package final class TenantSettings: Sendable {
    package let id: TenantID
    package let document: JSON
    package let isDisabled: Bool
    let allowsPasswordSignUp: Bool
    let allowsEmailLinkSignIn: Bool
    let allowsAnonymousUsers: Bool
    package let secondFactors: SecondFactorSettings
    /// The tenant's settings for numbers as second factors; tenants have no sign-in by phone.
    let phone: PhoneSettings?
    let passwordPolicy: PasswordPolicy
    let recaptcha: RecaptchaSettings
    /// The tenant's own; `nil` if it uses its project's.
    let hashConfig: HashConfig?
    let disablesUserSignUp: Bool
    let disablesUserDeletion: Bool
    /// The tenant's own value; `nil` in profile `emulator`, where tenants follow their project.
    let hidesEmailAddresses: Bool?

    package init(id: TenantID, document: JSON, profile: Profile) {
        self.id = id
        self.document = document
        func flag(_ path: String) -> Bool { document[path: path]?.boolValue ?? false }
        isDisabled = flag("disableAuth")
        allowsPasswordSignUp = flag("allowPasswordSignup")
        allowsEmailLinkSignIn = flag("enableEmailLinkSignin")
        allowsAnonymousUsers = flag("enableAnonymousUser")
        secondFactors = SecondFactorSettings(document["mfaConfig"], isAlwaysOn: false)
        let behavior = profile.behavior
        let settingsDecide = behavior.settingsDecide
        phone = settingsDecide ? PhoneSettings(tenant: document) : nil
        passwordPolicy = PasswordPolicy(settingsDecide ? document["passwordPolicyConfig"] : nil)
        recaptcha = RecaptchaSettings(settingsDecide ? document["recaptchaConfig"] : nil)
        hashConfig = HashConfig(stored: behavior.verifiesPasswordHashes ? document["hashConfig"] : nil)
        disablesUserSignUp = settingsDecide && flag("client.permissions.disabledUserSignup")
        disablesUserDeletion = settingsDecide && flag("client.permissions.disabledUserDeletion")
        let protects = flag("emailPrivacyConfig.enableImprovedEmailPrivacy")
        hidesEmailAddresses = behavior.tenantProtection == .followed ? nil : protects
    }
}
