import FirebreakDiscovery
package import FirebreakWire

/// A change to the document of a tenant, or a new one, by a request or a fixture (tenants-config.md A3, production.md
/// section 14.1).
package struct TenantChange: Sendable {
    /// Keys of the document that the reference stores at creation; it drops all others.
    private static let referenceKeys = [
        "displayName", "allowPasswordSignup", "enableEmailLinkSignin", "enableAnonymousUser", "disableAuth",
        "mfaConfig",
    ]

    private static let resource = AdminResource.tenant.shape

    private let body: JSON
    private let part: ChangedPart
    private let hashConfig: HashConfig.Change
    private let call: OperationContext

    /// Checks the body: the reference accepts everything, other profiles the members of the resource, with test numbers
    /// in E.164 form.
    ///
    /// - Throws: The errors of a project's configuration for the same settings (production.md sections 7, 11 and 12).
    package init(_ body: JSON, _ part: ChangedPart, _ call: OperationContext) throws {
        self.part = part
        self.call = call
        guard call.behavior.modelsConfiguration else {
            self.body = body.without("updateMask", "targetProjectId", "tenantId", "name")
            hashConfig = .none
            return
        }
        let given = body.withoutNulls
        var known = JSON.object((given.objectValue ?? []).filter { Self.resource.settable($0.key) != nil })
        if case .masked(let mask) = part { known = mask.selection(of: known) }
        try SecondFactorSettings.check(known["mfaConfig"])
        try SMSRegionPolicy.check(known["smsRegionConfig"])
        try PasswordPolicy.check(known["passwordPolicyConfig"])
        self.body = try PhoneSettings.normalizingTestNumbers(ofMessage: known)
        hashConfig = try call.settings.hashConfig.change(by: given["hashConfig"], part, at: ["hashConfig"])
    }

    /// The part of a top-level member that is changed; `nil` if the change has none of it.
    func changed(_ name: String) -> JSON? { body[name] }

    /// - Parameter before: `nil` for a new tenant.
    /// - Throws: Errors of the resulting document.
    package func document(after before: JSON?) throws(WireError) -> JSON {
        let document = try changed(before)
        try Limit.tenant.check(document, before: before)
        return document
    }

    private func changed(_ before: JSON?) throws(WireError) -> JSON {
        var document = before ?? .emptyObject
        switch part {
        case .masked(let mask) where !call.behavior.modelsConfiguration:
            mask.applyReference(body, to: &document, of: Self.resource)
        case .masked(let mask): mask.applyProduction(body, to: &document, of: Self.resource)
        case .leaves where before != nil: part.mask(for: body).applyProduction(body, to: &document, of: Self.resource)
        case .members, .leaves: document = newDocument
        }
        guard call.behavior.modelsConfiguration else { return document }
        document["mfaConfig"] = document["mfaConfig"].map(SecondFactorSettings.completed)
        document["hashConfig"] = hashConfig.applied(to: before?["hashConfig"])
        document["passwordPolicyConfig"] = try PasswordPolicy.dated(
            document["passwordPolicyConfig"], before: before?["passwordPolicyConfig"], at: call.now)
        try TenantDisplayName.check(document["displayName"]?.stringValue)
        try RecaptchaSettings.check(document["recaptchaConfig"])
        try RecaptchaSettings.check(
            keysOf: document["recaptchaConfig"], before: before?["recaptchaConfig"], part)
        return document
    }

    /// The document of a new or completely updated tenant.
    private var newDocument: JSON {
        var document = TenantDefaults.explicit(in: call.settings.project)
        for member in body.objectValue ?? [] {
            if !call.behavior.modelsConfiguration, !Self.referenceKeys.contains(member.key) { continue }
            document[member.key] = member.value
        }
        if !call.behavior.modelsConfiguration, var factors = document["mfaConfig"], factors.objectValue != nil {
            if factors["state"] == nil { factors["state"] = "DISABLED" }
            if factors["enabledProviders"] == nil { factors["enabledProviders"] = [] }
            document["mfaConfig"] = factors
        }
        return document
    }
}
