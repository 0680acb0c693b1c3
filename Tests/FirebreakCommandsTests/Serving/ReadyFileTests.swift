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

    @Test func `a missing directory is a usage error`() {
        let error = #expect(throws: CommandFailure.self) { try ReadyFile(path: "/no/such/directory/file") }

        #expect(error?.status == .usage)
    }
}
