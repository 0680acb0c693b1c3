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

    /// One project's snapshots: they are added, removed and listed under its lock, but copies are made without it.
    fileprivate final class Shelf: Sendable {
        /// How often all of them were removed; exact for the callers that hold the shelf, which alone compare it.
        fileprivate let removals = Mutex(0)

        /// Adds a snapshot, unless all of them were removed in the meantime.
        ///
        /// - Returns: Whether it was added.
        func put(since start: Int, _ body: () throws -> Void) throws -> Bool {
            try removals.withLock { removals in
                guard removals == start else { return false }
                try body()
                return true
            }
        }
    }

    private struct Weak { weak var shelf: Shelf? }

    /// Contains a folder for each project; `nil` for memory.
    private let directory: String?
    private let durability: Durability
    private let kept = Mutex<[ProjectID: [ExactText: Kept]]>([:])
    /// Shelves in use by a call; the others need not be kept.
    private let shelves = Mutex<[ProjectID: Weak]>([:])
    /// With this many entries or more, those of unused shelves are removed.
    private static let manyShelves = 256

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
        let shelf = shelf(of: project)
        // Before the database is opened: after a drop, a different database would be opened.
        let start = shelf.removals.withLock { $0 }
        let database = try await source()
        guard try names(of: project).subtracting([ExactText(name)]).count < Limit.snapshots.maximum else {
            throw Refusal.tooMany
        }
        if let directory {
            let folder = folder(of: project, in: directory)
            let path = path(of: name, in: folder)
            return try await copyToFile(database, below: directory) { draft in
                try shelf.put(since: start) {
                    try Storage.makeDirectory(folder)
                    // Renaming is atomic: a concurrent save, or the end of the process, leaves one complete file.
                    guard rename(draft, path) == 0 else {
                        throw StorageFailure(ofSystemAt: path)
                    }
                    try durability.settle(path)
                    try durability.settleName(of: folder)
                }
            }
        }

        let bytes = try await database.byteCount()
        let others = kept.withLock { $0.values.joined().reduce(0) { $0 + $1.value.bytes } }
        guard Limit.snapshotMemory.allows(others + bytes) else { throw Refusal.noMemory }
        let copy = try ProjectDatabase.draft(nil)
        try await database.copy(to: copy)
        _ = try shelf.put(since: start) {
            kept.withLock { $0[project, default: [:]][ExactText(name)] = Kept(database: copy, bytes: bytes) }
        }
        return bytes
    }

    /// Copies a database into a file of its own, beside the folders, where a drop does not remove it.
    ///
    /// - Parameter put: Moves the file into place, or returns that it may not.
    /// - Returns: Its size in bytes.
    private func copyToFile(
        _ database: ProjectDatabase, below directory: String, _ put: (_ draft: String) throws -> Bool
    ) async throws -> Int {
        try Storage.makeDirectory(directory)
        let draft = "\(directory)/\(Storage.draftName())"
        do {
            let copy = try ProjectDatabase.draft(draft)
            try await database.copy(to: copy)
            let bytes = try await copy.byteCount()
            copy.close()
            if try !put(draft) { try Storage.removeFiles(of: draft) }
            return bytes
        } catch {
            try? Storage.removeFiles(of: draft)  // what stays goes at the next start
            throw error
        }
    }

    /// A snapshot opened for reading.
    package struct Opened: Sendable {
        package let database: ProjectDatabase
        /// Its file, which is not shared; `nil` in memory.
        fileprivate let path: String?
        fileprivate let shelf: Shelf
        /// The shelf's `removals` before it was opened.
        fileprivate let start: Int
    }

    /// The snapshot, open; `nil` if none has this name.
    ///
    /// A snapshot in a file is copied first: an open database writes to files beside it, and the snapshot may be
    /// replaced concurrently.
    package func open(_ name: String, of project: ProjectID) throws -> Opened? {
        let shelf = shelf(of: project)
        let start = shelf.removals.withLock { $0 }
        guard let directory else {
            guard let found = kept.withLock({ $0[project]?[ExactText(name)] }) else { return nil }
            return Opened(database: found.database, path: nil, shelf: shelf, start: start)
        }
        let path = path(of: name, in: folder(of: project, in: directory))
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let copy = "\(directory)/\(Storage.draftName())"
        do {
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            return Opened(database: try ProjectDatabase.snapshot(copy), path: copy, shelf: shelf, start: start)
        } catch {
            try? Storage.removeFiles(of: copy)  // what stays goes at the next start
            guard FileManager.default.fileExists(atPath: path) else { return nil }  // it was deleted meanwhile
            throw error
        }
    }

    /// Whether the project has not been dropped since the snapshot was opened. A drop removes the snapshot.
    package func isKept(_ snapshot: Opened) -> Bool { snapshot.shelf.removals.withLock { $0 } == snapshot.start }

    /// Closes a snapshot that ``open(_:of:)`` opened. One in memory stays.
    package func close(_ snapshot: Opened) {
        guard let path = snapshot.path else { return }
        snapshot.database.close()
        try? Storage.removeFiles(of: path)  // what stays goes at the next start
    }

    /// The project's snapshots by name.
    package func entries(of project: ProjectID) throws -> [Entry] {
        let entries: [Entry]
        if let directory {
            let folder = folder(of: project, in: directory)
            entries = try shelf(of: project).removals.withLock { _ in
                try fileNames(in: folder).map(\.rawValue).map { name in
                    let file = try FileManager.default.attributesOfItem(atPath: path(of: name, in: folder))
                    return Entry(name: name, bytes: (file[.size] as? Int) ?? 0)
                }
            }
        } else {
            entries = kept.withLock { kept in
                (kept[project] ?? [:]).map { Entry(name: $0.key.rawValue, bytes: $0.value.bytes) }
            }
        }
        return entries.sorted { $0.name < $1.name }
    }

    private func names(of project: ProjectID) throws -> Set<ExactText> {
        guard let directory else { return kept.withLock { Set($0[project]?.keys.map { $0 } ?? []) } }
        let folder = folder(of: project, in: directory)
        return try shelf(of: project).removals.withLock { _ in try fileNames(in: folder) }
    }

    /// To be called under the shelf's lock.
    private func fileNames(in folder: String) throws -> Set<ExactText> {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return Set(
            try FileManager.default.contentsOfDirectory(atPath: folder).compactMap(Storage.id(fileName:))
                .map { ExactText($0) })
    }

    /// - Returns: Whether it existed.
    package func remove(_ name: String, of project: ProjectID) throws -> Bool {
        guard let directory else { return kept.withLock { $0[project]?.removeValue(forKey: ExactText(name)) } != nil }
        let path = path(of: name, in: folder(of: project, in: directory))
        return try shelf(of: project).removals.withLock { _ in
            guard FileManager.default.fileExists(atPath: path) else { return false }
            try Storage.removeFiles(of: path)
            try durability.settleName(of: path)
            return true
        }
    }

    /// Removes all snapshots of the project, including those that are being made.
    func removeAll(of project: ProjectID) throws {
        let shelf = shelf(of: project)
        guard let directory else {
            shelf.removals.withLock { removals in
                removals += 1
                kept.withLock { $0[project] = nil }
            }
            return
        }
        let folder = folder(of: project, in: directory)
        // Under a name that the next start removes, in case the process ends before this is complete.
        let remains = "\(directory)/\(Storage.draftName())"
        let isThere = try shelf.removals.withLock { removals in
            removals += 1
            guard FileManager.default.fileExists(atPath: folder) else { return false }
            try FileManager.default.moveItem(atPath: folder, toPath: remains)
            try durability.settleName(of: folder)
            return true
        }
        if isThere { try FileManager.default.removeItem(atPath: remains) }
    }

    private func shelf(of project: ProjectID) -> Shelf {
        shelves.withLock { shelves -> Shelf in
            if let shelf = shelves[project]?.shelf { return shelf }
            if shelves.count >= Self.manyShelves { shelves = shelves.filter { $0.value.shelf != nil } }
            let shelf = Shelf()
            shelves[project] = Weak(shelf: shelf)
            return shelf
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
