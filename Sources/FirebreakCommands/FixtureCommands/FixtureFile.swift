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
            fixture = Fixture(source, partOf: ProjectID(rawValue: project))
            // Without projects there is no server to ask.
            if fixture.projects.isEmpty { try fixture.check() }
        } catch {
            throw CommandFailure(error.description, status: .invalidFixture)
        }
    }

    /// IDs of the projects that it describes.
    var projects: [String] { fixture.projects.map(\.id.rawValue) }

    /// What is wrong with the document by itself, in which case the server is only asked what else is.
    ///
    /// - Throws: ``CommandFailure`` with ``ExitStatus/invalidFixture``.
    func check() throws {
        do throws(FixtureError) { try fixture.check() } catch {
            throw CommandFailure(error.description, status: .invalidFixture)
        }
    }

    var isWrong: Bool { !fixture.problems.isEmpty }

    /// JSON, escaped so that the server does not expand variables of its own environment.
    var document: [UInt8] { source.value.escapingExpansions.bytes }

    /// The server's errors about the fixture, with their positions in the file.
    ///
    /// - Returns: `nil` for any other failure.
    func failure(for failure: FirebreakFailure) -> CommandFailure? {
        guard failure.code == .invalidFixture else { return nil }
        var problems = failure.details.map { detail in
            FixtureProblem(
                FixturePath(pointer: detail["path"]?.stringValue ?? ""), detail["message"]?.stringValue ?? "")
        }
        // The server does not see what this environment lacks.
        problems += source.problems.filter { !problems.contains($0) }
        return CommandFailure(source.error(problems).description, status: .invalidFixture)
    }
}
