import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// tokens.md section 5 and production.md section 6.4, with rule `credentials` at `unverified`.
struct CustomTokenTests {
    static let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
    private static let notStrict =
        "INVALID_CUSTOM_TOKEN : ((Auth Emulator only accepts strict JSON or JWTs as fake custom tokens.))"
    private static let badFormat = "INVALID_CUSTOM_TOKEN : Invalid assertion format"
    private static let threeSegments = badFormat + ". 3 dot separated segments required."
    private static let badLength =
        "INVALID_IDENTIFIER : Invalid user ID length. Expect to have length between 1 and 128."

    private static func badAudience(_ text: String) -> String {
        "INVALID_CUSTOM_TOKEN : ((Invalid aud (audience): \(text) Note: Firebase ID Tokens / third-party tokens "
            + "cannot be used with signInWithCustomToken.))"
    }

    static func signed(_ payload: JSON) -> JSON {
        let header = Base64.encode(Array(#"{"alg":"RS256","typ":"JWT"}"#.utf8), .urlSafe)
        return .string("\(header).\(Base64.encode(payload.bytes, .urlSafe)).c2lnbmF0dXJl")
    }

    static func unsigned(_ payload: JSON) -> JSON { .string(JSONWebToken.unsigned(payload: payload.bytes)) }

    /// `token` and what comes of it.
    static let tokens: [Row] = [
        Row("", emulator: "MISSING_CUSTOM_TOKEN", others: threeSegments),
        Row("{", notStrict),
        Row("{'uid':'a'}", notStrict),
        Row("{\"uid\":\"a\"} x", notStrict),
        Row("{\"uid\":\"a\"}", "OK"),
        Row("{\"uid\":\"a\",\"aud\":\"other\",\"exp\":1,\"tenant_id\":\"x\"}", "OK"),
        Row(" {\"uid\":\"a\"}", emulator: badFormat, others: threeSegments),
        Row("junk", emulator: badFormat, others: threeSegments),
        Row("a.b", emulator: badFormat, others: threeSegments),
        Row(unsigned(["uid": "a", "aud": "other"]), badAudience("other")),
        Row(unsigned(["uid": "a"]), badAudience("undefined")),
        Row(
            unsigned(["uid": "a", "aud": .string(audience), "exp": 1, "iat": 9, "iss": "i", "sub": "s"]),
            emulator: "OK", others: "INVALID_CUSTOM_TOKEN"),
        Row(
            signed(["uid": "a", "aud": .string(audience), "exp": .int(TestServer.start - 300)]),
            emulator: "OK", others: "INVALID_CUSTOM_TOKEN"),
        Row(unsigned(["uid": "a", "aud": .string(audience), "exp": .int(TestServer.start - 299), "iat": 9]), "OK"),
        Row(unsigned(["uid": "a", "aud": "other", "exp": 1]), badAudience("other")),
        Row(signed(["uid": "a", "aud": .string(audience)]), "OK"),
        Row(unsigned(["uid": "a", "aud": .string(audience), "tenant_id": "ignored"]), "OK"),
        Row(unsigned(["aud": .string(audience)]), "MISSING_IDENTIFIER"),
        Row("{}", "MISSING_IDENTIFIER"),
        Row("{\"uid\":null}", "MISSING_IDENTIFIER"),
        Row("{\"uid\":{},\"claims\":1}", "MISSING_IDENTIFIER"),
        Row("{\"uid\":\"\",\"user_id\":\"b\"}", emulator: "MISSING_IDENTIFIER", others: badLength),
        Row(.string("{\"uid\":\"\(String(repeating: "u", count: 128))\"}"), "OK"),
        Row(.string("{\"uid\":\"\(String(repeating: "u", count: 129))\"}"), emulator: "OK", others: badLength),
        Row("{\"uid\":\"a\",\"claims\":null}", "INVALID_CLAIMS"),
        Row("{\"uid\":\"a\",\"claims\":[]}", "INVALID_CLAIMS"),
        Row("{\"uid\":\"a\",\"claims\":\"text\"}", "INVALID_CLAIMS"),
        Row("{\"uid\":\"a\",\"claims\":{}}", "OK"),
        Row("{\"uid\":\"a\",\"claims\":{\"nonce\":1,\"iss\":2}}", "FORBIDDEN_CLAIM : iss"),
        Row(.string("{\"uid\":\"a\",\"claims\":{\"x\":\"\(String(repeating: "x", count: 2000))\"}}"), "OK"),
    ]

    @Test(arguments: Profile.allCases, tokens)
    func `a token is checked in order`(_ profile: Profile, _ row: Row) async throws {
        let server = try TestServer(profile)

        let outcome = try await server.app("accounts:signInWithCustomToken", ["token": row.body]).outcome
        #expect(outcome == row.outcome(profile))
    }

    @Test(arguments: Profile.allCases)
    func `a token is needed, and no list of audiences`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let list: JSON = ["uid": "a", "aud": [.string(Self.audience)]]

        #expect(try await server.app("accounts:signInWithCustomToken").outcome == "MISSING_CUSTOM_TOKEN")
        let answer = try await server.app("accounts:signInWithCustomToken", ["token": Self.unsigned(list)])
        #expect(answer.message?.hasPrefix("INVALID_CUSTOM_TOKEN : ((Invalid aud (audience): ") == true)
    }

    @Test(arguments: [Profile.local, .production])
    func `the project's clock says whether a token has expired`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let payload: JSON = ["uid": "a", "aud": .string(Self.audience), "exp": .int(TestServer.start + 3600)]
        let body: JSON = ["token": Self.unsigned(payload)]

        server.clock.advance(seconds: 3899)
        #expect(try await server.app("accounts:signInWithCustomToken", body).outcome == "OK")
        server.clock.advance(seconds: 1)
        #expect(try await server.app("accounts:signInWithCustomToken", body).outcome == "INVALID_CUSTOM_TOKEN")
        _ = try await server.control(.patch, "/rules", ["expiry": "off"])
        #expect(try await server.app("accounts:signInWithCustomToken", body).outcome == "OK")
    }

    /// Payload members and the ID of the account.
    static let identifiers: [Row] = [
        Row("\"uid\":\"a\"", "a"),
        Row("\"uid\":5", "5"),
        Row("\"uid\":5.0", "5"),
        Row("\"uid\":true", "true"),
        Row("\"uid\":false", "false"),
        Row("\"user_id\":\"b\"", "b"),
        Row("\"uid\":null,\"user_id\":\"b\"", "b"),
        Row("\"uid\":[1],\"user_id\":6", "6"),
        Row("\"uid\":\"a\",\"user_id\":\"b\",\"sub\":\"c\"", "a"),
    ]

    @Test(arguments: Profile.allCases, identifiers)
    func `the account is named by a primitive`(_ profile: Profile, _ row: Row) async throws {
        let server = try TestServer(profile)
        let token = JSON.string("{\(row.body.stringValue ?? "")}")
        let answer = try await server.app(
            "accounts:signInWithCustomToken", ["token": token, "returnSecureToken": true])

        #expect(try claims(answer.string("idToken"))["user_id"]?.stringValue == row.outcome(profile))
    }
}
