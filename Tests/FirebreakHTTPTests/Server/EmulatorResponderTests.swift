import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

struct EmulatorResponderTests {
    // MARK: 404 and 405

    @Test(
        arguments: [
            "/no/such/path", "/identitytoolkit.googleapis.com/v1/accounts:signup?key=k",
            "//identitytoolkit.googleapis.com/v1/projects",
            "/identitytoolkit.googleapis.com/v1/accounts:signUp/", "/emulator/v1/projects/p/tenants/t/config",
        ], [HTTPRequest.Method.get, .post, .delete])
    func `an unknown path is not found, whatever the caller shows`(path: String, method: HTTPRequest.Method)
        async throws
    {
        let answer = try await TestServer(.emulator).send(
            method, path, nil, headers: [.authorization: "Bearer nonsense"])

        #expect(answer.status == 404)
        #expect(answer.headers[.contentType] == "application/json; charset=utf-8")
        #expect(
            answer.json.text
                == #"{"error":{"code":404,"message":"Not Found","errors":[{"message":"Not Found","reason":"notFound"}],"status":"NOT_FOUND"}}"#
        )
    }

    private static let wrongVerbs: [(method: HTTPRequest.Method, path: String, allow: String)] = [
        (.get, "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=x", "POST"),
        (.put, "/identitytoolkit.googleapis.com/v2/projects/p/config", "GET,PATCH"),
        (.put, "/identitytoolkit.googleapis.com/v2/projects/p/tenants/t", "GET,DELETE,PATCH"),
        (.put, "/identitytoolkit.googleapis.com/v2/projects/p/tenants", "GET,POST"),
        (.post, "/emulator/v1/projects/p/config", "GET,PATCH"), (.get, "/emulator/v1/projects/p/accounts", "DELETE"),
        (.delete, "/emulator/v1/projects/p/oobCodes?a=b", "GET"),
        (.get, "/securetoken.googleapis.com/v1/token?key=k", "POST"),
        (.patch, "/identitytoolkit.googleapis.com/v1/projects?x=%20", "GET"),
    ]

    @Test(arguments: wrongVerbs)
    func `a wrong verb is told with those that are right`(method: HTTPRequest.Method, path: String, allow: String)
        async throws
    {
        for profile in [TestProfile.emulator, .local] {
            let answer = try await TestServer(profile.value).send(method, path)

            #expect(answer.status == 405)
            #expect(answer.headers[.allow] == allow)
            #expect(answer.headers[.contentType] == "application/json")
            #expect(answer.text == #"{"message":"Method \#(method.rawValue) not allowed for \#(path)"}"#)
        }
    }

    @Test func `a path with a parameter that cannot be decoded is malformed to the reference`() async throws {
        let path = "/identitytoolkit.googleapis.com/v1/projects/%zz/accounts:lookup"

        let answer = try await TestServer(.emulator).send(.post, path, [:])

        #expect(answer.status == 400)
        #expect(answer.json.text == #"{"statusCode":400,"status":400}"#)
        #expect(try await TestServer(.local).send(.post, path, [:]).status == 403)
    }

    @Test(arguments: ["/", "/emulator/action", "/emulator/openapi.json"])
    func `a page is not found with another verb`(path: String) async throws {
        for method in [HTTPRequest.Method.post, .delete, .put] {
            #expect(try await TestServer(.emulator).send(method, path).status == 404)
        }
    }

    // MARK: HEAD

    @Test func `HEAD reaches pages and no methods`() async throws {
        let server = try TestServer(.emulator)

        for path in ["/", "/emulator/openapi.json"] {
            let head = try await server.send(.head, path)
            let get = try await server.send(.get, path)
            #expect(head.status == 200)
            #expect(head.body.isEmpty)
            #expect(head.headers[.contentLength] == String(get.body.count))
        }
        let method = try await server.send(.head, "/identitytoolkit.googleapis.com/v1/projects?key=k")
        #expect(method.status == 405)
        #expect(method.headers[.allow] == "GET")
        #expect(method.body.isEmpty)
    }

    // MARK: Bodies

    @Test func `a body may be as large as the limit and no larger`() async throws {
        let server = try TestServer(.emulator, maximumBody: 200)
        let path = "/identitytoolkit.googleapis.com/v1/accounts:lookup?key=k"
        func body(_ count: Int) -> [UInt8] { Array("{\"a\":\"\(String(repeating: "x", count: count - 8))\"}".utf8) }
        let json: HTTPFields = [.contentType: "application/json"]

        #expect(try await server.send(.post, path, headers: json, body: body(200)).message == "MISSING_ID_TOKEN")
        let answer = try await server.send(.post, path, headers: json, body: body(201))
        #expect(answer.status == 413)
        #expect(answer.headers[.contentType]?.hasPrefix("application/json") == true)
        #expect(answer["error"] == nil)
        #expect(answer["message"] == "request entity too large")
        #expect(answer["type"] == "entity.too.large")
    }

    @Test func `a large body is refused before anybody looks at it, with the origin reflected`() async throws {
        let server = try TestServer(.local, maximumBody: 10)

        let answer = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v1/accounts:lookup",
            headers: [.contentType: "application/json", .origin: "https://a.test"],
            body: Array("{\"a\":\"0123456789".utf8))
        #expect(answer.status == 413)
        #expect(answer.headers[.accessControlAllowOrigin] == "https://a.test")
    }
}
