import FirebreakCredentials
package import FirebreakStore
package import FirebreakWire
package import Logging

/// The dependencies of operations; created once per server and passed down. A class, because every call carries it.
package final class Services: Sendable {
    package let storage: Storage
    package let projects: ProjectRegistry
    /// Holds the key that signs tokens.
    package let signer: TokenSigner
    package let defaultProject: ProjectID
    package let profile: Profile
    package let unknownKeys: UnknownKeys
    /// The token of admins on other machines instead of `owner`; `nil` if they may use `owner` as well.
    package let adminToken: String?
    /// The server's time; projects have clocks of their own on top of it.
    package let now: @Sendable () -> Timestamp
    package let logger: Logger
    package let passwordHashes: WorkerExecutor
    /// Runs work that would block the other connections of an event loop.
    package let workers: WorkerExecutor
    /// Calls blocking functions.
    package let send: OutgoingRequest.Sender
    /// Takes requests to deliver later, in order and with retries.
    package let announce: @Sendable ([OutgoingRequest]) -> Void

    package init(
        storage: Storage, projects: ProjectRegistry, signer: TokenSigner, defaultProject: ProjectID,
        profile: Profile, unknownKeys: UnknownKeys, adminToken: String? = nil, now: @escaping @Sendable () -> Timestamp,
        logger: Logger, passwordHashes: WorkerExecutor = .passwordHashes,
        workers: WorkerExecutor = .bulk,
        send: @escaping OutgoingRequest.Sender,
        announce: @escaping @Sendable ([OutgoingRequest]) -> Void
    ) {
        self.storage = storage
        self.projects = projects
        self.signer = signer
        self.defaultProject = defaultProject
        self.profile = profile
        self.unknownKeys = unknownKeys
        self.adminToken = adminToken
        self.now = now
        self.logger = logger
        self.passwordHashes = passwordHashes
        self.workers = workers
        self.send = send
        self.announce = announce
    }

    /// What an API key that names no project means.
    package enum UnknownKeys: String, Sendable, CaseIterable {
        /// The default project, as in the reference.
        case `default`
        /// 400, as production answers.
        case reject
    }

    /// The project that an API key selects (firebreak.md section 2).
    ///
    /// - Throws: `apiKeyInvalid` for an unknown key, if the server rejects those.
    package func projectID(of key: String) throws(WireError) -> ProjectID {
        if let project = storage.apiKeys.project(of: key) { return project }
        if let project = DerivedAPIKey.project(of: key) { return project }
        if key.hasPrefix("project:"), key.utf8.count > 8 { return ProjectID(rawValue: String(key.dropFirst(8))) }
        guard unknownKeys == .default else { throw .apiKeyInvalid() }
        return defaultProject
    }

    /// The project that a request names: by its ID, or by its number in responses (production.md section 14).
    package func projectID(named name: String) throws -> ProjectID {
        try projects.projectID(numbered: name) ?? ProjectID(rawValue: name)
    }

    /// A key for links that selects the project: the caller's if it does, else the derived one, else `project:ID`.
    package func apiKey(for project: Project, calledWith key: String?) -> String {
        if let key, (try? projectID(of: key)) == project.id { return key }  // a key of no project is not used
        return project.ownAPIKey
    }
}
