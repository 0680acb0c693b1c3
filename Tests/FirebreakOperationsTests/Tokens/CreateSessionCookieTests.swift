import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// tokens.md section 6 and production.md section 6.3.
struct CreateSessionCookieTests {
    static let rows: [Row] = [
        Row([:], "MISSING_ID_TOKEN"),
        Row(["validDuration": "1"], "MISSING_ID_TOKEN"),
        Row(["idToken": ""], emulator: "MISSING_ID_TOKEN", others: "INVALID_ID_TOKEN"),
        Row(["idToken": "junk"], "INVALID_ID_TOKEN"),
        Row(["idToken": "junk", "validDuration": "299"], "INVALID_DURATION"),
        Row(["idToken": "$TOKEN", "validDuration": "299"], "INVALID_DURATION"),
        Row(["idToken": "$TOKEN", "validDuration": "1209601"], "INVALID_DURATION"),
        Row(["idToken": "$TOKEN", "validDuration": -300], "INVALID_DURATION"),
        Row(["idToken": "$TOKEN", "validDuration": "300"], "OK"),
        Row(["idToken": "$TOKEN", "validDuration": 1_209_600], "OK"),
    ]

    @Test(arguments: Profile.allCases, rows)
    func `a request is checked in order`(_ profile: Profile, _ row: Row) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()

