import FirebreakTestSupport
import FirebreakWire
import Foundation
import FuzzedParsers
import Testing

/// Generated input for every parser, and requests: the corpus, what fuzzing found earlier, and both damaged.
/// scripts/fuzz.sh goes on from here, guided by what the input reaches.
struct FuzzedParserTests {
    private static let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// - Parameter beginnings: Of the files' names; the empty one begins all.
    private static func files(in folder: URL, named beginnings: [String] = [""]) throws -> [[UInt8]] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .filter { name in beginnings.contains { name.hasPrefix($0) } }
        return try names.map { Array(try Data(contentsOf: folder.appending(component: $0))) }
    }

    private static func findings(of parser: FuzzedParser) -> [[UInt8]] {
        (try? files(in: directory.appending(components: "Findings", parser.rawValue))) ?? []  // most have none
    }

    /// What is in the parser's archive.
    private static func corpus(of parser: FuzzedParser, named beginnings: [String] = [""]) async throws -> [[UInt8]] {
        let archive = directory.appending(components: "Corpus", "\(parser.rawValue).tar.gz")
        return try await withTemporaryDirectory { path in
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            let tar = Process()
            tar.executableURL = URL(filePath: "/usr/bin/env")
            tar.arguments = ["tar", "-xzf", archive.path, "-C", path]
            try tar.run()
            tar.waitUntilExit()
            try #require(tar.terminationStatus == 0, "\(archive.path)")
            return try files(in: URL(filePath: path), named: beginnings)
        }
    }

    @Test(arguments: FuzzedParser.allCases)
    func `the corpus and what was found are read`(parser: FuzzedParser) async throws {
        let corpus = try await Self.corpus(of: parser)
        #expect(!corpus.isEmpty)
        let fuzzing = try FuzzRun(parser)
        for bytes in corpus + Self.findings(of: parser) { try await fuzzing.run(bytes) }
    }

    /// So that damaged ones, too, reach what they are for.
    @Test(arguments: try await corpus(of: .requests, named: ["sequence-", "console", "pages"]))
    func `requests of the corpus that belong together are answered`(bytes: [UInt8]) async throws {
        let statuses = try await FuzzRun(.requests).run(bytes)
        #expect(!statuses.isEmpty && statuses.allSatisfy { $0 < 400 }, "\(String(decoding: bytes, as: UTF8.self))")
    }

    @Test(arguments: FuzzedParser.allCases, 0..<4)
    func `damaged input never ends the process`(parser: FuzzedParser, seed: Int) async throws {
        let seeds = try await Self.corpus(of: parser) + Self.findings(of: parser)
        let fuzzing = try FuzzRun(parser)
        var generator = SplitMix64(state: UInt64(seed))
        for round in 0..<400 {
            var bytes = seeds[round % seeds.count]
            for _ in 0...(round % 3) { bytes = generator.damaged(bytes) }
            try await fuzzing.run(bytes)
        }
    }
}
