import FirebreakDiscovery
import FirebreakStore
package import FirebreakWire

/// Tenant documents in requests and responses (tenants-config.md A3, production.md section 14.1).
enum TenantResource {
    /// `name` and the rest; `tenantId` is the reference's own addition, which its tests read.
    ///
    /// - Parameters:
    ///   - hashConfig: Only GetTenant returns it (production.md section 14.1).
    ///   - change: What the response is to; `nil` for a request that only reads.
    static func shown(
        _ record: TenantRecord, _ call: OperationContext, hashConfig: JSON? = nil, after change: TenantChange? = nil
    ) -> JSON {
        let behavior = call.behavior
        let project =
            behavior.namesResourcesAsProduction ? call.settings.project.projectNumber : call.projectID.rawValue
        var resource: JSON = ["name": .string("projects/\(project)/tenants/\(record.id)")]
        if !behavior.namesResourcesAsProduction { resource["tenantId"] = .string(record.id.rawValue) }
        var document = record.document
        if behavior.modelsConfiguration {
            document["hashConfig"] = hashConfig
            document["recaptchaConfig"] = RecaptchaSettings.shown(
                document["recaptchaConfig"], after: change?.changed("recaptchaConfig"))
            document = AdminResource.tenant.shape.shown(document)
        }
        for member in document.objectValue ?? [] { resource[member.key] = member.value }
        return resource
    }

    static func checkManagement(_ call: OperationContext) throws(WireError) {
        guard call.settings.project.allowsTenants else { throw .invalidProjectID.because(.setting(.tenants)) }
    }
}

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
        guard !project.behavior.modelsConfiguration else { return unconfigured(in: project) }
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
        if project.profile.behavior.tenantProtection == .copied {
            document["emailPrivacyConfig"] = ["enableImprovedEmailPrivacy": .bool(project.hidesEmailAddresses)]
        }
        return document
    }
}

/// The name that a tenant is shown by.
package enum TenantDisplayName {
    /// Production requires a display name: a letter, then letters, digits or hyphens, 4 to 20 characters in all
    /// (production.md section 14.1).
    package static func check(_ name: String?) throws(WireError) {
        guard let name, !name.isEmpty else { throw .missingDisplayName }
        guard (4...20).contains(name.utf8.count), name.utf8.first?.isASCIILetter == true,
            name.utf8.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") })
        else { throw .invalidDisplayName }
    }
}
