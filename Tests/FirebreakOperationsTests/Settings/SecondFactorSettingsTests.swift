import FirebreakTestSupport
import FirebreakWire
import Testing

@testable import FirebreakOperations

/// phone-mfa.md section 3 and production.md section 12: what `mfa` and `mfaConfig` switch on.
struct SecondFactorSettingsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let document: JSON?
        let isAsked: Bool
        let allowsSMS: Bool
        let window: Int?

        var testDescription: String { document?.text ?? "nothing" }

        init(_ document: JSON?, asked: Bool, sms: Bool, window: Int?) {
            self.document = document
            isAsked = asked
            allowsSMS = sms
            self.window = window
        }
    }

    private static func totp(_ state: JSON, _ config: JSON) -> JSON {
        ["state": "ENABLED", "providerConfigs": [["state": state, "totpProviderConfig": config]]]
    }

    static let cases = [
        Case(nil, asked: false, sms: false, window: nil),
        Case([:], asked: false, sms: false, window: nil),
        Case(["state": "DISABLED", "enabledProviders": ["PHONE_SMS"]], asked: false, sms: false, window: nil),
        Case(["state": "ENABLED"], asked: true, sms: false, window: nil),
        Case(["state": "ENABLED", "enabledProviders": []], asked: true, sms: false, window: nil),
        Case(
            ["state": "ENABLED", "enabledProviders": ["PROVIDER_UNSPECIFIED", "PHONE_SMS"]], asked: true, sms: true,
            window: nil),
        Case(["state": "MANDATORY", "enabledProviders": ["PHONE_SMS"]], asked: true, sms: true, window: nil),
        Case(totp("ENABLED", ["adjacentIntervals": 3]), asked: true, sms: false, window: 3),
        Case(totp("MANDATORY", ["adjacentIntervals": 0]), asked: true, sms: false, window: 0),
        Case(totp("ENABLED", ["adjacentIntervals": 10]), asked: true, sms: false, window: 10),
        Case(totp("DISABLED", ["adjacentIntervals": 3]), asked: true, sms: false, window: nil),
        Case(
            ["state": "DISABLED", "providerConfigs": [["state": "ENABLED", "totpProviderConfig": [:]]]], asked: false,
            sms: false, window: nil),
    ]

    @Test(arguments: cases)
    func `factors are on as the document says`(_ example: Case) {
        let settings = SecondFactorSettings(example.document, isAlwaysOn: false)

        #expect(settings.isAsked == example.isAsked)
        #expect(settings.allowsSMS == example.allowsSMS)
        #expect(settings.totpWindow == example.window)
    }

    @Test(arguments: cases)
    func `a project of the reference always asks and has SMS`(_ example: Case) {
        let settings = SecondFactorSettings(example.document, isAlwaysOn: true)

        #expect(settings.isAsked && settings.allowsSMS)
    }

    // MARK: The resource

    /// production.md section 14
    @Test(
        arguments: [Profile.local, .production], [[:], ["mfa": [:]], ["mfa": ["state": "STATE_UNSPECIFIED"]]] as [JSON])
    func `without a state factors are off, which is shown`(_ profile: Profile, _ body: JSON) async throws {
        let server = try await TestServer.open(profile)

        #expect(try await server.configure("mfa", body)["mfa"] == ["state": "DISABLED"])
    }

    @Test(arguments: [Profile.local, .production], [-1, 11, 100])
    func `a window beyond ten is refused`(_ profile: Profile, _ intervals: Int64) async throws {
        let server = try await TestServer.open(profile)
        let answer = try await server.configure(
            "mfa", ["mfa": Self.totp("ENABLED", ["adjacentIntervals": .int(intervals)])])

        #expect(answer.status == 400)
        #expect(
            answer.message
                == "INVALID_ADJACENT_INTERVAL_RANGE : Allowed number of adjacent intervals must be between 0 and 10, "
                + "inclusive")
    }

    @Test(arguments: [Profile.local, .production])
    func `a provider that says nothing is dropped, and the others have an order`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let providers: JSON = [
            ["state": "ENABLED"], ["state": "DISABLED", "totpProviderConfig": ["adjacentIntervals": 3]],
        ]
        let answer = try await server.configure("mfa", ["mfa": ["state": "ENABLED", "providerConfigs": providers]])

        let shown = try #require(answer.json[path: "mfa.providerConfigs"]?.arrayValue)
        #expect(shown == [["totpProviderConfig": ["adjacentIntervals": 3], "state": "DISABLED"]])
        #expect(shown[0].names == ["totpProviderConfig", "state"])
    }

    @Test(arguments: [Profile.local, .production])
    func `a window of none reads back as nothing`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let answer = try await server.configure("mfa", ["mfa": Self.totp("ENABLED", ["adjacentIntervals": 0])])

        let config = answer.json[path: "mfa.providerConfigs"]?.arrayValue?.first
        #expect(config?["totpProviderConfig"] == [:])
    }

    @Test(arguments: [Profile.local, .production])
    func `a window of none accepts only the present code`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.set("mfa", Self.totp("ENABLED", ["adjacentIntervals": 0]))
        let user = try await server.verifiedUser()
        let enrollment = try await server.startTOTP(user)

        #expect(try await enrollment.finish(server, user, steps: -1).outcome == "INVALID_CODE")
        #expect(try await enrollment.finish(server, user).outcome == "OK")
    }

    @Test(arguments: [Profile.local, .production])
    func `second factors may be mandatory`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let answer = try await server.configure("mfa.state", ["mfa": ["state": "MANDATORY"]])

        #expect(answer.json[path: "mfa.state"] == "MANDATORY")
    }
}
