package import FirebreakModel
import FirebreakOperations
import FirebreakStore
package import FirebreakWire

/// Imports files that ``ExportProject``, the reference or the CLI's `auth:export` wrote into a project, all of them or
/// none (firebreak.md section 6).
///
/// Accounts replace those with the same ID; others stay.
package enum ImportProject: ControlOperation {
    package struct Request: Decodable, Sendable {
        /// Contents by file name: those of the reference's export directory, or files of `auth:export` under any other
        /// name; the text of a file that ends in `.csv`, the value of a JSON file.
        package var files: JSON?

        package init(files: JSON) { self.files = files }
    }

    /// - Throws: `INVALID_ARGUMENT` naming the file, record and member that cannot be used.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> ImportSummary {
        guard let files = request.files?.objectValue, !files.isEmpty else {
            throw WireError.invalidArgument(member: "files", "must be an object of file names and their contents")
        }
        let profile = call.settings.profile
        let server = call.services.now()
        let parts = try files.map { try part($0, profile, at: server) }
        var apiKeys: [String] = []
        for case .project(let project) in parts {
            // Parsed before they are stored: a project that cannot parse its signing keys would answer no request.
            _ = try ProjectKeys(project.rules)
            apiKeys += project.apiKeys
        }
        try CreateAPIKey.check(apiKeys, call)
        let count = try await call.project.write(at: call.now) { tx in
            var count = 0
            // Tenants and settings come first: accounts depend on them.
            for case .project(let project) in parts { try project.store(tx) }
            for case .flags(let flags) in parts { try apply(flags, call, tx) }
            let config = try tx.setting(.config) ?? .emptyObject
            let hashConfig = HashConfig(stored: config[path: "signIn.hashConfig"]) ?? call.settings.hashConfig
            let lastSession = try tx.lastSessionID()
            var settingsIDs = HashSettingsIDs()
            for case .accounts(let name, let tenant, let records, let isAuthExport) in parts {
                if let tenant, try tx.tenantRecord(tenant).map(\.isDeleted) ?? true {
                    try tx.save(TenantRecord(id: tenant, document: TenantDefaults.implicit))
                }
                let tx = tx.scoped(to: tenant)
                for (index, record) in records.enumerated() {
                    try Task.checkCancellation()
                    do {
                        if isAuthExport { try AuthExport.check(record) }
                        let document = try AccountDocument(record, hashConfig, profile, &settingsIDs, tx)
                        try document.store(lastSession: lastSession, tx)
                    } catch let error as WireError {
                        throw error.located(in: "\(name): users[\(index)]", profile)
                    }
                    count += 1
                }
            }
            return count
        }
        try await call.services.storage.apiKeys.register(apiKeys, for: call.project.id)
        return ImportSummary(accounts: count)
    }

    /// The content of one file.
    private enum Part {
        case accounts(file: String, TenantID?, [JSON], isAuthExport: Bool)
        case flags(ReferenceConfig)
        case project(EmulatorExport.Project)
    }

    private static func part(_ file: JSON.Member, _ profile: Profile, at server: Timestamp) throws -> Part {
        do {
            switch file.key {
            case EmulatorExport.config:
                return .flags(try WireDecoder(nullIsAbsent: true).decode(ReferenceConfig.self, from: file.value))
            case EmulatorExport.own: return .project(try EmulatorExport.Project(file.value, profile, at: server))
            default: break
            }
            if case .string(let text) = file.value {
                return .accounts(file: file.key, nil, try AuthExport.records(inCSV: text), isAuthExport: true)
            }
            guard let users = file.value["users"]?.arrayValue else {
                throw WireError.invalidArgument("there is no list named users").about("users")
            }
            switch EmulatorExport.scope(of: file.key) {
            case .tenant(let tenant): return .accounts(file: file.key, tenant, users, isAuthExport: false)
            case .project: return .accounts(file: file.key, nil, users, isAuthExport: false)
            case nil: return .accounts(file: file.key, nil, users, isAuthExport: true)
            }
        } catch let error as WireError {
            throw error.located(in: file.key, profile)
        } catch let violation as SchemaViolation {
            throw WireError.invalidArgument("\(file.key): \(violation.pointer) \(violation.phrase)")
        }
    }

    /// The two settings that the reference's file has.
    private static func apply(_ flags: ReferenceConfig, _ call: ControlCall, _ tx: Transaction) throws {
        let stored = try tx.setting(.config) ?? call.project.startingConfig(in: call.settings.profile)
        var document = stored
        flags.apply(to: &document)
        if document != stored { try tx.set(.config, to: document) }
    }
}

extension WireError {
    /// The same error, saying where it was found.
    fileprivate func located(in place: String, _ profile: Profile) -> WireError {
        .invalidArgument("\(place): \(explanation(in: profile))")
    }
}
