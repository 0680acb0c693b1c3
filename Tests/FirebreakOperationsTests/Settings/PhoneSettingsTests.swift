import FirebreakTestSupport
import FirebreakWire
import Testing

@testable import FirebreakOperations

/// production.md section 11: what the configuration says of phone numbers.
struct PhoneSettingsTests {
    @Test func `numbers sign in where they are switched on`() {
        #expect(PhoneSettings(project: ["signIn": ["phoneNumber": ["enabled": true]]]).allowsSignIn)
        #expect(!PhoneSettings(project: ["signIn": ["phoneNumber": ["enabled": false]]]).allowsSignIn)
        #expect(!PhoneSettings(project: [:]).allowsSignIn)
        #expect(!PhoneSettings(tenant: ["signIn": ["phoneNumber": ["enabled": true]]]).allowsSignIn)
    }

    @Test func `test numbers are normalised, and what is none is left out`() {
        let numbers: JSON = ["+1 (650) 555-ABCD": "123456", "650": "1", "+16505550100": 5]

        let project = PhoneSettings(project: ["signIn": ["phoneNumber": ["testPhoneNumbers": numbers]]])
        #expect(project.testNumbers == ["+16505552223": "123456"])
        #expect(PhoneSettings(tenant: ["testPhoneNumbers": numbers]).testNumbers == ["+16505552223": "123456"])
    }

    struct Policy: Sendable, CustomTestStringConvertible {
        let document: JSON?
        let german: Bool
        let american: Bool
        let unknown: Bool

        var testDescription: String { document?.text ?? "nothing" }

        init(_ document: JSON?, german: Bool, american: Bool, unknown: Bool) {
            self.document = document
            self.german = german
            self.american = american
            self.unknown = unknown
        }
    }

    static let policies = [
        Policy(nil, german: true, american: true, unknown: true),
        Policy([:], german: true, american: true, unknown: true),
        Policy(["allowByDefault": [:]], german: true, american: true, unknown: true),
        Policy(["allowByDefault": ["disallowedRegions": ["DE"]]], german: false, american: true, unknown: true),
        Policy(["allowByDefault": ["disallowedRegions": ["us"]]], german: true, american: false, unknown: true),
        Policy(["allowlistOnly": [:]], german: false, american: false, unknown: false),
        Policy(["allowlistOnly": ["allowedRegions": ["DE"]]], german: true, american: false, unknown: false),
        Policy(["allowlistOnly": ["allowedRegions": ["CA", "DE"]]], german: true, american: true, unknown: false),
    ]

    @Test(arguments: policies)
    func `regions are allowed as the policy says`(_ policy: Policy) {
        let regions = SMSRegionPolicy(policy.document)

        #expect(regions.allows("+4915112345678") == policy.german)
        #expect(regions.allows("+16505550100") == policy.american)
        #expect(regions.allows("+9991234567") == policy.unknown)
    }

    // MARK: The resource

    @Test(arguments: [Profile.local, .production])
    func `a region that there is not is refused`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        for policy: JSON in [
            ["allowlistOnly": ["allowedRegions": ["XX"]]], ["allowlistOnly": ["allowedRegions": ["USA"]]],
            ["allowByDefault": ["disallowedRegions": ["XX"]]],
        ] {
            let answer = try await server.configure("smsRegionConfig", ["smsRegionConfig": policy])
            #expect(answer.outcome == "INVALID_REGION_CODE : Invalid region code.")
        }
    }

    @Test(arguments: [Profile.local, .production])
    func `a policy is one or the other`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let both: JSON = ["allowlistOnly": ["allowedRegions": ["US"]], "allowByDefault": ["disallowedRegions": ["DE"]]]

        // production.md section 1
        let message =
            "Invalid value at 'config.sms_region_config' (oneof), oneof field 'sms_region_policy' is already set. "
            + "Cannot set 'allowByDefault'"
        let answer = try await server.configure("smsRegionConfig", ["smsRegionConfig": both])
        #expect(answer.outcome == message)
        guard profile == .production else { return }
        #expect(
            answer.json[path: "error.details"]?.arrayValue?.first?["fieldViolations"] == [
                ["field": "config.sms_region_config", "description": .string(message)]
            ])
    }

    @Test(arguments: [Profile.local, .production])
    func `a test number without a plus is refused, and letters are normalised`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let path = "signIn.phoneNumber.testPhoneNumbers"
        func body(_ numbers: JSON) -> JSON { ["signIn": ["phoneNumber": ["testPhoneNumbers": numbers]]] }

        let refused = try await server.configure(path, body(["16505550100": "123456"]))
        #expect(refused.outcome == "INVALID_PHONE_NUMBER : Invalid format.")
        let kept = try await server.configure(path, body(["+1650555ABCD": "123456"]))
        #expect(kept.json[path: path] == ["+16505552223": "123456"])
    }

    /// production.md section 14
    @Test(arguments: [Profile.local, .production])
    func `there are ten test numbers at most`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let path = "signIn.phoneNumber.testPhoneNumbers"
        for (count, outcome) in [
            (10, "OK"), (11, "INVALID_TESTING_PHONE_NUMBER : There can be ten test numbers at most."),
        ] {
            let numbers = JSON.object((0..<count).map { JSON.Member("+165055501\(10 + $0)", "123456") })
            let answer = try await server.configure(path, ["signIn": ["phoneNumber": ["testPhoneNumbers": numbers]]])
            #expect(answer.outcome == outcome)
        }
    }

    @Test func `a fresh project of production allows no region, one of local all`() async throws {
        for (profile, isAllowed) in [(Profile.local, true), (.production, false)] {
            let server = try TestServer(profile)
            try await server.set("signIn.phoneNumber.enabled", true)
            let answer = try await server.app("accounts:sendVerificationCode", ["phoneNumber": "+16505550100"])
            #expect((answer.status == 200) == isAllowed)
        }
    }
}
