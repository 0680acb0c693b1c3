import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Rule `accountEvents` (blocking-functions.md section 5): accounts that come and go are announced.
struct AccountEventTests {
    private static let rule = "http://127.0.0.1:5001/functions/projects/{project}/trigger_multicast"
    private static let url = "http://127.0.0.1:5001/functions/projects/example/trigger_multicast"
    private static let prefix = "providers/firebase.auth/eventTypes/user."

    private static func server(_ profile: Profile) async throws -> TestServer {
        try await TestServer.openToAll(profile, rules: ["accountEvents": rule])
    }

    /// `create` or `delete`, oldest first.
    private static func kinds(_ server: TestServer) -> [String] {
        server.functions.announced.map { event in
            String((event.body["eventType"]?.stringValue ?? "").dropFirst(prefix.count))
        }
    }

    // MARK: Creation

    private typealias Action = @Sendable (TestServer) async throws -> TestAnswer

    private static let creations: [(name: String, action: Action)] = [
        ("sign-up", { try await $0.signUp("alice@example.test") }),
        ("anonymous sign-up", { try await $0.app("accounts:signUp", ["returnSecureToken": true]) }),
        ("an admin", { try await $0.admin("accounts", ["email": "a@x.test"]) }),
        ("an admin, with ID", { try await $0.admin("accounts", ["localId": "a"]) }),
        (
            "custom token",
            {
                try await $0.app(
                    "accounts:signInWithCustomToken", ["token": #"{"uid":"c"}"#, "returnSecureToken": true])
            }
        ),
        ("e-mail link", { try await $0.prepare(.newLink).finish() }),
        ("identity", { try await $0.prepare(.newIdentity).finish() }),
        ("phone", { try await $0.prepare(.newPhone).finish() }),
    ]

    /// Outside the reference's profile the first sign-in with a custom token is not an event.
    private static func isSilent(_ row: Int, _ profile: Profile) -> Bool {
        profile != .emulator && creations[row].name == "custom token"
    }

    @Test(arguments: Profile.allCases, creations.indices)
    func `every new account is announced once`(_ profile: Profile, row: Int) async throws {
        let server = try await Self.server(profile)
        let answer = try await Self.creations[row].action(server)

        #expect(answer.outcome == "OK", "\(Self.creations[row].name)")
        guard !Self.isSilent(row, profile) else {
            return #expect(server.functions.announced.isEmpty)
        }
        #expect(Self.kinds(server) == ["create"], "\(Self.creations[row].name)")
        let event = try #require(server.functions.announced.first)
        #expect(event.url == Self.url)
        #expect(event.body[path: "data.uid"] == (try await server.everybody().first?["localId"]))
    }

    @Test(arguments: Profile.allCases)
    func `an event says what happened where`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        _ = try await server.user()
        let body = try #require(server.functions.announced.first?.body)

        #expect(body.names.sorted() == ["data", "eventId", "eventType", "params", "resource", "timestamp"])
        #expect(body["eventType"] == "providers/firebase.auth/eventTypes/user.create")
        #expect(
            body["resource"]?.sorted == ["name": "projects/example", "service": "firebaseauth.googleapis.com"])
        #expect(body["params"] == [:])
        #expect(body["timestamp"]?.stringValue?.hasPrefix("2026-06-01T12:00:00") == true)
        #expect(body["eventId"]?.stringValue?.count == 36)
    }

    @Test(arguments: Profile.allCases)
    func `every event has an ID of its own`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        _ = try await server.user()
        _ = try await server.user("b@x.test")

