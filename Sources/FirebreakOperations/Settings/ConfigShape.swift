import FirebreakDiscovery
package import FirebreakWire

/// Checks of configuration bodies that come before anything is written.
package enum ConfigShape {
    /// The `Config` resource.
    static let resource = AdminResource.config.shape

    /// The body without members that the resource does not have.
    static func known(_ body: JSON) -> JSON {
        let members = resource.members
        return .object((body.objectValue ?? []).filter { members[$0.key] != nil })
    }

    /// Checks an imported document that replaces the stored one.
    ///
    /// - Throws: The errors of the corresponding change.
    package static func check(stored document: JSON, _ profile: Profile) throws {
        try check(document, profile)
        guard profile.behavior.modelsConfiguration else { return }
        try RecaptchaSettings.check(document["recaptchaConfig"])
        try HashConfig.check(stored: document[path: "signIn.hashConfig"])
    }

    /// Checks the part of the document in a request.
    ///
    /// - Throws: ``SchemaViolation`` for members of another type; the documented errors of single settings
    ///   (tenants-config.md A2, production.md sections 2, 7, 11 and 12).
    static func check(_ body: JSON, _ profile: Profile) throws {
        if let domains = body["authorizedDomains"] {
            guard let entries = domains.arrayValue?.map(\.stringValue), entries.allSatisfy({ $0 != nil }) else {
                throw SchemaViolation(
                    path: [.key("authorizedDomains")], problem: .type("array"), value: domains,
                    protobufType: "TYPE_STRING")
            }
            try AuthorizedDomain.check(entries: entries.compactMap(\.self), profile)
        }
        for path in booleanPaths {
            guard let value = body[path: path], value.boolValue == nil, !(value.isNull && profile.behavior.nullIsAbsent)
            else {
                continue
            }
            throw SchemaViolation(
                path: path.separated(by: ".").map { .key(String($0)) }, problem: .type("boolean"), value: value,
                protobufType: "TYPE_BOOL")
        }
        for name in objectNames {
            guard let value = body[name], value.objectValue == nil, !(value.isNull && profile.behavior.nullIsAbsent)
            else {
                continue
            }
            throw SchemaViolation(
                path: [.key(name)], problem: .type("object"), value: value, protobufType: "TYPE_MESSAGE")
        }
        try checkTriggers(body, profile)
        if profile.behavior.modelsConfiguration {
            try SecondFactorSettings.check(body["mfa"])
            try SMSRegionPolicy.check(body["smsRegionConfig"])
            try PasswordPolicy.check(body["passwordPolicyConfig"])
            try SignUpQuota.check(body["quota"])
        }
    }

    /// Members that an import may have with a type other than an object, because they have checks of their own or
    /// nothing reads them; in requests and fixtures everything has been checked before.
    private static let uncheckedObjects: Set<String> = [
        "mobileLinksConfig", "monitoring", "passwordPolicyConfig", "quota", "recaptchaConfig", "smsRegionConfig",
    ]

    /// Members in which an import may have other types instead of booleans.
    private static let uncheckedBooleans = uncheckedObjects.union([
        "autodeleteAnonymousUsers", "blockingFunctions", "notification",
    ])

    /// The checked objects of the resource, in alphabetical order.
    private static let objectNames: [String] = resource.members.compactMap { name, member in
        guard case .object = member.shape, !uncheckedObjects.contains(name) else { return nil }
        return name
    }.sorted()

    /// Its checked booleans at any depth, in alphabetical order.
    private static let booleanPaths = booleans(in: resource.without(uncheckedBooleans), at: [])

    private static func booleans(in shape: MessageShape, at path: [String]) -> [String] {
        if case .boolean = shape { return [path.joined(separator: ".")] }
        return shape.members.sorted { $0.key < $1.key }.flatMap { name, member in
            booleans(in: member.shape, at: path + [name])
        }
    }

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
