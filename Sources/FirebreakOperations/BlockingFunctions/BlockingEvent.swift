package import FirebreakWire

/// The events for which a blocking function can be called (blocking-functions.md).
package enum BlockingEvent: String, Sendable, CaseIterable {
    case beforeCreate
    case beforeSignIn
    case beforeSendEmail
    case beforeSendSms

    /// Events that can be configured. The reference refuses the names of the newer two.
    package static func known(to profile: Profile) -> [BlockingEvent] {
        profile.isReference ? [.beforeCreate, .beforeSignIn] : allCases
    }
}
