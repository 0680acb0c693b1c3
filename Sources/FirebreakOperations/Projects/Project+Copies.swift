package import FirebreakStore
import FirebreakWire

/// Copies of whole projects. What a project holds beside its database follows: cached settings and tenants, the clock
/// among them, the position in the numbers of a seed, and those who wait for messages, who look again.
extension Project {
    /// Makes another project a copy of this one. One that nobody has written to is copied as what it is: empty.
    ///
    /// - Parameter adapt: Changes the copy before anybody sees it.
    /// - Returns: `false` when the other project has a database, which stays as it is.
    package func fork(
        to other: Project, adapt: @Sendable (Transaction) throws -> Void
    ) async throws -> Bool {
        guard try await !other.exists else { return false }
        let draft = try await storage.draft(of: database(create: false) ?? storage.blank)
        do {
            _ = try await draft.database.write(tenant: nil) { tx in
                try tx.clear(.random)
                try adapt(tx)
            }
            if try other.adopt(draft) { return true }
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
        return true
    }

    /// Keeps a copy of the project under a name; an earlier one of this name goes. One that nobody has written to, or that
    /// was dropped before, is kept as what it is: empty. When it is dropped meanwhile, the copy goes with it.
    ///
    /// - Returns: Its size in bytes.
    /// - Throws: ``SnapshotStore/Refusal``, or what the storage throws.
    package func saveSnapshot(_ name: String) async throws -> Int {
        try await storage.snapshots.save(of: id, as: name) {
            try await database(create: false) ?? storage.blank
        }
    }

    /// Puts everything back to what it was when the snapshot was taken, but for `seq`, which goes on counting.
    ///
    /// - Returns: Whether there is a snapshot of this name.
    package func restoreSnapshot(_ name: String) async throws -> Bool {
        guard let snapshot = try storage.snapshots.open(name, of: id) else { return false }
        defer { storage.snapshots.close(snapshot) }
        guard let database = try await database(create: true) else {
            throw WireError.storageUnavailable("The project has no database.")
        }
        // A drop between the two: this is another database, and the snapshot went with the one before.
        guard storage.snapshots.isKept(snapshot) else { return false }
        try await database.replace(with: snapshot.database)
        databaseWasReplaced()
        if let generator { try await read { tx in try generator.move(to: tx) } }
        outboxWaiters.wakeAll()
        return true
    }
}
