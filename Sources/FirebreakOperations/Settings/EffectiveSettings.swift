import FirebreakCredentials
package import FirebreakWire

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
