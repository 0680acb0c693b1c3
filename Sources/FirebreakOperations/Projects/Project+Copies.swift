package import FirebreakStore
import FirebreakWire

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
        do {
            _ = try await draft.database.write(tenant: nil) { tx in try prepare(tx) }
            if try adopt(draft) { return true }
        } catch {
            storage.discard(draft)
            throw error
        }
        storage.discard(draft)
        return false
    }

    private func adopt(_ draft: ProjectDraft) throws -> Bool {
        guard try takeDatabase({ try storage.adopt(draft, as: id) }) else { return false }
        generator?.restart()
        outboxWaiters.wakeAll()
        outboxChanges.waiters.wakeAll()
        outboxChanges.noteForViewers()
        return true
    }

    /// Saves a copy of the project under a name, replacing an earlier one. A project that was never written to, or that
    /// was dropped before, is saved as an empty one. If it is dropped concurrently, the copy is removed with it.
    ///
    /// - Returns: Its size in bytes.
    /// - Throws: ``SnapshotStore/Refusal``, or what the storage throws.
    package func saveSnapshot(_ name: String) async throws -> Int {
        try await storage.snapshots.save(of: id, as: name) {
            try await database(create: false) ?? storage.blank
        }
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
        databaseWasReplaced()
        if let generator { try await read { tx in try generator.move(to: tx) } }
        outboxWaiters.wakeAll()
        outboxChanges.waiters.wakeAll()
        outboxChanges.noteForViewers()
        return true
    }
}
