import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// issueSamlResponse (tenants-config.md B5).
struct IssueSAMLResponseTests {
    /// Elements with their text and attributes, as an XML parser finds them.
    private final class Reader: NSObject, XMLParserDelegate {
        var texts: [String: [String]] = [:]
        var attributes: [String: [String: String]] = [:]
        private var path: [String] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes found: [String: String]
        ) {
            path.append(name)
            attributes[name] = found
            texts[name, default: []].append("")
        }

        func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
            path.removeLast()
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            guard let name = path.last, let last = texts[name]?.indices.last else { return }
            texts[name]?[last] += text
        }
    }

    private func read(_ base64: String?) throws -> Reader {
        let bytes = try #require(base64.flatMap { Base64.decode($0) })
        let parser = XMLParser(data: Data(bytes))
        let reader = Reader()
        parser.delegate = reader
        try #require(parser.parse(), "\(String(decoding: bytes, as: UTF8.self))")
        return reader
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
        #expect(document.texts["saml:NameID"] == ["alice@example.test"])
        #expect(document.texts["saml:Audience"] == ["https://sp.example.test/acs?a=1&b=2"])
        #expect(document.attributes["samlp:Response"]?["Destination"] == "https://sp.example.test/acs?a=1&b=2")
        #expect(document.attributes["samlp:Response"]?["IssueInstant"] == "2026-06-01T12:00:00.000Z")
        #expect(document.texts["saml:AttributeValue"]?.contains("Ann <&\"'> O'Hara") == true)
        #expect(document.texts["saml:AttributeValue"]?.contains(user.id) == true)
    }

    @Test func `somebody without an address is named by the ID`() async throws {
        let server = try await TestServer.open(.local)
        let user = try await server.anonymousUser()
        let answer = try await issue(server, ["idToken": user.token, "rpId": "app"])

        #expect(answer["acsEndpoint"] == .string(TestServer.origin + "/__/auth/handler"))
        #expect(answer["email"] == nil)
        #expect(try read(answer.string("samlResponse")).texts["saml:NameID"] == [user.id])
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
