package import FirebreakStore
package import FirebreakWire
import Synchronization

/// A project as the server holds it: its database once it exists, its settings, and the callers that wait for its
/// messages.
package final class Project: Sendable {
    package let id: ProjectID
    package let outboxWaiters = Waiters<MessageFilter>()
    /// What streams of the outbox wait for.
    package let outboxChanges = OutboxChanges()
    /// What the console's views wait for.
    package let views: ChangeNotifier
    /// A key that selects this project without being registered: the derived one, where there is one.
    package let ownAPIKey: String
    /// The source of all random values of this project.
    package let random: RandomSource
    /// Generates ``random`` if the server was given a seed.
    let generator: SeededGenerator?
    let storage: Storage
    private let defaults: ProjectDefaults
    private let signer: TokenSigner
    private let state = Mutex(State())
    /// Held while the database's files are created, opened or removed. An event loop does not wait for it: a project in
    /// memory is opened in a millisecond, once the process has its empty database, and files are opened by workers.
    private let files = Mutex(())
    /// Held by the search whose part reads the database, or waits for it.
    private let searches = TaskLock()
    /// Whether ``failure`` is set, so that calls need not look.
    private let hasFailed = Atomic(false)

    private struct State {
        var database: ProjectDatabase?
        /// Whether the profile is known to be stored in the database.
        var isProfileKept = false
        var settings: ProjectSettings?
        var tenants: [TenantID: TenantRecord] = [:]
        /// Why the last access to the database failed.
        var failure: StorageFailure?
        /// Counts changes of settings, so that settings read before a change are not cached after it.
        var generation = 0

        mutating func forgetSettings() {
            settings = nil
            tenants = [:]
            generation += 1
        }

        /// To be called when another database, or other content, takes the place of what there was.
        mutating func forgetContent() {
            isProfileKept = false
            forgetSettings()
        }
    }

    /// - Parameters:
    ///   - generator: `nil` for the operating system's generator.
    ///   - views: Those of the server; `nil` for a project that is not shown.
    init(
        id: ProjectID, storage: Storage, defaults: ProjectDefaults, signer: TokenSigner,
        generator: SeededGenerator? = nil, in views: ChangeNotifier? = nil
    ) {
        self.id = id
        self.views = ChangeNotifier(in: views)
        self.generator = generator
        random = generator.map(RandomSource.seeded) ?? .system
        ownAPIKey = DerivedAPIKey.ownKey(of: id)
        self.storage = storage
        self.defaults = defaults
        self.signer = signer
    }

    // MARK: Database

    /// The database, opened if necessary; `nil` if it does not exist and is not to be created.
    func database(create: Bool) async throws -> ProjectDatabase? {
        if let database = state.withLock({ $0.database }) { return database }
        return try await notingFailure {
            guard storage.opensSlowly else { return try openDatabase(create: create) }
            // Creating a file and its tables, or recovering it after a crash, waits for the disk: not on an event loop.
            return try await storage.workers.run { Result { try self.openDatabase(create: create) } }.get()
        }
    }

    /// One at a time, so that no file is created or removed while another call is about to open it.
    private func openDatabase(create: Bool) throws -> ProjectDatabase? {
        try files.withLock { _ in
            if let database = state.withLock({ $0.database }) { return database }
            let database = try storage.open(id, create: create)
            state.withLock { $0.database = database }
            return database
        }
    }

    /// Why the last access to the database failed; `nil` once it works again.
    package var failure: StorageFailure? { hasFailed.load(ordering: .relaxed) ? state.withLock { $0.failure } : nil }

    private func notingFailure<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let failure as StorageFailure {
            note(failure)
            throw failure
        }
    }

    private func note(_ failure: StorageFailure?) {
        // A file that replaced this one is opened by the next call. A database opened read-only would stay read-only.
        let isUseless = failure?.kind == .readOnly || (failure?.kind == .gone && storage.hasFile(of: id))
        // Closed once its current users have released it, and outside the lock.
        let useless = state.withLock { state -> ProjectDatabase? in
            state.failure = failure
            guard isUseless else { return nil }
            defer { state.database = nil }
            return state.database
        }
        withExtendedLifetime(useless) {}
        hasFailed.store(failure != nil, ordering: .relaxed)
    }

    /// Retries a failed access with a small write.
    ///
    /// - Returns: The remaining failure.
    package func checkAgain() async -> StorageFailure? {
        guard failure != nil else { return nil }
        do {
            guard try await database(create: false) != nil else {
                note(nil)
                return nil
            }
            try await write(at: Timestamp.now) { tx in
                guard let profile = try tx.setting(.profile) else { return }
                try tx.set(.profile, to: profile)
            }
        } catch let failure as StorageFailure {
            return failure
        } catch {
            return failure
        }
        return nil
    }

    /// Takes over a database from the storage unless there is one.
    ///
    /// - Parameter database: `nil` if the storage has one.
    private func takeDatabase(_ database: () throws -> ProjectDatabase?) throws -> Bool {
        // Under the lock, so that no concurrent first write creates another one.
        try files.withLock { _ in
            guard state.withLock({ $0.database == nil }), let database = try database() else { return false }
            state.withLock { state in
                state.database = database
                state.forgetContent()
            }
            return true
        }
    }

    /// Whether it has a database that is in use.
    var isOpen: Bool { state.withLock { $0.database != nil } }

    package var exists: Bool { get async throws { try await database(create: false) != nil } }

    /// Reads from the project, which need not exist.
    package func read<Value: Sendable>(
        tenant: TenantID? = nil, _ body: @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        let value = try await notingFailure {
            try await (database(create: false) ?? storage.blank).read(tenant: tenant, body)
        }
        // A full disk can be read: only a write shows that there is space again.
        if let kind = failure?.kind, kind != .full, kind != .readOnly { note(nil) }
        return value
    }

    /// Reads as ``read(tenant:_:)`` does, for one part of a search of all accounts. Of all searches only one part at a time
    /// waits for the database, so that however many there are, another call waits for one part at most.
    package func readPart<Value: Sendable>(
        tenant: TenantID?, _ body: @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await searches.run { _ in try await read(tenant: tenant, body) }
    }

    /// Reads as ``read(tenant:_:)`` does, from a state of its own, for what looks at all accounts: other calls do not wait
    /// for it. Not for an event loop.
    package func readAside<Value: Sendable>(
        tenant: TenantID? = nil, _ body: @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await notingFailure {
            try await (database(create: false) ?? storage.blank).readAside(tenant: tenant, body)
        }
    }

    /// Reads from the file of a project that is not open, and leaves it closed. Waits for the disk: not for an event loop.
    ///
    /// - Returns: `nil` if it is open, in memory or unavailable, or if only opening the file tells what is in it.
    func readClosedFile<Value: Sendable>(_ body: @Sendable (Transaction) throws -> Value?) -> Value? {
        // Under the lock, so that the file is not opened and changed meanwhile.
        files.withLock { _ in
            guard failure == nil, state.withLock({ $0.database == nil }) else { return nil }
            return storage.readClosedFile(of: id, body)
        }
    }

    /// Changes the project in one transaction, creating its database on the first write. Changed settings are read
    /// again afterwards, and the callers that wait for messages check again if that or a new message concerns them.
    ///
    /// - Parameter afterwards: Gets those messages, and the accounts that were created or deleted.
    package func write<Value: Sendable>(
        tenant: TenantID? = nil, at now: Timestamp, _ body: @Sendable (Transaction) throws -> Value,
        afterwards: (Transaction.Effects) -> Void = { _ in }
    ) async throws -> Value {
        guard let database = try await database(create: true) else {
            throw WireError.storageUnavailable("The project has no database.")
        }
        return try await write(to: database, tenant, at: now, body, afterwards: afterwards)
    }

    /// Changes the project as ``write(tenant:at:_:afterwards:)`` does, but does not create it.
    ///
    /// - Returns: `nil` if it has no database.
    package func writeIfExists<Value: Sendable>(
        at now: Timestamp, _ body: @Sendable (Transaction) throws -> Value
    ) async throws -> Value? {
        guard let database = try await database(create: false) else { return nil }
        return try await write(to: database, nil, at: now, body)
    }

    private func write<Value: Sendable>(
        to database: ProjectDatabase, _ tenant: TenantID?, at now: Timestamp,
        _ body: @Sendable (Transaction) throws -> Value, afterwards: (Transaction.Effects) -> Void = { _ in }
    ) async throws -> Value {
        let keepsProfile = state.withLock { !$0.isProfileKept }
        let profile = defaults.profile
        let generator = generator
        let ((value, position), effects) = try await notingFailure {
            try await database.write(tenant: tenant) { tx in
                // A project keeps the profile it was created with, even if its file is opened by another server.
                if keepsProfile { try tx.keep(.profile, .string(profile.rawValue)) }
                return (try body(tx), try generator?.store(in: tx))
            }
        }
        if hasFailed.load(ordering: .relaxed) { note(nil) }
        if let position { generator?.noteStored(position) }
        if keepsProfile { state.withLock { $0.isProfileKept = true } }
        if effects.settingsChanged {
            state.withLock { $0.forgetSettings() }
            // The clock may have moved, and with it what has expired.
            outboxWaiters.wakeAll()
        }
        if !effects.messages.isEmpty {
            outboxWaiters.notify(effects.messages, at: now)
            outboxChanges.waiters.notify(effects.messages, at: now)
        }
        if !effects.joinedMessages.isEmpty { outboxWaiters.notify(effects.joinedMessages, at: now) }
        if !effects.changedMessages.isEmpty { outboxChanges.note(effects, at: now) }
        // The first write of a project may have made it.
        views.note(ChangeNotifier.Part.changed(by: effects) + (keepsProfile ? [.projects] : []))
        afterwards(effects)
        return value
    }

    /// To be called when the project has not been used for a while.
    func rest() {
        if let database = state.withLock({ $0.database }) { storage.rest(database) }
    }

    /// Closes the database's file; the next use opens it again.
    func close() {
        let database = state.withLock { state in
            defer { state.database = nil }
            return state.database
        }
        if let database { storage.close(database) }
    }

    /// Removes the database with everything in it.
    ///
    /// - Returns: Whether it existed.
    package func drop() throws -> Bool {
        // Under the lock, so that the files are not opened while they are being removed.
        let existed = try files.withLock { _ in
            state.withLock { state in
                state.database = nil
                state.forgetContent()
            }
            generator?.restart()
            return try storage.drop(id)
        }
        // `seq` begins anew, so a cursor means nothing any more.
        if existed {
            outboxChanges.endAll()
            views.noteEverything()
        }
        return existed
    }

    /// An empty project with this ID, in memory, which is not registered anywhere.
    package func emptyCopy() throws -> Project {
        Project(id: id, storage: try Storage(dataDirectory: nil), defaults: defaults, signer: signer)
    }

    // MARK: Settings

    package func settings() async throws -> ProjectSettings {
        let (cached, generation) = state.withLock { ($0.settings, $0.generation) }
        if let cached { return cached }

        let defaults = defaults
        let id = id
        let generator = generator
        let documents = try await read { tx in
            try generator?.place(from: tx)
            return try defaults.documents(of: id, from: tx)
        }
        var keys = try ProjectKeys(documents.rules)
        if documents.rules.idTokens == .signed { keys.signingKey = try await signer.signingKey() }
        let settings = ProjectSettings(documents, keys)
        state.withLock { state in if state.generation == generation { state.settings = settings } }
        return settings
    }

    /// The settings that it would have if it had never been written to.
    package func startingSettings() async throws -> ProjectSettings {
        let (defaults, id) = (defaults, id)
        let documents = try await storage.blank.read(tenant: nil) { tx in try defaults.documents(of: id, from: tx) }
        return ProjectSettings(documents, .none)
    }

    /// The rules in effect where the project has none of its own: those of a profile, and of the command line.
    package func startingRules(in profile: Profile) throws(WireError) -> Rules { try defaults.rules(for: profile) }

    /// The configuration in effect where the project has none of its own: that of a profile, and of the command line.
    package func startingConfig(in profile: Profile) -> JSON { defaults.config(of: id, profile) }

    /// The domains that are authorized where the project names none.
    package func startingDomains(in profile: Profile) -> [String] { defaults.domains(of: id, profile) }

    /// The tenant's record; `nil` if the tenant was never created.
    package func tenantRecord(_ tenant: TenantID) async throws -> TenantRecord? {
        let (cached, generation) = state.withLock { ($0.tenants[tenant], $0.generation) }
        if let cached { return cached }

        let record = try await read { tx in try tx.tenantRecord(tenant) }
        state.withLock { if $0.generation == generation, let record { $0.tenants[tenant] = record } }
        return record
    }
}

