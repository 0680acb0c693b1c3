import FirebreakStore
package import FirebreakWire

/// Reads the project's configuration (tenants-config.md A2, production.md section 14).
package enum GetConfig: APIOperation {
    package static func run(_ request: NoParameters, _ call: Call) async throws -> JSON {
        var document = ConfigResource.shown(call.scope.project, call)
        if !call.profile.isReference {
            document["notification"] = DefaultTemplates.shown(in: document["notification"] ?? .emptyObject)
        }
        return document
    }
}

/// Changes the project's configuration.
package enum UpdateConfig: APIOperation {
    /// The body as it is, because any part of the resource may be stored, and the mask of the query.
    package struct Request: Decodable, Sendable {
        package var body: JSON
        package var updateMask: String?

        package init(body: JSON, updateMask: String?) {
            self.body = body
            self.updateMask = updateMask
        }

        private enum CodingKeys: CodingKey { case updateMask }

        package init(from decoder: any Decoder) throws {
            updateMask = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
                String.self, forKey: .updateMask)
            body = try decoder.singleValueContainer().decode(JSON.self)
        }
    }

    package static func run(_ request: Request, _ call: Call) async throws -> JSON {
        // The query's `updateMask` came in with the body's members; it is no part of the resource.
        let given = request.body.without("updateMask", "targetProjectId")
        let body = call.profile.isReference ? given : given.withoutNulls
        guard body["tenantId"]?.isTruthy != true else { throw WireError.configOnlyOnProjects }
        let mask = FieldMask(request.updateMask)
        let change = try ConfigChange(body, mask.map(ChangedPart.masked) ?? .members, call.scope.project)
        let settings = try await ConfigResource.change(call) { document in
            try change.apply(to: &document, at: call.now)
        }
        var shown = ConfigResource.shown(settings, call)
        if !call.profile.isReference { shown["notification"] = shown["notification"].map(DefaultTemplates.hidden) }
        return shown
    }
}

/// The two settings of the reference's own configuration endpoint (emulator-api.md).
package enum GetEmulatorConfig: APIOperation {
    package static func run(_ request: NoParameters, _ call: Call) async throws -> EmulatorConfig {
        EmulatorConfig(call.scope.project)
    }
}

package struct EmulatorConfig: Codable, Sendable {
    package struct SignIn: Codable, Sendable { var allowDuplicateEmails: Bool? }
    package struct EmailPrivacy: Codable, Sendable { var enableImprovedEmailPrivacy: Bool? }

    var signIn: SignIn?
    var emailPrivacyConfig: EmailPrivacy?

    private enum CodingKeys: String, CodingKey {
        case emailPrivacyConfig
        case signIn
    }

    package init(_ settings: ProjectSettings) {
        signIn = SignIn(allowDuplicateEmails: settings.allowsDuplicateEmails)
        emailPrivacyConfig = EmailPrivacy(enableImprovedEmailPrivacy: settings.hidesEmailAddresses)
    }

    /// Whether neither is given.
    package var isEmpty: Bool {
        signIn?.allowDuplicateEmails == nil && emailPrivacyConfig?.enableImprovedEmailPrivacy == nil
    }

    /// Sets in a configuration document those of the two that are given.
    package func apply(to document: inout JSON) {
        if let duplicates = signIn?.allowDuplicateEmails {
            document.set(.bool(duplicates), at: "signIn", "allowDuplicateEmails")
        }
        if let privacy = emailPrivacyConfig?.enableImprovedEmailPrivacy {
            document.set(.bool(privacy), at: "emailPrivacyConfig", "enableImprovedEmailPrivacy")
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        emailPrivacyConfig = try container.decodeIfPresent(EmailPrivacy.self, forKey: .emailPrivacyConfig)
        signIn = try container.decodeIfPresent(SignIn.self, forKey: .signIn)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(signIn, forKey: .signIn)
        try container.encodeIfPresent(emailPrivacyConfig, forKey: .emailPrivacyConfig)
    }
}

/// Sets those of the two settings that are given; with neither, the profile's defaults return (emulator-api.md).
package enum UpdateEmulatorConfig: APIOperation {
    package struct Request: Decodable, Sendable {
        var config: EmulatorConfig
        var tenantId: String?

        private enum CodingKeys: CodingKey { case tenantId }

        package init(from decoder: any Decoder) throws {
            config = try EmulatorConfig(from: decoder)
            tenantId = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .tenantId)
        }
    }

    package static func run(_ request: Request, _ call: Call) async throws -> EmulatorConfig {
        guard request.tenantId?.isEmpty != false else { throw WireError.configOnlyOnProjects }
        let settings = try await ConfigResource.change(call) { document in
            if request.config.isEmpty {
                let defaults = ConfigDefaults.document(call.projectID, call.profile)
                for name in ["signIn", "emailPrivacyConfig"] {
                    document[name] = FieldMask.merged(
                        document[name], defaults[name], flags: ["allowDuplicateEmails", "enableImprovedEmailPrivacy"])
                }
                document["blockingFunctions"] = .emptyObject
            }
            request.config.apply(to: &document)
        }
        return EmulatorConfig(settings)
    }
}

