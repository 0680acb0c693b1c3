import FirebreakOperations
package import FirebreakWire
import Synchronization

/// Remembers which profile a request turned out to belong to.
package final class ProfileRecord: Sendable {
    private let profile: Mutex<Profile>

    package init(_ profile: Profile) { self.profile = Mutex(profile) }

    package var value: Profile { profile.withLock { $0 } }

    package func set(_ value: Profile) { profile.withLock { $0 = value } }
}
