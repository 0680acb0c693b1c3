import FirebreakCommands
import Foundation
import Testing

@Suite struct ReadyFileTests {
    @Test func `the file holds the line until it is removed`() throws {
        let path = URL.temporaryDirectory.appending(path: "ready-\(UUID())").path
        try "stale".write(toFile: path, atomically: true, encoding: .utf8)

        let file = try ReadyFile(path: path)
        #expect(!FileManager.default.fileExists(atPath: path))

        try file.write("{}")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "{}\n")

        file.remove()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `what is not a file is written to, and stays what it is`() throws {
        let path = URL.temporaryDirectory.appending(path: "ready-\(UUID())").path
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        // Writing waits for a reader.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK)
        try #require(descriptor >= 0)
        let reader = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)

        let file = try ReadyFile(path: path)
        try file.write("{}")
        #expect(try reader.read(upToCount: 10) == Data("{}\n".utf8))

        file.remove()
        var status = stat()
        #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test func `a directory is a usage error, and keeps what is in it`() throws {
        let directory = URL.temporaryDirectory.appending(path: "ready-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try "kept".write(to: directory.appending(path: "file"), atomically: true, encoding: .utf8)

        for path in [directory.path, directory.path + "/", directory.path + "/."] {
            let error = #expect(throws: CommandFailure.self) { try ReadyFile(path: path) }
            #expect(error?.status == .usage)
        }
        #expect(FileManager.default.fileExists(atPath: directory.appending(path: "file").path))
    }

    @Test func `a missing directory is a usage error`() {
        let error = #expect(throws: CommandFailure.self) { try ReadyFile(path: "/no/such/directory/file") }

        #expect(error?.status == .usage)
    }
}
