import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// What the service refuses before or behind Identity Toolkit, as faults: production.md section 1.3.
struct ServiceRefusalTests {
    private static let signUp = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=fake-api-key"

    /// The answer of `accounts:signUp` to a fault of this name.
    private static func answer(
        _ name: String, _ server: TestServer, on operation: String = "accounts.signUp", path: String = signUp,
        headers: HTTPFields = [:]
    ) async throws -> TestAnswer {
        let added = try await server.control(.post, "/faults", ["on": .string(operation), "error": .string(name)])
        try #require(added.status == 200, "\(added.text)")
        return try await server.send(.post, path, [:], headers: headers)
    }

    private static func number(_ server: TestServer) async throws -> String {
        let path = "/identitytoolkit.googleapis.com/v1/projects?key=fake-api-key"
        return try #require(try await server.send(.get, path)["projectId"]?.stringValue)
    }

    private struct Refusal: Sendable {
        var name: String
        var message: String
        var blocked: JSON
        var header: String?

        static let all = [
            Refusal(
                name: "API_KEY_HTTP_REFERRER_BLOCKED", message: "Requests from referer <empty> are blocked.",
                blocked: ["httpReferrer": "<empty>"], header: "Referer"),
            Refusal(
                name: "API_KEY_IOS_APP_BLOCKED",
                message: "Requests from this iOS client application <empty> are blocked.",
                blocked: ["iosBundleId": "<empty>"], header: "X-Ios-Bundle-Identifier"),
            Refusal(
                name: "API_KEY_ANDROID_APP_BLOCKED",
                message: "Requests from this Android client application <empty> are blocked.",
                blocked: ["androidPackage": "<empty>"], header: "X-Android-Package"),
            Refusal(
                name: "API_KEY_SERVICE_BLOCKED",
                message: "Requests to this API identitytoolkit method google.cloud.identitytoolkit.v1"
                    + ".AuthenticationService.SignUp are blocked.",
                blocked: [
                    "apiName": "identitytoolkit",
                    "methodName": "google.cloud.identitytoolkit.v1.AuthenticationService.SignUp",
                ]),
        ]
    }

    @Test(arguments: TestProfile.allCases)
    func `a restricted key is refused with the service's whole body`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        let number = try await Self.number(server)

