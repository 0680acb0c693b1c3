import FirebreakOperations
package import FirebreakWire
import Synchronization

/// Remembers the profile of a request's project once it is known.
package final class ProfileRecord: Sendable {
    private let profile: Mutex<Profile>

    package init(_ profile: Profile) { self.profile = Mutex(profile) }

    package var value: Profile { profile.withLock { $0 } }

    package func set(_ value: Profile) { profile.withLock { $0 = value } }
}
