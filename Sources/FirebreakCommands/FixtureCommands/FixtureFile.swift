import FirebreakClient
import FirebreakFixtures
import FirebreakModel
import FirebreakWire
import Foundation

/// A fixture as it goes to a server: checked here, and with this environment's values in it.
struct FixtureFile {
    let path: String
    private let source: FixtureSource
    private let fixture: Fixture

    /// - Parameter project: Whose part a document is that has no `projects`.
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

    /// IDs of the projects that it is about.
    var projects: [String] { fixture.projects.map(\.id.rawValue) }

    /// JSON; the server puts nothing of its own environment into it.
    var document: [UInt8] { source.value.escapingExpansions.bytes }

    /// What the server says is wrong with the fixture, with the places where that stands in the file.
    ///
    /// - Returns: `nil` when the failure is another.
    func failure(for failure: FirebreakFailure) -> CommandFailure? {
        guard failure.code == .invalidFixture else { return nil }
        let problems = failure.details.map { detail in
            FixtureProblem(
                FixturePath(pointer: detail["path"]?.stringValue ?? ""), detail["message"]?.stringValue ?? "")
        }
        return CommandFailure(source.error(problems).description, status: .invalidFixture)
    }
}
