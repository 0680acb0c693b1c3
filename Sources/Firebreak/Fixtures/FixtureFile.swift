import FirebreakFixtures
import FirebreakWire
import Foundation

/// A fixture of which one project is wanted.
package struct FixtureFile: Sendable {
    package let document: [UInt8]
    package let project: String

    /// Reads a file.
    ///
    /// - Parameter project: The project that is wanted; `nil` for the only one of the document.
    /// - Throws: ``EmulatorError/invalidFixture`` for a file that cannot be read or is wrong, and if it is not clear
    ///   which project is wanted.
    package init(path: String, project: String?) throws(EmulatorError) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw EmulatorError(.invalidFixture, "\(path): the file cannot be read")
        }
        document = Array(data)
        let standard = EmulatorConfiguration().project
        let ids: [String]
        do throws(FixtureError) {
            let source = try FixtureSource(document, file: path, environment: nil)
            let fixture = Fixture(source, partOf: ProjectID(rawValue: project ?? standard))
            // What is wrong with the rest, the server tells, with everything else that is.
            if fixture.projects.isEmpty { try fixture.check() }
            ids = fixture.projects.map(\.id.rawValue)
        } catch {
            throw EmulatorError(.invalidFixture, error.description)
        }
        guard let known = project ?? (ids.count == 1 ? ids.first : nil) else {
            throw EmulatorError(
                .invalidFixture, "\(path) describes the projects \(ids.joined(separator: ", ")): say which is meant")
        }
        self.project = known
    }
}
