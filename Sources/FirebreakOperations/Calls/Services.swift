package import FirebreakCredentials
package import FirebreakStore
package import FirebreakWire
package import Logging
import Synchronization

/// The dependencies of operations; created once per server and passed down. A class, because every call carries it.
package final class Services: Sendable {
    package let storage: Storage
    package let projects: ProjectRegistry
    /// Holds the key that signs tokens.
    package let signer: TokenSigner
    package let defaultProject: ProjectID
    package let profile: Profile
    package let unknownKeys: UnknownKeys
    package let singleProject: SingleProject
    /// Whether the log has said that paths and keys mean different projects, or keys turned out to be told apart.
    let knowsOtherProjects = Atomic<Bool>(false)
    /// The token of admins on other machines instead of `owner`; `nil` if they may use `owner` as well.
    package let adminToken: String?
    /// The server's time; projects have clocks of their own on top of it.
    package let now: @Sendable () -> Timestamp
    package let logger: Logger
    package let passwordHashes: PasswordHashing
    /// Runs work that would block the other connections of an event loop.
    package let workers: WorkerExecutor
    /// Calls blocking functions.
    package let send: OutgoingRequest.Sender
    /// Takes requests to deliver later, in order and with retries.
    package let announce: @Sendable ([OutgoingRequest]) -> Void
    /// Where messages go besides the outbox.
    package let deliveries: MessageDeliveries

    package init(
        storage: Storage, projects: ProjectRegistry, signer: TokenSigner, defaultProject: ProjectID,
        profile: Profile, unknownKeys: UnknownKeys, singleProject: SingleProject = .off, adminToken: String? = nil,
        now: @escaping @Sendable () -> Timestamp,
        logger: Logger, passwordHashes: WorkerExecutor = .passwordHashes,
        workers: WorkerExecutor = .bulk,
        send: @escaping OutgoingRequest.Sender,
        announce: @escaping @Sendable ([OutgoingRequest]) -> Void,
        deliveries: MessageDeliveries = .none
    ) {
        self.storage = storage
        self.projects = projects
        self.signer = signer
        self.defaultProject = defaultProject
        self.profile = profile
        self.unknownKeys = unknownKeys
        self.singleProject = singleProject
        self.adminToken = adminToken
        self.now = now
        self.logger = logger
        self.passwordHashes = PasswordHashing(passwordHashes)
        self.workers = workers
        self.send = send
        self.announce = announce
        self.deliveries = deliveries
    }
}
