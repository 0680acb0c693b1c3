import FirebreakWire
import Testing

@testable import FirebreakOperations

/// Bodies that are no plain business errors (wire.md sections 5 and 8, production.md section 1).
struct ErrorBodyTests {
    private func compact(_ error: WireError, _ profile: Profile, _ envelope: WireError.Envelope) throws -> String {
        try JSON(parsing: error.body(in: profile, envelope)).text
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
            .notImplemented("a is not implemented in the Auth Emulator."),
            #"{"error":{"code":501,"message":"a is not implemented in the Auth Emulator.","errors":[{"message":"a is not implemented in the Auth Emulator.","reason":"unimplemented"}],"status":"NOT_IMPLEMENTED"}}"#
        ),
        (
            .tenantInTenant,
            #"{"error":{"code":500,"message":"INTERNAL_ERROR : Can only create tenant in agent project","errors":[{"message":"INTERNAL_ERROR : Can only create tenant in agent project","reason":"INTERNAL"}],"status":"INTERNAL"}}"#
        ),
        (
            .unsuitableOobCode("PASSWORD_RESET"),
            #"{"error":{"code":501,"message":"PASSWORD_RESET","errors":[{"message":"PASSWORD_RESET","reason":"unimplemented"}],"status":"NOT_IMPLEMENTED"}}"#
        ),
        (
            .functionUnreachable(url: "http://f.test", reason: "refused"),
            #"{"error":{"code":500,"message":"BLOCKING_FUNCTION_ERROR_RESPONSE : ((Failed to make request to http://f.test.))","errors":[{"message":"BLOCKING_FUNCTION_ERROR_RESPONSE : ((Failed to make request to http://f.test.))","reason":"refused"}],"status":"INTERNAL"}}"#
        ),
    ]

    @Test(arguments: bodies)
    func `the reference's bodies are exact`(error: WireError, body: String) throws {
        #expect(try compact(error, .emulator, .reference) == body)
    }

    @Test func `production has words of its own for them`() throws {
        #expect(
            try compact(.missingAPIKey, .production, .productionV2)
                == #"{"error":{"code":403,"message":"Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.","status":"PERMISSION_DENIED"}}"#
        )
        #expect(
            try compact(.functionUnreachable(url: "http://f.test", reason: "refused"), .production, .productionV1)
                == #"{"error":{"code":503,"message":"Error code: 47","errors":[{"message":"Error code: 47","domain":"global","reason":"backendError"}]}}"#
        )
        #expect(
            try compact(.functionUnreachable(url: "http://f.test", reason: "refused"), .production, .productionV2)
                == #"{"error":{"code":503,"message":"Error code: 47","status":"UNAVAILABLE"}}"#
        )
        #expect(
            try compact(.unsuitableOobCode("PASSWORD_RESET"), .production, .productionV1)
                == #"{"error":{"code":400,"message":"INVALID_OOB_CODE","errors":[{"message":"INVALID_OOB_CODE","domain":"global","reason":"invalid"}]}}"#
        )
    }

    @Test func `an unknown key is described by its machine-readable reason`() throws {
        let body = try JSON(parsing: WireError.apiKeyInvalid().body(in: .production, .productionV1))

        #expect(body[path: "error.message"] == "API key not valid. Please pass a valid API key.")
        #expect(body[path: "error.status"] == "INVALID_ARGUMENT")
        #expect(body[path: "error.errors"]?.arrayValue?.first?["reason"] == "badRequest")
        let detail = try #require(body[path: "error.details"]?.arrayValue?.first)
        #expect(detail["@type"] == "type.googleapis.com/google.rpc.ErrorInfo")
        #expect(detail["reason"] == "API_KEY_INVALID")
        #expect(detail["domain"] == "googleapis.com")
        #expect(detail[path: "metadata.service"] == "identitytoolkit.googleapis.com")
    }
}
