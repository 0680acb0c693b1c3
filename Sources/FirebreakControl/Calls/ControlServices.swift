package import FirebreakMail
package import FirebreakOperations

/// What the control API works with: everything that Google's API has, and what that need not know of. Made once per
/// server and passed down.
package final class ControlServices: Sendable {
    package let services: Services
    /// Renders the mails of the outbox when they are read.
    package let messages = MessageRenderer()
    /// What projects are filled with again by a reset.
    package let fixtures = FixtureLibrary()

    package init(services: Services) { self.services = services }
}
