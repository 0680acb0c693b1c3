import FirebreakPages
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakConsole

/// Where the console is found, and the files that it loads (firebreak.md section 13.1).
struct ConsoleFrameTests {
    @Test(
        arguments: [
            ("text/html", true), ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true),
            ("application/json", false), ("*/*", false), ("", false), ("text/*", false), ("text/html;q=0", false),
            ("application/json, text/html", true), ("application/json, text/html;q=0.9", false),
            ("TEXT/HTML; charset=utf-8 ;q=0.5, application/json;q=0.4", true), ("text/html;q=x", true), (",;,", false),
        ] as [(String, Bool)])
    func `the root leads a browser to the console, and tells programs its state`(accept: String, isPage: Bool)
        async throws
    {
        for profile in TestProfile.allCases {
            let answer = try await TestServer(profile.value).send(.get, "/", headers: [.accept: accept])
            #expect(answer.status == (isPage ? 303 : 200))
            #expect(answer.headers[.location] == (isPage ? "/firebreak/" : nil))
            if !isPage { #expect(answer.json[path: "authEmulator.ready"] == true) }
        }
    }

    @Test func `the console leads to the default project, and to the list where there are others`() async throws {
        let server = try TestServer()
        let alone = try await server.send(.get, "/firebreak/")
        #expect(alone.headers[.location] == "/firebreak/projects/example/outbox")

        _ = try await server.admin("accounts", ["email": "a@example.test"], project: "other")
        let several = try await server.send(.get, "/firebreak/")
        #expect(several.headers[.location] == "/firebreak/projects")
        let list = try await server.send(.get, "/firebreak/projects")
        #expect(list.text.contains(#"href="projects/other/outbox""#))
    }

    @Test func `files of pages need no token, and are answered anew only after a change`() async throws {
        let server = try TestServer(controlToken: "secret")
        for asset in PageAsset.all.values where !asset.name.hasSuffix(".html") {
            let path = "/firebreak/assets/" + asset.name
            let answer = try await server.send(.get, path)
            #expect(answer.status == 200)
            #expect(answer.body == asset.bytes)
            #expect(answer.headers[.contentType] == asset.contentType)
            let tag = try #require(answer.headers[.eTag])
            let again = try await server.send(.get, path, headers: [.ifNoneMatch: tag])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
        }
        #expect(try await server.send(.get, "/firebreak/assets/console/console.html").status == 404)
    }

    @Test func `what is below the console and is not a view is not found, and calls of it are not in the journal`()
        async throws
    {
        let server = try TestServer()
        let program = try await server.send(.get, "/firebreak/projects/example/elsewhere")
        #expect(program.status == 404)
        #expect(program.json[path: "error.status"] == "NOT_FOUND")
        let person = try await server.send(
            .get, "/firebreak/projects/example/elsewhere", headers: [.accept: "text/html"])
        #expect(person.status == 404)
        #expect(person.text.contains("There is no such page"))
        #expect(try await server.send(.get, "/firebreak/projects/example/outbox").status == 200)

        let requests = try await server.send(.get, "/firebreak/v1/requests").json["requests"]?.arrayValue
        #expect(requests?.contains { $0["status"] == 200 } == false)
    }

    @Test func `a project that does not exist says so, and is made on request`() async throws {
        let server = try TestServer()
        let path = "/firebreak/projects/unused/outbox"
        #expect(try await !server.send(.get, "/firebreak/projects/example/outbox").text.contains("data-unmade"))
        let page = try await server.send(.get, path)
        #expect(page.text.contains("data-unmade") && page.text.contains("There is no project <strong>unused</strong>"))

        let form = try #require(PageForm.all(in: page.text).first { $0.action.hasSuffix("/create") })
        let body = form.fields.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        let answer = try await server.send(
            .post, form.action, headers: [.contentType: "application/x-www-form-urlencoded"], body: Array(body.utf8))

        #expect(answer.headers[.location] == path + "?notice=projectCreated")
        #expect(try await !server.send(.get, path).text.contains("data-unmade"))
    }

    @Test func `a project that does not exist and has a name that none should have is not made from here`()
        async throws
    {
        let server = try TestServer()
        let page = try await server.send(.get, "/firebreak/projects/Bad%20Name!/outbox")
        #expect(page.text.contains("There is no project <strong>Bad Name!</strong>"))
        #expect(page.text.contains("It cannot be created here. An ID begins with a letter or a digit"))
        #expect(!PageForm.all(in: page.text).contains { $0.action.hasSuffix("/create") })

        let token = try #require(page.text.firstMatch(of: /name="form-token" content="([^"]+)"/)?.1)
        let answer = try await server.send(
            .post, "/firebreak/projects/Bad%20Name!/create",
            headers: [.contentType: "application/x-www-form-urlencoded"], body: Array("formToken=\(token)".utf8))
        #expect(answer.status == 400)
        #expect(try await server.send(.get, "/firebreak/v1/projects").json["projects"]?.arrayValue?.isEmpty == true)
    }

    @Test(arguments: [
        ("/requests/99", "The journal has no call 99", "requests"),
        ("/settings/providers/oidc.none", "There is no configuration of a provider", "settings"),
    ])
    func `what is not there is told within its project`(path: String, message: String, view: String) async throws {
        let page = try await TestServer().send(
            .get, "/firebreak/projects/example" + path, headers: [.accept: "text/html"])
        #expect(page.status == 404)
        #expect(page.text.contains(message))
        #expect(page.text.contains(#"href="/firebreak/projects/example/\#(view)" aria-current="page""#))
    }

    @Test(arguments: [
        ("/firebreak/projects/example/requests/99", "/firebreak/projects/example/requests"),
        ("/firebreak/projects/example/settings/providers/oidc.none", "/firebreak/projects/example/settings"),
        ("/firebreak/requests/99", "/firebreak/requests"), ("/firebreak/elsewhere", "/firebreak/"),
    ])
    func `a page that is not there leads back to its view, or to where its reader was`(path: String, view: String)
        async throws
    {
        let server = try TestServer()
        let bare = try await server.send(.get, path, headers: [.accept: "text/html"])
        #expect(bare.status == 404 && bare.text.contains(#"href="\#(view)">Back"#))

        let from = "http://127.0.0.1:9099/firebreak/projects/example/outbox?type=SMS"
        let led = try await server.send(.get, path, headers: [.accept: "text/html", .referer: from])
        #expect(led.text.contains(#"href="/firebreak/projects/example/outbox?type=SMS">Back"#))
    }

    @Test func `a project's name is text, whatever is in it`() async throws {
        let project = #"a"><script>alert(1)</script>"#
        let path = "/firebreak/projects/a%22%3E%3Cscript%3Ealert%281%29%3C%2Fscript%3E/outbox"
        let answer = try await TestServer().send(.get, path)

        #expect(answer.status == 200)
        #expect(!answer.text.contains(project))
        #expect(!answer.text.contains("<script>"))
    }
}
