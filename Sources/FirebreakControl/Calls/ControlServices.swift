package import FirebreakMail
package import FirebreakOperations

/// The services of the control API: those of Google's API, and those which that API does not use. Made once per server
/// and passed down.
package final class ControlServices: Sendable {
    package let services: Services
    /// Renders the mails of the outbox when they are read.
    package let messages = MessageRenderer()
    /// What projects are filled with again by a reset.
    package let fixtures = FixtureLibrary()
    /// The last calls of each project; `nil` where none are kept.
    package let journal: Journal?

    /// - Parameter journal: How many calls of each project the journal keeps; 0 for no journal.
    package init(services: Services, journal: Int = 1000) {
        self.services = services
        self.journal = journal > 0 ? Journal(capacity: journal) : nil
    }
}
