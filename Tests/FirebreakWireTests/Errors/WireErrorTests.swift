import FirebreakWire
import Testing

struct WireErrorTests {
    private func text(_ error: WireError, _ envelope: WireError.Envelope = .reference) -> String {
        String(decoding: error.body(envelope), as: UTF8.self)
    }

    /// The body without the indentation, which wire.md leaves open.
    private func compact(_ error: WireError, _ envelope: WireError.Envelope = .reference) throws -> String {
        try JSON(parsing: error.body(envelope)).text
    }

    // MARK: The reference's envelope, wire.md sections 5 and 8

    @Test func `a business error is indented and has no status`() {
        #expect(
            text(.emailExists) == """
                {
                  "error": {
                    "code": 400,
                    "message": "EMAIL_EXISTS",
                    "errors": [
                      {
                        "message": "EMAIL_EXISTS",
                        "reason": "invalid",
                        "domain": "global"
                      }
                    ]
                  }
                }
                """)
    }

    private static let unauthenticated =
        "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid "
        + "authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project."

    private static let bodies: [(error: WireError, body: String)] = [
        (
            .missingAPIKey,
            #"{"error":{"code":403,"message":"The request is missing a valid API key.","errors":[{"message":"The request is missing a valid API key.","reason":"forbidden","domain":"global"}],"status":"PERMISSION_DENIED"}}"#
        ),
        (
            .invalidCredentials,
            #"{"error":{"code":401,"message":"\#(unauthenticated)","errors":[{"message":"Invalid Credentials","domain":"global","reason":"authError","location":"Authorization","locationType":"header"}],"status":"UNAUTHENTICATED"}}"#
        ),
        (
            .notFound,
            #"{"error":{"code":404,"message":"Not Found","errors":[{"message":"Not Found","reason":"notFound"}],"status":"NOT_FOUND"}}"#
        ),
        (
            .notImplemented("a is not implemented in the Auth Emulator."),
            #"{"error":{"code":501,"message":"a is not implemented in the Auth Emulator.","errors":[{"message":"a is not implemented in the Auth Emulator.","reason":"unimplemented"}],"status":"NOT_IMPLEMENTED"}}"#
        ),
        (
            .invalidContentType("text/plain"),
            #"{"error":{"code":400,"message":"Invalid content-type: text/plain","errors":[{"message":"Invalid content-type: text/plain","reason":"unknown"}]}}"#
        ),
        (
            .invalidJSON("x"),
            #"{"error":{"code":400,"message":"Invalid JSON payload received. x","errors":[{"message":"Invalid JSON payload received. x","domain":"global","reason":"parseError"}],"status":"INVALID_ARGUMENT"}}"#
        ),
        (
            .schemaViolation(
                SchemaViolation(
                    path: [.key("mfa"), .key("enrollments")], problem: .type("array"), value: "null", protobufType: ""),
                wording: .reference),
            #"{"error":{"code":400,"message":"Invalid JSON payload received. /mfa/enrollments must be array","errors":[{"message":"Invalid JSON payload received. /mfa/enrollments must be array","reason":"invalid","domain":"global"}],"status":"INVALID_ARGUMENT"}}"#
        ),
        (
            .schemaViolation(
                SchemaViolation(problem: .type("object"), value: "[]", protobufType: ""), wording: .reference),
            #"{"error":{"code":400,"message":"Invalid JSON payload received.  must be object","errors":[{"message":"Invalid JSON payload received.  must be object","reason":"invalid","domain":"global"}],"status":"INVALID_ARGUMENT"}}"#
        ),
        (
            .tenantInTenant,
            #"{"error":{"code":500,"message":"INTERNAL_ERROR : Can only create tenant in agent project","errors":[{"message":"INTERNAL_ERROR : Can only create tenant in agent project","reason":"INTERNAL_ERROR : Can only create tenant in agent project"}],"status":"INTERNAL"}}"#
        ),
    ]

    @Test(arguments: bodies)
    func `the reference's bodies are exact`(error: WireError, body: String) throws {
        #expect(try compact(error) == body)
        #expect(text(error) == String(decoding: JSON.indented(Array(body.utf8)), as: UTF8.self))
    }

    // MARK: Production's envelopes, production.md section 1

    @Test func `production's v1 puts the domain before the reason`() throws {
        #expect(
            try compact(.emailExists, .productionV1)
                == #"{"error":{"code":400,"message":"EMAIL_EXISTS","errors":[{"message":"EMAIL_EXISTS","domain":"global","reason":"invalid"}]}}"#
        )
    }

    @Test func `production's v2 has a status and no errors`() throws {
        #expect(
            try compact(.emailExists, .productionV2)
                == #"{"error":{"code":400,"message":"EMAIL_EXISTS","status":"INVALID_ARGUMENT"}}"#)
        #expect(
            try compact(.unregisteredCaller, .productionV2)
                == #"{"error":{"code":403,"message":"Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.","status":"PERMISSION_DENIED"}}"#
        )
    }

    @Test func `a malformed value is described by field and type`() throws {
        let violation = SchemaViolation(
            path: [.key("requestType")], problem: .notInEnumeration, value: "NO_SUCH",
            protobufType: "type.googleapis.com/google.cloud.identitytoolkit.v1.OobReqType")
        let error = WireError.schemaViolation(violation, wording: .production)
        let message =
            #"Invalid value at 'req_type' (type.googleapis.com/google.cloud.identitytoolkit.v1.OobReqType), \"NO_SUCH\""#
        let details =
            #"[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"req_type","description":"\#(message)"}]}]"#

        #expect(
            try compact(error, .productionV1)
                == #"{"error":{"code":400,"message":"\#(message)","errors":[{"message":"\#(message)","reason":"invalid"}],"status":"INVALID_ARGUMENT","details":\#(details)}}"#
        )
        #expect(
            try compact(error, .productionV2)
                == #"{"error":{"code":400,"message":"\#(message)","status":"INVALID_ARGUMENT","details":\#(details)}}"#)
    }

    @Test func `an array in place of the message is told in production's words`() {
        let violation = SchemaViolation(problem: .type("object"), value: "[]", protobufType: "TYPE_MESSAGE")

        #expect(
            WireError.schemaViolation(violation, wording: .production).message
                == #"Invalid JSON payload received. Unknown name "": Root element must be a message."#)
    }

    @Test func `an unknown key is described by its machine-readable reason`() throws {
        let body = try JSON(parsing: WireError.apiKeyInvalid().body(.productionV1))

        #expect(body[path: "error.message"] == "API key not valid. Please pass a valid API key.")
        #expect(body[path: "error.status"] == "INVALID_ARGUMENT")
        #expect(body[path: "error.errors"]?.arrayValue?.first?["reason"] == "badRequest")
        let detail = try #require(body[path: "error.details"]?.arrayValue?.first)
        #expect(detail["@type"] == "type.googleapis.com/google.rpc.ErrorInfo")
        #expect(detail["reason"] == "API_KEY_INVALID")
        #expect(detail["domain"] == "googleapis.com")
        #expect(detail[path: "metadata.service"] == "identitytoolkit.googleapis.com")
    }

    // MARK: Words

    @Test(arguments: [
        (WireError.weakPassword, "WEAK_PASSWORD"), (.emailExists, "EMAIL_EXISTS"),
        (.insufficientPermissionForProject, "INSUFFICIENT_PERMISSION"),
    ])
    func `the code word ends at the separator`(error: WireError, word: String) {
        #expect(error.codeWord == word)
    }
}
