import FirebreakTestSupport
import FirebreakWire
import HTTPTypes

@testable import FirebreakOperations

extension Provocation {
    private static let signer = TestSigner()
    private static let acme = "oidc.acme"

    /// Verifies ID tokens of `oidc.acme` and Google.
    private static func verifying(_ profile: Profile) async throws -> TestServer {
        let server = try await TestServer.openPhones(profile)
        let google: JSON = ["keys": [signer.key256], "audiences": ["client"]]
        let acme = google.merging(["issuer": "https://idp.example.test"])
        _ = try await server.control(
            .patch, "/rules",
            ["credentials": "verified", "credentialKeys": ["oidc.acme": acme, "google.com": google]])
        return server
    }

    /// A sign-in with a signed token in which something is wrong.
    private static func verified(
        _ error: WireError, _ changes: JSON, of provider: String = acme,
        by signer: TestSigner = signer
    ) -> Provocation {
        Provocation(error, on: verifying) { server in
            let claims: JSON = [
                "iss": provider == acme ? "https://idp.example.test" : "https://accounts.google.com",
                "aud": "client", "sub": "1", "iat": .int(TestServer.start), "exp": .int(TestServer.start + 60),
            ]
            return try await server.idp([
                ("providerId", provider), ("id_token", try signer.token(claims.merging(changes))),
            ])
        }
    }

    private static let bound: JSON = ["sub": "1", "nonce": "a nonce"]

    static let providerTokens: [Provocation] = [
        Provocation(.idTokenSubjectNotText) { server in try await server.idp(acme, ["sub": 5]) },
        verified(.idTokenIssuerMismatch("<iss>", expected: "<issuer>"), ["iss": "https://evil.test"]),
        verified(.idTokenAudienceMismatch("<aud>", expected: "<audience>"), ["aud": "other"]),
        verified(.idTokenWithoutIdentity("<payload>"), ["sub": ""]),
        verified(.idTokenStale(issuedAt: "<seconds>"), ["exp": .int(TestServer.start - 1)]),
        verified(.issuerUnreachable, [:], of: "oidc.other"),
        verified(
            .googleAudienceNotAuthorized("<aud>", projectNumber: "<number>"), ["aud": "other"], of: "google.com"),
        Provocation(.idTokenWithoutSubject) { server in try await server.idp(acme, ["name": "Alice"]) },
        Provocation(.idpSessionMismatch, in: .ours) { server in
            try await server.idp(acme, ["sub": "1"], ["sessionId": "mine"], with: [("state", "anothers")])
        },
        Provocation(.idpValueTooLong("<value>"), in: .ours) { server in
            try await server.idp(acme, ["sub": .string(String(repeating: "x", count: 257))])
        },
        Provocation(.idTokenNotJWT("<token>", of: "<providerId>"), on: verifying) { server in
            try await server.idp([("providerId", acme), ("id_token", "nonsense")])
        },
        Provocation(.fakeIDTokenNotAccepted("<token>", of: "<providerId>")) { server in
            try await server.idp([("providerId", acme), ("id_token", "nonsense")])
        },
        Provocation(.unparsableIDToken("<token>", of: "<providerId>")) { server in
            try await server.idp([("providerId", acme), ("id_token", "{nonsense")])
        },
        verified(.idTokenSignatureInvalid, [:], by: TestSigner()),
        Provocation(.duplicateCredential, in: .ours) { server in
            _ = try await server.idp(acme, bound, with: [("nonce", "another")])
            return try await server.idp(acme, bound, with: [("nonce", "another")])
        },
        Provocation(.missingNonce, in: .ours) { server in try await server.idp(acme, bound) },
        Provocation(.nonceMismatch("<nonce>", raw: "<raw nonce>"), in: .ours) { server in
            try await server.idp(acme, bound, with: [("nonce", "another")])
        },
    ]

    // MARK: SAML

    private typealias Response = TestSAMLProvider.Response

    private static func openToSAML(_ profile: Profile) async throws -> TestServer {
        try await TestServer.openToSAML(profile, rules: ["credentials": "verified"])
    }

    /// A sign-in with a response in which something is wrong.
    private static func saml(_ error: WireError, _ change: @escaping @Sendable (inout Response) -> Void) -> Provocation
    {
        Provocation(error, in: .ours, on: openToSAML) { server in
            var response = Response()
            change(&response)
            return try await server.saml(response)
        }
    }

    /// The answer to another request than the one that `createAuthUri` made.
    private static func ofSession(
        _ error: WireError, _ change: @escaping @Sendable (inout Response) -> Void
    ) -> Provocation {
        Provocation(error, in: .ours, on: openToSAML) { server in
            let begun = try await server.app(
                "accounts:createAuthUri", ["providerId": "saml.acme", "continueUri": "http://localhost/"])
            var response = Response()
            change(&response)
            return try await server.saml(response, ["sessionId": begun["sessionId"] ?? .null])
        }
    }

    /// With a fake ID token, which profile `emulator` wants beside the response.
    private static func saml(_ text: String, _ server: TestServer) async throws -> TestAnswer {
        try await server.idp([
            ("providerId", "saml.acme"), ("id_token", "{\"sub\":\"1\"}"), ("SAMLResponse", text),
        ])
    }

    static let saml: [Provocation] = [
        Provocation(.samlWithout("<element>"), in: [.local, .emulator]) { server in try await saml("{}", server) },
        saml(.samlAudience(expected: "<entity ID>")) { $0.audience = "other" },
        saml(.samlIssuer("<issuer>", expected: "<entity ID>")) { $0.issuer = "https://evil.test" },
        saml(.samlNotYetValid(now: "<time>", start: "<time>")) { $0.notBefore = "2026-06-01T13:00:00Z" },
        saml(.samlExpired(now: "<time>", end: "<time>")) { response in
            response.notBefore = "2026-06-01T10:00:00Z"
            response.notOnOrAfter = "2026-06-01T11:00:00Z"
        },
        Provocation(.samlSignatureInvalid, in: .ours, on: openToSAML) { server in
            let text = try Response().text()
            let xml = String(decoding: Base64.decode(text) ?? [], as: UTF8.self)
            let changed = xml.replacing("alice@x.test", with: "mallory@x.test")
            return try await server.idp([
                ("providerId", "saml.acme"), ("SAMLResponse", Base64.encode(Array(changed.utf8), .standard)),
            ])
        },
        ofSession(.samlWithoutRequest) { _ in },
        ofSession(.samlOtherRequest) { response in
            response.request = "_other"
            response.confirmedRequest = "_other"
        },
        saml(.samlSignatureMissing) { $0.isSigned = false },
        saml(.samlDestination("<destination>", expected: "<callbackUri>")) { response in
            response.destination = "https://evil.test/acs"
        },
        saml(.samlStatus("<status>")) { $0.status = "urn:oasis:names:tc:SAML:2.0:status:Requester" },
        Provocation(.samlRefused("<problem of the document>"), in: .ours, on: openToSAML) { server in
            let xml = "<!DOCTYPE Response><Response xmlns=\"urn:oasis:names:tc:SAML:2.0:protocol\"/>"
            return try await server.idp([
                ("providerId", "saml.acme"), ("SAMLResponse", Base64.encode(Array(xml.utf8), .standard)),
            ])
        },
        saml(.samlWithoutNameID) { $0.name = nil },
        Provocation(.samlResponseUnreadable) { server in try await saml("nonsense!", server) },
    ]
}
