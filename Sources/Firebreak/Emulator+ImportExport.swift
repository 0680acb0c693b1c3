import FirebreakControl
import FirebreakModel
import FirebreakOperations
import FirebreakWire
import Foundation
import Logging

extension Emulator {
    /// Imports the configured export into the default project, before the server is ready.
    ///
    /// - Parameter origin: Scheme, host and port of this server.
    /// - Throws: ``EmulatorError/invalidFixture`` naming the file and record; nothing was stored then.
    func importAtStart(origin: String) async throws {
        guard let path = configuration.importPath else { return }
        if let reason = reasonForNoImport(from: path) {
            if isExportPath(path), !ExportDirectory.hasAccounts(path) {
                // The first run of a server that keeps its data in this way.
                logger.notice("There is nothing to import yet", metadata: ["path": "\(path)"])
            } else {
                logger.warning("There is nothing to import: \(reason)", metadata: ["path": "\(path)"])
            }
            return
        }
        do {
            let files = try ExportDirectory.files(at: path)
            guard files != .emptyObject else {
                logger.warning("The export has no accounts", metadata: ["path": "\(path)"])
                return
            }
            let imported = try await ImportProject.run(ImportProject.Request(files: files), Self.call(control, origin))
            importedAccounts = imported.accounts
            logger.info("Imported", metadata: ["path": "\(path)", "accounts": "\(imported.accounts)"])
        } catch let failure as ExportDirectory.Failure {
            throw EmulatorError(.invalidFixture, failure.description)
        } catch let error as WireError {
            throw EmulatorError(
                .invalidFixture, "\(path): \(error.message(in: control.services.profile))".visible)
        }
    }

    private func reasonForNoImport(from path: String) -> String? {
        guard FileManager.default.fileExists(atPath: path) else { return "no such file or directory" }
        return ExportDirectory.missingPart(of: path)
    }

    private func isExportPath(_ path: String) -> Bool {
        guard let exportPath = configuration.exportPath else { return false }
        func standard(_ path: String) -> String { URL(filePath: path).standardizedFileURL.path(percentEncoded: false) }
        return standard(path + "/") == standard(exportPath + "/")
    }

    /// Writes the configured export of the default project, when the server ends.
    ///
    /// - Throws: ``EmulatorError/storage`` when the files cannot be written.
    func exportAtExit(origin: String) async throws {
        guard let path = configuration.exportPath else { return }
        // What the server had would be lost without it.
        if let problem = ExportDirectory.metadataProblem(in: path) {
            logger.warning("What other emulators exported there may not be found any more: \(problem); it is replaced")
        }
        try await Self.export(control, to: path, origin: origin, replacesMetadata: true)
    }

    /// Writes an export of the default project.
    ///
    /// - Throws: ``EmulatorError/storage`` when the files cannot be written.
    static func export(
        _ control: ControlServices, to path: String, origin: String, replacesMetadata: Bool = false
    ) async throws {
        let files = try await ExportProject.files(call(control, origin))
        do throws(ExportDirectory.Failure) {
            try ExportDirectory.write(
                files.map { ($0.name, $0.content.bytes) }, to: path, replacesMetadata: replacesMetadata)
        } catch {
            throw EmulatorError(.storage, error.description)
        }
        control.services.logger.info("Exported", metadata: ["path": "\(path)"])
    }

    private static func call(_ control: ControlServices, _ origin: String) async throws -> ControlCall {
        try await ControlCall(
            control: control, project: try control.services.projects.project(control.services.defaultProject),
            origin: origin)
    }
}