/// Copies of whole projects. The state that a project keeps besides its database follows: cached settings, including
/// the clock, and tenants, the position in the numbers of a seed, and the callers that wait for messages, which check
/// again.
extension Project {
    /// Makes another project a copy of this one. A project without a database is copied as an empty one.
    ///
    /// - Parameter adapt: Changes the copy before it becomes visible.
    /// - Returns: `false` if the other project has a database, which stays unchanged.
    package func fork(
        to other: Project, adapt: @Sendable (Transaction) throws -> Void
    ) async throws -> Bool {
        guard try await !other.exists else { return false }
        return try await other.adopt(copyOf: database(create: false) ?? storage.blank) { tx in
            try tx.clear(.random)
            try adapt(tx)
        }
    }

    /// Makes the project, empty.
    ///
    /// - Parameter prepare: Changes it before it becomes visible.
    /// - Returns: `false` if it has a database, which stays unchanged.
    package func create(_ prepare: @Sendable (Transaction) throws -> Void) async throws -> Bool {
        guard try await !exists else { return false }
        return try await adopt(copyOf: storage.blank, prepare)
    }

    private func adopt(
        copyOf original: ProjectDatabase, _ prepare: @Sendable (Transaction) throws -> Void
    ) async throws -> Bool {
        let draft = try await storage.draft(of: original)
        defer { draft.discard() }
        _ = try await draft.database.write(tenant: nil) { tx in try prepare(tx) }
        guard try takeDatabase({ try storage.adopt(draft, as: id) }) else { return false }
        generator?.restart()
        wakeAll()
        return true
    }

