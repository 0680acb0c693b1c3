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
        do throws(WholeFile.Failure) { document = try WholeFile.read(path, .fixture) } catch {
            throw EmulatorError(.invalidFixture, error.description)
        }
        let standard = EmulatorConfiguration().project
        let ids: [String]
        do throws(FixtureError) {
            // What is wrong with the rest, the server tells, with everything else that is.
            let fixture = try Fixture(document, of: path, environment: nil, standard: project ?? standard)
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
        let document: [UInt8]
        do throws(WholeFile.Failure) { document = try WholeFile.read(path, .fixture) } catch {
            throw Unreadable(complaint: error.description)
        }
        do throws(FixtureError) {
            return try Fixture(
                document, of: path, environment: configuration.fixtureVariables, standard: configuration.project)
        } catch {
            throw Unreadable(complaint: error.description)
        }
    }
}

extension Fixture {
    /// Parses a document, whose problems are left to who applies it.
    ///
    /// - Parameters:
    ///   - environment: The values of `${NAME}`; `nil` if there are none.
    ///   - standard: The project that a document without `projects` describes.
    /// - Throws: What makes it unreadable, and every problem of one that describes no project.
    fileprivate init(
        _ document: [UInt8], of path: String, environment: [String: String]?, standard: String
    ) throws(FixtureError) {
        self.init(
            try FixtureSource(document, file: path, environment: environment),
            partOf: ProjectID(rawValue: standard))
        if projects.isEmpty { try check() }
    }
}
