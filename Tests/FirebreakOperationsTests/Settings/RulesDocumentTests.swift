import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Rules through the control API (firebreak.md section 3).
struct RulesDocumentTests {
    private static let fixed: [(name: String, value: JSON)] = [
        ("providers", "any"), ("credentials", "unverified"), ("idpPages", "builtin"), ("idTokens", "unsigned"),
        ("passkeys", "on"),
    ]

    @Test(arguments: [TestProfile.local, .emulator])
    func `a profile has its rules`(profile: TestProfile) async throws {
        let rules = try await TestServer(profile.value).control(.get, "/rules").json

        let isReference = profile == .emulator
        for rule in Self.fixed { #expect(rules[rule.name] == rule.value) }
        #expect(rules["expiry"] == (isReference ? "off" : "on"))
        #expect(rules["supersedeCodes"] == (isReference ? "off" : "on"))
        #expect(rules["takeover"] == (isReference ? "federated" : "on"))
        #expect(rules["hostingDomains"] == [])
        let lifetimes = try #require(rules["lifetimes"])
        #expect(lifetimes["idToken"] == 3600)
        #expect(lifetimes["PASSWORD_RESET"] == 3600)
        #expect(lifetimes["VERIFY_EMAIL"] == 259_200)
        #expect(lifetimes["VERIFY_AND_CHANGE_EMAIL"] == 259_200)
        #expect(lifetimes["EMAIL_SIGNIN"] == 21_600)
        #expect(lifetimes["RECOVER_EMAIL"] == .null)
        #expect(lifetimes["REVERT_SECOND_FACTOR_ADDITION"] == .null)
        #expect(lifetimes["recentLogin"] == 300)
        let names = rules["limits"]?.objectValue?.map(\.key)
        #expect(names == ["passwordFailures", "emailsPerEmail", "smsPerNumber", "totpFailures", "signUpsPerIp"])
        #expect(rules["limits"]?.objectValue?.allSatisfy(\.value.isNull) == true)
    }

    @Test func `in profile production providers must be configured`() async throws {
        let rules = try await TestServer(.production).control(.get, "/rules").json

        #expect(rules["providers"] == "configured")
        #expect(rules["idpPages"] == "provider")
        #expect(rules["expiry"] == "on")
        #expect(rules["takeover"] == "on")
    }

    @Test func `a rule is changed for its project, and null sets it back`() async throws {
        let server = try TestServer(.local)

        let changed = try await server.control(.patch, "/rules", ["expiry": "off", "appName": "Shop"])
        #expect(changed["expiry"] == "off" && changed["appName"] == "Shop" && changed["takeover"] == "on")
        #expect(try await server.control(.get, "/rules").json == changed.json)
        #expect(try await server.control(.get, "/rules", project: "other")["expiry"] == "on")

        let back = try await server.control(.patch, "/rules", ["expiry": nil])
        #expect(back["expiry"] == "on" && back["appName"] == "Shop")
    }

    @Test(
        arguments: [
            ["nope": 1], ["expiry": "sometimes"], ["lifetimes": ["EMAIL_SIGNIN": 0]], ["lifetimes": ["nope": 1]],
            ["lifetimes": ["idToken": nil]], ["lifetimes": 5], ["hostingDomains": "a.test"], ["hostingDomains": [""]],
            ["appName": "ok", "takeover": "maybe"], ["idTokens": "encrypted"], ["idpPages": "popup"], ["limits": 5],
            ["limits": ["totpFailures": 5]], ["limits": ["nope": ["count": 1, "seconds": 1]]],
            ["limits": ["smsPerNumber": ["count": 0, "seconds": 1]]], ["limits": ["smsPerNumber": ["count": 1]]],
            ["limits": ["smsPerNumber": ["count": 1, "seconds": 0]]],
            ["limits": ["smsPerNumber": ["count": 1, "seconds": 1, "minutes": 1]]],
        ] as [JSON])
    func `a rule that cannot be is refused and nothing is stored`(patch: JSON) async throws {
        let server = try TestServer(.local)
        let before = try await server.control(.get, "/rules").json

        let answer = try await server.control(.patch, "/rules", patch)

        #expect(answer.status == 400)
        #expect(answer.message?.hasPrefix("INVALID_ARGUMENT : ") == true)
        #expect(try await server.control(.get, "/rules").json == before)
    }

    @Test func `lifetimes are merged, under names that are data`() async throws {
        let server = try TestServer(.local)

        _ = try await server.control(.patch, "/rules", ["lifetimes": ["EMAIL_SIGNIN": 60]])
        let rules = try await server.control(.patch, "/rules", ["lifetimes": ["PASSWORD_RESET": nil, "idToken": 300]])

        let lifetimes = try #require(rules["lifetimes"])
        #expect(lifetimes["EMAIL_SIGNIN"] == 60)
        #expect(lifetimes["PASSWORD_RESET"] == .null)
        #expect(lifetimes["idToken"] == 300)
        #expect(lifetimes["VERIFY_EMAIL"] == 259_200)
    }

    @Test func `limits are merged, and null takes one away`() async throws {
        let three: JSON = ["count": 3, "seconds": 60]
        let server = try TestServer(.local, rules: ["limits": #"{"totpFailures":{"count":3,"seconds":60}}"#])
        #expect(try await server.control(.get, "/rules")["limits"]?["totpFailures"] == three)

        let five: JSON = ["count": 5, "seconds": 300]
        let patched = try await server.control(.patch, "/rules", ["limits": ["smsPerNumber": five]])
        #expect(patched["limits"]?["smsPerNumber"] == five)
        #expect(patched["limits"]?["totpFailures"] == three)
        let none = try await server.control(.patch, "/rules", ["limits": ["totpFailures": nil]])
        #expect(none["limits"]?["totpFailures"] == .null)
        #expect(none["limits"]?["smsPerNumber"] == five)
        let back = try await server.control(.patch, "/rules", ["limits": nil])
        #expect(back["limits"]?["totpFailures"] == three)
        #expect(back["limits"]?["smsPerNumber"] == .null)
    }

    @Test func `the server's own rules are the default of every project, below the project's`() async throws {
        let server = try TestServer(
            .local,
            rules: ["expiry": "off", "hostingDomains": "Auth.Shop.test,b.test", "lifetimes": #"{"EMAIL_SIGNIN":90}"#])

        let rules = try await server.control(.get, "/rules").json
        #expect(rules["expiry"] == "off")
        #expect(rules["hostingDomains"] == ["auth.shop.test", "b.test"])
        #expect(rules["lifetimes"]?["EMAIL_SIGNIN"] == 90)
        #expect(try await server.control(.patch, "/rules", ["expiry": "on"])["expiry"] == "on")
        #expect(try await server.control(.patch, "/rules", ["expiry": nil])["expiry"] == "off")
    }

    @Test func `lifetimes count by the project's clock, and only while codes expire`() async throws {
        let server = try TestServer(.local)
        _ = try await server.control(.patch, "/rules", ["lifetimes": ["PASSWORD_RESET": 10]])
        func code() async throws -> JSON {
            let answer = try await server.admin(
                "accounts:sendOobCode",
                ["requestType": "PASSWORD_RESET", "email": "a@example.test", "returnOobLink": true])
            return try #require(answer["oobCode"])
        }
        _ = try await server.signUp("a@example.test")

        let first = try await code()
        server.clock.advance(seconds: 9)
        #expect(try await server.app("accounts:resetPassword", ["oobCode": first]).status == 200)
        server.clock.advance(seconds: 1)
        #expect(try await server.app("accounts:resetPassword", ["oobCode": first]).message == "EXPIRED_OOB_CODE")

        _ = try await server.control(.patch, "/rules", ["expiry": "off"])
        let second = try await code()
        server.clock.advance(seconds: 1_000_000)
        #expect(try await server.app("accounts:resetPassword", ["oobCode": second]).status == 200)
    }

    @Test func `a reset takes rules along unless the configuration is kept`() async throws {
        let server = try TestServer(.local)
        _ = try await server.control(.patch, "/rules", ["expiry": "off"])

        _ = try await server.control(.post, ":reset", ["keep": ["config"]])
        #expect(try await server.control(.get, "/rules")["expiry"] == "off")
        _ = try await server.control(.post, ":reset", [:])
        #expect(try await server.control(.get, "/rules")["expiry"] == "on")
    }
}
