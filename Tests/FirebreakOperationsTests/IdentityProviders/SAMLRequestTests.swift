import FirebreakCredentials
import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import SwiftASN1
import Testing
import X509

/// Requests to SAML providers, and the certificates that they are signed with (saml.md sections 1, 2 and 7).
struct SAMLRequestTests {
    private static let page = "https://example.web.app/back"

    private func server(_ profile: Profile = .production, _ changes: JSON = [:]) async throws -> TestServer {
        let server = try await TestServer.open(profile)
        _ = try await server.control(.patch, "/rules", ["providers": "configured"])
        try await server.configureSAML("saml.acme", changes)
        return server
    }

    private func create(_ server: TestServer) async throws -> TestAnswer {
        let body: JSON = ["providerId": "saml.acme", "continueUri": .string(Self.page)]
        return try await server.app("accounts:createAuthUri", body)
    }

    private func signRequests(_ server: TestServer, _ isOn: Bool) async throws -> TestAnswer {
        try await server.patchProvider(
            .inboundSamlConfigs, "saml.acme", mask: "idpConfig.signRequest", ["idpConfig": ["signRequest": .bool(isOn)]]
        )
    }

    // MARK: The request

    @Test func `production sends the user to the provider`() async throws {
        let answer = try await create(server())
        let uri = try #require(answer.string("authUri"), "\(answer.text)")
        let (message, state) = try SAMLMessage.read(uri)
        let id = try #require(message.attribute("ID"))

        #expect(answer.json.names == ["kind", "authUri", "providerId", "sessionId"])
        #expect(answer["providerId"] == "saml.acme")
        #expect(uri.hasPrefix("https://idp.test/sso?SAMLRequest="))
        #expect(FormURLEncoding.parse(AbsoluteURL(uri)?.query ?? "").map(\.name) == ["SAMLRequest", "RelayState"])
        #expect(!state.isEmpty)
        #expect(id.hasPrefix("_") && (20...33).contains(id.count) && id.dropFirst().allSatisfy(\.isHexDigit))
        #expect(answer.string("sessionId") != id)
        #expect(
            message.xml
                == #"<?xml version="1.0" encoding="UTF-8"?>"#
                + #"<saml2p:AuthnRequest xmlns:saml2p="urn:oasis:names:tc:SAML:2.0:protocol" "#
                + #"AssertionConsumerServiceURL="https://example.web.app/back" Destination="https://idp.test/sso" "#
                + #"ID="\#(id)" IssueInstant="2026-06-01T12:00:00.000Z" "#
                + #"ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Version="2.0">"#
                + #"<saml2:Issuer xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion">sp</saml2:Issuer>"#
                + "</saml2p:AuthnRequest>")
    }

    @Test func `an address with a query keeps it`() async throws {
        let sso: JSON = [
            "idpConfig": try TestSAMLProvider.config()["idpConfig"]?.merging(["ssoUrl": "https://i.test/?a=1"]) ?? [:]
        ]
        let answer = try await create(server(.production, sso))

        #expect(answer.string("authUri")?.hasPrefix("https://i.test/?a=1&SAMLRequest=") == true)
    }

    @Test(arguments: [Profile.local, .production])
    func `rule idpPages says where users go`(_ profile: Profile) async throws {
        let server = try await server(profile)
        func leadsHere() async throws -> Bool {
            try await create(server).string("authUri")?.hasPrefix(TestServer.origin + "/__/auth/handler?") == true
        }
        #expect(try await leadsHere() == (profile == .local))
        _ = try await server.control(.patch, "/rules", ["idpPages": "builtin"])
        #expect(try await leadsHere())
        _ = try await server.control(.patch, "/rules", ["idpPages": "provider"])
        #expect(try await !leadsHere())
    }

    @Test func `what a request needs is asked for`() async throws {
        let server = try await server()
        func outcome(_ body: JSON) async throws -> String {
            try await server.app("accounts:createAuthUri", body).outcome
        }
        #expect(try await outcome(["providerId": "saml.acme"]) == "MISSING_CONTINUE_URI")
        #expect(
            try await outcome(["providerId": "saml.none", "continueUri": .string(Self.page)])
                == "OPERATION_NOT_ALLOWED : The identity provider configuration is not found.")
    }

    // MARK: Certificates

    @Test(arguments: [Profile.local, .production])
    func `signing begins with a certificate, which stays`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let before = try await server.providers(.get, .inboundSamlConfigs, "/saml.acme")
        #expect(before.json[path: "spConfig.spCertificates"] == nil)

        let changed = try await signRequests(server, true)
        let certificates = try #require(changed.json[path: "spConfig.spCertificates"]?.arrayValue, "\(changed.text)")
        #expect(certificates.count == 1)
        #expect(certificates.first?["expiresAt"] == "2031-05-31T12:00:00.000Z")
        #expect(certificates.first?["x509Certificate"]?.stringValue?.hasPrefix("-----BEGIN CERTIFICATE-----") == true)
        #expect(changed.json["requestSigning"] == nil)
        #expect(!changed.text.contains("PRIVATE"))
        server.clock.advance(seconds: 60)
        for answer in [
            try await signRequests(server, true), try await signRequests(server, false),
            try await server.providers(.get, .inboundSamlConfigs, "/saml.acme"),
        ] {
            #expect(answer.json[path: "spConfig.spCertificates"]?.arrayValue == certificates)
        }
        let list = try await server.providers(.get, .inboundSamlConfigs)
        #expect(!list.text.contains("PRIVATE"))
    }

    @Test func `a configuration that begins with signing has one as well`() async throws {
        let signed: JSON = [
            "idpConfig": try TestSAMLProvider.config()["idpConfig"]?.merging(["signRequest": true]) ?? [:]
        ]
        let server = try await server(.local, signed)

        let shown = try await server.providers(.get, .inboundSamlConfigs, "/saml.acme")
        #expect(shown.json[path: "spConfig.spCertificates"]?.arrayValue?.count == 1)
    }

    @Test(arguments: ["/saml.acme", ""])
    func `one of a fixture has it when it is first looked at`(_ path: String) async throws {
        let server = try await TestServer.open(.local)
        let seeded = try await server.seed(
            """
            providers:
              saml.acme:
                idpConfig:
                  idpEntityId: i
                  ssoUrl: https://i.test
                  signRequest: true
                  idpCertificates: [{ x509Certificate: c }]
                spConfig: { spEntityId: s, callbackUri: "https://s.test" }
            """)
        try #require(seeded.status == 200, "\(seeded.text)")

        func certificates() async throws -> JSON? {
            let shown = try await server.providers(.get, .inboundSamlConfigs, path).json
            return (shown["inboundSamlConfigs"]?.arrayValue?.first ?? shown)[path: "spConfig.spCertificates"]
        }
        let first = try #require(await certificates())
        #expect(first.arrayValue?.count == 1)
        #expect(try await certificates() == first)
    }

    @Test func `the certificate's number follows the seed, while its key cannot`() async throws {
        func certificate() async throws -> Certificate {
            let server = try TestServer(.local, seed: 7)
            try await server.configureSAML()
            let changed = try await signRequests(server, true)
            let text = changed.json[path: "spConfig.spCertificates"]?.arrayValue?.first?["x509Certificate"]
            return try Certificate(pemEncoded: try #require(text?.stringValue, "\(changed.text)"))
        }
        let (one, other) = (try await certificate(), try await certificate())

        #expect(one.serialNumber == other.serialNumber && one.publicKey != other.publicKey)
    }

    @Test func `the reference makes none`() async throws {
        let server = try await server(.emulator)

        #expect(try await signRequests(server, true).json[path: "spConfig.spCertificates"] == nil)
    }

    @Test func `an export has no keys`() async throws {
        let server = try await server(.local)
        _ = try await signRequests(server, true)

        let fixture = try await server.control(.get, ":export?format=fixture")
        #expect(fixture.text.contains("signRequest") && !fixture.text.contains("PRIVATE"))
    }

    @Test func `the certificate's key signs the request`() async throws {
        let server = try await server()
        let changed = try await signRequests(server, true)
        let certificate = try #require(
            changed.json[path: "spConfig.spCertificates"]?.arrayValue?.first?["x509Certificate"])
        let uri = try #require(await create(server).string("authUri"))
        let query = try #require(AbsoluteURL(uri)?.query)
        let pairs = FormURLEncoding.parse(query)

        #expect(pairs.map(\.name) == ["SAMLRequest", "RelayState", "SigAlg", "Signature"])
        #expect(pairs[2].value == "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256")
        let signed = try #require(query.firstRange(of: "&Signature=")).lowerBound
        let signature = try #require(Base64.decode(pairs[3].value))
        let keys = try KeySet(document: ["certificates": ["c": certificate]])
        #expect(keys.verifies(rsaSHA256: signature, of: Array(query[..<signed].utf8)))
        #expect(!keys.verifies(rsaSHA256: signature, of: Array(query.utf8)))
    }
}
