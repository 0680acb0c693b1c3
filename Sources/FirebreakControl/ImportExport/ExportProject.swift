package import FirebreakModel
import FirebreakOperations
import FirebreakStore
package import FirebreakWire

extension ControlMethod {
    /// The methods of files.
    static let transfer: [ControlMethod] = [
        .init(CopiesAPI.export, run: ExportProject.run),
        .init(CopiesAPI.import, ImportProject.self, .bulk),
    ]
}

/// Exports a project (firebreak.md sections 4 and 6).
package enum ExportProject {
    /// The format of the export.
    package enum Format: String, CaseIterable, Sendable {
        /// Those of the reference's export directory, as an object of names and contents.
        case emulator
        /// A fixture document in JSON.
        case fixture
        /// The JSON file of the CLI's `auth:export`.
        case authExport = "auth-export"
        /// The CSV file of the same command.
        case authExportCSV = "auth-export-csv"
    }

    private static let json = "application/json; charset=utf-8"

    /// - Throws: `INVALID_ARGUMENT` for a format that does not exist; `INVALID_TENANT_ID`.
    package static func run(_ request: ExportProjectRequest, _ call: ControlCall) async throws -> (
        bytes: [UInt8], contentType: String
    ) {
        let format: Format = try ControlParameter.choice("format", request.format) ?? .emulator
        let tenant = try ControlParameter.text("tenant", request.tenant).map(TenantID.init(rawValue:))
        guard tenant == nil || format == .authExport || format == .authExportCSV else {
            throw WireError.invalidArgument("tenant goes with format auth-export; the others have all tenants")
        }
        switch format {
        case .emulator: return (directory(try await files(call)), json)
        case .fixture:
            let document = try await FixtureExport.document(call)
            try Task.checkCancellation()
            // It is read as YAML where its file has such a name.
            let text = String(decoding: JSON.indented(document.bytes), as: UTF8.self)
            return (Array(YAMLWriter.escaped(text).utf8), json)
        case .authExport, .authExportCSV: break
        }
        if let tenant {
            guard let record = try await call.project.read({ try $0.tenantRecord(tenant) }), !record.isDeleted else {
                throw WireError.invalidTenantID
            }
        }
        let hashConfig = call.settings.hashConfig
        let accounts = try await call.project.readAside(tenant: tenant) { tx in
            try AuthExport.records(of: tx, hashedBy: hashConfig)
        }
        try Task.checkCancellation()
        return format == .authExport
            ? (AuthExport.json(accounts), json) : (AuthExport.csv(accounts), "text/csv; charset=utf-8")
    }

    /// The files of the reference's export directory by name.
    package static func files(_ call: ControlCall) async throws -> [(name: String, content: RawJSON)] {
        let apiKeys = call.services.storage.apiKeys.keys(of: call.project.id)
        let settings = call.settings
        return try await call.project.readAside { tx in try EmulatorExport.all(tx, settings, apiKeys: apiKeys) }
    }

    private static func directory(_ files: [(name: String, content: RawJSON)]) -> [UInt8] {
        var writer = JSONWriter(capacity: files.reduce(64) { $0 + $1.content.bytes.count + 64 })
        writer.beginObject()
        writer.key("files")
        writer.beginObject()
        for file in files {
            writer.key(named: file.name)
            writer.raw(file.content.bytes)
        }
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }
}
