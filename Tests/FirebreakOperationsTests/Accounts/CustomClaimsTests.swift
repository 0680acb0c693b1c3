import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// accounts.md section 2 and tokens.md section 5: developers' claims.
struct CustomClaimsTests {
    private static func sized(_ length: Int) -> JSON {
        .string("{\"a\":\"\(String(repeating: "x", count: length - 8))\"}")
    }

    private static func notAnObject(_ text: String) -> Row {
        Row(.string(text), emulator: "INVALID_CLAIMS", others: "INVALID_CLAIMS : Not a JSON Object: \(text)")
    }

    private static func notJSON(_ text: String, _ reason: String) -> Row {
        Row(.string(text), emulator: "INVALID_CLAIMS", others: "INVALID_CLAIMS : \(reason)")
    }

    static let rows: [Row] = [
        Row(sized(1000), "OK"),
        Row(sized(1001), "CLAIMS_TOO_LARGE"),
        Row(.string("{\"a\":\"\(String(repeating: "👍", count: 496))\"}"), "OK"),
        Row(.string("{\"a\":\"\(String(repeating: "👍", count: 497))\"}"), "CLAIMS_TOO_LARGE"),
        Row(.string(String(repeating: "x", count: 1001)), "CLAIMS_TOO_LARGE"),
        notAnObject("[]"), notAnObject("null"), notAnObject("1"), notAnObject("\"text\""),
        notJSON("{", "Unexpected end of JSON input at byte 1"), notJSON("role", "Unexpected token at byte 0"),
        Row("{}", "OK"),
        Row(" { \"role\" : \"admin\" } ", "OK"),
        Row("{\"exp\":1,\"sub\":2}", "FORBIDDEN_CLAIM : sub"),
        Row("{\"c_hash\":1,\"at_hash\":2}", "FORBIDDEN_CLAIM : at_hash"),
        Row("{\"user_id\":1,\"email\":2,\"name\":3}", "OK"),
    ]

    @Test(arguments: Profile.allCases, rows)
    func `custom attributes are a small object without reserved names`(_ profile: Profile, _ row: Row) async throws {
        let server = try TestServer(profile)
        _ = try await server.admin("accounts", ["localId": "a"])
        let answer = try await server.update("a", ["customAttributes": row.body])

        #expect(answer.outcome == row.outcome(profile))
        let stored: JSON? = answer.status == 200 ? row.body : JSON?.none
        #expect(try await server.account("a")["customAttributes"] == stored)
    }

    static let reserved = [
        "iss", "aud", "sub", "iat", "exp", "nbf", "jti", "nonce", "azp", "acr", "amr", "cnf", "auth_time", "firebase",
        "at_hash", "c_hash",
    ]

    @Test(arguments: reserved)
    func `a reserved name is refused in attributes and custom tokens`(_ name: String) async throws {
        let server = try TestServer()
        _ = try await server.admin("accounts", ["localId": "a"])
        let attributes = JSON.string("{\"\(name)\":null}")
        let token = JSON.string("{\"uid\":\"a\",\"claims\":{\"\(name)\":null}}")

        #expect(
            try await server.update("a", ["customAttributes": attributes]).outcome == "FORBIDDEN_CLAIM : \(name)")
        #expect(
            try await server.app("accounts:signInWithCustomToken", ["token": token]).outcome
                == "FORBIDDEN_CLAIM : \(name)")
    }

    @Test(arguments: reserved.indices.dropFirst())
    func `of several reserved names the first of the list is reported`(_ index: Int) throws {
        let text = "{\"\(Self.reserved[index])\":1,\"\(Self.reserved[index - 1])\":2}"

        #expect(throws: CustomClaims.Problem.reserved(Self.reserved[index - 1])) {
            try CustomClaims.check(text: text, huge: .refused)
        }
    }
}
