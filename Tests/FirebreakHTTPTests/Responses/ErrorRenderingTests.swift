import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// production.md section 1: three services, three forms of error.
struct ErrorRenderingTests {
    private static let unregistered =
        "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API."

    @Test func `production's v1 names a missing key in words of its own`() async throws {
        let answer = try await TestServer(.production).send(
            .post, "/identitytoolkit.googleapis.com/v1/accounts:lookup", [:])

        #expect(answer.status == 403)
        #expect(answer.message == Self.unregistered)
        #expect(answer.json[path: "error.status"] == "PERMISSION_DENIED")
        #expect(answer.json[path: "error.errors"]?.arrayValue?.first?["reason"] == "forbidden")
    }

    @Test(arguments: [
        "POST /securetoken.googleapis.com/v1/token", "GET /identitytoolkit.googleapis.com/v2/projects/p/config",
        "GET /identitytoolkit.googleapis.com/admin/v2/projects/p/tenants",
    ])
    func `production's other services have no list of errors`(row: String) async throws {
        let parts = row.split(separator: " ").map(String.init)
        let method = try #require(HTTPRequest.Method(rawValue: parts[0]))

        let answer = try await TestServer(.production).send(method, parts[1], method == .get ? nil : [:])

        #expect(
            answer.json.text
                == #"{"error":{"code":403,"message":"\#(Self.unregistered)","status":"PERMISSION_DENIED"}}"#)
    }

    @Test func `a business error has a status only outside v1`() async throws {
        let server = try TestServer(.production)

        #expect(
            try await server.app("accounts:lookup").json.text
                == #"{"error":{"code":400,"message":"MISSING_ID_TOKEN","errors":[{"message":"MISSING_ID_TOKEN","domain":"global","reason":"invalid"}]}}"#
        )
        #expect(
            try await server.refresh("nonsense").json.text
                == #"{"error":{"code":400,"message":"INVALID_REFRESH_TOKEN","status":"INVALID_ARGUMENT"}}"#)
    }

    @Test func `local and emulator have one envelope for all`() async throws {
        for profile in [TestProfile.local, .emulator] {
            let answer = try await TestServer(profile.value).refresh("nonsense")
            #expect(
                answer.json.text
                    == #"{"error":{"code":400,"message":"INVALID_REFRESH_TOKEN","errors":[{"message":"INVALID_REFRESH_TOKEN","reason":"invalid","domain":"global"}]}}"#
            )
        }
    }

    @Test func `a malformed enumeration value is told by field and type`() async throws {
        let answer = try await TestServer(.production).app("accounts:sendOobCode", ["requestType": "NOPE"])

        let message =
            #"Invalid value at 'req_type' (type.googleapis.com/google.cloud.identitytoolkit.v1.OobReqType), "NOPE""#
        #expect(answer.status == 400)
        #expect(answer.message == message)
        #expect(answer.json[path: "error.status"] == "INVALID_ARGUMENT")
        #expect(answer.json[path: "error.errors"] == [["message": .string(message), "reason": "invalid"]])
        let detail = try #require(answer.json[path: "error.details"]?.arrayValue?.first)
        #expect(detail["@type"] == "type.googleapis.com/google.rpc.BadRequest")
        #expect(detail["fieldViolations"] == [["field": "req_type", "description": .string(message)]])
    }

    @Test func `a top-level array is told in production's words`() async throws {
        let answer = try await TestServer(.production).app("accounts:lookup", [])

        #expect(
            answer.message == #"Invalid JSON payload received. Unknown name "": Root element must be a message."#)
    }

    @Test func `session cookies are not made for keys, in words of their own`() async throws {
        let path = "/identitytoolkit.googleapis.com/v1/projects/example:createSessionCookie?key=k"
        let message =
            "API keys are not supported by this API. Expected OAuth2 access token or other authentication credentials that assert a principal. See https://cloud.google.com/docs/authentication"

        let answer = try await TestServer(.production).send(.post, path, ["idToken": "x"])

        #expect(answer.status == 401)
        #expect(answer.message == message)
        #expect(answer.json[path: "error.status"] == "UNAUTHENTICATED")
        #expect(
            answer.json[path: "error.errors"] == [
                [
                    "message": "Login Required.", "domain": "global", "reason": "required", "location": "Authorization",
                    "locationType": "header",
                ]
            ])
        #expect(
            answer.json[path: "error.details"] == [
                [
                    "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "CREDENTIALS_MISSING",
                    "domain": "googleapis.com",
                    "metadata": [
                        "service": "identitytoolkit.googleapis.com",
                        "method": "google.cloud.identitytoolkit.v1.SessionManagementService.CreateSessionCookie",
                    ],
                ]
            ])
        for profile in [TestProfile.local, .emulator] {
            let other = try await TestServer(profile.value).send(.post, path, ["idToken": "x"])
            #expect(other.status == 400)
            #expect(
                other.message == "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.")
        }
    }

    @Test(arguments: TestProfile.allCases)
    func `an unknown key is refused in full, in every profile`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value, unknownKeys: .reject)

        let answer = try await server.app("accounts:lookup", [:], key: "nobody-knows-me")

        #expect(answer.status == 400)
        #expect(answer.json[path: "error.errors"]?.arrayValue?.first?["reason"] == "badRequest")
        #expect(
            answer.json[path: "error.details"] == [
                [
                    "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID",
                    "domain": "googleapis.com", "metadata": ["service": "identitytoolkit.googleapis.com"],
                ],
                [
                    "@type": "type.googleapis.com/google.rpc.LocalizedMessage", "locale": "en-US",
                    "message": "API key not valid. Please pass a valid API key.",
                ],
            ])
    }

    @Test func `the secure token service refuses an unknown key in its own name`() async throws {
        let server = try TestServer(.production, unknownKeys: .reject)

        let details = try await server.refresh("x", key: "nobody-knows-me").json[path: "error.details"]

        #expect(details?.arrayValue?.first?[path: "metadata.service"] == "securetoken.googleapis.com")
    }

    @Test(arguments: ["/no/such/path", "/identitytoolkit.googleapis.com/v1/accounts:signUp"])
    func `production's 404 is a page, for wrong verbs too`(path: String) async throws {
        let answer = try await TestServer(.production).send(.get, path)

        #expect(answer.status == 404)
        #expect(answer.headers[.contentType]?.hasPrefix("text/html") == true)
        #expect(answer.text.contains("404"))
        #expect(answer.headers[.allow] == nil)
    }

    @Test func `production refuses unknown members of its configuration`() async throws {
        let server = try TestServer(.production)

        let answer = try await server.configure("displayName", ["x": 1])

        #expect(answer.status == 400)
        #expect(answer.message == #"Invalid JSON payload received. Unknown name "x" at 'config': Cannot find field."#)
        for (body, path) in [
            (["signIn": ["email": ["x": 1]]] as JSON, "config.sign_in.email"),
            (["smsRegionConfig": ["x": [:]]], "config.sms_region_config"),
            (["mfa": ["providerConfigs": [["x": 1]]]], "config.mfa.provider_configs[0]"),
        ] {
            let words = "Invalid JSON payload received. Unknown name \"x\" at '\(path)': Cannot find field."
            #expect(try await server.configure("signIn", body).message == words)
        }
        #expect(
            try await server.app("accounts:signUp", ["x": 1, "email": "a@example.test", "password": "correct-horse"])
                .status == 200)
    }
}