        let body = row.body.filling(["$TOKEN": user.idToken])
        let outcome = try await server.admin(":createSessionCookie", body).outcome
        #expect(outcome == row.outcome(profile))
    }

    private func cookie(_ server: TestServer, _ user: SignedInUser, _ duration: JSON? = nil) async throws -> JSON {
        var body: JSON = ["idToken": user.token]
        body["validDuration"] = duration
        let answer = try await server.admin(":createSessionCookie", body)
        #expect(answer.json.names == ["sessionCookie"])
        return try claims(answer.string("sessionCookie"))
    }

    /// The Admin SDK for .NET joins the path with a slash (production.md section 6.3).
    @Test(arguments: Profile.allCases, [false, true])
    func `a slash before the method's name is another spelling of it, but not to the reference`(
        _ profile: Profile, ofTenant: Bool
    ) async throws {
        let server = try await TestServer.open(profile)
        let tenant = ofTenant ? try await server.makeTenant() : nil
        let user = if let tenant { try await server.tenantUser(tenant) } else { try await server.user() }
        let scope = "/identitytoolkit.googleapis.com/v1/projects/example" + (tenant.map { "/tenants/\($0)" } ?? "")
        func ask(_ path: String, _ headers: HTTPFields) async throws -> TestAnswer {
            try await server.send(
                .post, scope + path, ["idToken": user.token, "validDuration": "300"], headers: headers)
        }

        let answer = try await ask("/:createSessionCookie", [.authorization: "Bearer owner"])
        guard profile != .emulator else { return #expect(answer.status == 404) }
        let cookie = try claims(answer.string("sessionCookie"))
        #expect(cookie["exp"] == .int(TestServer.start + 300))
        #expect(cookie[path: "firebase.tenant"] == tenant.map { .string($0) })
        #expect(try await ask("/:createSessionCookie", [:]).status == ask(":createSessionCookie", [:]).status)
        #expect(try await ask("//:createSessionCookie", [.authorization: "Bearer owner"]).status == 404)
        #expect(try await server.send(.get, scope + "/:createSessionCookie").status == 404)
    }

    static let durations: [(JSON?, Int64)] = [
        (nil, 1_209_600), (300, 300), ("300", 300), (1_209_600, 1_209_600), ("86400", 86_400),
    ]

    @Test(arguments: Profile.allCases, durations)
    func `a cookie lasts as long as it is asked to`(_ profile: Profile, _ duration: (JSON?, Int64)) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        server.clock.advance(seconds: 100)
        let payload = try await cookie(server, user, duration.0)

        #expect(payload["iat"] == .int(TestServer.start + 100))
        #expect(payload["exp"] == .int(TestServer.start + 100 + duration.1))
    }

    /// tokens.md section 6: it is a number as JavaScript reads one.
    @Test(arguments: [(" 300.5", "300.5"), ("300.25 ", "300.25"), ("\t1e3\n", "1000"), ("1209599.5", "1209599.5")])
    func `the reference takes fractions of a second, and white space around them`(
        _ text: String, _ seconds: String
    ) async throws {
        let server = try TestServer(.emulator)
        let payload = try await cookie(server, server.user(), .string(text))

        let end = try #require(Double(seconds)) + Double(TestServer.start)
        #expect(payload["exp"]?.doubleValue == end)
        #expect(payload["iat"] == .int(TestServer.start))
    }

    @Test(arguments: [" 1", "299.9", "1209600.1", " -300 "])
    func `the reference refuses what is out of range, white space or not`(_ text: String) async throws {
        let server = try TestServer(.emulator)
        let body: JSON = ["idToken": try await server.user().token, "validDuration": .string(text)]

        #expect(try await server.admin(":createSessionCookie", body).outcome == "INVALID_DURATION")
    }

    @Test(arguments: ["", "0", "soon", " ", " 0 "])
    func `the reference takes what is not a duration for the default`(_ text: String) async throws {
        let server = try TestServer(.emulator)
        let payload = try await cookie(server, server.user(), .string(text))

        #expect(payload["exp"] == .int(TestServer.start + 1_209_600))
    }

    @Test(arguments: ["soon", "300.5"])
    func `production wants a whole number`(_ text: String) async throws {
        let server = try TestServer(.production)
        let body: JSON = ["idToken": try await server.user().token, "validDuration": .string(text)]

        let outcome = try await server.admin(":createSessionCookie", body).outcome
        #expect(outcome == "Invalid value at 'valid_duration' (TYPE_INT64), \"\(text)\"")
    }

    /// production.md section 6.3
    @Test(arguments: [Profile.local, .production], [0, "0", 299, "1209601"] as [JSON])
    func `zero is a duration like others that are too short`(_ profile: Profile, _ duration: JSON) async throws {
        let server = try TestServer(profile)
        let body: JSON = ["idToken": try await server.user().token, "validDuration": duration]

        #expect(try await server.admin(":createSessionCookie", body).outcome == "INVALID_DURATION")
    }

    @Test(arguments: Profile.allCases)
    func `a cookie has the token's claims as they were`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.admin("accounts", ["localId": "a", "displayName": "Old"])
        _ = try await server.update("a", ["customAttributes": "{\"role\":\"old\"}"])
        let user = try await server.customUser("a", claims: ["level": 1])
        server.clock.advance(seconds: 100)
        _ = try await server.update("a", ["displayName": "New", "customAttributes": "{\"role\":\"new\"}"])
        let payload = try await cookie(server, user, 300)

        let expected = try claims(user.idToken).merging([
            "iss": "https://session.firebase.google.com/example", "iat": .int(TestServer.start + 100),
            "exp": .int(TestServer.start + 400),
        ])
        #expect(payload.sorted == expected.sorted)
        #expect(payload["role"] == "old")
        #expect(payload["level"] == 1)
        if profile != .emulator { #expect(payload.names.first == "iss") }
    }

    @Test(arguments: Profile.allCases)
    func `an account revoked, disabled or deleted gets none`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        func outcome() async throws -> String {
            try await server.admin(":createSessionCookie", ["idToken": user.token]).outcome
        }

        _ = try await server.update(user.id, ["validSince": .string(String(TestServer.start + 1))])
        #expect(try await outcome() == "TOKEN_EXPIRED")
        _ = try await server.update(user.id, ["validSince": .string(String(TestServer.start)), "disableUser": true])
        #expect(try await outcome() == "USER_DISABLED")
        _ = try await server.admin("accounts:delete", ["localId": .string(user.id)])
        #expect(try await outcome() == "USER_NOT_FOUND")
    }

    @Test(arguments: Profile.allCases)
    func `a cookie passes for an ID token in the reference only`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        let answer = try await server.admin(":createSessionCookie", ["idToken": user.token])
        let cookie = try #require(answer.string("sessionCookie"))

        #expect(cookie.hasSuffix("."))
        #expect(try await server.lookup(cookie).outcome == (profile == .emulator ? "OK" : "INVALID_ID_TOKEN"))
    }

    @Test(arguments: Profile.allCases)
    func `an API key is not enough`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        let answer = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v1/projects/example:createSessionCookie?key=fake-api-key",
            ["idToken": user.token])

        if profile == .production {
            #expect(
                answer.outcome
                    == "401 API keys are not supported by this API. Expected OAuth2 access token or other authentication "
                    + "credentials that assert a principal. See https://cloud.google.com/docs/authentication")
        } else {
            #expect(
                answer.outcome
                    == "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.")
        }
    }
}
