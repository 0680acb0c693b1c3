import FirebreakFixtures
import FirebreakTestSupport
import FirebreakWire
import Foundation
import HTTPTypes
import Testing

/// The fixtures of the repository are good, in every profile that can have what they say.
struct RepositoryFixtureTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../fixtures")

    @Test(
        arguments: [
            ("quick-start", "demo-shop", 2, 1), ("email-flows", "demo-mail", 3, 5), ("tenants", "demo-saas", 6, 1),
            ("large", "demo-large", 2000, 0),
        ])
    func `a fixture of the repository fills its project`(
        name: String, project: String, users: Int, codes: Int
    ) async throws {
        let server = try TestServer()
        let document = try String(contentsOf: Self.folder.appending(path: "\(name).yaml"), encoding: .utf8)

        #expect(try await server.seed(document, project: project).json["created"] == .int(users))
        #expect(try await server.seed(document, project: project).json["changed"] == 0)

        let counts = try #require(try await server.control(.get, "", project: project).json["counts"])
        #expect(counts["accountsWithTenants"] == .int(users))
        #expect(counts["openCodes"] == .int(codes))
    }

    @Test func `every fixture of the repository has its test`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()

        #expect(
            files == [
                "email-flows.yaml", "firebreak.schema.json", "large.yaml", "quick-start.yaml", "tenants.yaml",
            ])
    }
}
