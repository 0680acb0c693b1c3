import Firebreak
import Testing

@testable import FirebreakTesting

struct FunctionsTraitTests {
    @Test func `a server is started with the Functions emulator that the trait names`() async {
        let error = await #expect(throws: EmulatorError.self) {
            try await SharedServer.shared.project(with: ProjectContent(functions: "nowhere"))
        }
        #expect(error?.code == .invalidConfiguration)
    }

    @Test func `projects without one share a server`() {
        #expect(ProjectContent(project: "a").server == ProjectContent(fixture: "f").server)
        #expect(ProjectContent(project: "a", functions: "h:1").server != ProjectContent(functions: "h:1").server)
    }

    @Test(.firebreak(functions: "127.0.0.1:9"))
    func `an emulator that does not run has no functions`() async throws {
        let project = try #require(FirebreakProject.current)
        try await project.accounts.create(email: "a@example.test")
        #expect(try await project.summary().functions == nil)
    }
}
