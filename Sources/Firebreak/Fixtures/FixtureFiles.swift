import FirebreakFixtures
import FirebreakWire
import Foundation

/// The fixture documents of a configuration, read from their files.
enum FixtureFiles {
    /// - Throws: ``EmulatorError/invalidFixture`` where one of them cannot be read, with every problem in all of them. Those
    ///   of documents that can be read are left to who applies them, who finds more.
    static func read(_ configuration: EmulatorConfiguration) throws(EmulatorError) -> [Fixture] {
        var fixtures: [Fixture] = []
        var complaints: [String] = []
        var isReadable = true
        for path in configuration.fixtures {
            do throws(Unreadable) {
                let fixture = try read(path, configuration)
                fixtures.append(fixture)
                do throws(FixtureError) { try fixture.check() } catch { complaints.append(error.description) }
            } catch {
                isReadable = false
                complaints.append(error.complaint)
            }
        }
        guard isReadable else { throw EmulatorError(.invalidFixture, complaints.joined(separator: "\n")) }
        return fixtures
    }

    private struct Unreadable: Error {
        var complaint: String
    }

    private static func read(
        _ path: String, _ configuration: EmulatorConfiguration
    ) throws(Unreadable) -> Fixture {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Unreadable(complaint: "\(path): the file cannot be read")
        }
        do throws(FixtureError) {
            let source = try FixtureSource(Array(data), file: path, environment: configuration.fixtureVariables)
            let fixture = Fixture(source, partOf: ProjectID(rawValue: configuration.project))
            if fixture.projects.isEmpty { try fixture.check() }
            return fixture
        } catch {
            throw Unreadable(complaint: error.description)
        }
    }
}
