package import FirebreakWire
import Foundation
import Synchronization

/// A copy of a database that does not belong to a project yet and can be changed before it does.
package struct ProjectDraft: Sendable {
    package let database: ProjectDatabase
    /// Its file; `nil` in memory.
    fileprivate let path: String?

    /// - Parameter directory: Where its file is made; `nil` for memory.
    init(copying original: ProjectDatabase, in directory: String?) async throws {
        path = directory.map { "\($0)/\(Storage.draftName())" }
        database = try .draft(path)
        do { try await original.copy(to: database) } catch {
            discard()
            throw error
        }
    }

    /// Closes its file, which gets a name of its own.
    func move(to target: String) throws {
        guard let path else { return }
        database.close()
        try DatabaseFile.move(path, to: target)
    }

    /// Removes what was not moved or adopted.
    package func discard() {
        guard let path else { return }
        database.close()
        try? Storage.removeFiles(of: path)  // the next start removes what is left
    }
}

extension Storage {
    /// The extension of unfinished files, which the next start removes.
    private static let draftExtension = ".draft"
    private static let drafts = Atomic<UInt64>(0)

    /// A file name that no other draft of this process has.
    static func draftName() -> String {
        let number = drafts.wrappingAdd(1, ordering: .relaxed).newValue
        return "\(getpid())-\(number)\(draftExtension)"
    }

    /// Copies a database.
    package func draft(of database: ProjectDatabase) async throws -> ProjectDraft {
        try await ProjectDraft(copying: database, in: directory)
    }

    /// Makes the draft the database of a project that has none.
    ///
    /// - Returns: `nil` if the project has a database, which is kept.
    /// - Throws: `RESOURCE_EXHAUSTED` when there are too many projects, or ``StorageFailure``.
    package func adopt(_ draft: ProjectDraft, as project: ProjectID) throws -> ProjectDatabase? {
        guard let directory else {
            return try databases.withLock { databases in
                guard databases[project] == nil else { return nil }
                try limit?.check(existing: databases.count)
                databases[project] = draft.database
                return draft.database
            }
        }
        let target = Self.path(of: project, in: directory)
        guard try !DatabaseFile.exists(target) else { return nil }
        let move = {
            try Self.removeFiles(of: target)
            try draft.move(to: target)
        }
        if let limit { try limit.adding(move) } else { try move() }
        try durability.settle(target)
        return try openFile(target)
    }

    /// Removes the drafts of a process that ended in the middle of a copy.
    static func removeDrafts(in directory: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) where name.contains(draftExtension) {
            try FileManager.default.removeItem(atPath: directory + "/" + name)
        }
    }
}