/// The stored configuration document.
enum ConfigResource {
    /// Changes the document in one transaction and makes the change count for the next call.
    static func change(_ call: Call, _ body: @Sendable (inout JSON) throws -> Void) async throws -> ProjectSettings {
        try await call.project.write(at: call.now) { tx in
            var document = try tx.setting(.config) ?? ConfigDefaults.document(call.projectID, call.profile)
            try body(&document)
            try tx.set(.config, to: document)
        }
        return try await call.project.settings()
    }

    /// The document as it is answered: the reference's bare, the others with their names, and in production without
    /// `false` members.
    static func shown(_ settings: ProjectSettings, _ call: Call) -> JSON {
        guard !settings.profile.isReference else { return settings.config }
        var document: JSON = ["name": .string("projects/\(settings.projectNumber)/config")]
        let omitsFalse = settings.profile == .production
        for member in settings.config.objectValue ?? [] {
            document[member.key] = omitsFalse ? member.value.withoutDefaults : member.value
        }
        if omitsFalse {
            // Production shows that there is nothing in these (production.md sections 5 and 14).
            for name in ["quota", "multiTenant", "blockingFunctions", "emailPrivacyConfig"] {
                document[name] = document[name] ?? .emptyObject
            }
        }
        document["mfa"] = document["mfa"].map(SecondFactorSettings.shown)
        document.set(settings.hashConfig.document, at: "signIn", "hashConfig")
        let key = call.project.ownAPIKey
        document.set(.string(key), at: "client", "apiKey")
        document.set(.string(call.projectID.rawValue), at: "client", "firebaseSubdomain")
        document["defaultHostingSite"] = .string(call.projectID.rawValue)
        return document
    }
}

extension FieldMask {
    /// `document` with the named flags as they are in `defaults`.
    fileprivate static func merged(_ document: JSON?, _ defaults: JSON?, flags: [String]) -> JSON {
        var result = document ?? .emptyObject
        for flag in flags { if let value = defaults?[flag] { result[flag] = value } }
        return result
    }
}

extension JSON {
    /// This value without members that are `null`, which production takes for absent.
    package var withoutNulls: JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !$0.value.isNull }.map { Member($0.key, $0.value.withoutNulls) })
    }

    /// This object without some of its members.
    func without(_ names: String...) -> JSON {
        var copy = self
        for name in names { copy[name] = nil }
        return copy
    }

    /// Sets or removes a member of an object inside this object, which is made when it is not there.
    mutating func set(_ value: JSON?, at outer: String, _ inner: String) {
        guard value != nil || self[outer] != nil else { return }
        var object = self[outer] ?? .emptyObject
        if case .object = object {} else { object = .emptyObject }
        object[inner] = value
        self[outer] = object
    }

    /// Production leaves members that are `false`, empty texts or empty lists out of configuration documents.
    var withoutDefaults: JSON {
        switch self {
        case .object(let members):
            .object(
                members.filter { $0.value != false && $0.value != "" && $0.value != [] }
                    .map { Member($0.key, $0.value.withoutDefaults) })
        case .array(let elements): .array(elements.map(\.withoutDefaults))
        case .null, .bool, .number, .string: self
        }
    }
}
