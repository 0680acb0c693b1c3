package import FirebreakWire

/// The `Config` resource that a project starts with.
package enum ConfigDefaults {
    /// Domains that are authorized until the configuration or the server says otherwise (firebreak.md section 3.3).
    package static func authorizedDomains(_ project: ProjectID, _ profile: Profile) -> [String] {
        let hosting = ["\(project).firebaseapp.com", "\(project).web.app"]
        // production.md section 2
        return profile == .production ? hosting : ["localhost", "127.0.0.1", "[::1]"] + hosting
    }

    /// Production's handler of action links, which is shown until a project has another one; links lead to this server
    /// then (production.md section 14).
    package static func callbackURI(_ project: ProjectID) -> String {
        "https://\(project).firebaseapp.com/__/auth/action"
    }

    /// `mfa` with both kinds of second factors on.
    private static let everySecondFactor: JSON = [
        "state": "ENABLED", "enabledProviders": ["PHONE_SMS"],
        "providerConfigs": [
            [
                "state": "ENABLED",
                "totpProviderConfig": ["adjacentIntervals": .int(Int64(SecondFactorSettings.defaultWindow))],
            ]
        ],
    ]

    /// The stored part of the document: the reference's three keys (tenants-config.md A2), or those of a fresh project
    /// (production.md section 14), with every sign-in method on in profile `local`.
    ///
    /// - Parameter domains: Those that are authorized; the reference stores none.
    static func document(_ profile: Profile, authorizing domains: [String]) -> JSON {
        let behavior = profile.behavior
        let isProtected = JSON.bool(behavior.startsProtected)
        guard behavior.modelsConfiguration else {
            return [
                "signIn": ["allowDuplicateEmails": false],
                "blockingFunctions": [:],
                "emailPrivacyConfig": ["enableImprovedEmailPrivacy": isProtected],
            ]
        }
        let isOn = behavior.startsWithEverythingOn
        return [
            "signIn": [
                "email": ["enabled": true, "passwordRequired": .bool(!isOn)],
                "phoneNumber": ["enabled": .bool(isOn)],
                "anonymous": ["enabled": .bool(isOn)],
                "allowDuplicateEmails": false,
            ],
            "notification": ["sendEmail": ["method": "DEFAULT"], "defaultLocale": "en"],
            "quota": [:],
            "monitoring": ["requestLogging": [:]],
            "multiTenant": ["allowTenants": .bool(isOn)],
            "authorizedDomains": .array(domains.map(JSON.string)),
            "subtype": "IDENTITY_PLATFORM",
            "client": ["permissions": [:]],
            "mfa": isOn ? everySecondFactor : ["state": "DISABLED"],
            "blockingFunctions": [:],
            "recaptchaConfig": [:],
            "smsRegionConfig": isOn ? ["allowByDefault": [:]] : ["allowlistOnly": [:]],
            "emailPrivacyConfig": ["enableImprovedEmailPrivacy": isProtected],
            "mobileLinksConfig": ["domain": "HOSTING_DOMAIN"],
        ]
    }
}
