import Foundation

/// The file that exists, with the ready line in it, only while the server is ready.
package struct ReadyFile: Sendable {
    private let path: String

    /// Checks early that the file can be written, and removes one left behind by a killed process.
    ///
    /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` if its directory is missing or not writable.
    package init(path: String) throws {
        self.path = path
        let directory = URL(filePath: path).deletingLastPathComponent().path
        guard FileManager.default.isWritableFile(atPath: directory) else {
            throw CommandFailure("--ready-file \(path): its directory is missing or not writable", status: .usage)
        }
        remove()
    }

    /// Writes the line atomically: a reader sees all of it or no file.
    package func write(_ line: String) throws {
        try Data("\(line)\n".utf8).write(to: URL(filePath: path), options: .atomic)
    }

    /// Removes the file.
    package func remove() {
        // It may not exist, which is fine.
        try? FileManager.default.removeItem(atPath: path)
    }
}
