import FirebreakWire
import Foundation

/// A file that an option names, for a command to write.
struct OutputFile: Sendable {
    let path: String

    /// Whether there is something else than a file, such as `/dev/null` or a pipe. It is written to, and never replaced or
    /// removed: a process of root could do that.
    private var isSpecial: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    /// Replaces the file at once: a reader sees all of it, or what was there before.
    func write(_ content: [UInt8]) throws {
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue {
            throw POSIXError(.EISDIR)
        }
        guard isSpecial else { return try Data(content).write(to: URL(filePath: path), options: .atomic) }
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.write(contentsOf: content)
        try file.close()
    }

    /// Writes to a file, or to standard output for `-`.
    ///
    /// - Throws: ``CommandFailure`` for what cannot be written.
    static func write(_ content: [UInt8], to path: String) throws {
        guard path != "-" else { return try StandardStream.output.write(content) }
        do { try Self(path: path).write(content) } catch {
            throw CommandFailure("\(path) cannot be written: \(error.fileReason)")
        }
    }

    /// Checks early that the file can be written.
    ///
    /// - Parameter option: The option that names it, for the error.
    /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` if its directory is missing or not writable, and for a path
    ///   that is a directory itself.
    func check(for option: String) throws {
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue {
            throw CommandFailure("\(option) \(path): it is a directory", status: .usage)
        }
        let directory = URL(filePath: path).deletingLastPathComponent().path
        guard FileManager.default.isWritableFile(atPath: directory) else {
            throw CommandFailure("\(option) \(path): its directory is missing or not writable", status: .usage)
        }
    }

    /// Removes the file, if there is one.
    func remove() {
        guard !isSpecial else { return }
        // It may not exist, which is fine.
        try? FileManager.default.removeItem(atPath: path)
    }
}
