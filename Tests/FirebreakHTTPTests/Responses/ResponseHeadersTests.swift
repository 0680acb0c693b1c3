import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// wire.md section 10 and production.md section 1.2.
struct ResponseHeadersTests {
    private static let privateNetwork = HTTPField.Name("Access-Control-Request-Private-Network") ?? .via
    private static let privateNetworkAllowed = HTTPField.Name("Access-Control-Allow-Private-Network") ?? .via

    private static let requests: [(method: HTTPRequest.Method, path: String, status: Int)] = [
        (.get, "/identitytoolkit.googleapis.com/v1/projects?key=k", 200),
        (.get, "/identitytoolkit.googleapis.com/v1/projects", 403),
        (.get, "/identitytoolkit.googleapis.com/v1/accounts:signUp", 405), (.get, "/no/such/path", 404),
        (.post, "/identitytoolkit.googleapis.com/v1/accounts:lookup?key=k", 400),
        (.get, "/identitytoolkit.googleapis.com/v2/passwordPolicy?key=k", 200), (.get, "/", 200),
        (.get, "/emulator/v1/projects/p/config", 200),
    ]

    @Test(arguments: requests)
    func `every answer reflects the origin, errors too`(method: HTTPRequest.Method, path: String, status: Int)
        async throws
    {
        let server = try TestServer(.emulator)

        for origin in ["https://app.example.test", "example.com", "null"] {
            let answer = try await server.send(
                method, path, nil, headers: [.origin: origin, Self.privateNetwork: "true"])
            #expect(answer.status == status)
            #expect(answer.headers[.accessControlAllowOrigin] == origin)
            #expect(answer.headers[.vary] == "Origin")
            #expect(answer.headers[Self.privateNetworkAllowed] == "true")
            #expect(answer.headers[.accessControlAllowCredentials] == nil)
            #expect(answer.headers[.accessControlExposeHeaders] == nil)
            #expect(answer.headers[.accessControlMaxAge] == nil)
        }
    }

    /// production.md section 1.2
    @Test(
        arguments: TestProfile.allCases,
        [
            ("/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com", 60),
            ("/www.googleapis.com/robot/v1/metadata/jwk/securetoken%40system.gserviceaccount.com", 60),
            ("/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com", 21_600),
            ("/www.googleapis.com/service_accounts/v1/metadata/x509/securetoken%40system.gserviceaccount.com", 21_600),
            ("/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys", 60),
            ("/identitytoolkit.googleapis.com/v1/publicKeys", 60),
            ("/securetoken.google.com/example/.well-known/openid-configuration", 60),
            ("/session.firebase.google.com/example/.well-known/openid-configuration", 60),
        ] as [(String, Int64)])
    func `documents with keys can be cached`(profile: TestProfile, row: (path: String, seconds: Int64)) async throws {
        let before = Timestamp.now
        let answer = try await TestServer(profile.value).send(.get, row.path)
        let seconds = before.seconds...Timestamp.now.seconds

        #expect(answer.status == 200)
        #expect(answer.headers[.cacheControl] == "public, max-age=\(row.seconds)")
        let times = seconds.map { Timestamp(seconds: $0 + row.seconds).internetDate + " GMT" }
        #expect(times.contains(answer.headers[.expires] ?? ""))
        #expect(answer.headers[Self.pragma] == nil)
    }

    private static let pragma = HTTPField.Name("Pragma") ?? .via

    @Test(arguments: TestProfile.allCases)
    func `keys of session cookies need no API key, and are not cached`(profile: TestProfile) async throws {
        let path = "/identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys"
        let server = try TestServer(profile.value)
        for path in [path, path + "?key=k"] {
            let answer = try await server.send(.get, path)

            #expect(answer.status == 200)
            #expect(answer["keys"]?.arrayValue?.count == 1)
            #expect(answer.headers[.cacheControl] == "no-cache, no-store, max-age=0, must-revalidate")
            #expect(answer.headers[Self.pragma] == "no-cache")
            #expect(answer.headers[.expires] == "Mon, 01 Jan 1990 00:00:00 GMT")
        }
    }