        #expect(Set(server.functions.announced.compactMap { $0.body["eventId"]?.stringValue }).count == 2)
    }

    /// Nobody has signed in to an account that an admin makes; in the reference its admins' accounts have, and those of
    /// e-mail links have not yet.
    @Test(arguments: Profile.allCases, creations.indices)
    func `a new account is announced with its first sign-in`(_ profile: Profile, row: Int) async throws {
        guard !Self.isSilent(row, profile) else { return }
        let (name, action) = Self.creations[row]
        let (created, signedIn) =
            profile == .emulator ? ("creationTime", "lastSignInTime") : ("createdAt", "lastSignedInAt")
        let isSilent = profile == .emulator ? name == "e-mail link" : name.hasPrefix("an admin")
        let time: JSON = "2026-06-01T12:00:00.000Z"
        for asksFunction in [false, true] {
            let server = try await Self.server(profile)
            if asksFunction { try await server.guardSignIns() }
            #expect(try await action(server).outcome == "OK", "\(name)")

            let metadata = server.functions.announced.first?.body[path: "data.metadata"]
            #expect(metadata?[created] == time, "\(name)")
            #expect(metadata?[signedIn] == (isSilent ? JSON?.none : time), "\(name)")
        }
    }

    @Test(arguments: Profile.allCases)
    func `an account that beforeCreate changed is told as changed, beforeSignIn comes later`(
        _ profile: Profile
    ) async throws {
        let server = try await Self.server(profile)
        try await server.guardSignIns()
        server.changeRecord(
            FunctionURL.create, "displayName,customClaims", ["displayName": "First", "customClaims": ["a": 1]])
        server.changeRecord(FunctionURL.signIn, "displayName", ["displayName": "Second"])
        _ = try await server.user()

        #expect(Self.kinds(server) == ["create"])
        let data = server.functions.announced.first?.body["data"]
        #expect(data?["displayName"] == "First")
        #expect(data?["customClaims"] == ["a": 1])
    }

    @Test(arguments: Profile.allCases)
    func `an account that beforeCreate disables is announced, one that it refuses is not`(
        _ profile: Profile
    ) async throws {
        let server = try await Self.server(profile)
        try await server.guardSignIns()
        server.changeRecord(FunctionURL.create, "disabled", ["disabled": true])
        _ = try await server.signUp("disabled@x.test")
        server.functions.answer(FunctionURL.create, status: 403, [:])
        _ = try await server.signUp("refused@x.test")

        #expect(Self.kinds(server) == ["create"])
        let data = server.functions.announced.first?.body["data"]
        #expect(data?["email"] == "disabled@x.test" && data?["disabled"] == true)
    }

    @Test(arguments: Profile.allCases)
    func `a sign-up that fails announces nothing`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        _ = try await server.signUp("a@x.test", password: "x")
        if profile != .emulator { _ = try await server.idp("google.com", ["sub": "1"], ["autoCreate": false]) }

        #expect(server.functions.announced.isEmpty)
    }

    // MARK: Deletion

    @Test(arguments: Profile.allCases, [false, true])
    func `a deleted account is announced`(_ profile: Profile, byAdmin: Bool) async throws {
        let server = try await Self.server(profile)
        let user = try await server.user()
        let answer =
            byAdmin
            ? try await server.admin("accounts:delete", ["localId": .string(user.id)])
            : try await server.app("accounts:delete", ["idToken": user.token])
        try #require(answer.status == 200)

        #expect(Self.kinds(server) == ["create", "delete"])
        let event = try #require(server.functions.announced.last)
        #expect(event.url == Self.url)
        #expect(event.body[path: "data.uid"] == .string(user.id))
        #expect(event.body[path: "data.email"] == "alice@example.test")
    }

    @Test(arguments: Profile.allCases)
    func `accounts deleted in bulk are announced by the reference only`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        _ = try await server.importAccounts(["localId": "a"], ["localId": "b"], ["localId": "c"])
        _ = try await server.admin("accounts:batchDelete", ["localIds": ["a", "none", "b"], "force": true])

        #expect(Self.kinds(server) == (profile == .emulator ? ["delete", "delete"] : []))
    }

    // MARK: Nothing to announce

    private static let silent: [(name: String, action: Action)] = [
        ("import", { try await $0.importAccounts(["localId": "a", "email": "a@x.test"]) }),
        ("update", { try await $0.update("known", ["displayName": "D", "disableUser": true]) }),
        (
            "sign-in",
            {
                try await $0.app(
                    "accounts:signInWithCustomToken", ["token": #"{"uid":"known"}"#, "returnSecureToken": true])
            }
        ),
        (
            "deleting all",
            {
                try await $0.send(
                    .delete, "/emulator/v1/projects/example/accounts", headers: [.authorization: "Bearer owner"])
            }
        ),
        ("resetting", { try await $0.send(.post, "/firebreak/v1/projects/example:reset", [:]) }),
    ]

    @Test(arguments: Profile.allCases, silent.indices)
    func `other changes are not announced`(_ profile: Profile, row: Int) async throws {
        let server = try await Self.server(profile)
        _ = try await server.importAccounts(["localId": "known"])
        let answer = try await Self.silent[row].action(server)

        #expect(answer.outcome == "OK", "\(Self.silent[row].name)")
        #expect(server.functions.announced.isEmpty, "\(Self.silent[row].name)")
    }

    @Test(arguments: Profile.allCases)
    func `without the rule nothing is announced`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        let user = try await server.user()
        _ = try await server.app("accounts:delete", ["idToken": user.token])

        #expect(server.functions.announced.isEmpty)
    }

    // MARK: Tenants and projects

    @Test(arguments: Profile.allCases)
    func `a tenant's accounts are its project's events`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        let tenant = try await server.makeTenant()
        let user = try await server.tenantUser(tenant)
        _ = try await server.admin("accounts:delete", ["localId": .string(user.id)], tenant: tenant)

        #expect(Self.kinds(server) == ["create", "delete"])
        for event in server.functions.announced {
            #expect(event.url == Self.url)
            #expect(event.body[path: "data.tenantId"] == .string(tenant))
            #expect(event.body[path: "resource.name"] == "projects/example")
        }
    }

    @Test(arguments: Profile.allCases)
    func `deleting a tenant announces nothing`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        let tenant = try await server.makeTenant()
        _ = try await server.tenantUser(tenant)
        let before = server.functions.announced.count
        _ = try await server.deleteTenant(tenant)

        #expect(server.functions.announced.count == before)
    }

    @Test func `another project has its own address`() async throws {
        let server = try await Self.server(.local)
        _ = try await server.admin("accounts", ["email": "a@x.test"], project: "a b")

        let event = try #require(server.functions.announced.first)
        #expect(event.url == "http://127.0.0.1:5001/functions/projects/a%20b/trigger_multicast")
        #expect(event.body[path: "resource.name"] == "projects/a b")
    }

    @Test(arguments: ["not a URL", "/relative", "ftp://x.test/", ""])
    func `the rule must be a web address`(value: String) async throws {
        let server = try await TestServer.open(.local)
        let answer = try await server.control(.patch, "/rules", ["accountEvents": .string(value)])

        #expect(answer.status == 400)
        #expect(try await server.control(.get, "/rules")["accountEvents"] == .null)
    }

    @Test(
        arguments: [
            ["url": "http://l.test/", "format": "v3"], ["format": "v2"], ["url": "http://l.test/", "secret": "s"],
            ["url": "/relative", "format": "v2"], ["url": "http://l.test/", "format": 2], [[]], 7, true,
        ] as [JSON])
    func `a format is one of four, beside a web address`(_ value: JSON) async throws {
        let server = try await TestServer.open(.local)
        let answer = try await server.control(.patch, "/rules", ["accountEvents": value])

        #expect(answer.status == 400)
        #expect(answer.text.contains("accountEvents"))
        #expect(try await server.control(.get, "/rules")["accountEvents"] == .null)
    }

    @Test func `a format is replaced together with its address`() async throws {
        let server = try await TestServer.open(.local)
        let rule: JSON = ["url": .string(Self.rule), "format": "both"]
        _ = try await server.control(.patch, "/rules", ["accountEvents": rule])
        #expect(try await server.control(.get, "/rules")["accountEvents"] == rule)
        _ = try await server.user("both@x.test")
        let change: JSON = ["url": .string(Self.rule)]
        _ = try await server.control(.patch, "/rules", ["accountEvents": change])
        #expect(try await server.control(.get, "/rules")["accountEvents"] == .string(Self.rule))
        _ = try await server.user("one@x.test")

        #expect(
            server.functions.announcedRequests.map(\.contentType) == [
                "application/json", "application/cloudevents+json; charset=UTF-8", "application/json",
            ])
    }

    @Test func `the rule can be changed while the server runs`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.user("before@x.test")
        _ = try await server.control(.patch, "/rules", ["accountEvents": .string(Self.rule)])
        _ = try await server.user("after@x.test")
        _ = try await server.control(.patch, "/rules", ["accountEvents": nil])
        _ = try await server.user("later@x.test")

        #expect(server.functions.announced.map { $0.body[path: "data.email"] } == ["after@x.test"])
    }
}
