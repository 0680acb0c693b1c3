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
}
