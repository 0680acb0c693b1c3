package import FirebreakWire

/// Checks of configuration bodies that come before anything is written.
package enum ConfigShape {
    /// Members of the `Config` resource.
    static let names: Set<String> = [
        "authorizedDomains", "autodeleteAnonymousUsers", "blockingFunctions", "client", "defaultHostingSite",
        "emailPrivacyConfig", "mfa", "mobileLinksConfig", "monitoring", "multiTenant", "name", "notification",
        "passwordPolicyConfig", "quota", "recaptchaConfig", "signIn", "smsRegionConfig", "subtype",
    ]

    /// Those of them that only answers have.
    static let readOnly: Set<String> = ["name", "subtype", "defaultHostingSite"]

    /// The body without members that the resource does not have.
    static func known(_ body: JSON) -> JSON {
        .object((body.objectValue ?? []).filter { names.contains($0.key) })
    }

    /// Checks a document that comes from elsewhere and takes the place of the stored one.
    ///
    /// - Throws: What a change to it would throw.
    package static func check(stored document: JSON, _ profile: Profile) throws {
        try check(document, profile)
        guard !profile.isReference else { return }
        try RecaptchaSettings.check(document["recaptchaConfig"])
        try HashConfig.check(stored: document[path: "signIn.hashConfig"])
    }

    /// Checks what a request gives of the document.
    ///
    /// - Throws: ``SchemaViolation`` for members of another type; the documented errors of single settings
    ///   (tenants-config.md A2, production.md sections 5, 11, 12 and 18).
    static func check(_ body: JSON, _ profile: Profile) throws {
        if let domains = body["authorizedDomains"] {
            guard let entries = domains.arrayValue?.map(\.stringValue), entries.allSatisfy({ $0 != nil }) else {
                throw SchemaViolation(
                    path: [.key("authorizedDomains")], problem: .type("array"), value: domains.text,
                    protobufType: "TYPE_STRING")
            }
            try AuthorizedDomain.check(entries: entries.compactMap(\.self), profile)
        }
        for path in booleanPaths {
            guard let value = body[path: path], value.boolValue == nil, !(value.isNull && !profile.isReference) else {
                continue
            }
            throw SchemaViolation(
                path: path.split(separator: ".").map { .key(String($0)) }, problem: .type("boolean"), value: value.text,
                protobufType: "TYPE_BOOL")
        }
        for name in objectNames {
            guard let value = body[name], value.objectValue == nil, !(value.isNull && !profile.isReference) else {
                continue
            }
            throw SchemaViolation(
                path: [.key(name)], problem: .type("object"), value: value.text, protobufType: "TYPE_MESSAGE")
        }
        try checkTriggers(body, profile)
        if !profile.isReference {
            try SecondFactorSettings.check(body["mfa"])
            try SMSRegionPolicy.check(body["smsRegionConfig"])
            try PasswordPolicy.check(body["passwordPolicyConfig"])
            try SignUpQuota.check(body["quota"])
        }
    }

    private static let objectNames = [
        "blockingFunctions", "client", "emailPrivacyConfig", "mfa", "multiTenant", "notification", "signIn",
    ]

    private static let booleanPaths = [
        "client.permissions.disabledUserDeletion", "client.permissions.disabledUserSignup",
        "emailPrivacyConfig.enableImprovedEmailPrivacy", "multiTenant.allowTenants", "signIn.allowDuplicateEmails",
        "signIn.anonymous.enabled", "signIn.email.enabled", "signIn.email.passwordRequired",
        "signIn.phoneNumber.enabled",
    ]

    private static func checkTriggers(_ body: JSON, _ profile: Profile) throws(WireError) {
        for trigger in body[path: "blockingFunctions.triggers"]?.objectValue ?? [] {
            guard BlockingEvent.known(to: profile).contains(where: { $0.rawValue == trigger.key }) else {
                throw .invalidBlockingFunctionType
            }
            guard let uri = trigger.value["functionUri"]?.stringValue, AbsoluteURL(uri) != nil else {
                throw .invalidBlockingFunctionURI
            }
        }
    }
}