        for refusal in Refusal.all {
            for name in [refusal.name, refusal.message] {
                let answer = try await Self.answer(name, server)
                var metadata: JSON = [
                    "service": "identitytoolkit.googleapis.com", "consumer": .string("projects/\(number)"),
                ]
                for member in refusal.blocked.objectValue ?? [] { metadata[member.key] = member.value }
                let message = JSON.string(refusal.message)

                #expect(answer.status == 403)
                #expect(
                    answer.json.text
                        == ([
                            "error": [
                                "code": 403, "message": message,
                                "errors": [["message": message, "domain": "global", "reason": "forbidden"]],
                                "status": "PERMISSION_DENIED",
                                "details": [
                                    [
                                        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                                        "reason": .string(refusal.name), "domain": "googleapis.com",
                                        "metadata": metadata,
                                    ],
                                    [
                                        "@type": "type.googleapis.com/google.rpc.LocalizedMessage", "locale": "en-US",
                                        "message": message,
                                    ],
                                ],
                            ]
                        ] as JSON).text)
            }
        }
    }

    @Test(arguments: TestProfile.allCases)
    func `what the request has is what was blocked`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        for refusal in Refusal.all {
            guard let header = refusal.header.flatMap({ HTTPField.Name($0) }) else { continue }
            let value = "https://\"shop\".example/<empty>"

            let answer = try await Self.answer(refusal.name, server, headers: [header: value])
            #expect(answer.message == refusal.message.replacing("<empty>", with: value))
            let metadata = answer.json[path: "error.details"]?.arrayValue?.first?["metadata"]
            #expect(metadata?.objectValue?.last?.value == .string(value))
        }
    }

    @Test(arguments: TestProfile.allCases)
    func `on v2 and in the secure token service there is no list of errors, and the method is theirs`(
        profile: TestProfile
    ) async throws {
        let server = try TestServer(profile.value)
        let rows = [
            (
                "token", "/securetoken.googleapis.com/v1/token?key=k", "securetoken.googleapis.com",
                "google.identity.securetoken.v1.SecureToken.GrantToken"
            ),
            (
                "accounts.mfaSignIn.start", "/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:start?key=k",
                "identitytoolkit.googleapis.com",
                "google.cloud.identitytoolkit.v2.AuthenticationService.StartMfaSignIn"
            ),
        ]
        for (operation, path, service, method) in rows {
            let answer = try await Self.answer("API_KEY_SERVICE_BLOCKED", server, on: operation, path: path)
            #expect(answer.status == 403)
            #expect(answer.json[path: "error.errors"] == nil)
            let info = answer.json[path: "error.details"]?.arrayValue?.first
            #expect(info?[path: "metadata.service"] == .string(service))
            #expect(info?[path: "metadata.methodName"] == .string(method))
            #expect(answer.message?.contains(" method \(method) are blocked.") == true)
        }
    }

    @Test(arguments: TestProfile.allCases)
    func `the other refusals are as the service words them`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        let number = try await Self.number(server)
        func error(_ name: String) async throws -> JSON { try #require(try await Self.answer(name, server)["error"]) }

        let expired = try await error("API_KEY_EXPIRED")
        #expect(expired["code"] == 400 && expired["status"] == "INVALID_ARGUMENT")
        #expect(expired["message"] == "API key expired. Please renew the API key.")
        #expect(expired["errors"]?.arrayValue?.first?["reason"] == "badRequest")
        #expect(expired["details"]?.arrayValue?.first?["reason"] == "API_KEY_INVALID")
        #expect(try await error("API key expired. Please renew the API key.") == expired)
        #expect(try await error("API_KEY_INVALID")["message"] == "API key not valid. Please pass a valid API key.")

        let appCheck = try await error("APP_CHECK_TOKEN_INVALID")
        #expect(appCheck["code"] == 401 && appCheck["status"] == "UNAUTHENTICATED")
        #expect(appCheck["message"] == "Firebase App Check token is invalid.")

        let disabled = try await error("SERVICE_DISABLED")
        #expect(disabled["code"] == 403 && disabled["status"] == "PERMISSION_DENIED")
        let info = disabled["details"]?.arrayValue?.first
        #expect(info?["reason"] == "SERVICE_DISABLED" && info?["domain"] == "googleapis.com")
        #expect(info?[path: "metadata.consumer"] == .string("projects/\(number)"))
        #expect(disabled["message"]?.stringValue?.contains("project=\(number) then retry.") == true)

        for name in ["Error code: 39", "SMS_NOT_SENT"] {
            let unsent = try await error(name)
            #expect(
                unsent.withoutOrder
                    == ([
                        "code": 503, "message": "Error code: 39",
                        "errors": [["message": "Error code: 39", "domain": "global", "reason": "backendError"]],
                    ] as JSON).withoutOrder)
        }
        let captcha = try await error("CAPTCHA_CHECK_FAILED")
        #expect(captcha["code"] == 400 && captcha["status"] == nil)
        #expect(captcha["message"] == "CAPTCHA_CHECK_FAILED : Hostname match not found")
    }

    /// production.md section 1.2
    @Test func `production lets nobody else keep a refusal of what precedes the service`() async throws {
        let server = try TestServer(.production)
        for (name, isPrivate) in [
            ("API_KEY_EXPIRED", true), ("APP_CHECK_TOKEN_INVALID", true), ("EMAIL_EXISTS", false),
        ] {
            let answer = try await Self.answer(name, server)
            #expect((answer.headers[.cacheControl] == "private") == isPrivate)
            #expect((answer.headers[.expires] == nil) == isPrivate)
        }
    }

    @Test(arguments: TestProfile.allCases)
    func `methods of v1 of a project without Authentication answer a business error`(profile: TestProfile) async throws
    {
        let server = try TestServer(profile.value)

        let answer = try await Self.answer("CONFIGURATION_NOT_FOUND", server)
        #expect(answer.status == 400)
        #expect(
            answer["error"]?.withoutOrder
                == ([
                    "code": 400, "message": "CONFIGURATION_NOT_FOUND",
                    "errors": [["message": "CONFIGURATION_NOT_FOUND", "domain": "global", "reason": "invalid"]],
                ] as JSON).withoutOrder)
        let v2 = try await Self.answer(
            "CONFIGURATION_NOT_FOUND", server, on: "accounts.mfaSignIn.start",
            path: "/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:start?key=k")
        #expect(v2.status == (profile == .emulator ? 400 : 404))
    }

    /// firebreak.md section 12
    @Test func `the journal finds them by their reason`() async throws {
        let server = try TestServer(.local)
        _ = try await Self.answer("API_KEY_IOS_APP_BLOCKED", server)

        let calls = try await server.control(.get, "/requests?error=API_KEY_IOS_APP_BLOCKED")["requests"]?.arrayValue
        #expect(calls?.count == 1)
        #expect(calls?.first?["error"] == "API_KEY_IOS_APP_BLOCKED")
    }
}

extension JSON {
    /// With the members of all objects sorted.
    fileprivate var withoutOrder: JSON {
        switch self {
        case .object(let members):
            .object(members.map { Member($0.key, $0.value.withoutOrder) }.sorted { $0.key < $1.key })
        case .array(let elements): .array(elements.map(\.withoutOrder))
        default: self
        }
    }
}
