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

    /// Holds a folder for each project; `nil` for memory.
    private let directory: String?
    private let kept = Mutex<[ProjectID: [String: Kept]]>([:])

    init(directory: String?) { self.directory = directory }

    /// Removes what a process left behind that ended in the middle of a copy.
    static func removeDrafts(below directory: String) throws {
        guard FileManager.default.fileExists(atPath: directory) else { return }
        for folder in try FileManager.default.contentsOfDirectory(atPath: directory) {
            try Storage.removeDrafts(in: directory + "/" + folder)
        }
    }

    /// Keeps a copy of the database; an earlier one of the same name goes.
    ///
    /// - Returns: Its size in bytes.
    /// - Throws: ``Refusal``, or what the storage throws.
    package func save(_ database: ProjectDatabase, of project: ProjectID, as name: String) async throws -> Int {
        guard try names(of: project).subtracting([name]).count < Self.maximumCount else { throw Refusal.tooMany }
        if let directory { return try await save(database, in: folder(of: project, in: directory), as: name) }

        let bytes = try await database.byteCount()
        let others = kept.withLock { $0.values.joined().reduce(0) { $0 + $1.value.bytes } }
        guard others + bytes <= Self.maximumMemory else { throw Refusal.noMemory }
        let copy = try ProjectDatabase.draftInMemory()
        try await database.copy(to: copy)
        kept.withLock { $0[project, default: [:]][name] = Kept(database: copy, bytes: bytes) }
        return bytes
    }

    private func save(_ database: ProjectDatabase, in folder: String, as name: String) async throws -> Int {
        try Storage.makeDirectory(folder)
        let draft = "\(folder)/\(Storage.draftName())"
        do {
            let copy = try ProjectDatabase.draft(draft)
            try await database.copy(to: copy)
            let bytes = try await copy.byteCount()
            copy.close()
            // Whoever comes at the same time, or kills the process, leaves one of both.
            guard rename(draft, path(of: name, in: folder)) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
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
    }

    /// The snapshot, open; `nil` if there is none of this name.
    ///
    /// Of a file it is a copy: an open database writes to files beside it, and a snapshot may be replaced meanwhile.
    package func open(_ name: String, of project: ProjectID) throws -> Opened? {
        guard let directory else {
            return kept.withLock { $0[project]?[name].map { Opened(database: $0.database, path: nil) } }
        }
        let folder = folder(of: project, in: directory)
        let path = path(of: name, in: folder)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let copy = "\(folder)/\(Storage.draftName())"
        do {
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            return Opened(database: try ProjectDatabase.snapshot(copy), path: copy)
        } catch {
            try? Storage.removeFiles(of: copy)  // what stays goes at the next start
            throw error
        }
    }

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
            entries = try names(of: project).map { name in
                let file = try FileManager.default.attributesOfItem(atPath: path(of: name, in: folder))
                return Entry(name: name, bytes: (file[.size] as? Int) ?? 0)
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
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return Set(try FileManager.default.contentsOfDirectory(atPath: folder).compactMap(Storage.id(fileName:)))
    }

    /// - Returns: Whether there was one.
    package func remove(_ name: String, of project: ProjectID) throws -> Bool {
        guard let directory else { return kept.withLock { $0[project]?.removeValue(forKey: name) } != nil }
        let path = path(of: name, in: folder(of: project, in: directory))
        guard FileManager.default.fileExists(atPath: path) else { return false }
        try Storage.removeFiles(of: path)
        return true
    }

    func removeAll(of project: ProjectID) throws {
        guard let directory else {
            kept.withLock { $0[project] = nil }
            return
        }
        let folder = folder(of: project, in: directory)
        if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
    }

    // MARK: Files

    private func folder(of project: ProjectID, in directory: String) -> String {
        directory + "/" + Storage.fileStem(of: project.rawValue)
    }

    private func path(of name: String, in folder: String) -> String {
        folder + "/" + Storage.fileStem(of: name) + Storage.fileExtension
    }
}
