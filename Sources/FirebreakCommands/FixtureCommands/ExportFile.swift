import Firebreak
import FirebreakClient
import FirebreakWire
import Foundation

/// An export of the official emulators, or of the CLI's `auth:export`, to be sent to a server.
struct ExportFile {
    private let path: String
    private let files: JSON

    /// Whether a path is an export rather than a fixture: a directory, CSV, or JSON with only a list of users, which a
    /// fixture never is because it has a version.
    static func isExport(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { return false }
        if isDirectory.boolValue || path.ends(with: ".csv") { return true }
        guard path.ends(with: ".json"), let data = FileManager.default.contents(atPath: path),
            let document = try? JSON(parsing: Array(data))  // not JSON: the error is reported elsewhere
        else { return false }
        return document["users"]?.arrayValue != nil && document["version"] == nil
    }

    init(path: String) throws {
        self.path = path
        do throws(ExportDirectory.Failure) { files = try ExportDirectory.files(at: path) } catch {
            throw CommandFailure(error.description, status: .invalidFixture)
        }
    }

    /// - Throws: ``CommandFailure``, with ``ExitStatus/invalidFixture`` for files that the server refuses.
    func send(to project: FirebreakProject) async throws {
        do throws(FirebreakFailure) { _ = try await project.transport.success(project.importing(files)) } catch {
            guard error.status == 400 else { throw error }
            let message = error.code == .refused ? "the server refused it" : error.message
            throw CommandFailure("\(path): \(message)", status: .invalidFixture)
        }
    }
}
