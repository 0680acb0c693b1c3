import FirebreakStore
package import FirebreakWire

/// Tenant documents as requests give them and answers show them (tenants-config.md A3, production.md section 18).
enum TenantResource {
    /// Keys of the document that the reference keeps at creation; it drops all others.
    private static let referenceKeys = [
        "displayName", "allowPasswordSignup", "enableEmailLinkSignin", "enableAnonymousUser", "disableAuth",
        "mfaConfig",
    ]

    /// Members of the `Tenant` resource that requests can set.
    private static let names: Set<String> = [
        "allowPasswordSignup", "autodeleteAnonymousUsers", "client", "disableAuth", "displayName",
        "emailPrivacyConfig", "enableAnonymousUser", "enableEmailLinkSignin", "inheritance", "mfaConfig",
        "mobileLinksConfig", "monitoring", "passwordPolicyConfig", "recaptchaConfig", "smsRegionConfig",
        "testPhoneNumbers",
    ]

    /// What a request gives of a tenant: to the reference everything, else the masked part of what the resource has,
    /// with test numbers in E.164 form.
    ///
    /// - Throws: What a project's configuration throws for the same settings (production.md sections 11, 12 and 18).
    static func given(_ body: JSON, _ mask: FieldMask?, _ call: Call) throws(WireError) -> JSON {
        guard !call.profile.isReference else {
            return body.without("updateMask", "targetProjectId", "tenantId", "name")
        }
        var known = JSON.object((body.withoutNulls.objectValue ?? []).filter { names.contains($0.key) })
        if let mask { known = mask.selection(of: known) }
        try SecondFactorSettings.check(known["mfaConfig"])
        try SMSRegionPolicy.check(known["smsRegionConfig"])
        try PasswordPolicy.check(known["passwordPolicyConfig"])
        return try PhoneSettings.normalizingTestNumbers(ofMessage: known)
    }

    /// The document of a new or wholly updated tenant.
    static func document(from body: JSON, _ call: Call) -> JSON {
        var document = TenantDefaults.explicit
        for member in body.objectValue ?? [] {
            if call.profile.isReference, !referenceKeys.contains(member.key) { continue }
            document[member.key] = member.value
        }
        if var factors = document["mfaConfig"] {
            if factors["state"] == nil { factors["state"] = "DISABLED" }
            if factors["enabledProviders"] == nil { factors["enabledProviders"] = [] }
            document["mfaConfig"] = factors
        }
        // A new tenant of profile `local` protects addresses as its project does (product.md section 3).
        if call.profile == .local, document["emailPrivacyConfig"] == nil {
            document["emailPrivacyConfig"] = [
                "enableImprovedEmailPrivacy": .bool(call.scope.project.hidesEmailAddresses)
            ]
        }
        return document
    }

    /// Dates the password policy where it is not the one before.
    static func datePasswordPolicy(in document: inout JSON, before: JSON?, _ call: Call) {
        guard !call.profile.isReference else { return }
        document["passwordPolicyConfig"] = PasswordPolicy.dated(
            document["passwordPolicyConfig"], before: before?["passwordPolicyConfig"], at: call.now)
    }

    /// What a request makes of the tenant's hash configuration.
    ///
    /// - Parameter body: Without `null` members.
    static func hashConfigChange(_ body: JSON, _ mask: FieldMask?, _ call: Call) throws -> HashConfig.Change {
        guard !call.profile.isReference else { return .none }
        return try call.scope.hashConfig.change(
            by: body["hashConfig"], isNamed: mask?.names("hashConfig") ?? false, at: ["hashConfig"])
    }

    /// `name` and the rest; `tenantId` is the reference's own addition, which its tests read.
    static func shown(_ record: TenantRecord, _ call: Call) -> JSON {
        let isProduction = call.profile == .production
        let project = isProduction ? call.scope.project.projectNumber : call.projectID.rawValue
        var resource: JSON = ["name": .string("projects/\(project)/tenants/\(record.id)")]
        if !isProduction { resource["tenantId"] = .string(record.id.rawValue) }
        let document = isProduction ? record.document.withoutDefaults : record.document
        for member in document.objectValue ?? [] {
            // Shown by GetTenant alone (production.md section 18).
            guard call.profile.isReference || member.key != "hashConfig" else { continue }
            resource[member.key] = member.value
        }
        if isProduction, resource["inheritance"] == nil { resource["inheritance"] = .emptyObject }
        return resource
    }

    /// Production wants a display name: a letter, then letters, digits or hyphens, 4 to 20 characters in all.
    static func checkDisplayName(_ name: String?) throws(WireError) {
        guard let name, (4...20).contains(name.utf8.count), let first = name.unicodeScalars.first,
            first.isASCII, first.properties.isAlphabetic,
            name.unicodeScalars.allSatisfy({
                $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-")
            })
        else { throw .missingDisplayName }
    }

    static func checkManagement(_ call: Call) throws(WireError) {
        guard call.scope.project.allowsTenants else { throw .invalidProjectID }
    }
}

