import FirebreakCredentials
import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// issueSamlResponse (tenants-config.md B5).
struct IssueSAMLResponseTests {
    private func read(_ base64: String?) throws -> (response: SAMLResponse, text: String) {
        let bytes = try #require(base64.flatMap { Base64.decode($0) })
        return (try SAMLResponse(xml: bytes), String(decoding: bytes, as: UTF8.self))
    }

    private func issue(_ server: TestServer, _ body: JSON) async throws -> TestAnswer {
        try await server.app("accounts:issueSamlResponse", body)
    }

    @Test(arguments: Profile.allCases)
    func `the document states who signed in`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        _ = try await server.update(user.id, ["displayName": "Ann <&\"'> O'Hara\u{1}"])
        let answer = try await issue(
            server,
            ["idToken": user.token, "rpId": "https://sp.example.test/acs?a=1&b=2", "samlAppEntityId": "app"])
        try #require(answer.status == 200, "\(answer.text)")

        #expect(answer["email"] == "alice@example.test" && answer["isNewUser"] == false)
        #expect(answer["firstName"] == "Ann" && answer["relayState"] == "app")
        #expect(answer["acsEndpoint"] == "https://sp.example.test/acs?a=1&b=2")
        let document = try read(answer.string("samlResponse"))
        let assertion = try #require(document.response.assertion)
        #expect(assertion.nameID == "alice@example.test")
        #expect(assertion.audiences == [["https://sp.example.test/acs?a=1&b=2"]])
        #expect(document.response.destination == "https://sp.example.test/acs?a=1&b=2")
        #expect(document.text.contains(#"IssueInstant="2026-06-01T12:00:00.000Z""#))
        let values = assertion.attributes.flatMap(\.values)
        #expect(values.contains("Ann <&\"'> O'Hara"))
        #expect(values.contains(user.id))
    }

    @Test func `somebody without an address is named by the ID`() async throws {
        let server = try await TestServer.open(.local)
        let user = try await server.anonymousUser()
        let answer = try await issue(server, ["idToken": user.token, "rpId": "app"])

        #expect(answer["acsEndpoint"] == .string(TestServer.origin + "/__/auth/handler"))
        #expect(answer["email"] == nil)
        #expect(try read(answer.string("samlResponse")).response.assertion?.nameID == user.id)
    }

    @Test(arguments: Profile.allCases)
    func `a token and a relying party are needed`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()

        #expect(try await issue(server, ["rpId": "a"]).outcome == "MISSING_ID_TOKEN")
        #expect(try await issue(server, ["idToken": "junk", "rpId": "a"]).outcome == "INVALID_ID_TOKEN")
        #expect(try await issue(server, ["idToken": user.token]).outcome.hasPrefix("MISSING_IDENTIFIER"))
    }
}
