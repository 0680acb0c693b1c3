import FirebreakControl
import FirebreakOperations
import FirebreakStore
import FirebreakWire
import Testing

struct RulesTests {
    @Test(arguments: Profile.allCases)
    func `a project starts with the rules of its profile`(profile: Profile) async throws {
        let fixture = try ControlFixture(profile: profile)

        #expect(try await fixture.run(GetRules.self) == Rules(profile: profile).document)
    }

    @Test func `only what was given is stored, and it takes effect at once`() async throws {
        let fixture = try ControlFixture()

        let answer = try await fixture.run(PatchRules.self, ["takeover": "off", "appName": "Shop"])

        #expect(answer["takeover"] == "off")
        #expect(answer["expiry"] == "on")
        #expect(try await fixture.run(GetRules.self) == answer)
        let stored = try await fixture.project().read { tx in try tx.setting(.rules) }
        #expect(stored == ["takeover": "off", "appName": "Shop"])
    }

    @Test func `null sets a rule back to the default of the server`() async throws {
        let fixture = try ControlFixture(rules: [(name: "expiry", value: "off")])
        try await fixture.run(PatchRules.self, ["expiry": "on", "hostingDomains": ["Links.Example.test"]])
        #expect(try await fixture.run(GetRules.self)["hostingDomains"] == ["links.example.test"])

        let answer = try await fixture.run(PatchRules.self, ["expiry": nil, "hostingDomains": nil])

        #expect(answer["expiry"] == "off")
        #expect(answer["hostingDomains"] == [])
        let stored = try await fixture.project().read { tx in try tx.setting(.rules) }
        #expect(stored == nil)
    }

    @Test func `lifetimes are merged one by one`() async throws {
        let fixture = try ControlFixture()
        try await fixture.run(PatchRules.self, ["lifetimes": ["EMAIL_SIGNIN": 60, "idToken": 120]])

        let answer = try await fixture.run(PatchRules.self, ["lifetimes": ["EMAIL_SIGNIN": nil, "PASSWORD_RESET": 5]])

        #expect(answer[path: "lifetimes.EMAIL_SIGNIN"] == .null)
        #expect(answer[path: "lifetimes.idToken"] == 120)
        #expect(answer[path: "lifetimes.PASSWORD_RESET"] == 5)
        let reset = try await fixture.run(PatchRules.self, ["lifetimes": nil])
        #expect(reset == Rules(profile: .local).document)
    }

    @Test func `names that the codec has camel-cased are understood`() async throws {
        let fixture = try ControlFixture()
        let body = try JSON(parsing: #"{"lifetimes":{"EMAIL_SIGNIN":60},"id_tokens":"unsigned"}"#, keys: .camelCase)

        let answer = try await fixture.run(PatchRules.self, body)

        #expect(answer[path: "lifetimes.EMAIL_SIGNIN"] == 60)
    }

    @Test(
        arguments: [
            (["expiry": "sometimes"], "rule expiry must be one of on, off"),
            (["takeover": 1], "rule takeover must be one of on, federated, off"),
            (["nope": "on"], "there is no rule nope"),
            (["nope": nil], "there is no rule nope"),
            (["providers": "some"], "rule providers must be one of any, configured"),
            (["lifetimes": 5], "rule lifetimes must be an object"),
            (["lifetimes": ["idToken": nil]], "ID tokens always have a lifetime"),
            (["lifetimes": ["nope": 5]], "there is no lifetime nope"),
            (
                ["lifetimes": ["EMAIL_SIGNIN": 0]],
                "lifetime EMAIL_SIGNIN must be 1 to 3153600000 seconds, or null for none"
            ),
            (["hostingDomains": "a.test"], "rule hostingDomains must be a list of host names"),
            (["appName": 5], "rule appName must be a text"),
        ] as [(JSON, String)])
    func `a rule that cannot be is refused as a whole`(patch: JSON, explanation: String) async throws {
        let fixture = try ControlFixture()
        let whole = JSON.object((patch.objectValue ?? []) + [JSON.Member("supersedeCodes", "off")])

        await #expect(throws: WireError.invalidArgument(explanation)) {
            try await fixture.run(PatchRules.self, whole)
        }

        #expect(try await fixture.run(GetRules.self)["supersedeCodes"] == "on")
    }

    @Test func `an empty patch changes nothing and makes no project`() async throws {
        let fixture = try ControlFixture()

        #expect(try await fixture.run(PatchRules.self) == Rules(profile: .local).document)

        #expect(try fixture.services.projects.projects().isEmpty)
    }
}
