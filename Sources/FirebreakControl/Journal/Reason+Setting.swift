import FirebreakWire

extension Reason.Setting {
    /// Where it stands in a configuration.
    private struct Member {
        /// The member that switches it.
        var path: String
        /// What the member is when the setting refuses.
        var value: String
        /// The part of the configuration that the change replaces, and its new content.
        var mask: String
        var content: JSON

        init(_ path: String, _ value: String, mask: String, _ content: JSON) {
            self.path = path
            self.value = value
            self.mask = mask
            self.content = content
        }

        /// The content below the members of the mask.
        var body: JSON { mask.separated(by: ".").reversed().reduce(content) { [String($1): $0] } }
    }

    func words(ofTenant isTenant: Bool) -> String {
        if isTenant, self == .phone { return "Tenants have no sign-in with phone numbers" }
        let member = isTenant ? ofTenant ?? ofProject : ofProject
        let owner = isTenant && ofTenant != nil ? "tenant" : "project's configuration"
        return "`\(member.path)` of the \(owner) \(member.value)"
    }

    /// The request that switches it.
    ///
    /// - Returns: `nil` where none does.
    func change(in scope: Reason.Scope) -> Explanation.Change? {
        if scope.tenant != nil, self == .phone { return nil }
        if scope.tenant != nil, let member = ofTenant { return scope.patchOwn(member.mask, member.body) }
        return scope.patch(ofProject.mask, ofProject.body)
    }

    private var ofProject: Member {
        switch self {
        case .password: Member("signIn.email.enabled", "is not true", mask: "signIn.email.enabled", true)
        case .emailLink:
            Member(
                "signIn.email", "is not enabled, or has `passwordRequired`", mask: "signIn.email",
                ["enabled": true, "passwordRequired": false])
        case .anonymous: Member("signIn.anonymous.enabled", "is not true", mask: "signIn.anonymous.enabled", true)
        case .phone: Member("signIn.phoneNumber.enabled", "is not true", mask: "signIn.phoneNumber.enabled", true)
        case .userSignUp:
            Member(
                "client.permissions.disabledUserSignup", "is true", mask: "client.permissions.disabledUserSignup",
                false)
        case .userDeletion:
            Member(
                "client.permissions.disabledUserDeletion", "is true", mask: "client.permissions.disabledUserDeletion",
                false)
        case .tenants, .tenant:
            Member("multiTenant.allowTenants", "is not true", mask: "multiTenant.allowTenants", true)
        case .smsFactor:
            Member("mfa", "does not allow codes by SMS", mask: "mfa", Self.secondFactors)
        case .totpFactor:
            Member("mfa", "does not allow one-time passwords", mask: "mfa", Self.secondFactors)
        case .smsRegions:
            Member("smsRegionConfig", "does not allow the number's region", mask: "smsRegionConfig", Self.everywhere)
        case .duplicateEmails:
            Member("signIn.allowDuplicateEmails", "is not true", mask: "signIn.allowDuplicateEmails", true)
        case .emailRecaptcha:
            Member(
                "recaptchaConfig.emailPasswordEnforcementState", "is `ENFORCE`",
                mask: "recaptchaConfig.emailPasswordEnforcementState", "AUDIT")
        case .phoneRecaptcha:
            Member(
                "recaptchaConfig.phoneEnforcementState", "is `ENFORCE`", mask: "recaptchaConfig.phoneEnforcementState",
                "AUDIT")
        case .dynamicLinks:
            Member(
                "mobileLinksConfig.domain", "is `FIREBASE_DYNAMIC_LINK_DOMAIN`", mask: "mobileLinksConfig.domain",
                "HOSTING_DOMAIN")
        case .signUpQuota:
            Member("quota.signUpQuotaConfig", "is used up for the caller's address", mask: "quota", [:])
        }
    }

    /// `nil` where tenants follow their project.
    private var ofTenant: Member? {
        switch self {
        case .password: Member("allowPasswordSignup", "is not true", mask: "allowPasswordSignup", true)
        case .emailLink: Member("enableEmailLinkSignin", "is not true", mask: "enableEmailLinkSignin", true)
        case .anonymous: Member("enableAnonymousUser", "is not true", mask: "enableAnonymousUser", true)
        case .tenant: Member("disableAuth", "is true", mask: "disableAuth", false)
        case .userSignUp, .userDeletion, .emailRecaptcha, .phoneRecaptcha: ofProject
        case .smsFactor: Member("mfaConfig", "does not allow codes by SMS", mask: "mfaConfig", Self.secondFactors)
        case .totpFactor:
            Member("mfaConfig", "does not allow one-time passwords", mask: "mfaConfig", Self.secondFactors)
        case .smsRegions: ofProject
        case .phone, .tenants, .signUpQuota, .duplicateEmails, .dynamicLinks: nil
        }
    }

    private static let everywhere: JSON = ["allowByDefault": [:]]

    private static let secondFactors: JSON = [
        "state": "ENABLED", "enabledProviders": ["PHONE_SMS"],
        "providerConfigs": [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 5]]],
    ]
}

extension Reason.Setting {
    func explanation(in scope: Reason.Scope) -> Explanation {
        Explanation(words(ofTenant: scope.tenant != nil), change(in: scope), button: button)
    }

    /// The label of a button that changes it.
    private var button: String {
        switch self {
        case .emailRecaptcha, .phoneRecaptcha: "Audit only"
        case .signUpQuota: "Remove the quota"
        case .dynamicLinks: "Use hosting links"
        default: "Allow it"
        }
    }
}
