import Foundation

/// The file that exists, with the ready line in it, exactly while the server answers.
package struct ReadyFile: Sendable {
    private let path: String

    /// Checks early that the file can be written, and removes one that a killed process left.
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

    /// Writes the line so that a reader sees all of it or no file.
    package func write(_ line: String) throws {
        try Data("\(line)\n".utf8).write(to: URL(filePath: path), options: .atomic)
    }

    /// Removes the file.
    package func remove() {
        // It may not be there, which is what is wanted.
        try? FileManager.default.removeItem(atPath: path)
    }
}
