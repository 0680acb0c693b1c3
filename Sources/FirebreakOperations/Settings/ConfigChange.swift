import FirebreakDiscovery
import FirebreakStore
package import FirebreakWire

/// Reads the project's configuration (tenants-config.md A2, production.md section 14).
package enum GetConfig: APIOperation {
    package static func run(_ request: NoParameters, _ call: OperationContext) async throws -> JSON {
        ConfigResource.shown(call.settings.project, call)
    }
}

/// Changes the project's configuration.
package enum UpdateConfig: APIOperation {
    /// The unparsed body, because any part of the resource may be stored, and the mask of the query.
    package struct Request: Decodable, Sendable {
        package var body: JSON
        var updateMask: String?

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

    package static func run(_ request: Request, _ call: OperationContext) async throws -> JSON {
        // The query's `updateMask` was merged into the body; it is not part of the resource.
        let given = request.body.without("updateMask", "targetProjectId")
        let body = call.behavior.nullIsAbsent ? given.withoutNulls : given
        guard body["tenantId"]?.isTruthy != true else { throw WireError.configOnlyOnProjects }
        let mask = FieldMask(request.updateMask)
        let change = try ConfigChange(body, mask.map(ChangedPart.masked) ?? .members, call.settings.project)
        let settings = try await ConfigResource.change(call) { document in
            try change.apply(to: &document, at: call.now)
        }
        return ConfigResource.shown(settings, call, after: change)
    }
}

/// A change to the configuration document of a project, by a request or a fixture (tenants-config.md A4, production.md
/// section 14).
package struct ConfigChange: Sendable {
    private let body: JSON
    private let part: ChangedPart
    private let profile: Profile
    private let hashConfig: HashConfig.Change

    /// Checks the body: in the reference all of it, otherwise the known part, with test numbers in E.164 form.
    ///
    /// - Parameters:
    ///   - body: Outside the reference without `null` members.
    ///   - settings: The current settings of the project.
    /// - Throws: The errors of ``ConfigShape/check(_:_:)``, of test numbers and of hash configurations.
    package init(_ body: JSON, _ part: ChangedPart, _ settings: ProjectSettings) throws {
        profile = settings.profile
        guard profile.behavior.modelsConfiguration else {
            try ConfigShape.check(body, profile)
            self.body = body
            self.part = part
            hashConfig = .none
            return
        }
        let known: JSON
        if case .masked(let given) = part {
            let mask = given.withoutUnknownPaths
            self.part = .masked(mask)
            known = mask.selection(of: body)
        } else {
            self.part = part
            known = ConfigShape.known(body)
        }
        try ConfigShape.check(known, profile)
        self.body = try PhoneSettings.normalizingTestNumbers(in: known)
        hashConfig = try settings.hashConfig.change(
            by: body[path: "signIn.hashConfig"], part, at: ["signIn", "hashConfig"])
    }

    /// The part of a top-level member that is changed; `nil` if the change has none of it.
    func changed(_ name: String) -> JSON? { body[name] }

    /// - Throws: Errors of settings that are invalid only in combination with the existing ones.
    package func apply(to document: inout JSON, at now: Timestamp) throws(WireError) {
        guard profile.behavior.modelsConfiguration else { return applyReference(to: &document) }
        let before = document
        part.mask(for: body).applyProduction(body, to: &document, of: ConfigShape.resource)
        if case .masked(let mask) = part, mask.paths.contains(["recaptchaConfig"]), body["recaptchaConfig"] == nil {
            document["recaptchaConfig"] = RecaptchaSettings.cleared(before["recaptchaConfig"])
        }
        document["mfa"] = SecondFactorSettings.completed(document["mfa"] ?? .emptyObject)
        document.set(hashConfig.applied(to: before[path: "signIn.hashConfig"]), at: "signIn", "hashConfig")
        document["passwordPolicyConfig"] = try PasswordPolicy.dated(
            document["passwordPolicyConfig"], before: before["passwordPolicyConfig"], at: now)
        document["blockingFunctions"] = BlockingFunctionSettings.dated(
            document["blockingFunctions"], before: before["blockingFunctions"], at: now)
        try RecaptchaSettings.check(document["recaptchaConfig"])
        try RecaptchaSettings.check(
            keysOf: document["recaptchaConfig"], before: before["recaptchaConfig"], part)
    }

    private func applyReference(to document: inout JSON) {
        switch part {
        case .masked(let mask): mask.applyReference(body, to: &document, of: ConfigShape.resource)
        case .members: replaceReference(&document)
        case .leaves: part.mask(for: body).applyProduction(body, to: &document, of: ConfigShape.resource)
        }
    }

    /// Without a mask, three settings take the body's values or their defaults; everything else stays but for authorized
    /// domains that are given.
    private func replaceReference(_ document: inout JSON) {
        func set(_ name: String, of group: String) {
            document.set(.bool(body[group]?[name]?.boolValue ?? false), at: group, name)
        }
        set("allowDuplicateEmails", of: "signIn")
        set("enableImprovedEmailPrivacy", of: "emailPrivacyConfig")
        document["blockingFunctions"] = body["blockingFunctions"] ?? .emptyObject
        // Not the reference's: it has no such setting.
        if let domains = body["authorizedDomains"] { document["authorizedDomains"] = domains }
    }
}

extension FieldMask {
    /// Without unknown and read-only paths, which production ignores (production.md section 14).
    fileprivate var withoutUnknownPaths: FieldMask {
        FieldMask(
            paths: paths.filter { path in
                guard let first = path.first, let shape = ConfigShape.resource.settable(first) else { return false }
                guard first == "client", path.count > 1 else { return true }
                return shape.members[path[1]]?.isReadOnly != true
            })
    }
}

/// How much of a document a request or a fixture replaces.
package enum ChangedPart: Sendable {
    /// The fields that a mask names; named fields that are not given are reset.
    case masked(FieldMask)
    /// Each given member of the document, as a whole.
    case members
    /// The given values, down to the innermost ones; everything else stays.
    case leaves
}

extension ChangedPart {
    /// The fields that a body changes.
    func mask(for body: JSON) -> FieldMask {
        switch self {
        case .masked(let mask): mask
        case .members: FieldMask(paths: (body.objectValue ?? []).map { [$0.key] })
        case .leaves: FieldMask(paths: Self.leaves(of: body, below: []))
        }
    }

    /// Whether the change names this field or a part of it, not just an object that contains it.
    func names(_ path: [String]) -> Bool {
        switch self {
        case .masked(let mask): mask.names(path)
        case .members: false
        case .leaves: true
        }
    }

    private static func leaves(of value: JSON, below path: [String]) -> [[String]] {
        guard let members = value.objectValue, !members.isEmpty else { return [path] }
        return members.flatMap { leaves(of: $0.value, below: path + [$0.key]) }
    }
}
