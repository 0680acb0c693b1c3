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
        for path in configuration.fixtures {
            guard let data = FileManager.default.contents(atPath: path) else {
                complaints.append("\(path): the file cannot be read")
                continue
            }
            do throws(FixtureError) {
                let source = try FixtureSource(
                    Array(data), file: path, environment: configuration.fixtureVariables)
                let fixture = Fixture(source, partOf: ProjectID(rawValue: configuration.project))
                if fixture.projects.isEmpty { try fixture.check() }
                fixtures.append(fixture)
            } catch {
                complaints.append(error.description)
            }
        }
        guard complaints.isEmpty else {
            for fixture in fixtures {
                do throws(FixtureError) { try fixture.check() } catch { complaints.append(error.description) }
            }
            throw EmulatorError(.invalidFixture, complaints.joined(separator: "\n"))
        }
        return fixtures
    }
}
