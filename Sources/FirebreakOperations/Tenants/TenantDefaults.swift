package import FirebreakWire

/// Tenant documents before any configuration (tenants-config.md A3).
package enum TenantDefaults {
    /// A tenant that profile `emulator` creates on mention: everything on.
    package static let implicit: JSON = [
        "allowPasswordSignup": true,
        "enableEmailLinkSignin": true,
        "enableAnonymousUser": true,
        "disableAuth": false,
        "mfaConfig": ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]],
    ]

    /// A tenant created by an admin: everything off. In profile `local` it protects addresses as its project does
    /// (firebreak.md section 3).
    package static func explicit(in project: ProjectSettings) -> JSON {
        guard !project.facts.modelsConfiguration else { return unconfigured(in: project) }
        return [
            "allowPasswordSignup": false,
            "enableEmailLinkSignin": false,
            "enableAnonymousUser": false,
            "disableAuth": false,
            "mfaConfig": ["state": "DISABLED", "enabledProviders": []],
        ]
    }

    /// What is off is not stored: above all second factors are shown only after they were configured (production.md
    /// section 14.1).
    private static func unconfigured(in project: ProjectSettings) -> JSON {
        var document = JSON.emptyObject
        if project.profile.facts.tenantProtection == .copied {
            document["emailPrivacyConfig"] = ["enableImprovedEmailPrivacy": .bool(project.hidesEmailAddresses)]
        }
        return document
    }
}
