import FirebreakWire
import Foundation
import Synchronization

/// The content of a database file with all tables and no rows, from which new files are made: writing it takes a fraction
/// of the time of making the tables.
final class NewFileTemplate: Sendable {
    private let content = Mutex<[UInt8]?>(nil)

    /// Makes a database file that does not exist yet, accessible to its owner only. It is there as a whole or not at all.
    ///
    /// - Throws: ``StorageFailure`` if it cannot be written.
    func makeFile(_ path: String, _ durability: Durability) throws {
        let directory = URL(filePath: path).deletingLastPathComponent().path
        let content = try content(in: directory)
        let draft = directory + "/" + Storage.draftName()
        do {
            try Self.write(content, to: draft)
            guard rename(draft, path) == 0 else { throw StorageFailure(ofSystemAt: path) }
        } catch {
            unlink(draft)  // the next start removes what is left
            throw error
        }
        try durability.settleName(of: path)
    }

    private static func write(_ content: [UInt8], to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw StorageFailure(ofSystemAt: path) }
        defer { _ = close(file) }
        try content.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Foundation.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 else { throw StorageFailure(ofSystemAt: path) }
                rest = rest.dropFirst(count)
            }
        }
        // With either durability: where the machine loses power, the name could be on the disk without the content.
        guard fsync(file) == 0 else { throw StorageFailure(ofSystemAt: path) }
    }

    /// Made by the first caller, in a file of its own: only a file has the form that a file has.
    private func content(in directory: String) throws -> [UInt8] {
        try content.withLock { content in
            if let content { return content }
            let path = directory + "/" + Storage.draftName()
            defer { try? Storage.removeFiles(of: path) }  // the next start removes what is left
            try ProjectDatabase.empty(path).close()
            let made = try StorageFailure.translating(file: path) { Array(try Data(contentsOf: URL(filePath: path))) }
            content = made
            return made
        }
    }
}
