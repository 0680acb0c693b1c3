import FirebreakClient
import FirebreakFixtures
import FirebreakModel
import FirebreakWire
import Foundation

/// A fixture to be sent to a server: validated, and with the values of this environment in it.
struct FixtureFile {
    let path: String
    private let source: FixtureSource
    private let fixture: Fixture

    /// - Parameter project: The project that a document without `projects` describes.
    /// - Throws: ``CommandFailure`` with ``ExitStatus/invalidFixture``.
    init(path: String, project: String) throws {
        self.path = path
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure("\(path): the file cannot be read", status: .invalidFixture)
        }
        do throws(FixtureError) {
            source = try FixtureSource(
                Array(data), file: path, environment: ProcessInfo.processInfo.environment)
            fixture = try Fixture(source, partOf: ProjectID(rawValue: project))
        } catch {
            throw CommandFailure(error.description, status: .invalidFixture)
        }
    }

    /// IDs of the projects that it describes.
    var projects: [String] { fixture.projects.map(\.id.rawValue) }

    /// JSON, escaped so that the server does not expand variables of its own environment.
    var document: [UInt8] { source.value.escapingExpansions.bytes }

    /// The server's errors about the fixture, with their positions in the file.
    ///
    /// - Returns: `nil` for any other failure.
    func failure(for failure: FirebreakFailure) -> CommandFailure? {
        guard failure.code == .invalidFixture else { return nil }
        let problems = failure.details.map { detail in
            FixtureProblem(
                FixturePath(pointer: detail["path"]?.stringValue ?? ""), detail["message"]?.stringValue ?? "")
        }
        return CommandFailure(source.error(problems).description, status: .invalidFixture)
    }
}
