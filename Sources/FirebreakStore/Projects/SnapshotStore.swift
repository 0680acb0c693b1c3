package import FirebreakWire
import Foundation
import Synchronization

/// Named copies of projects: in memory for as long as the server runs, or in files beside those of the projects.
package final class SnapshotStore: Sendable {
    /// A snapshot as it is listed.
    package struct Entry: Sendable, Equatable {
        package var name: String
        /// Size of the database in bytes.
        package var bytes: Int
    }

    /// Why a snapshot is not saved.
    package enum Refusal: Error, Sendable { case tooMany, noMemory }

    private struct Kept {
        var database: ProjectDatabase
        var bytes: Int
    }

    /// One project's snapshots are added, removed and listed under its lock, but copies are made without it.
    fileprivate final class ProjectLock: Sendable {
        /// How often all of them were removed; exact for the callers that hold this object, which alone compare it.
        fileprivate let removals = Mutex(0)
    }

    private struct Weak { weak var lock: ProjectLock? }

    /// Contains a folder for each project; `nil` for memory.
    private let directory: String?
    private let durability: Durability
    private let kept = Mutex<[ProjectID: [ExactText: Kept]]>([:])
    /// Locks in use by a call; the others need not be kept.
    private let locks = Mutex<[ProjectID: Weak]>([:])
    /// With this many entries or more, those of unused locks are removed.
    private static let manyLocks = 256

    init(directory: String?, _ durability: Durability = .normal) {
        self.directory = directory
        self.durability = durability
    }

    /// Removes the drafts of a process that ended in the middle of a copy.
    static func removeDrafts(below directory: String) throws {
        guard FileManager.default.fileExists(atPath: directory) else { return }
        try Storage.removeDrafts(in: directory)
    }

    /// Saves a copy of a database, replacing an earlier one with the same name.
    ///
    /// If the project is dropped concurrently, the snapshot counts as made before that: it is removed with the project,
    /// and the call succeeds.
    ///
    /// - Parameter source: Opens the database. A drop before that does not affect the snapshot, which is then one of
    ///   the new database.
    /// - Returns: Its size in bytes.
    /// - Throws: ``Refusal``, or what the storage throws.
    package func save(
        of project: ProjectID, as name: String, _ source: () async throws -> ProjectDatabase
    ) async throws -> Int {
        let lock = lock(of: project)
        // Before the database is opened: after a drop, a different database would be opened.
        let start = lock.removals.withLock { $0 }
        let database = try await source()
        // Before the work, and again below: others may be saved meanwhile.
        try Self.checkCount(entries(of: project), without: name)
        if let directory {
            try Storage.makeDirectory(directory)
        } else {
            let bytes = try await database.byteCount()
            try kept.withLock { try Self.checkMemory($0, with: bytes) }
        }

        // Beside the folders, where a drop does not remove it.
        let draft = try await ProjectDraft(copying: database, in: directory)
        defer { draft.discard() }
        let bytes = try await draft.database.byteCount()
        try lock.removals.withLock { removals in
            guard removals == start else { return }
            guard let directory else {
                let snapshot = Kept(database: draft.database, bytes: bytes)
                return try kept.withLock { kept in
                    try Self.checkCount(Self.entries(kept[project]), without: name)
                    try Self.checkMemory(kept, with: bytes)
                    kept[project, default: [:]][ExactText(name)] = snapshot
                }
            }
            let folder = folder(of: project, in: directory)
            try Self.checkCount(Self.entries(in: folder), without: name)
            let path = path(of: name, in: folder)
            try Storage.makeDirectory(folder)
            try draft.move(to: path)
            try durability.settle(path)
            try durability.settleName(of: folder)
        }
        return bytes
    }

    private static func checkCount(_ entries: [Entry], without name: String) throws {
        let others = entries.filter { ExactText($0.name) != ExactText(name) }
        guard others.count < Limit.snapshots.maximum else { throw Refusal.tooMany }
    }

    private static func checkMemory(_ kept: [ProjectID: [ExactText: Kept]], with bytes: Int) throws {
        let others = kept.values.joined().reduce(0) { $0 + $1.value.bytes }
        guard Limit.snapshotMemory.allows(others + bytes) else { throw Refusal.noMemory }
    }

    /// A snapshot opened for reading.
    package struct Opened: Sendable {
        package let database: ProjectDatabase
        /// Its file, which is not shared; `nil` in memory.
        fileprivate let path: String?
        fileprivate let lock: ProjectLock
        /// The lock's `removals` before it was opened.
        fileprivate let start: Int
    }

    /// The snapshot, open; `nil` if none has this name.
    ///
    /// A snapshot in a file is copied first: an open database writes to files beside it, and the snapshot may be
    /// replaced concurrently.
    package func open(_ name: String, of project: ProjectID) throws -> Opened? {
        let lock = lock(of: project)
        let start = lock.removals.withLock { $0 }
        guard let directory else {
            guard let found = kept.withLock({ $0[project]?[ExactText(name)] }) else { return nil }
            return Opened(database: found.database, path: nil, lock: lock, start: start)
        }
        let path = path(of: name, in: folder(of: project, in: directory))
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let copy = "\(directory)/\(Storage.draftName())"
        do {
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            return Opened(database: try ProjectDatabase.snapshot(copy), path: copy, lock: lock, start: start)
        } catch {
            try? Storage.removeFiles(of: copy)  // what stays goes at the next start
            guard FileManager.default.fileExists(atPath: path) else { return nil }  // it was deleted meanwhile
            throw error
        }
    }

    /// Whether the project has not been dropped since the snapshot was opened. A drop removes the snapshot.
    package func isKept(_ snapshot: Opened) -> Bool { snapshot.lock.removals.withLock { $0 } == snapshot.start }

    /// Closes a snapshot that ``open(_:of:)`` opened. One in memory stays.
    package func close(_ snapshot: Opened) {
        guard let path = snapshot.path else { return }
        snapshot.database.close()
        try? Storage.removeFiles(of: path)  // what stays goes at the next start
    }

    /// The project's snapshots by name.
    package func entries(of project: ProjectID) throws -> [Entry] {
        guard let directory else { return Self.entries(kept.withLock { $0[project] }).sorted { $0.name < $1.name } }
        let folder = folder(of: project, in: directory)
        let entries = try lock(of: project).removals.withLock { _ in try Self.entries(in: folder) }
        return entries.sorted { $0.name < $1.name }
    }

    private static func entries(_ kept: [ExactText: Kept]?) -> [Entry] {
        (kept ?? [:]).map { Entry(name: $0.key.rawValue, bytes: $0.value.bytes) }
    }

    /// To be called with the project's lock.
    private static func entries(in folder: String) throws -> [Entry] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { file in
            guard let name = Storage.id(fileName: file) else { return nil }
            let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + file)
            return Entry(name: name, bytes: (attributes[.size] as? Int) ?? 0)
        }
    }

    /// - Returns: Whether it existed.
    package func remove(_ name: String, of project: ProjectID) throws -> Bool {
        guard let directory else { return kept.withLock { $0[project]?.removeValue(forKey: ExactText(name)) } != nil }
        let path = path(of: name, in: folder(of: project, in: directory))
        return try lock(of: project).removals.withLock { _ in
            guard FileManager.default.fileExists(atPath: path) else { return false }
            try Storage.removeFiles(of: path)
            try durability.settleName(of: path)
            return true
        }
    }

    /// Removes all snapshots of the project, including those that are being made.
    func removeAll(of project: ProjectID) throws {
        let lock = lock(of: project)
        guard let directory else {
            lock.removals.withLock { removals in
                removals += 1
                kept.withLock { $0[project] = nil }
            }
            return
        }
        let folder = folder(of: project, in: directory)
        // Under a name that the next start removes, in case the process ends before this is complete.
        let remains = "\(directory)/\(Storage.draftName())"
        let isThere = try lock.removals.withLock { removals in
            removals += 1
            guard FileManager.default.fileExists(atPath: folder) else { return false }
            try FileManager.default.moveItem(atPath: folder, toPath: remains)
            try durability.settleName(of: folder)
            return true
        }
        if isThere { try FileManager.default.removeItem(atPath: remains) }
    }

    private func lock(of project: ProjectID) -> ProjectLock {
        locks.withLock { locks -> ProjectLock in
            if let lock = locks[project]?.lock { return lock }
            if locks.count >= Self.manyLocks { locks = locks.filter { $0.value.lock != nil } }
            let lock = ProjectLock()
            locks[project] = Weak(lock: lock)
            return lock
        }
    }

    // MARK: Files

    private func folder(of project: ProjectID, in directory: String) -> String {
        directory + "/" + Storage.fileStem(of: project.rawValue)
    }

    private func path(of name: String, in folder: String) -> String {
        folder + "/" + Storage.fileStem(of: name) + Storage.fileExtension
    }
}
