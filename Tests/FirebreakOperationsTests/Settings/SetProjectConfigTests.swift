import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// The legacy way to configure a project, and two small methods (tenants-config.md B5).
struct SetProjectConfigTests {
    private func call(_ server: TestServer, _ body: JSON, admin: Bool = true) async throws -> TestAnswer {
        try await server.send(
            .post, "/www.googleapis.com/identitytoolkit/v3/relyingparty/setProjectConfig\(admin ? "" : "?key=k")", body,
            headers: admin ? [.authorization: "Bearer owner"] : [:])
    }

    @Test(arguments: Profile.allCases)
    func `its fields become the configuration's, and the rest stays`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let before = try await server.adminGet("/v2/projects/example/config")
        let answer = try await call(
            server,
            [
                "allowPasswordUser": true, "enableAnonymousUser": false, "authorizedDomains": ["shop.example.test"],
                "verifyEmailTemplate": [
                    "from": "hello@example.test", "fromDisplayName": "Shop", "subject": "S", "body": "B",
                ],
                "idpConfig": [["provider": "GOOGLE", "enabled": true, "clientId": "web", "secret": "s"]],
            ])
        #expect(answer.outcome == "OK")
        #expect(answer["projectId"]?.stringValue?.isEmpty == false)

        let config = try await server.adminGet("/v2/projects/example/config").json
        #expect(config[path: "signIn.email.enabled"] == true)
        #expect((config[path: "signIn.anonymous.enabled"] ?? false) == false)
        #expect(config["authorizedDomains"] == ["shop.example.test"])
        #expect(config["emailPrivacyConfig"] == before["emailPrivacyConfig"])
        let template = config[path: "notification.sendEmail.verifyEmailTemplate"]
        #expect(template?["senderLocalPart"] == "hello")
        #expect(template?["subject"] == "S")
        let provider = try await server.adminGet("/v2/projects/example/defaultSupportedIdpConfigs/google.com")
        #expect(provider["clientId"] == "web")
        #expect(provider["enabled"] == true)
    }

    @Test(arguments: Profile.allCases)
    func `what cannot be is refused, and nothing is changed`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let before = try await server.adminGet("/v2/projects/example/config").json

        #expect(try await call(server, ["allowPasswordUser": false], admin: false).outcome == "INSUFFICIENT_PERMISSION")
        #expect(try await call(server, ["idpConfig": [["provider": "TOASTER"]]]).outcome == "INVALID_PROVIDER_ID")
        #expect(
            try await call(server, ["authorizedDomains": ["http://x"]]).outcome
                == "INVALID_AUTHORIZED_DOMAIN : http://x should only contain the valid domain.")
        #expect(try await server.adminGet("/v2/projects/example/config").json == before)
    }

    @Test(arguments: Profile.allCases)
    func `what would make the configuration too large is refused`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let template: JSON = ["body": .string(String(repeating: "x", count: 600 << 10))]
        #expect(try await call(server, ["verifyEmailTemplate": template]).outcome == "OK")
        let before = try await server.adminGet("/v2/projects/example/config").json

        let refused = try await call(server, ["resetPasswordTemplate": template])

        #expect(
            refused.status == 400 && refused.text.containsBytes(of: "the configuration of a project"), "\(refused.text)"
        )
        #expect(try await server.adminGet("/v2/projects/example/config").json == before)
    }

    @Test(arguments: Profile.allCases)
    func `Identity Platform is on already`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let path = "/identitytoolkit.googleapis.com/v2/projects/example/identityPlatform:initializeAuth"

        let answer = try await server.send(.post, path, [:], headers: [.authorization: "Bearer owner"])
        #expect(
            answer.outcome
                == (profile == .emulator
                    ? "OK" : "INVALID_PROJECT_ID : Identity Platform has already been enabled for this project."))
        #expect(answer.status == (profile == .emulator ? 200 : 400))
        #expect(try await server.send(.post, path + "?key=k", [:]).status == 400)
    }

    @Test(
        arguments: Profile.allCases,
        [
            "/identitytoolkit.googleapis.com/v1/accounts:verifyIosClient",
            "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyClient",
        ])
    func `an iOS app gets a receipt`(_ profile: Profile, _ path: String) async throws {
        let server = try await TestServer.open(profile)
        let answer = try await server.send(.post, path + "?key=k", ["appToken": "t", "isSandbox": true])

        #expect(answer["receipt"]?.stringValue?.isEmpty == false)
        #expect(answer["suggestedTimeout"] == "5")
        #expect(try await server.send(.post, path + "?key=k", [:]).outcome == "MISSING_IOS_APP_TOKEN")
    }
}
