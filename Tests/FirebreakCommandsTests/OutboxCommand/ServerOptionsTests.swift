import ArgumentParser
import FirebreakClient
import FirebreakCommands
import Testing

@Suite struct ServerOptionsTests {
    @Test(
        arguments: [
            ([], [:], "http://127.0.0.1:9099"),
            ([], ["FIREBASE_AUTH_EMULATOR_HOST": "h:1"], "http://h:1"),
            ([], ["FIREBASE_AUTH_EMULATOR_HOST": "h:1", "FIREBREAK_URL": "http://u:2"], "http://u:2"),
            ([], ["FIREBASE_AUTH_EMULATOR_HOST": "h:1", "FIREBREAK_URL": ""], "http://h:1"),
            (["--url", "https://f:3"], ["FIREBREAK_URL": "http://u:2"], "https://f:3"),
        ] as [([String], [String: String], String)]
    )
    func `the server is found in flag and environment`(
        _ arguments: [String],
        _ environment: [String: String],
        _ url: String
    ) throws {
        let project = try ServerOptions.parse(arguments).selectedProject(environment: environment)
        #expect((project.transport as? HTTPTransport)?.url == url)
    }

    @Test func `project and token come from flag, then environment`() throws {
        let environment = ["GCLOUD_PROJECT": "p", "FIREBREAK_CONTROL_TOKEN": "t"]

        let project = try ServerOptions.parse([]).selectedProject(environment: environment)
        #expect(project.id == "p")
        #expect((project.transport as? HTTPTransport)?.controlToken == "t")

        let flags = try ServerOptions.parse(["--project", "q", "--control-token", "u"])
        let other = try flags.selectedProject(environment: environment)
        #expect(other.id == "q")
        #expect((other.transport as? HTTPTransport)?.controlToken == "u")
    }

    @Test(arguments: [["--url", "localhost:9099"], ["--url", ""], ["--project", ""]])
    func `bad flags do not parse`(_ arguments: [String]) {
        #expect(throws: (any Error).self) { try ServerOptions.parse(arguments) }
    }
}
