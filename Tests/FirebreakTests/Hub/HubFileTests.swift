import FirebreakOperations
import FirebreakTestSupport
import Foundation
import Testing

@testable import Firebreak

/// emulator-api.md section 8: how a hub is found.
struct HubFileTests {
    private func withFile(_ content: String, _ body: (HubFile) throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            try Data(content.utf8).write(to: URL(filePath: directory + "/hub-demo-shop.json"))
            try body(try #require(HubFile(project: "demo-shop", in: directory)))
        }
    }

    @Test(arguments: [
        (#"{"version":"15.0.0","origins":["http://127.0.0.1:4400"],"pid":7}"#, ["http://127.0.0.1:4400"]),
        (#"{"origins":["http://localhost:4400/"]}"#, ["http://127.0.0.1:4400", "http://[::1]:4400"]),
        (#"{"version":"8.0.0","host":"localhost","port":4400}"#, ["http://127.0.0.1:4400", "http://[::1]:4400"]),
        (#"{"origins":["file:///etc/passwd","http://a b:1","http://[::1]:4400"]}"#, ["http://[::1]:4400"]),
    ])
    func `files of all versions`(_ content: String, _ origins: [String]) async throws {
        try await withFile(content) { #expect($0.read()?.origins == origins) }
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"origins":[]}"#, #"{"origins":"x"}"#, #"{"host":"h","port":99999}"#,
        #"{"origins":["http://127.0.0.1:4400"],"more":"\#(String(repeating: "x", count: 65536))"}"#,
    ])
    func `files that say nothing`(_ content: String) async throws {
        try await withFile(content) { #expect($0.read() == nil) }
    }

    @Test(arguments: ["link", "directory", "pipe"]) func `what is not a file says nothing`(_ kind: String) async throws
    {
        try await withFile(#"{"origins":["http://127.0.0.1:4400"]}"#) { file in
            #expect(file.read() != nil)
            let original = file.path + ".original"
            try FileManager.default.moveItem(atPath: file.path, toPath: original)
            switch kind {
            case "link": try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: original)
            case "directory":
                try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
            default: try #require(mkfifo(file.path, 0o600) == 0)
            }
            #expect(file.read() == nil)
        }
    }

    @Test(arguments: [0o664, 0o646, 0o666, 0o620, 0o602] as [mode_t])
    func `a file that others can write says nothing`(_ mode: mode_t) async throws {
        try await withFile(#"{"origins":["http://127.0.0.1:4400"]}"#) { file in
            try #require(chmod(file.path, mode) == 0)
            #expect(file.read() == nil && file.isOfOthers)
            try #require(chmod(file.path, 0o644) == 0)
            #expect(file.read() != nil && !file.isOfOthers)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `a file of another user says nothing, to root either`() async throws {
        try await withFile(#"{"origins":["http://127.0.0.1:4400"]}"#) { file in
            try #require(chown(file.path, 12345, 12345) == 0)
            #expect(file.read() == nil && file.isOfOthers)
        }
    }

    @Test func `why there is no hub is said`() async throws {
        try await withTemporaryDirectory { directory in
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            let file = try #require(HubFile(project: "demo-shop", in: directory))
            try file.write(HubFile.Locator(origins: ["http://127.0.0.1:1"], processID: 7))
            #expect(!file.isOfOthers && file.read() != nil)
            try #require(chmod(file.path, 0o666) == 0)
            let failure = await #expect(throws: HubFinder.Failure.self) {
                try await HubFinder(address: nil, file: file).emulator("functions") {
                    _ throws(OutgoingRequest.Failure) in throw .timedOut
                }
            }
            #expect(failure?.description.contains("can be written by other users") == true)
        }
    }

    @Test func `a link is replaced, and what it leads to stays as it is`() async throws {
        try await withFile("precious") { file in
            let original = file.path + ".original"
            try FileManager.default.moveItem(atPath: file.path, toPath: original)
            try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: original)
            let mine = HubFile.Locator(origins: ["http://127.0.0.1:1"], processID: 7)
            try file.write(mine)

            #expect(file.read() == mine)
            #expect(try String(contentsOfFile: original, encoding: .utf8) == "precious")
        }
    }

    @Test func `a file that cannot be written is a sentence, and leaves nothing behind`() async throws {
        try await withFile("") { file in
            try FileManager.default.removeItem(atPath: file.path)
            try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
            #expect {
                try file.write(HubFile.Locator(origins: ["http://127.0.0.1:1"], processID: 7))
            } throws: { error in
                "\(error)" == "\(file.path): Is a directory"
            }
            let directory = URL(filePath: file.path).deletingLastPathComponent().path
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["hub-demo-shop.json"])
        }
    }

    @Test func `a file is removed by who wrote it`() async throws {
        try await withFile("{}") { file in
            let mine = HubFile.Locator(origins: ["http://127.0.0.1:1"], processID: 7)
            try file.write(mine)
            #expect(file.read() == mine)
            file.remove(HubFile.Locator(origins: ["http://127.0.0.1:1"], processID: 8))
            #expect(file.read() == mine)
            file.remove(mine)
            #expect(file.read() == nil)
        }
    }

    @Test(arguments: ["", "a/b", "../x", "a b", "ü"])
    func `projects that have no file`(_ project: String) { #expect(HubFile(project: project) == nil) }

    @Test func `without a file there is no hub`() async throws {
        let finder = HubFinder(address: nil, file: HubFile(project: "demo-\(UUID().uuidString)"))
        await #expect(throws: HubFinder.Failure.self) {
            try await finder.emulator("functions") { _ throws(OutgoingRequest.Failure) in throw .timedOut }
        }
    }
}
