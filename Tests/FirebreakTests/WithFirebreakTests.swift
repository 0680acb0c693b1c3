import Firebreak
import FirebreakTestSupport
import Foundation
import Testing

struct WithFirebreakTests {
    @Test func `what fails when the emulator ends reaches the caller`() async throws {
        try await withTemporaryDirectory { directory in
            // A file stands where the export's directory would have to be.
            try Data("not a directory".utf8).write(to: URL(filePath: directory))
            var configuration = EmulatorConfiguration()
            configuration.exportPath = directory + "/export"

            let error = await #expect(throws: EmulatorError.self) {
                try await withFirebreak(configuration: configuration) { _ in }
            }
            #expect(error?.code == .storage)
        }
    }

    @Test func `an error of the body comes before one of the ending`() async throws {
        struct Refusal: Error {}
        try await withTemporaryDirectory { directory in
            // A file stands where the export's directory would have to be.
            try Data("not a directory".utf8).write(to: URL(filePath: directory))
            var configuration = EmulatorConfiguration()
            configuration.exportPath = directory + "/export"

            await #expect(throws: Refusal.self) {
                try await withFirebreak(configuration: configuration) { _ in throw Refusal() }
            }
        }
    }

    @Test func `a body that returns has its value, however the server ended`() async throws {
        #expect(try await withFirebreak { $0.port } > 0)
    }
}
