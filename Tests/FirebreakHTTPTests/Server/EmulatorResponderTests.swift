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
        (.delete, "/emulator/v1/projects/p/config?a=b", "GET,PATCH"),
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

    @Test(arguments: ["", "/tenants/blue"])
    func `a method looked for among the reference's own paths is told with its path`(scope: String) async throws {
        let path = "v1/projects/example\(scope)/accounts"
        let refusal = "Method POST not allowed for /emulator/\(path)?key=k"
        for (profile, hint) in [
            (TestProfile.emulator, ""), (.local, "; the method is at /identitytoolkit.googleapis.com/\(path)"),
        ] {
            let server = try TestServer(profile.value)
            let answer = try await server.send(.post, "/emulator/\(path)?key=k", ["email": "a@x.test"])

            #expect(answer.status == 405 && answer.headers[.allow] == "DELETE")
            #expect(answer["message"] == .string(refusal + hint), "\(answer.text)")
            #expect(try await server.send(.put, "/emulator/\(path)")["message"]?.stringValue?.contains(";") == false)
        }
    }

    @Test(
        arguments: [TestProfile.emulator, .local],
        [
            ("verifyPassword", "accounts:signInWithPassword"), ("signupNewUser", "accounts:signUp"),
            ("deleteAccount", "accounts:delete"),
        ])
    func `a wrong verb on a legacy path is told of the path that it stands for`(
        profile: TestProfile, row: (String, String)
    ) async throws {
        let server = try TestServer(profile.value)
        let answer = try await server.send(
            .get, "/www.googleapis.com/identitytoolkit/v3/relyingparty/\(row.0)?key=k&a=b")

        #expect(answer.status == 405)
        let path = "/identitytoolkit.googleapis.com/v1/\(row.1)"
        #expect(answer.text == #"{"message":"Method GET not allowed for \#(path)"}"#)
    }

    // MARK: Quotes

    @Test(arguments: TestProfile.allCases)
    func `answers quote a bounded part of what was said`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value, maximumBody: 8 << 20)
        let long = String(repeating: "é", count: 100_000)
        let plain = String(repeating: "x", count: 60_000)
        let v1 = "/identitytoolkit.googleapis.com/v1/"
        let owner: HTTPFields = [.authorization: "Bearer owner"]
        let answers = [
            try await server.send(.get, v1 + "accounts:signUp?a=" + plain),
            try await server.app("accounts:signUp", ["emailVerified": .string(long)]),
            try await server.app("accounts:signUp", ["mfaInfo": .string(long)]),
            try await server.send(
                .post, v1 + "accounts:signUp?key=k", headers: [.contentType: "text/" + plain], body: [0x7B]),
            try await server.send(
                .post, v1 + "accounts:signUp?key=k", headers: [.contentType: "application/json; charset=" + plain],
                body: Array("{}".utf8)),
            try await server.send(.post, v1 + "accounts:signUp?key=k", headers: [.contentEncoding: plain]),
            try await server.configure("authorizedDomains", ["authorizedDomains": [.string("/" + long)]]),
            try await server.send(
                .patch, "/identitytoolkit.googleapis.com/v2/projects/example/config", ["nobody" + long: 1],
                headers: owner),
            try await server.control(.patch, "/rules", ["nobody" + long: 1]),
            try await server.control(.patch, "/rules", ["expiry": .string(long)]),
            try await server.control(.get, "/outbox?limit=" + plain),
            try await server.send(.get, "/firebreak/v1/errors/" + plain, nil),
            try await server.send(.get, "/emulator/v1/projects/example/config", host: plain),
        ]
        for answer in answers { #expect(answer.body.count < 16_000, "\(answer.text.prefix(200))") }
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

    /// emulator-api.md section 2.
    @Test(arguments: TestProfile.allCases)
    func `an empty body of JSON resets the reference's configuration, and no other one`(profile: TestProfile)
        async throws
    {
        let server = try TestServer(profile.value)
        let path = "/emulator/v1/projects/example/config"
        let json: HTTPFields = [.contentType: "application/json"]
        _ = try await server.send(.patch, path, ["signIn": ["allowDuplicateEmails": true]])

        let answer = try await server.send(.patch, path, headers: json)
        let isReference = profile == .emulator
        #expect(answer.status == (isReference ? 200 : 400))
        let config = try await server.send(.get, path).json
        #expect(config[path: "signIn.allowDuplicateEmails"] == .bool(!isReference))
        // What has no type either might mean anything.
        #expect(try await server.send(.patch, path).status == 400)
    }

    @Test func `an empty content encoding is none`() async throws {
        let answer = try await TestServer().send(
            .post, "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
            headers: [.contentType: "application/json", .contentEncoding: ""], body: Array("{}".utf8))

        #expect(answer.status == 200)
    }

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
