import FirebreakFixtures
import FirebreakWire
import Foundation

/// The fixture documents of a configuration, read from their files.
enum FixtureFiles {
    /// - Throws: ``EmulatorError/invalidFixture`` with every problem in any of them.
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
                fixtures.append(try Fixture(source, partOf: ProjectID(rawValue: configuration.project)))
            } catch {
                complaints.append(error.description)
            }
        }
        guard complaints.isEmpty else {
            throw EmulatorError(.invalidFixture, complaints.joined(separator: "\n"))
        }
        return fixtures
    }
}