    @Test(arguments: requests)
    func `without an origin there is none to allow`(method: HTTPRequest.Method, path: String, status: Int) async throws
    {
        let answer = try await TestServer(.emulator).send(method, path, nil)

        #expect(answer.status == status)
        #expect(answer.headers[.accessControlAllowOrigin] == nil)
        #expect(answer.headers[.vary] == "Origin")
        #expect(answer.headers[Self.privateNetworkAllowed] == nil)
    }

    @Test(
        arguments: TestProfile.allCases,
        [
            ("gzip", true), ("deflate, gzip;q=0.5", true), ("*", true), ("gzip;q=0", false), ("gzip; q=0.0", false),
            ("br", false), ("", false), ("gzip;q=0, *", false), ("*;q=0,\tgzip ;\tq=1", true),
            ("identity, *;q=0", false),
        ])
    func `production compresses its answers for those who accept it`(profile: TestProfile, row: (String, Bool))
        async throws
    {
        let server = try TestServer(profile.value)
        let path = "/identitytoolkit.googleapis.com/v1/projects?key=k"
        let plain = try await server.send(.get, path)

        let answer = try await server.send(.get, path, headers: [.acceptEncoding: row.0])

        let isCompressed = profile == .production && row.1
        #expect(answer.headers[.contentEncoding] == (isCompressed ? "gzip" : nil))
        #expect(answer.headers[.contentLength] == String(answer.body.count))
        #expect(isCompressed ? answer.body.starts(with: [0x1F, 0x8B]) : answer.body == plain.body)
    }

    @Test(
        arguments: TestProfile.allCases,
        [
            "/identitytoolkit.googleapis.com/v1/accounts:signUp", "/no/such/path", "/",
            "/emulator/v1/projects/p/config", "*",
        ])
    func `every preflight is answered`(profile: TestProfile, path: String) async throws {
        let server = try TestServer(profile.value)

        let answer = try await server.send(
            .options, path, nil,
            headers: [
                .origin: "https://app.example.test", .accessControlRequestMethod: "POST",
                .accessControlRequestHeaders: "Content-Type,x-client-version,  X-Firebase-Locale",
                Self.privateNetwork: "true",
            ])

        #expect(answer.status == 204)
        #expect(answer.body.isEmpty)
        #expect(answer.headers[.contentLength] == "0")
        #expect(answer.headers[.accessControlAllowMethods] == "GET,HEAD,PUT,PATCH,POST,DELETE")
        #expect(answer.headers[.accessControlAllowHeaders] == "Content-Type,x-client-version,  X-Firebase-Locale")
        #expect(answer.headers[.accessControlAllowOrigin] == "https://app.example.test")
        #expect(answer.headers[.vary] == "Origin, Access-Control-Request-Headers")
        #expect(answer.headers[Self.privateNetworkAllowed] == "true")
    }

    @Test(arguments: TestProfile.allCases)
    func `an empty header asks for nothing`(profile: TestProfile) async throws {
        let headers: HTTPFields = [
            .origin: "", .accessControlRequestMethod: "", .accessControlRequestHeaders: "", Self.privateNetwork: "",
        ]
        let server = try TestServer(profile.value)
        for (method, path) in [
            (HTTPRequest.Method.options, "/x"), (.get, "/identitytoolkit.googleapis.com/v1/projects?key=k"),
        ] {
            let answer = try await server.send(method, path, nil, headers: headers)
            #expect(answer.headers[.accessControlAllowHeaders] == nil)
            #expect(answer.headers[.accessControlAllowOrigin] == nil)
            #expect(answer.headers[Self.privateNetworkAllowed] == nil)
        }
    }

    @Test func `a preflight that asks for nothing gets nothing`() async throws {
        let answer = try await TestServer(.emulator).send(.options, "/x")

        #expect(answer.status == 204)
        #expect(answer.headers[.accessControlAllowHeaders] == nil)
        #expect(answer.headers[.accessControlAllowOrigin] == nil)
        #expect(answer.headers[.accessControlAllowMethods] == "GET,HEAD,PUT,PATCH,POST,DELETE")
    }

