import FirebreakTestSupport
import FirebreakWire
import Testing

@testable import FirebreakOperations
@testable import FirebreakStore

/// blocking-functions.md section 8: functions that a Functions emulator has, and no project configures.
struct FoundFunctionsTests {
    private static let profiles = [Profile.local, .emulator]
    private static let origin = "http://127.0.0.1:5001"
    private static let before = origin + "/example/us-central1/before"
    private static let listener = origin + "/functions/projects/example/trigger_multicast"

    /// - Parameter triggers: Events and names of functions.
    private static func server(
        _ profile: Profile, _ triggers: KeyValuePairs<String, String>, forwarding: JSON = [:],
        rules: KeyValuePairs<String, String> = [:]
    ) throws -> TestServer {
        let found = FoundFunctions(
            origin: origin,
            triggers: triggers.map { FoundFunctions.Trigger(event: $0.key, region: "us-central1", name: $0.value) },
            forwarded: forwarding)
        let server = try TestServer(profile, rules: rules, finder: KnownFunctions(found))
        for (_, name) in triggers { server.functions.answer("\(origin)/example/us-central1/\(name)", [:]) }
        return server
    }

    @Test(arguments: profiles)
    func `a function is asked at its path below the project`(_ profile: Profile) async throws {
        let server = try Self.server(profile, ["beforeCreate": "before"])

        #expect(try await server.signUp("a@x.test").outcome == "OK")
        #expect(server.functions.calls(Self.before).map { $0["aud"]?.stringValue } == [Self.before])
    }

    @Test(arguments: profiles)
    func `of several for an event the last one is asked`(_ profile: Profile) async throws {
        let server = try Self.server(profile, ["beforeCreate": "early", "beforeCreate": "before"])
        _ = try await server.signUp("a@x.test")

        #expect(server.functions.calls(Self.before).count == 1)
        #expect(server.functions.calls(Self.origin + "/example/us-central1/early").isEmpty)
    }

    @Test(arguments: profiles)
    func `for an event that the configuration has a function for, that one is asked`(_ profile: Profile) async throws {
        let server = try Self.server(profile, ["beforeCreate": "before", "beforeSignIn": "check"])
        try await server.guardWith(["beforeCreate": FunctionURL.create])
        _ = try await server.signUp("a@x.test")

        #expect(server.timesAsked == [1, 0])
        #expect(server.functions.calls(Self.before).isEmpty)
        #expect(server.functions.calls(Self.origin + "/example/us-central1/check").count == 1)
    }

    @Test(arguments: profiles)
    func `each gets the credentials that its own side forwards`(_ profile: Profile) async throws {
        let server = try Self.server(
            profile, ["beforeSignIn": "before"], forwarding: ["idToken": true])
        try await server.guardWith(["beforeCreate": FunctionURL.create])
        _ = try await server.idp("google.com", ["sub": "1", "email": "a@x.test", "email_verified": true])

        let claims = try #require(server.functions.calls(Self.before).first)
        #expect(claims["oauth_id_token"] != nil)
        #expect(try #require(server.functions.calls(FunctionURL.create).first)["oauth_id_token"] == nil)
    }

    @Test(arguments: profiles)
    func `messages are guarded where the profile knows it`(_ profile: Profile) async throws {
        let server = try Self.server(profile, ["beforeSendEmail": "before"])
        _ = try await server.signUp("a@x.test")
        _ = try await server.app(
            "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "a@x.test"])

        #expect(server.functions.calls(Self.before).count == (profile == .emulator ? 0 : 1))
    }

    @Test(arguments: profiles)
    func `accounts are announced for which a function waits`(_ profile: Profile) async throws {
        let server = try Self.server(profile, ["user.delete": "deleted"])
        let user = try SignedInUser(await server.signUp("a@x.test"))
        _ = try await server.admin("accounts:delete", ["localId": .string(user.id)])

        #expect(server.functions.announced.map(\.url) == [Self.listener])
        #expect(server.functions.announced.first?.body[path: "data.uid"]?.stringValue == user.id)
    }

    private static let second = "application/cloudevents+json; charset=UTF-8"

    @Test(arguments: profiles)
    func `each generation is told if a function of it waits`(_ profile: Profile) async throws {
        for (triggers, types) in [
            (["user.v2.created": "a"], [Self.second]),
            (["user.v2.created": "a", "user.create": "b"], ["application/json", Self.second]),
            (["user.v2.deleted": "a"], []),
        ] as [(KeyValuePairs<String, String>, [String])] {
            let server = try Self.server(profile, triggers)
            _ = try await server.signUp("a@x.test")

            #expect(server.functions.announcedRequests.map(\.contentType) == types)
            #expect(server.functions.announced.allSatisfy { $0.url == Self.listener })
        }
    }

    /// By the filter: whether it admits accounts of the project itself, of the tenant, of another tenant.
    @Test(arguments: [(nil, [true, true]), ("", [true, false]), ("T", [false, true]), ("other", [false, false])])
    func `a filter decides whose accounts a function waits for`(filter: String?, admits: [Bool]) {
        let found = FoundFunctions(
            origin: Self.origin,
            triggers: [.init(event: "user.v2.created", region: "r", name: "n", tenant: filter)], forwarded: [:])

        let tenants = [nil, TenantID(rawValue: "T")]
        #expect(tenants.map { found.listener(for: .created, of: $0) != nil } == admits)
    }

    @Test(arguments: profiles)
    func `a listener of the rules is the only one`(_ profile: Profile) async throws {
        let server = try Self.server(
            profile, ["user.create": "created"], rules: ["accountEvents": "http://listener.test/"])
        _ = try await server.signUp("a@x.test")

        #expect(server.functions.announced.map(\.url) == ["http://listener.test/"])
    }

    @Test(arguments: profiles)
    func `the configuration does not have what was found`(_ profile: Profile) async throws {
        let server = try Self.server(profile, ["beforeCreate": "before"])
        _ = try await server.signUp("a@x.test")

        let config = try await server.adminGet("/v2/projects/example/config")
        #expect(config["blockingFunctions"]?["triggers"] == nil)
    }
}
