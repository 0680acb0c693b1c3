import ArgumentParser
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
        #expect(try ServerOptions.parse(arguments).server(environment: environment).url == url)
    }

    @Test func `project and token come from flag, then environment`() throws {
        let environment = ["GCLOUD_PROJECT": "p", "FIREBREAK_CONTROL_TOKEN": "t"]

        let server = try ServerOptions.parse([]).server(environment: environment)
        #expect(server.project == "p")
        #expect(server.token == "t")

        let other = try ServerOptions.parse(["--project", "q", "--control-token", "u"]).server(environment: environment)
        #expect(other.project == "q")
        #expect(other.token == "u")
    }

    @Test func `addresses are escaped`() {
        let server = ControlServer(url: "http://h:1/", project: "a/b c")

        #expect(
            server.address("/outbox", query: [("to", "a+b@x.test"), ("type", "Ü&=")])
                == "http://h:1/firebreak/v1/projects/a%2Fb%20c/outbox?to=a%2Bb%40x.test&type=%C3%9C%26%3D"
        )
        #expect(server.address("/outbox/latest.txt", query: []).hasSuffix("/a%2Fb%20c/outbox/latest.txt"))
    }

    @Test(arguments: [["--url", "localhost:9099"], ["--url", ""], ["--project", ""]])
    func `bad flags do not parse`(_ arguments: [String]) {
        #expect(throws: (any Error).self) { try ServerOptions.parse(arguments) }
    }

    @Test(arguments: [
        (#"{"error":{"code":408,"message":"nothing arrived"}}"#, "nothing arrived"),
        ("<html>", "<html>"), ("", "the server answered with status 408"), ("{}", "{}"),
    ])
    func `what the server says is found in its answer`(_ body: String, _ message: String) {
        #expect(ControlServer.Answer(status: 408, body: Array(body.utf8)).errorMessage == message)
    }
}
