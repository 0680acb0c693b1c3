package import FirebreakOperations
import FirebreakStore
package import FirebreakWire

/// The services of the control API: those of Google's API, and those which that API does not use. Made once per server
/// and passed down.
package final class ControlServices: Sendable {
    package let services: Services
    /// Renders the mails of the outbox when they are read.
    let messages = MessageRenderer()
    /// What projects are filled with again by a reset.
    package let fixtures = FixtureLibrary()
    package let calls = CallCounts()
    /// What was mended from the console and can be put back.
    package let remedies = Remedies()
    /// The last calls of each project; `nil` where none are kept.
    package let journal: Journal?

    /// What is said of a run that has ended, which is shown and not changed; `nil` for a server that runs.
    package let shownRun: String?

    /// - Parameters:
    ///   - journal: How many calls of each project the journal keeps; 0 for no journal.
    ///   - shownRun: What is said of a run that has ended.
    package init(services: Services, journal: Int = 1000, shownRun: String? = nil) {
        self.shownRun = shownRun
        self.services = services
        self.journal = journal > 0 ? Journal(capacity: journal) : nil
    }

    /// Drops a project, and everything that the server knows of it but its API keys.
    ///
    /// - Returns: Whether it existed.
    package func drop(_ project: ProjectID) async throws -> Bool {
        let existed = try services.projects.drop(project)
        fixtures.forget(project)
        journal?.forget(project)
        services.projects.noteCall(of: project)
        remedies.forget(project)
        try await services.storage.expiries.set(project, to: nil)
        return existed
    }

    /// The journal, for calls that are about it.
    ///
    /// - Throws: `FAILED_PRECONDITION` where none is kept.
    var keptJournal: Journal {
        get throws(WireError) {
            guard let journal else {
                throw .failedPrecondition("This server keeps no journal: it was started with --journal 0.")
            }
            return journal
        }
    }
}
