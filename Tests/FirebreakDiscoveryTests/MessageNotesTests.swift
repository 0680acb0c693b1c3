import FirebreakWire
import Testing

@testable import FirebreakDiscovery

/// What is known of messages beyond the discovery documents.
struct MessageNotesTests {
    @Test(arguments: MessageNotes.byMessage.sorted { $0.key < $1.key }.map(\.key))
    func `notes are of messages and members that there are`(name: String) throws {
        let notes = try #require(MessageNotes.byMessage[name])
        let members = DiscoveryMessages.v2[name].members

        #expect(!members.isEmpty)
        for name in notes.order + notes.asWritten + notes.always.keys + notes.never
            + notes.oneofs.values.flatMap(\.self)
        {
            #expect(members[name] != nil, "\(name)")
        }
        #expect(Set(notes.order).count == notes.order.count)
        if !notes.order.isEmpty { #expect(Set(notes.order) == Set(members.keys)) }
    }

    @Test(arguments: [AdminResource.config, .tenant])
    func `every message in a configuration has an order, if it has several members`(resource: AdminResource) {
        var unordered: [String] = []
        func look(at shape: MessageShape, _ path: String) {
            switch shape {
            case .object(let members):
                let given = JSON.object(members.keys.sorted().map { JSON.Member($0, ["x": 1]) })
                let back = JSON.object(members.keys.sorted().reversed().map { JSON.Member($0, ["x": 1]) })
                if names(shape.shown(given)) != names(shape.shown(back)) { unordered.append(path) }
                for (name, member) in members { look(at: member.shape, "\(path).\(name)") }
            case .array(let element), .map(let element): look(at: element, path)
            default: break
            }
        }
        look(at: resource.shape, resource.rawValue)

        // The members of the first exclude each other.
        #expect(unordered == ["\(resource.rawValue).smsRegionConfig"])
    }

    private func names(_ document: JSON) -> [String] { document.objectValue?.map(\.key) ?? [] }

    @Test func `a document is shown in order, without defaults, with what is always there`() throws {
        let policy = try #require(AdminResource.config.shape.members["passwordPolicyConfig"]).shape
        let document: JSON = [
            "unknown": "", "other": [1], "forceUpgradeOnSignin": false,
            "passwordPolicyVersions": [
                [
                    "schemaVersion": 1,
                    "customStrengthOptions": ["containsNumericCharacter": false, "minPasswordLength": 0],
                ]
            ],
        ]

        #expect(
            policy.shown(document).text == """
                {"passwordPolicyEnforcementState":"OFF","passwordPolicyVersions":[{"customStrengthOptions":\
                {"minPasswordLength":0,"containsNumericCharacter":false},"schemaVersion":1}],"other":[1]}
                """)
    }

    @Test(arguments: [
        ("signIn", #"{"phoneNumber":{"testPhoneNumbers":{}},"anonymous":{}}"#, #"{"phoneNumber":{},"anonymous":{}}"#),
        ("mobileLinksConfig", #"{"domain":"DOMAIN_UNSPECIFIED"}"#, "{}"),
        ("mobileLinksConfig", #"{"domain":"HOSTING_DOMAIN"}"#, #"{"domain":"HOSTING_DOMAIN"}"#),
        ("authorizedDomains", #"["a",""]"#, #"["a",""]"#), ("multiTenant", #"{"allowTenants":null}"#, "{}"),
        (
            "quota", #"{"signUpQuotaConfig":{"quota":"0"}}"#,
            #"{"signUpQuotaConfig":{"startTime":"1970-01-01T00:00:00Z","quotaDuration":"0s"}}"#
        ),
        ("mfa", #"{"state":"STATE_UNSPECIFIED","enabledProviders":[]}"#, #"{"state":"STATE_UNSPECIFIED"}"#),
    ])
    func `what a member has that was never written is not shown`(name: String, given: String, shown: String) throws {
        let shape = try #require(AdminResource.config.shape.members[name]).shape

        #expect(shape.shown(try JSON(parsing: given)).text == shown)
    }

    @Test func `members that exclude each other are known by the name of their group`() throws {
        for resource in [AdminResource.config, .tenant] {
            let regions = try #require(resource.shape.members["smsRegionConfig"]).shape
            #expect(regions.oneof(of: "allowlistOnly") == "sms_region_policy")
            #expect(regions.rivals(of: "allowlistOnly") == ["allowByDefault"])
            #expect(regions.rivals(of: "allowByDefault") == ["allowlistOnly"])
            #expect(resource.shape.rivals(of: "name").isEmpty)
        }
    }
}
