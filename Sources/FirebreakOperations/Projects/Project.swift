package import FirebreakStore
package import FirebreakWire
import Synchronization

/// A project as the server holds it: its database once there is one, its settings, and who waits for its messages.
package final class Project: Sendable {
    package let id: ProjectID
    package let outboxWaiters = OutboxWaiters()
    /// A key that selects this project without being registered: the derived one, where there is one.
    package let ownAPIKey: String
    /// Where everything random of this project comes from.
    package let random: RandomSource
    /// Makes ``random`` where the server was given a seed.
    let generator: SeededGenerator?
    let storage: Storage
    private let defaults: ProjectDefaults
    private let signer: TokenSigner
    private let state = Mutex(State())
    /// Held while the database's files are made, opened or removed. Never waited for by an event loop: a project in
    /// memory is opened in microseconds, and for files whoever waits is a worker.
    private let files = Mutex(())
    /// Whether ``failure`` is set, so that calls need not look.
    private let hasFailed = Atomic(false)

    private struct State {
        var database: ProjectDatabase?
        /// Whether the database is known to say which profile the project has.
        var isProfileKept = false
        var settings: ProjectSettings?
        var tenants: [TenantID: TenantRecord] = [:]
        /// Why the database could not be used when it was last needed.
        var failure: StorageFailure?
        /// Counts changes of settings, so that what was read before a change is not cached after it.
        var generation = 0

        mutating func forgetSettings() {
            settings = nil
            tenants = [:]
            generation += 1
        }
    }

    /// - Parameter generator: `nil` for the operating system's.
    package init(
        id: ProjectID, storage: Storage, defaults: ProjectDefaults, signer: TokenSigner,
        generator: SeededGenerator? = nil
    ) {
        self.id = id
        self.generator = generator
        random = generator.map(RandomSource.seeded) ?? .system
        ownAPIKey = DerivedAPIKey.ownKey(of: id)
        self.storage = storage
        self.defaults = defaults
        self.signer = signer
    }

    // MARK: Database

    /// The database, opened if it is not; `nil` when there is none and none is to be made.
    func database(create: Bool) async throws -> ProjectDatabase? {
        if let database = state.withLock({ $0.database }) { return database }
        return try await notingFailure {
            guard storage.opensSlowly else { return try openDatabase(create: create) }
            // Making a file, its tables and what recovers it after a crash waits for the disk: not on an event loop.
            return try await storage.workers.run { Result { try self.openDatabase(create: create) } }.get()
        }
    }

    /// One at a time, so that nobody makes or removes a file that another is about to open.
    private func openDatabase(create: Bool) throws -> ProjectDatabase? {
        try files.withLock { _ in
            if let database = state.withLock({ $0.database }) { return database }
            let database = try storage.open(id, create: create)
            state.withLock { $0.database = database }
            return database
        }
    }

    /// Why the database could not be used when it was last needed; `nil` once it could again.
    package var failure: StorageFailure? { hasFailed.load(ordering: .relaxed) ? state.withLock { $0.failure } : nil }

    private func notingFailure<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let failure as StorageFailure {
            note(failure)
            throw failure
        }
    }

    private func note(_ failure: StorageFailure?) {
        // Where another file stands in its place, the next call opens that one; and what was opened for reading stays so.
        let isUseless = failure?.kind == .readOnly || (failure?.kind == .gone && storage.hasFile(of: id))
        // Closed once those who are using it have let go, and outside the lock.
        let useless = state.withLock { state -> ProjectDatabase? in
            state.failure = failure
            guard isUseless else { return nil }
            defer { state.database = nil }
            return state.database
        }
        withExtendedLifetime(useless) {}
        hasFailed.store(failure != nil, ordering: .relaxed)
    }

    /// Tries again what failed, by a small write.
    ///
    /// - Returns: What is still wrong.
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

    /// Takes a database over from the storage unless there is one.
    ///
    /// - Parameter database: `nil` when the storage has one.
    func takeDatabase(_ database: () throws -> ProjectDatabase?) throws -> Bool {
        // Under the lock, so that no first write makes another one meanwhile.
        try files.withLock { _ in
            guard state.withLock({ $0.database == nil }), let database = try database() else { return false }
            state.withLock { state in
                state.database = database
                state.isProfileKept = false
                state.forgetSettings()
            }
            return true
        }
    }

    /// To be called when the database has another content.
    func databaseWasReplaced() {
        state.withLock { state in
            state.isProfileKept = false
            state.forgetSettings()
        }
    }

    package var exists: Bool { get async throws { try await database(create: false) != nil } }

    /// Reads from the project, which need not exist.
    package func read<Value: Sendable>(
        tenant: TenantID? = nil, _ body: @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        let value = try await notingFailure {
            try await (database(create: false) ?? storage.blank).read(tenant: tenant, body)
        }
        // A full disk can be read: only a write shows that there is room again.
        if let kind = failure?.kind, kind != .full, kind != .readOnly { note(nil) }
        return value
    }

    /// Changes the project in one transaction, making its database if this is the first write. Settings that it changed
    /// are read anew from then on, and those who wait for messages look again where that or a message concerns them.
    ///
    /// - Parameter afterwards: Gets those messages, and the accounts that came and went.
    package func write<Value: Sendable>(
        tenant: TenantID? = nil, at now: Timestamp, _ body: @Sendable (Transaction) throws -> Value,
        afterwards: (Transaction.Effects) -> Void = { _ in }
    ) async throws -> Value {
        guard let database = try await database(create: true) else {
            throw WireError.storageUnavailable("The project has no database.")
        }
        let keepsProfile = state.withLock { !$0.isProfileKept }
        let profile = defaults.profile
        let generator = generator
        let ((value, position), effects) = try await notingFailure {
            try await database.write(tenant: tenant) { tx in
                // A project keeps the profile it was made with, also when its file is opened by another server.
                if keepsProfile, try tx.setting(.profile) == nil { try tx.set(.profile, to: .string(profile.rawValue)) }
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
        if !effects.messages.isEmpty { outboxWaiters.notify(effects.messages, at: now) }
        afterwards(effects)
        return value
    }

    /// Closes the database's file; the next use opens it again.
    package func close() {
        let database = state.withLock { state in
            defer { state.database = nil }
            return state.database
        }
        if let database { storage.close(database) }
    }

    /// Removes the database with everything in it.
    ///
    /// - Returns: Whether there was one.
    package func drop() throws -> Bool {
        // Under the lock, so that nobody opens the files while they go.
        try files.withLock { _ in
            state.withLock { state in
                state.database = nil
                state.isProfileKept = false
                state.forgetSettings()
            }
            generator?.restart()
            return try storage.drop(id)
        }
    }

    /// A project of this ID with nothing in it, in memory, which nobody else knows.
    package func blankTwin() throws -> Project {
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

    /// The tenant's record; `nil` when it was never made.
    package func tenantRecord(_ tenant: TenantID) async throws -> TenantRecord? {
        let (cached, generation) = state.withLock { ($0.tenants[tenant], $0.generation) }
        if let cached { return cached }

        let record = try await read { tx in try tx.tenantRecord(tenant) }
        state.withLock { if $0.generation == generation, let record { $0.tenants[tenant] = record } }
        return record
    }
}

/// What new projects start with, from the server's configuration.
package struct ProjectDefaults: Sendable {
    package var profile: Profile
    /// Rules given on the command line, over those of the profile.
    package var rules: [(name: String, value: String)]

    package init(profile: Profile, rules: [(name: String, value: String)] = []) {
        self.profile = profile
        self.rules = rules
    }

    /// - Throws: ``WireError`` naming the rule that is wrong.
    package func rules(for profile: Profile) throws(WireError) -> Rules {
        var result = Rules(profile: profile)
        for rule in rules { try result.apply(name: rule.name, text: rule.value) }
        return result
    }

    package func documents(of id: ProjectID, from tx: Transaction) throws -> ProjectSettings.Documents {
        let profile = try tx.setting(.profile)?.stringValue.flatMap(Profile.init(rawValue:)) ?? profile
        var rules = try rules(for: profile)
        if let changed = try tx.setting(.rules) { try rules.apply(changed) }
        return ProjectSettings.Documents(
            project: id, profile: profile, rules: rules,
            clock: try ProjectClock(in: tx),
            config: try tx.setting(.config) ?? ConfigDefaults.document(id, profile))
    }
}
