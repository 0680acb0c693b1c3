public import FirebreakModel
package import FirebreakWire

extension FirebreakProject {
    /// What a fixture does to existing content.
    public struct SeedStrategy: RawRepresentable, Sendable, Hashable {
        /// The name on the wire.
        public let rawValue: String

        /// A name, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Users with the same ID, address or number are updated.
        public static let merge = Self(rawValue: "merge")
        /// Existing content is deleted first.
        public static let replace = Self(rawValue: "replace")
        /// What the fixture names must not exist yet.
        public static let fail = Self(rawValue: "fail")
    }

    /// Fills the project from a fixture document, all of it or nothing.
    ///
    /// - Parameters:
    ///   - document: YAML or JSON: a whole document that has a part for this project, or such a part alone.
    ///   - file: The name of the document in failures.
    ///   - strategy: What happens to existing content; by default, as the document says.
    ///   - tokens: Whether to sign in users with a ref and return their tokens.
    ///   - dryRun: Whether to report what would happen without changing anything.
    /// - Throws: `INVALID_FIXTURE` with every problem; nothing has changed then.
    @discardableResult
    public func seed(
        _ document: [UInt8], file: String? = nil, strategy: SeedStrategy? = nil, tokens: Bool = false,
        dryRun: Bool = false
    ) async throws(FirebreakFailure) -> SeedSummary {
        let input = SeedProjectRequest(
            file: file, strategy: strategy?.rawValue, tokens: tokens ? true : nil, dryRun: dryRun ? true : nil)
        return try await transport.answer(
            ControlRequest(SeedingAPI.seed.entry, input: input, project: id, document: document))
    }

    /// Fills the project from a fixture document given as a string, all of it or nothing.
    ///
    /// - Parameter document: YAML or JSON.
    /// - Throws: As ``seed(_:file:strategy:tokens:dryRun:)``.
    @discardableResult
    public func seed(_ document: String) async throws(FirebreakFailure) -> SeedSummary {
        try await seed(Array(document.utf8))
    }

    /// Imports files of an export into the project, all of them or none. Accounts replace those with the same ID.
    ///
    /// - Parameter files: Contents by file name: those of the official emulators' export directory, or files of the
    ///   CLI's `auth:export`; the text of a file that ends in `.csv`, the value of a JSON file.
    /// - Throws: `INVALID_ARGUMENT` naming the file, record and member that cannot be used.
    @discardableResult
    public func importFiles(_ files: JSONValue) async throws(FirebreakFailure) -> ImportSummary {
        try await call(CopiesAPI.import, ImportProjectRequest(files))
    }

    /// The form of an export.
    public struct ExportFormat: RawRepresentable, Sendable, Hashable {
        /// The name on the wire.
        public let rawValue: String

        /// A name, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The files of the official emulators' export directory, as a JSON object of names and contents.
        public static let emulator = Self(rawValue: "emulator")
        /// A fixture document in JSON.
        public static let fixture = Self(rawValue: "fixture")
        /// The JSON file of the CLI's `auth:export`.
        public static let authExport = Self(rawValue: "auth-export")
        /// The CSV file of the same command.
        public static let authExportCSV = Self(rawValue: "auth-export-csv")
    }

    /// Exports the project.
    ///
    /// - Parameters:
    ///   - format: What to make.
    ///   - tenant: The tenant whose accounts an `auth-export` contains, instead of the project's own.
    /// - Returns: A document in that format.
    /// - Throws: `INVALID_TENANT_ID` for a tenant that does not exist.
    public func export(
        _ format: ExportFormat = .emulator, tenant: String? = nil
    ) async throws(FirebreakFailure) -> [UInt8] {
        try await document(CopiesAPI.export, ExportProjectRequest(format: format.rawValue, tenant: tenant))
    }

    /// The call behind ``importFiles(_:)``.
    package func importing(_ files: JSON) -> ControlRequest {
        ControlRequest(CopiesAPI.import.entry, ["files": files], project: id)
    }
}
