import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// The files below `auth_export` in the reference's export directory, by name (emulator-api.md).
///
/// What the reference has no file for goes into one more file, which it ignores.
enum EmulatorExport {
    static let config = "config.json"
    static let own = "firebreak.json"

    /// The file with the accounts of a tenant, or of the project itself.
    static func accounts(_ tenant: TenantID?) -> String { tenant.map { "accounts-\($0).json" } ?? "accounts.json" }

    /// Whose accounts a file has; `nil` for other files.
    static func scope(of file: String) -> Scope? {
        if file == accounts(nil) { return .project }
        guard let tenant = file.rest(afterBytes: "accounts-")?.rest(beforeBytes: ".json") else { return nil }
        return tenant.isEmpty ? nil : .tenant(TenantID(rawValue: String(tenant)))
    }

    enum Scope: Equatable {
        case project
        case tenant(TenantID)
    }

    /// Version of ``own``.
    private static let version: Int64 = 1

    // MARK: Writing

    /// All files of a project.
    static func all(
        _ tx: Transaction, _ settings: ProjectSettings, apiKeys: [String]
    ) throws -> [(name: String, content: RawJSON)] {
        let tenants = try tx.tenantRecords(after: nil, limit: -1)
        let scopes = [nil] + tenants.map(\.id)
        var files = try scopes.map { tenant in
            (name: accounts(tenant), content: try AccountDocument.file(tx.scoped(to: tenant), of: tenant))
        }
        files.append((config, RawJSON(try WireEncoder().encode(ReferenceConfig(settings)))))
        files.append((own, RawJSON(try document(tx, tenants, apiKeys).bytes)))
        return files
    }

    private static func document(_ tx: Transaction, _ tenants: [TenantRecord], _ apiKeys: [String]) throws -> JSON {
        var document: JSON = ["version": .int(version), "apiKeys": .array(apiKeys.map(JSON.string))]
        document["config"] = try tx.setting(.config)
        document["rules"] = try tx.setting(.rules).map(Rules.withoutSecrets)
        document["clock"] = try tx.setting(.clock)
        document["providers"] = try providers(tx)
        document["tenants"] = .object(
            try tenants.map { tenant in
                let tx = tx.scoped(to: tenant.id)
                var part: JSON = ["tenant": tenant.document, "providers": try providers(tx)]
                part["iamPolicy"] = try tx.tenantPolicy()?.document
                return JSON.Member(tenant.id.rawValue, part)
            })
        return document
    }

    /// Provider configurations by collection and ID.
    private static func providers(_ tx: Transaction) throws -> JSON {
        .object(
            try ProviderConfigKinds.all.map { kind in
                let records = try tx.providerConfigs(kind.collection, after: nil, limit: -1)
                return JSON.Member(kind.collection, .object(records.map { JSON.Member($0.id, $0.document) }))
            })
    }

    // MARK: Reading

    /// The contents of ``own``, checked before anything is stored.
    struct Project {
        var apiKeys: [String]
        var settings: [(Setting, JSON)]
        /// What the rules among the settings say.
        var rules: Rules
        var content: Content
        var tenants: [(id: TenantID, document: JSON, content: Content)]

        struct Content {
            var providers: [(collection: String, record: ProviderConfigRecord)]
            var iamPolicy: JSON?
        }

        /// - Parameter server: The server's time now.
        /// - Throws: `INVALID_ARGUMENT`, or the error of the configuration's own methods for an invalid one.
        init(_ document: JSON, _ profile: Profile, at server: Timestamp) throws {
            guard document["version"]?.integerValue == version else {
                throw WireError.invalidArgument(member: "version", "must be \(version)")
            }
            apiKeys = try (document["apiKeys"]?.arrayValue ?? []).map { key in
                guard let text = key.stringValue else {
                    throw WireError.invalidArgument(member: "apiKeys", "must be texts")
                }
                return text
            }
            settings = try [Setting.config, .rules, .clock].compactMap { setting in
                guard let value = document[setting.rawValue] else { return nil }
                guard value.objectValue != nil else {
                    throw WireError.invalidArgument("\(setting.rawValue) must be an object")
                }
                return (setting, value)
            }
            rules = Rules(profile: profile)
            for (setting, value) in settings {
                switch setting {
                case .config:
                    try Limit.configuration.check(value)
                    try ConfigShape.check(stored: value, profile)
                case .rules:
                    try Limit.rules.check(value)
                    try rules.apply(value)
                case .clock: try ProjectClock.check(stored: value, at: server)
                default: break
                }
            }
            content = try Content(document)
            tenants = try (document["tenants"]?.objectValue ?? []).map { member in
                guard let tenant = member.value["tenant"], tenant.objectValue != nil else {
                    throw WireError.invalidArgument("tenants.\(member.key).tenant must be an object")
                }
                // The empty one would be the project itself.
                guard !member.key.isEmpty else { throw WireError.invalidArgument("tenants: an ID must not be empty") }
                try Limit.tenant.check(tenant)
                return (TenantID(rawValue: member.key), tenant, try Content(member.value))
            }
        }

        func store(_ tx: Transaction) throws {
            for (setting, value) in settings { try tx.set(setting, to: value) }
            try content.store(tx)
            for tenant in tenants {
                try tx.save(TenantRecord(id: tenant.id, document: tenant.document))
                try tenant.content.store(tx.scoped(to: tenant.id))
            }
            try Limit.tenants.check(try tx.tenantCount())
        }
    }
}

extension EmulatorExport.Project.Content {
    fileprivate init(_ document: JSON) throws(WireError) {
        providers = []
        for kind in ProviderConfigKinds.all {
            for member in document["providers"]?[kind.collection]?.objectValue ?? [] {
                // Whatever the server took that wrote the file.
                try kind.check(id: member.key, .emulator)
                guard member.value.objectValue != nil else {
                    throw .invalidArgument("providers.\(kind.collection).\(member.key) must be an object")
                }
                try Limit.provider.check(member.value)
                providers.append((kind.collection, ProviderConfigRecord(id: member.key, document: member.value)))
            }
        }
        iamPolicy = document["iamPolicy"]
        guard let iamPolicy else { return }
        guard iamPolicy.objectValue != nil else { throw .invalidArgument(member: "iamPolicy", "must be an object") }
        try Limit.policy.check(iamPolicy)
    }

    fileprivate func store(_ tx: Transaction) throws {
        for provider in providers { try tx.save(provider.record, in: provider.collection) }
        if let iamPolicy {
            let revision = try tx.tenantPolicy()?.revision ?? 0
            try tx.save(TenantPolicy(revision: revision &+ 1, document: iamPolicy))
        }
    }
}