/// Creates a tenant.
package enum CreateTenant: APIOperation {
    package static func run(_ request: JSON, _ call: Call) async throws -> JSON {
        try TenantResource.checkManagement(call)
        guard call.tenant == nil else { throw WireError.tenantInTenant }
        let displayName = request["displayName"]?.stringValue
        var id = call.random.alphanumeric(28)
        if !call.profile.isReference {
            try TenantResource.checkDisplayName(displayName)
            id = "\(displayName?.lowercased() ?? "")-\(call.random.lowercaseAlphanumeric(5))"
        }
        var document = TenantResource.document(from: try TenantResource.given(request, nil, call), call)
        if !call.profile.isReference { try RecaptchaSettings.check(document["recaptchaConfig"]) }
        TenantResource.datePasswordPolicy(in: &document, before: nil, call)
        if let hashConfig = try TenantResource.hashConfigChange(request.withoutNulls, nil, call).applied(to: nil) {
            document["hashConfig"] = hashConfig
        }
        let record = TenantRecord(id: TenantID(rawValue: id), document: document)
        try await call.project.write(at: call.now) { tx in try tx.save(record) }
        call.project.settingsChanged()
        return TenantResource.shown(record, call)
    }
}

/// Reads a tenant.
package enum GetTenant: APIOperation {
    package static func run(_ request: NoParameters, _ call: Call) async throws -> JSON {
        try TenantResource.checkManagement(call)
        guard let tenant = call.scope.tenant else { throw WireError.tenantOnlyOnTenants }
        var resource = TenantResource.shown(TenantRecord(id: tenant.id, document: tenant.document), call)
        if !call.profile.isReference { resource["hashConfig"] = call.scope.hashConfig.document }
        return resource
    }
}

/// Lists tenants by ascending ID.
package enum ListTenants: APIOperation {
    package struct Request: Decodable, Sendable {
        package var pageSize: Int?
        package var pageToken: String?
    }

    package struct Response: Encodable, Sendable {
        var tenants: [JSON]?
        var nextPageToken: String?
    }

    package static func run(_ request: Request, _ call: Call) async throws -> Response {
        try TenantResource.checkManagement(call)
        let limit = limit(request.pageSize, call.profile)
        // Production answers nothing to a token that is none of its own (production.md section 18).
        if !call.profile.isReference, let token = request.pageToken {
            let isOwn = try await call.project.read { tx in try tx.tenantRecord(TenantID(rawValue: token)) != nil }
            if !isOwn { return Response() }
        }
        let records = try await call.project.read { tx in
            try tx.tenantRecords(after: request.pageToken, limit: limit ?? -1)
        }
        let isFull = limit.map { records.count >= $0 } ?? false
        // Production answers `{}` where there is nothing (production.md section 14).
        let omitsEmpty = call.profile == .production && records.isEmpty
        return Response(
            tenants: omitsEmpty ? nil : records.map { TenantResource.shown($0, call) },
            nextPageToken: isFull ? records.last?.id.rawValue : nil)
    }

    /// `nil` for all. The reference caps at 1000; production answers everything to sizes it does not like
    /// (production.md section 18).
    private static func limit(_ pageSize: Int?, _ profile: Profile) -> Int? {
        guard let pageSize else { return 20 }
        if profile.isReference { return pageSize < 0 ? nil : pageSize == 0 ? 20 : min(pageSize, 1000) }
        return (1...1000).contains(pageSize) ? pageSize : nil
    }
}

/// Changes a tenant.
package enum UpdateTenant: APIOperation {
    package static func run(_ request: UpdateConfig.Request, _ call: Call) async throws -> JSON {
        try TenantResource.checkManagement(call)
        guard let tenant = call.tenant else { throw WireError.tenantOnlyOnTenants }
        let mask = FieldMask(request.updateMask)
        let body = try TenantResource.given(request.body, mask, call)
        let hashConfig = try TenantResource.hashConfigChange(request.body.withoutNulls, mask, call)
        let changed = try await call.project.write(at: call.now) { tx in
            guard var record = try tx.tenantRecord(tenant), !record.isDeleted else { throw WireError.invalidTenantID }
            let before = record.document
            if let mask {
                if call.profile.isReference {
                    mask.applyReference(body, to: &record.document)
                } else {
                    mask.applyProduction(body, to: &record.document)
                }
            } else {
                record.document = TenantResource.document(from: body, call)
            }
            TenantResource.datePasswordPolicy(in: &record.document, before: before, call)
            if !call.profile.isReference {
                record.document["hashConfig"] = hashConfig.applied(to: before["hashConfig"])
                try TenantResource.checkDisplayName(record.document["displayName"]?.stringValue)
                try RecaptchaSettings.check(record.document["recaptchaConfig"])
            }
            try tx.save(record)
            return record
        }
        call.project.settingsChanged()
        return TenantResource.shown(changed, call)
    }
}

/// Deletes a tenant with everything in it.
package enum DeleteTenant: APIOperation {
    package static func run(_ request: NoParameters, _ call: Call) async throws -> Empty {
        try TenantResource.checkManagement(call)
        guard let tenant = call.tenant else { throw WireError.tenantOnlyOnTenants }
        try await call.project.write(at: call.now) { tx in try tx.deleteTenant(tenant) }
        call.project.settingsChanged()
        return Empty()
    }
}
