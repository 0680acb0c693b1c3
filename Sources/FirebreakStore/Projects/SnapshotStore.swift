package import FirebreakWire
import Foundation
import Synchronization

/// Copies of projects under names: in memory as long as the server runs, or in files beside those of the projects.
package final class SnapshotStore: Sendable {
    /// How many snapshots one project can have.
    package static let maximumCount = 64
    /// How long a name can be.
    package static let maximumNameBytes = 128
    /// What the snapshots in memory may take together, in bytes.
    package static let maximumMemory = 1 << 30

    /// A snapshot as it is listed.
    package struct Entry: Sendable, Equatable {
        package var name: String
        /// Size of the database in bytes.
        package var bytes: Int
    }

    /// Why a snapshot is not kept.
    package enum Refusal: Error, Sendable { case tooMany, noMemory }

    private struct Kept {
        var database: ProjectDatabase
        var bytes: Int
    }

    /// One project's snapshots: they come, go and are listed under its lock, but a copy is made without it.
    fileprivate final class Shelf: Sendable {
        /// How often all of them were removed, as far as anybody remembers who has to know.
        fileprivate let removals = Mutex(0)

        /// Puts a snapshot there, unless they were all removed since.
        ///
        /// - Returns: Whether it was put there.
        func put(since start: Int, _ body: () throws -> Void) throws -> Bool {
            try removals.withLock { removals in
                guard removals == start else { return false }
                try body()
                return true
            }
        }
    }

    private struct Weak { weak var shelf: Shelf? }

    /// Holds a folder for each project; `nil` for memory.
    private let directory: String?
    private let kept = Mutex<[ProjectID: [String: Kept]]>([:])
    /// Shelves that a call is at; the others need not be remembered.
    private let shelves = Mutex<[ProjectID: Weak]>([:])
    /// From as many shelves on, those that nobody is at are forgotten.
    private static let manyShelves = 256

    init(directory: String?) { self.directory = directory }

    /// Removes what a process left behind that ended in the middle of a copy.
    static func removeDrafts(below directory: String) throws {
        guard FileManager.default.fileExists(atPath: directory) else { return }
        try Storage.removeDrafts(in: directory)
    }

    /// Keeps a copy of a database; an earlier one of the same name goes.
    ///
    /// When the project is dropped meanwhile, the snapshot counts as made before that: it goes with the project, and the
    /// call succeeds.
    ///
    /// - Parameter source: Opens the database. A drop before that is nothing to the snapshot, which is then one of the
    ///   new database.
    /// - Returns: Its size in bytes.
    /// - Throws: ``Refusal``, or what the storage throws.
    package func save(
        of project: ProjectID, as name: String, _ source: () async throws -> ProjectDatabase
    ) async throws -> Int {
        let shelf = shelf(of: project)
        // Before the database is opened: one that is opened after a drop is another one.
        let start = shelf.removals.withLock { $0 }
        let database = try await source()
        guard try names(of: project).subtracting([name]).count < Self.maximumCount else { throw Refusal.tooMany }
        if let directory {
            let folder = folder(of: project, in: directory)
            let path = path(of: name, in: folder)
            return try await copyToFile(database, below: directory) { draft in
                try shelf.put(since: start) {
                    try Storage.makeDirectory(folder)
                    // Whoever comes at the same time, or kills the process, leaves one of both.
                    guard rename(draft, path) == 0 else {
                        throw StorageFailure(ofSystemAt: path)
                    }
                }
            }
        }

        let bytes = try await database.byteCount()
        let others = kept.withLock { $0.values.joined().reduce(0) { $0 + $1.value.bytes } }
        guard others + bytes <= Self.maximumMemory else { throw Refusal.noMemory }
        let copy = try ProjectDatabase.draftInMemory()
        try await database.copy(to: copy)
        _ = try shelf.put(since: start) {
            kept.withLock { $0[project, default: [:]][name] = Kept(database: copy, bytes: bytes) }
        }
        return bytes
    }

    /// Copies a database into a file of its own, beside the folders, where no drop comes upon it.
    ///
    /// - Parameter put: Moves the file away, or says that it may not.
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

    /// A snapshot as it can be read from.
    package struct Opened: Sendable {
        package let database: ProjectDatabase
        /// Its file, which nobody else has; `nil` in memory.
        fileprivate let path: String?
        fileprivate let shelf: Shelf
        /// The shelf's `removals` before it was opened.
        fileprivate let start: Int
    }

    /// The snapshot, open; `nil` if there is none of this name.
    ///
    /// Of a file it is a copy: an open database writes to files beside it, and a snapshot may be replaced meanwhile.
    package func open(_ name: String, of project: ProjectID) throws -> Opened? {
        let shelf = shelf(of: project)
        let start = shelf.removals.withLock { $0 }
        guard let directory else {
            guard let found = kept.withLock({ $0[project]?[name] }) else { return nil }
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

    /// Whether the project was not dropped since the snapshot was opened. A drop takes it along.
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
                try fileNames(in: folder).map { name in
                    let file = try FileManager.default.attributesOfItem(atPath: path(of: name, in: folder))
                    return Entry(name: name, bytes: (file[.size] as? Int) ?? 0)
                }
            }
        } else {
            entries = kept.withLock { kept in (kept[project] ?? [:]).map { Entry(name: $0.key, bytes: $0.value.bytes) }
            }
        }
        return entries.sorted { $0.name < $1.name }
    }

    private func names(of project: ProjectID) throws -> Set<String> {
        guard let directory else { return kept.withLock { Set($0[project]?.keys.map { $0 } ?? []) } }
        let folder = folder(of: project, in: directory)
        return try shelf(of: project).removals.withLock { _ in try fileNames(in: folder) }
    }

    /// To be called under the shelf's lock.
    private func fileNames(in folder: String) throws -> Set<String> {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return Set(try FileManager.default.contentsOfDirectory(atPath: folder).compactMap(Storage.id(fileName:)))
    }

    /// - Returns: Whether there was one.
    package func remove(_ name: String, of project: ProjectID) throws -> Bool {
        guard let directory else { return kept.withLock { $0[project]?.removeValue(forKey: name) } != nil }
        let path = path(of: name, in: folder(of: project, in: directory))
        return try shelf(of: project).removals.withLock { _ in
            guard FileManager.default.fileExists(atPath: path) else { return false }
            try Storage.removeFiles(of: path)
            return true
        }
    }

    /// Removes all snapshots of the project, and those that are just being made.
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
        // Under a name of what goes at the next start, if the process ends in the middle of it.
        let remains = "\(directory)/\(Storage.draftName())"
        let isThere = try shelf.removals.withLock { removals in
            removals += 1
            guard FileManager.default.fileExists(atPath: folder) else { return false }
            try FileManager.default.moveItem(atPath: folder, toPath: remains)
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
