import FirebreakTestSupport
import FirebreakWire
import Foundation
import FuzzedParsers
import Testing

/// Generated input for every parser: the corpus, what fuzzing found earlier, and both damaged. scripts/fuzz.sh goes on from
/// here, guided by what the input reaches.
struct FuzzedParserTests {
    private static let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    private static func files(_ kind: String, of parser: FuzzedParser) throws -> [[UInt8]] {
        let folder = directory.appending(components: kind, parser.rawValue)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try names.map { Array(try Data(contentsOf: folder.appending(component: $0))) }
    }

    private static func findings(of parser: FuzzedParser) -> [[UInt8]] {
        (try? files("Findings", of: parser)) ?? []  // there are none of most parsers
    }

    @Test(arguments: FuzzedParser.allCases)
    func `the corpus and what was found are read`(parser: FuzzedParser) async throws {
        let corpus = try Self.files("Corpus", of: parser)
        #expect(!corpus.isEmpty)
        let fuzzing = try FuzzRun(parser)
        for bytes in corpus + Self.findings(of: parser) { await fuzzing.run(bytes) }
    }

    @Test func `most requests of the corpus are answered as they are meant`() async throws {
        let fuzzing = try FuzzRun(.requests)
        var statuses: [Int] = []
        for bytes in try Self.files("Corpus", of: .requests) { statuses += await fuzzing.run(bytes) }
        #expect(statuses.count(where: { $0 == 200 }) > statuses.count / 4)
        #expect(statuses.count(where: { $0 == 404 }) < statuses.count / 4)
    }

    @Test(arguments: FuzzedParser.allCases, 0..<4)
    func `damaged input never ends the process`(parser: FuzzedParser, seed: Int) async throws {
        let seeds = try Self.files("Corpus", of: parser) + Self.findings(of: parser)
        let fuzzing = try FuzzRun(parser)
        var generator = SplitMix64(state: UInt64(seed))
        for round in 0..<400 {
            var bytes = seeds[round % seeds.count]
            for _ in 0...(round % 3) { bytes = generator.damaged(bytes) }
            await fuzzing.run(bytes)
        }
    }
}