    @Test func `a success of the API is compact JSON, everything else is indented`() async throws {
        let server = try TestServer(.emulator)
        let success = try await server.send(.get, "/identitytoolkit.googleapis.com/v1/projects?key=k")
        let status = try await server.send(.get, "/")
        let failure = try await server.send(.get, "/identitytoolkit.googleapis.com/v1/projects")

        #expect(success.headers[.contentType] == "application/json")
        #expect(success.text == #"{"projectId":"12345","authorizedDomains":["localhost"]}"#)
        #expect(status.headers[.contentType] == "application/json; charset=utf-8")
        #expect(status.body == JSON.indented(status.json.bytes))
        #expect(failure.headers[.contentType] == "application/json; charset=utf-8")
        #expect(failure.body == JSON.indented(failure.json.bytes))
    }

    private static let productionPaths = [
        "/identitytoolkit.googleapis.com/v1/projects?key=k", "/identitytoolkit.googleapis.com/v1/projects",
        "/identitytoolkit.googleapis.com/v2/passwordPolicy", "/identitytoolkit.googleapis.com/v2/recaptchaConfig?key=k",
        "/no/such/path",
    ]

    @Test(arguments: productionPaths)
    func `production's headers are on every answer`(path: String) async throws {
        let answer = try await TestServer(.production).send(.get, path)

        func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { answer.headers[$0] } }
        // What never reaches the service is nobody else's, and that is all.
        let isPrecluded = answer.status == 403
        #expect(header("Expires") == (isPrecluded ? nil : "Mon, 01 Jan 1990 00:00:00 GMT"))
        #expect(header("Pragma") == (isPrecluded ? nil : "no-cache"))
        #expect(
            header("Cache-Control")
                == (isPrecluded ? "private" : "no-cache, no-store, max-age=0, must-revalidate"))
        #expect(header("Vary") == "Origin, X-Origin, Referer")
        if path != "/no/such/path" { #expect(header("Content-Type") == "application/json; charset=UTF-8") }
        #expect(header("X-Frame-Options") == "SAMEORIGIN")
        #expect(header("X-XSS-Protection") == "0")
        #expect(header("X-Content-Type-Options") == "nosniff")
        #expect(header("Access-Control-Allow-Origin") == nil)
    }

    @Test(arguments: productionPaths.dropLast())
    func `production's JSON is indented by two spaces and ends with a line feed`(path: String) async throws {
        let answer = try await TestServer(.production).send(.get, path)

        #expect(answer.text == String(decoding: JSON.indented(answer.json.bytes), as: UTF8.self) + "\n")
        #expect(answer.headers[.contentLength] == String(answer.body.count))
        // Unless it is asked not to be.
        let mark = path.contains("?") ? "&" : "?"
        let compact = try await TestServer(.production).send(.get, path + mark + "prettyPrint=false")
        #expect(compact.status == answer.status)
        #expect(compact.text == answer.json.text)
        #expect(compact.headers[.contentLength] == String(compact.body.count))
    }

    @Test(arguments: TestProfile.allCases, ["/%66irebreak/v1/info", "/firebreak/%76%31/info", "/%66irebreak/nothing"])
    func `the product's own API lets no other page read it, however its path is written`(
        profile: TestProfile, path: String
    ) async throws {
        let server = try TestServer(profile.value)

        let answer = try await server.send(.get, path, headers: [.origin: "https://evil.example"])
        #expect(answer.status == (path.hasSuffix("info") ? 403 : 404))
        #expect(answer.headers[.accessControlAllowOrigin] == nil)
        let preflight = try await server.send(.options, path, nil, headers: [.origin: "https://evil.example"])
        #expect(preflight.status != 204)
        #expect(preflight.headers[.accessControlAllowOrigin] == nil)
    }
}
