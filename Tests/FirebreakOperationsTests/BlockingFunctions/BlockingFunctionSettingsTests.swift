import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// blocking-functions.md section 1: how functions are configured.
struct BlockingFunctionSettingsTests {
    private static let unknown = "INVALID_BLOCKING_FUNCTION : ((Event type is invalid.))"
    private static let badURI =
        "INVALID_BLOCKING_FUNCTION : ((Expected an absolute URI with valid scheme and host.))"

    private static func triggers(_ triggers: JSON) -> JSON { ["blockingFunctions": ["triggers": triggers]] }

    private static func functionURI(_ uri: JSON) -> JSON { triggers(["beforeSignIn": ["functionUri": uri]]) }

    static let rows: [Row] = [
        Row(triggers([:]), "OK"),
        Row(triggers(["beforeCreate": ["functionUri": "http://127.0.0.1:5001/p/r/f"]]), "OK"),
        Row(functionURI("https://f.test/"), "OK"),
        Row(triggers(["beforeSendEmail": ["functionUri": "http://f.test/"]]), emulator: unknown, others: "OK"),
        Row(triggers(["beforeSendSms": ["functionUri": "http://f.test/"]]), emulator: unknown, others: "OK"),
        Row(triggers(["afterCreate": ["functionUri": "http://f.test/"]]), unknown),
        Row(triggers(["providers/x": ["functionUri": "http://f.test/"]]), unknown),
        Row(triggers(["beforeSignIn": [:]]), badURI),
        Row(functionURI(""), badURI),
        Row(functionURI("/relative"), badURI),
        Row(functionURI("f.test"), badURI),
        Row(
            triggers(["beforeCreate": ["functionUri": "http://f.test/"], "beforeSignIn": ["functionUri": "x"]]),
            badURI),
    ]

    @Test(arguments: Profile.allCases, rows)
    func `triggers are checked`(_ profile: Profile, _ row: Row) async throws {
        let server = try await TestServer.open(profile)

        #expect(try await server.configure("blockingFunctions", row.body).outcome == row.outcome(profile))
    }

    @Test(arguments: Profile.allCases)
    func `the reference checks them before it looks at the mask`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let body = Self.triggers(["afterCreate": [:]])

        let outcome = try await server.configure("signIn.allowDuplicateEmails", body).outcome
        #expect(outcome == (profile == .emulator ? Self.unknown : "OK"))
    }

    @Test(arguments: Profile.allCases)
    func `a refused trigger leaves the earlier ones`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        try await server.guardSignIns()
        _ = try await server.configure("blockingFunctions", Self.functionURI("x"))
        _ = try await server.user()

        #expect(server.timesAsked == [1, 1])
    }

    @Test(arguments: Profile.allCases)
    func `a function of one project is not asked by another`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        try await server.guardSignIns()
        let answer = try await server.signUp("a@x.test", key: "project:other")

        #expect(answer.outcome == "OK")
        #expect(server.timesAsked == [0, 0])
    }

    @Test(arguments: Profile.allCases)
    func `an empty setting takes them away`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        try await server.guardSignIns()
        try await server.set("blockingFunctions", [:])
        _ = try await server.user()

        #expect(server.timesAsked == [0, 0])
    }

    @Test func `in the reference so does a change without a mask`() async throws {
        let server = try await TestServer.open(.emulator)
        try await server.guardSignIns()
        let answer = try await server.send(
            .patch, "/identitytoolkit.googleapis.com/v2/projects/example/config", [:],
            headers: [.authorization: "Bearer owner"])
        try #require(answer.status == 200)
        _ = try await server.user()

        #expect(server.timesAsked == [0, 0])
    }

    @Test(arguments: Profile.allCases)
    func `names with underscores count`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let body: JSON = [
            "blocking_functions": ["triggers": ["before_create": ["function_uri": .string(FunctionURL.create)]]]
        ]
        let answer = try await server.configure("blockingFunctions", body)
        server.functions.answer(FunctionURL.create, [:])
        _ = try await server.user()

        #expect(answer.outcome == "OK")
        #expect(server.timesAsked == [1, 0])
    }

    @Test func `in the reference settings read back as they were given`() async throws {
        let server = try await TestServer.open(.emulator)
        let settings: JSON = [
            "triggers": [
                "beforeCreate": ["functionUri": "http://f.test/", "updateTime": "2026-01-01T00:00:00Z"],
                "beforeSignIn": ["functionUri": "http://g.test/"],
            ], "forwardInboundCredentials": ["idToken": true, "accessToken": true, "refreshToken": true],
        ]
        try await server.set("blockingFunctions", settings)

        let config = try await server.adminGet("/v2/projects/example/config")
        #expect(config["blockingFunctions"]?.sorted == settings.sorted)
    }

    @Test(arguments: [Profile.local, .production])
    func `elsewhere triggers have the time of their last change`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        func configured(_ settings: JSON) async throws -> JSON? {
            try await server.set("blockingFunctions", settings)
            return try await server.adminGet("/v2/projects/example/config")["blockingFunctions"]?.sorted
        }
        func create(_ time: JSON) -> JSON { ["functionUri": "http://f.test/", "updateTime": time] }
        let first = try await configured(["triggers": ["beforeCreate": create("2026-01-01T00:00:00Z")]])
        server.clock.advance(seconds: 10)
        let second = try await configured(
            [
                "triggers": [
                    "beforeCreate": ["functionUri": "http://f.test/"],
                    "beforeSignIn": ["functionUri": "http://g.test/"],
                ], "forwardInboundCredentials": ["idToken": true],
            ])

        let created = create("2026-06-01T12:00:00.000Z")
        #expect(first == (["triggers": ["beforeCreate": created], "forwardInboundCredentials": [:]] as JSON).sorted)
        #expect(
            second
                == ([
                    "triggers": [
                        "beforeCreate": created,
                        "beforeSignIn": ["functionUri": "http://g.test/", "updateTime": "2026-06-01T12:00:10.000Z"],
                    ], "forwardInboundCredentials": ["idToken": true],
                ] as JSON).sorted)
    }
}
