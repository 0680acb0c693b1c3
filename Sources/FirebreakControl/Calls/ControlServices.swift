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

    package init(services: Services) { self.services = services }
}
