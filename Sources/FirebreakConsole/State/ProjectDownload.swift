import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// A file that a project can be saved as.
enum ProjectDownload: String, Sendable, CaseIterable {
    case fixtureYAML = "fixture-yaml"
    case fixture
    case emulator
    case authExport = "auth-export"
    case authExportCSV = "auth-export-csv"

    var title: String {
        switch self {
        case .fixtureYAML: "Fixture, YAML"
        case .fixture: "Fixture, JSON"
        case .emulator: "Emulator export"
        case .authExport: "Accounts, JSON"
        case .authExportCSV: "Accounts, CSV"
        }
    }

    var content: String {
        switch self {
        case .fixtureYAML: "users, tenants, settings, faults and clock, to be seeded again"
        case .fixture: "the same as JSON"
        case .emulator: "the files of the official emulators’ export, in one document that :import takes"
        case .authExport: "as firebase auth:export writes it, with password hashes"
        case .authExportCSV: "the same as a table"
        }
    }

    /// What a file of it is called, after the project's ID.
    var suffix: String {
        switch self {
        case .fixtureYAML: ".fixture.yaml"
        case .fixture: ".fixture.json"
        case .emulator: ".emulator.json"
        case .authExport: ".accounts.json"
        case .authExportCSV: ".accounts.csv"
        }
    }

    // MARK: Requests

    @Sendable static func export(_ request: ConsoleRequest) async throws -> RouteResponse {
        guard let download = ProjectDownload(rawValue: request.query["format"] ?? "") else {
            throw ConsoleProblem.notFound("There is no such format of export.")
        }
        let tenant = request.query["tenant"]
        let document = try await ExportProject.run(
            ExportProjectRequest(format: download.format.rawValue, tenant: tenant), request.call)
        let body =
            download == .fixtureYAML
            ? YAMLWriter.document(try JSON(parsing: document.bytes, keys: .stored)) : document.bytes
        let names = [request.project.rawValue] + [tenant].compactMap(\.self)
        return attachment(
            body, contentType: download.contentType, name: names.joined(separator: ".") + download.suffix)
    }

    private var format: ExportProject.Format {
        switch self {
        case .fixtureYAML, .fixture: .fixture
        case .emulator: .emulator
        case .authExport: .authExport
        case .authExportCSV: .authExportCSV
        }
    }

    private var contentType: String {
        switch self {
        case .fixtureYAML: "application/yaml; charset=utf-8"
        case .fixture, .emulator, .authExport: RouteResponse.jsonText
        case .authExportCSV: "text/csv; charset=utf-8"
        }
    }

    private static func attachment(_ body: [UInt8], contentType: String, name: String) -> RouteResponse {
        RouteResponse(
            status: .ok, contentType: contentType, body: body,
            headers: [
                .contentDisposition: disposition(name), .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
            ])
    }

    /// The name as it is for browsers that read RFC 8187, and in plain letters for the others.
    private static func disposition(_ name: String) -> String {
        let name = name.fileName
        let plain = String(
            decoding: name.utf8.map { $0.isASCIIAlphanumeric || "-._".utf8.contains($0) ? $0 : UInt8(ascii: "_") },
            as: UTF8.self)
        let encoded = plain == name ? "" : "; filename*=UTF-8''\(PercentEncoding.encode(name))"
        return #"attachment; filename="\#(plain)""# + encoded
    }
}