    /// Lets all who wait for messages check again.
    private func wakeAll() {
        outboxWaiters.wakeAll()
        outboxChanges.waiters.wakeAll()
        views.noteEverything()
    }

    /// The content of its database without secrets; `nil` if it has none.
    package func contentWithoutSecrets(_ removal: SecretRemoval) async throws -> [UInt8]? {
        guard let database = try await database(create: false) else { return nil }
        return try await storage.contentWithoutSecrets(of: database, removal)
    }

    /// Saves a copy of the project under a name, replacing an earlier one. A project that was never written to, or that
    /// was dropped before, is saved as an empty one. If it is dropped concurrently, the copy is removed with it.
    ///
    /// - Returns: Its size in bytes.
    /// - Throws: ``SnapshotStore/Refusal``, or what the storage throws.
    package func saveSnapshot(_ name: String) async throws -> Int {
        let size = try await storage.snapshots.save(of: id, as: name) {
            try await database(create: false) ?? storage.blank
        }
        views.note([.snapshots])
        return size
    }

    /// - Returns: Whether there was a snapshot of this name.
    package func removeSnapshot(_ name: String) throws -> Bool {
        guard try storage.snapshots.remove(name, of: id) else { return false }
        views.note([.snapshots])
        return true
    }

    /// Restores everything to the state of the snapshot, except for `seq`, which keeps counting.
    ///
    /// - Returns: Whether a snapshot with this name exists.
    package func restoreSnapshot(_ name: String) async throws -> Bool {
        guard let snapshot = try storage.snapshots.open(name, of: id) else { return false }
        defer { storage.snapshots.close(snapshot) }
        guard let database = try await database(create: true) else {
            throw WireError.storageUnavailable("The project has no database.")
        }
        // A drop in between: this is another database, and the snapshot was removed with the old one.
        guard storage.snapshots.isKept(snapshot) else { return false }
        try await database.replace(with: snapshot.database)
        state.withLock { $0.forgetContent() }
        if let generator { try await read { tx in try generator.move(to: tx) } }
        wakeAll()
        return true
    }
}
