import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// emulator-api.md section 2.
struct EmulatorConfigTests {
    private static let path = "/emulator/v1/projects/example/config"
    private static let initial =
        #"{"signIn":{"allowDuplicateEmails":false},"emailPrivacyConfig":{"enableImprovedEmailPrivacy":false}}"#

    private func text(_ duplicates: Bool, _ privacy: Bool) -> String {
        #"{"signIn":{"allowDuplicateEmails":\#(duplicates)},"emailPrivacyConfig":{"enableImprovedEmailPrivacy":\#(privacy)}}"#
    }

    @Test func `there are exactly two settings`() async throws {
        let answer = try await TestServer(.emulator).send(.get, Self.path)

        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "application/json")
        #expect(answer.text == Self.initial)
    }

    @Test func `one that is given is set and the other stays`() async throws {
        let server = try TestServer(.emulator)

        #expect(
            try await server.send(.patch, Self.path, ["signIn": ["allowDuplicateEmails": true]]).text
                == text(true, false))
        #expect(
            try await server.send(
                .patch, Self.path, ["email_privacy_config": ["enable_improved_email_privacy": true], "x": 1]
            ).text
                == text(true, true))
        #expect(
            try await server.send(.patch, Self.path, ["signIn": ["allowDuplicateEmails": false]]).text
                == text(false, true))
        #expect(try await server.send(.get, Self.path).text == text(false, true))
    }

    @Test(arguments: [[:], ["foo": 1], ["signIn": [:]], ["signIn": [:], "emailPrivacyConfig": [:]]] as [JSON])
    func `with neither everything is reset, blocking functions too`(body: JSON) async throws {
        let server = try TestServer(.emulator)
        _ = try await server.configure(
            "signIn,emailPrivacyConfig,blockingFunctions",
            [
                "signIn": ["allowDuplicateEmails": true], "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
                "blockingFunctions": ["triggers": ["beforeCreate": ["functionUri": "http://a.test"]]],
            ])
        #expect(try await server.send(.get, Self.path).text == text(true, true))

        #expect(try await server.send(.patch, Self.path, body).text == Self.initial)

        let config = try await server.send(
            .get, "/identitytoolkit.googleapis.com/v2/projects/example/config", nil,
            headers: [.authorization: "Bearer owner"])
        #expect(config["blockingFunctions"] == [:])
        #expect(config.json[path: "signIn.allowDuplicateEmails"] == false)
    }

    @Test(arguments: TestProfile.allCases)
    func `the reset is to the profile's defaults`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        let isReference = profile == .emulator
        #expect(try await server.send(.get, Self.path).json.text == text(false, !isReference))
        _ = try await server.send(
            .patch, Self.path,
            [
                "signIn": ["allowDuplicateEmails": true],
                "emailPrivacyConfig": ["enableImprovedEmailPrivacy": .bool(isReference)],
            ])
        #expect(try await server.send(.get, Self.path).json.text == text(true, isReference))
        _ = try await server.configure("authorizedDomains", ["authorizedDomains": ["shop.test"]])

        #expect(try await server.send(.patch, Self.path, [:]).json.text == text(false, !isReference))
    }

    @Test(
        arguments: [
            (
                ["signIn": ["allowDuplicateEmails": "true"]],
                "Invalid JSON payload received. /signIn/allowDuplicateEmails must be boolean"
            ),
            (
                ["signIn": ["allowDuplicateEmails": nil]],
                "Invalid JSON payload received. /signIn/allowDuplicateEmails must be boolean"
            ),
            (["signIn": nil], "Invalid JSON payload received. /signIn must be object"),
            (
                ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": 1], "signIn": []],
                "Invalid JSON payload received. /emailPrivacyConfig/enableImprovedEmailPrivacy must be boolean"
            ),
            (["tenantId": "blue"], "((Can only update top-level configurations on agent projects.))"),
        ] as [(JSON, String)])
    func `what cannot be is refused`(body: JSON, message: String) async throws {
        let server = try TestServer(.emulator)

        let answer = try await server.send(.patch, Self.path, body)

        #expect(answer.status == 400)
        #expect(answer.message == message)
        #expect(try await server.send(.get, Self.path).text == Self.initial)
    }

    @Test func `without a body nothing is reset`() async throws {
        let server = try TestServer(.emulator)
        _ = try await server.send(.patch, Self.path, ["signIn": ["allowDuplicateEmails": true]])

        #expect(try await server.send(.patch, Self.path).status == 400)

        #expect(try await server.send(.get, Self.path).text == text(true, false))
    }

    @Test func `it is the store of the v2 configuration, and the path wins over the body`() async throws {
        let server = try TestServer(.emulator)
        _ = try await server.configure(
            "emailPrivacyConfig", ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]])
        #expect(try await server.send(.get, Self.path).text == text(false, true))

        _ = try await server.send(
            .patch, Self.path, ["targetProjectId": "other", "signIn": ["allowDuplicateEmails": true]])
        #expect(try await server.send(.get, Self.path).text == text(true, true))
        #expect(try await server.send(.get, "/emulator/v1/projects/other/config").text == Self.initial)
    }

    @Test func `credentials and keys of the caller are nothing to it`() async throws {
        let server = try TestServer(.emulator, unknownKeys: .reject)

        for headers in [[.authorization: "Bearer nonsense"], [.authorization: "Bearer owner"]] as [HTTPFields] {
            let answer = try await server.send(.get, Self.path + "?key=nobody-knows-me", nil, headers: headers)
            #expect(answer.status == 200)
        }
    }

    @Test(arguments: [Profile.local, .production])
    func `null in a change of the configuration says nothing`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let path = "/identitytoolkit.googleapis.com/v2/projects/example/config"
        let body: JSON = ["authorizedDomains": nil, "notification": ["defaultLocale": "de"]]
        let before = try await server.adminGet("/v2/projects/example/config")["authorizedDomains"]
        let answer = try await server.send(.patch, path, body, headers: [.authorization: "Bearer owner"])
        #expect(answer.status == 200)
        #expect(answer["authorizedDomains"] == before)
        #expect(answer.json[path: "notification.defaultLocale"] == "de")
    }

    @Test func `an empty change takes the two flags back, and nothing else of their places`() async throws {
        let server = try await TestServer.open(.local)
        try await server.set("signIn.allowDuplicateEmails", true)
        let before = try await server.adminGet("/v2/projects/example/config").json[path: "signIn.phoneNumber.enabled"]
        #expect(before == true)
        #expect(try await server.send(.patch, Self.path, [:]).status == 200)

        let after = try await server.adminGet("/v2/projects/example/config").json
        #expect(after[path: "signIn.allowDuplicateEmails"] != true)
        #expect(after[path: "signIn.phoneNumber.enabled"] == true)
    }
}
