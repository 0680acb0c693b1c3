import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Claims and tokens on the console's page of one account.
struct AccountClaimsTests {
    @Test(arguments: TestProfile.allCases)
    func `claims are stored as short as SDKs store them, in their order`(profile: TestProfile) async throws {
        let server = try await TestServer.open(profile.value)
        let id = try await server.user().id
        let page = AccountPage(id, on: server)

        let saved = try await page.send(
            "claims", ["claims": "{\r\n  \"b\": 1.50,\r\n  \"a\": [\"x y\", null]\r\n}\r\n"])
        #expect(saved.location == page.path + "?notice=claimsSaved")
        #expect(try await server.account(id)["customAttributes"] == #"{"b":1.50,"a":["x y",null]}"#)

        // What is short enough without its white space is short enough.
        let long = "{" + String(repeating: " ", count: 2000) + "\"a\":1}"
        #expect(try await page.send("claims", ["claims": long]).status == 303)
        #expect(try await server.account(id)["customAttributes"] == #"{"a":1}"#)

        #expect(try await page.send("claims", ["claims": " \r\n "]).status == 303)
        #expect(try await server.account(id)["customAttributes"] == "{}")
        #expect(try await page.open().area("claims") == "")
    }

    @Test(
        arguments: [
            ("{\n  \"a\": 1,\n  oops\n}", "line 3, column 3"),
            ("{\"ä\": \"ö\" x}", "line 1, column 11"),
            ("{", "line 1, column 2"),
            ("[1]", "INVALID_CLAIMS"), (#"{"sub":"x"}"#, "“sub” is a name"),
            (#"{"a":"\#(String(repeating: "x", count: 993))"}"#, "1,000 characters"),
            ("{\"</textarea>\": <script>", "INVALID_CLAIMS"),
        ] as [(String, String)])
    func `claims that are refused are shown once more, with the place`(text: String, problem: String) async throws {
        let server = try await TestServer.open(.local)
        let id = try await server.user().id
        _ = try await server.update(id, ["customAttributes": #"{"kept":1}"#])

        let sent = text.replacing("\n", with: "\r\n")
        let answer = try await AccountPage(id, on: server).send("claims", ["claims": sent])

        #expect(answer.status == 400)
        #expect(answer.notice?.contains(problem) == true, "\(answer.notice ?? "")")
        #expect(answer.area("claims") == text)
        #expect(!answer.text.contains("<script>"))
        #expect(try await server.account(id)["customAttributes"] == #"{"kept":1}"#)
    }

    @Test func `in the profile of the reference the place is told as well`() async throws {
        let server = try await TestServer.open(.emulator)
        let id = try await server.user().id

        let answer = try await AccountPage(id, on: server).send("claims", ["claims": "{x}"])

        #expect(answer.notice?.contains("It stops being JSON at line 1, column 2.") == true)
    }

    // MARK: Tokens

    @Test(arguments: TestProfile.allCases)
    func `a token is made, shown decoded, and good`(profile: TestProfile) async throws {
        let server = try await TestServer.open(profile.value)
        let id = try await server.user().id
        _ = try await server.update(id, ["customAttributes": #"{"role":"user","plan":"free"}"#])

        let answer = try await AccountPage(id, on: server).send(
            "mint", ["tokenClaims": #"{"role":"<b>admin</b>"}"#, "tokenProvider": "google.com", "tokenLifetime": "60"])

        #expect(answer.status == 200)
        #expect(answer.location == nil)
        #expect(answer.headers[.cacheControl]?.contains("no-store") == true)
        let text = try #require(answer.element("minted-id-token"))
        let token = try #require(JSONWebToken(text))
        #expect(token.payload["role"] == "<b>admin</b>")
        #expect(token.payload["plan"] == "free")
        #expect(token.payload[path: "firebase.sign_in_provider"] == "google.com")
        #expect(try JSON(parsing: #require(answer.element("minted-payload"))) == token.payload)
        #expect(try JSON(parsing: #require(answer.element("minted-header"))) == token.header)
        #expect(!answer.text.contains("<b>admin"))
        #expect(answer.text.contains("60 seconds after it was made"))
        #expect(try await server.lookup(text).status == 200)
        let refresh = try #require(answer.element("minted-refresh-token"))
        #expect(try await server.refresh(refresh).status == 200)
        // The rest of the page is there, and so is what was entered.
        #expect(answer.element("user-id") == id)
        #expect(answer.area("tokenClaims") == #"{"role":"<b>admin</b>"}"#)
    }

    @Test(
        arguments: [
            ("tokenClaims", "{\"a\":\n!}", "line 2, column 1"),
            ("tokenClaims", "[]", "INVALID_CLAIMS"),
            ("tokenClaims", #"{"aud":1}"#, "“aud” is a name"),
            ("tokenLifetime", "soon", "Lifetime must be"),
            ("tokenLifetime", "99999999999", "Lifetime must be"),
        ] as [(String, String, String)])
    func `a token that cannot be made leaves the form as it was`(field: String, value: String, problem: String)
        async throws
    {
        let server = try await TestServer.open(.local)
        let id = try await server.user().id
        let page = AccountPage(id, on: server)

        let answer = try await page.send("mint", field == "tokenClaims" ? ["tokenClaims": value] : [field: value])

        #expect(answer.status == 400)
        #expect(answer.notice?.contains(problem) == true, "\(answer.notice ?? "")")
        #expect((answer.area(field) ?? answer.field(field)) == value)
        #expect(answer.text.contains("<details open>"))
        #expect(answer.isRefused(field))
        #expect(answer.element("minted-id-token") == nil)
    }

    @Test func `nobody gets a token of a disabled account`() async throws {
        let server = try await TestServer.open(.local)
        let id = try await server.user().id
        _ = try await server.update(id, ["disableUser": true])

        let answer = try await AccountPage(id, on: server).send("mint")

        #expect(answer.status == 400)
        #expect(answer.notice?.contains("USER_DISABLED") == true)
    }
}
