import FirebreakClient
import Testing

struct ControlRequestTests {
    @Test func `names and values are escaped in the query`() {
        let request = ControlRequest(.get, "/a%2Fb", query: [.init("to", "a+b@x.test"), .init("ty pe", "Ü&=")])

        #expect(request.target == "/a%2Fb?to=a%2Bb%40x.test&ty%20pe=%C3%9C%26%3D")
        #expect(ControlRequest(.get, "/a").target == "/a")
    }

    @Test(arguments: ["http://h:1", "http://h:1/"])
    func `a slash at the end of the address does not matter`(url: String) {
        let transport = HTTPTransport(url: url)

        #expect(transport.address(of: ControlRequest(.get, "/x", query: [.init("a", "b")])) == "http://h:1/x?a=b")
        #expect(transport.url == url)
    }

    @Test(
        arguments: [
            (ControlRequest.Caller.control, nil, "a", nil), (.control, "c", "a", "c"), (.admin, "c", "a", "a"),
            (.admin, "c", nil, "owner"),
        ] as [(ControlRequest.Caller, String?, String?, String?)])
    func `a caller shows the token of its kind`(
        caller: ControlRequest.Caller, control: String?, admin: String?, token: String?
    ) {
        #expect(caller.token(control: control, admin: admin) == token)
    }

    @Test func `a project tells clients where it is`() {
        let project = FirebreakProject("demo-shop", at: HTTPTransport(url: "https://auth.example.test:8443/"))
        #expect(project.url == "https://auth.example.test:8443")
        #expect(project.hostAndPort == "auth.example.test:8443")
        #expect(project.apiKey.hasPrefix("AIza"))
        #expect(FirebreakProject("Demo", at: HTTPTransport(url: "http://h")).apiKey == "project:Demo")
    }

    @Test func `projects and messages are escaped in the path`() async throws {
        let transport = FakeTransport("", status: 204)
        _ = try await FirebreakProject("a/b c", at: transport).outbox.part(.eml, of: "msg/1")

        #expect(transport.requests.map(\.target) == ["/firebreak/v1/projects/a%2Fb%20c/outbox/msg%2F1.eml"])
    }
}
