import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// email-actions.md section 2 and production.md section 3.1, without enumeration protection.
struct SendOobCodeTests {
    private static let badURL = "INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))"
    private static let noDomain = "INVALID_CONTINUE_URI : Missing domain in continue url"
    private static let url: JSON = "http://localhost/finish"

    /// alice, who has an address; somebody anonymous; somebody disabled.
    private func server(_ profile: Profile) async throws -> (server: TestServer, values: [String: String]) {
        let server = try await TestServer.open(profile, privacy: false)
        let user = try await server.user()
        let guest = try await server.anonymousUser()
        _ = try await server.admin("accounts", ["email": "off@x.test", "disabled": true])
        return (server, ["$TOKEN": user.idToken, "$GUEST": guest.idToken])
    }

    static let ofApps: [Row] = [
        Row([:], "MISSING_REQ_TYPE"),
        Row(["returnOobLink": true], "MISSING_REQ_TYPE"),
        Row(["requestType": 0], emulator: "MISSING_REQ_TYPE", others: "INVALID_REQ_TYPE"),
        Row(
            ["requestType": "OOB_REQ_TYPE_UNSPECIFIED"], emulator: "MISSING_REQ_TYPE", others: "INVALID_REQ_TYPE"),
        Row(["requestType": "PASSWORD_RESET", "returnOobLink": true], "INSUFFICIENT_PERMISSION"),
        Row(
            ["requestType": "PASSWORD_RESET", "returnOobLink": true, "continueUrl": "/a"], "INSUFFICIENT_PERMISSION"),
        Row(["requestType": "PASSWORD_RESET", "continueUrl": "/a"], emulator: badURL, others: "MISSING_EMAIL"),

        Row(["requestType": "PASSWORD_RESET"], "MISSING_EMAIL"),
        Row(["requestType": 1, "email": ""], "MISSING_EMAIL"),
        Row(["requestType": "PASSWORD_RESET", "email": "nobody@x.test"], "EMAIL_NOT_FOUND"),
        Row(["requestType": "PASSWORD_RESET", "email": "bad"], emulator: "EMAIL_NOT_FOUND", others: "INVALID_EMAIL"),
        Row(["requestType": "PASSWORD_RESET", "email": "ALICE@example.test"], "OK"),
        Row(["requestType": "PASSWORD_RESET", "email": "off@x.test"], "OK"),
        Row(
            ["requestType": "PASSWORD_RESET", "email": "alice@example.test", "continueUrl": "localhost"],
            emulator: badURL, others: noDomain),
        Row(
            ["requestType": "PASSWORD_RESET", "email": "alice@example.test", "continueUrl": ""], emulator: "OK",
            others: noDomain),
        Row(
            ["requestType": "PASSWORD_RESET", "email": "alice@example.test", "canHandleCodeInApp": true],
            emulator: "OK", others: "MISSING_CONTINUE_URI"),
        Row(["requestType": "PASSWORD_RESET", "email": "alice@example.test", "canHandleCodeInApp": false], "OK"),

        Row(["requestType": "EMAIL_SIGNIN", "continueUrl": url], "MISSING_EMAIL"),
        Row(
            ["requestType": "EMAIL_SIGNIN", "email": "bad", "continueUrl": url], emulator: "OK",
            others: "INVALID_EMAIL"),
        Row(["requestType": "EMAIL_SIGNIN", "email": "new@x.test"], "OK"),
        Row(["requestType": "EMAIL_SIGNIN", "email": "new@x.test", "canHandleCodeInApp": false], "OK"),
        Row(
            ["requestType": "EMAIL_SIGNIN", "email": "new@x.test", "canHandleCodeInApp": true], emulator: "OK",
            others: "MISSING_CONTINUE_URI"),
        Row(["requestType": 6, "email": "new@x.test", "continueUrl": url], "OK"),
        Row(["requestType": "EMAIL_SIGNIN", "email": "off@x.test", "continueUrl": url], "OK"),
        Row(
            [
                "requestType": "EMAIL_SIGNIN", "email": "new@x.test", "continueUrl": url, "canHandleCodeInApp": false,
            ], "OK"),

        Row(["requestType": "VERIFY_EMAIL"], emulator: "INVALID_ID_TOKEN", others: "MISSING_ID_TOKEN"),
        Row(
            ["requestType": "VERIFY_EMAIL", "email": "alice@example.test"], emulator: "INVALID_ID_TOKEN",
            others: "MISSING_ID_TOKEN"),
        Row(["requestType": "VERIFY_EMAIL", "idToken": ""], "INVALID_ID_TOKEN"),
        Row(["requestType": "VERIFY_EMAIL", "idToken": "junk"], "INVALID_ID_TOKEN"),
        Row(["requestType": "VERIFY_EMAIL", "idToken": "$GUEST"], "MISSING_EMAIL"),
        Row(["requestType": 4, "idToken": "$TOKEN", "email": "ignored"], "OK"),

        Row(["requestType": "VERIFY_AND_CHANGE_EMAIL"], "MISSING_NEW_EMAIL"),
        Row(["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "", "idToken": "junk"], "MISSING_NEW_EMAIL"),
        Row(["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "new@x.test"], "MISSING_ID_TOKEN"),
        Row(
            ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "new@x.test", "idToken": ""],
            emulator: "MISSING_ID_TOKEN", others: "INVALID_ID_TOKEN"),
        Row(
            ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "new@x.test", "idToken": "junk"],
            "INVALID_ID_TOKEN"),
        Row(
            ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "new@x.test", "idToken": "$GUEST"],
            "MISSING_EMAIL"),
        Row(
            ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "bad", "idToken": "$TOKEN"], emulator: "OK",
            others: "INVALID_NEW_EMAIL"),
        Row(
            ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "OFF@x.test", "idToken": "$TOKEN"],
            "EMAIL_EXISTS"),
        Row(
            ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "alice@example.test", "idToken": "$TOKEN"],
            "EMAIL_EXISTS"),
        Row(["requestType": 7, "newEmail": "new@x.test", "idToken": "$TOKEN"], "OK"),
    ]

    @Test(arguments: Profile.allCases, ofApps)
    func `an app's request is checked in order`(_ profile: Profile, _ row: Row) async throws {
        let (server, values) = try await server(profile)

        let outcome = try await server.app("accounts:sendOobCode", row.body.filling(values)).outcome
        #expect(outcome == row.outcome(profile))
    }

    static let ofAdmins: [Row] = [
        Row(["requestType": "VERIFY_EMAIL"], "MISSING_EMAIL"),
        Row(["requestType": "VERIFY_EMAIL", "email": "nobody@x.test"], "USER_NOT_FOUND"),
        Row(["requestType": "VERIFY_EMAIL", "email": "Off@X.test"], "OK"),
        Row(["requestType": "VERIFY_EMAIL", "idToken": "junk", "email": "alice@example.test"], "INVALID_ID_TOKEN"),
        Row(
            ["requestType": "VERIFY_EMAIL", "email": "alice@example.test", "returnOobLink": false],
            emulator: "INVALID_ID_TOKEN", others: "MISSING_ID_TOKEN"),
        Row(["requestType": "VERIFY_AND_CHANGE_EMAIL", "email": "alice@example.test"], "MISSING_NEW_EMAIL"),
        Row(["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "new@x.test"], "MISSING_EMAIL"),
        Row(
            ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "new@x.test", "email": "nobody@x.test"],
            "USER_NOT_FOUND"),
        Row(
            ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "off@x.test", "email": "alice@example.test"],
            "EMAIL_EXISTS"),
        Row(
            ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "new@x.test", "idToken": "$TOKEN"], emulator: "OK",
            others: "MISSING_EMAIL"),
        Row(
            ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "new@x.test", "email": "off@x.test"], "OK"),
        Row(["requestType": "PASSWORD_RESET"], "MISSING_EMAIL"),
        Row(["requestType": "PASSWORD_RESET", "email": "nobody@x.test"], "EMAIL_NOT_FOUND"),
        Row(["requestType": "PASSWORD_RESET", "email": "off@x.test"], "OK"),
        Row(["requestType": "EMAIL_SIGNIN", "email": "new@x.test", "continueUrl": url], "OK"),
        Row(["requestType": "EMAIL_SIGNIN", "email": "new@x.test"], "OK"),
        Row(
            ["requestType": "EMAIL_SIGNIN", "email": "new@x.test", "canHandleCodeInApp": true], emulator: "OK",
            others: "MISSING_CONTINUE_URI"),
        Row(
            ["requestType": "EMAIL_SIGNIN", "email": "off@x.test", "continueUrl": url], emulator: "OK",
            others: "USER_DISABLED"),
    ]

    @Test(arguments: Profile.allCases, ofAdmins)
    func `a request for a link is checked in order`(_ profile: Profile, _ row: Row) async throws {
        let (server, values) = try await server(profile)

        let base: JSON = ["returnOobLink": true]
        let body = base.merging(row.body.filling(values))
        let outcome = try await server.admin("accounts:sendOobCode", body).outcome
        #expect(outcome == row.outcome(profile))
    }

    @Test(arguments: ["RECOVER_EMAIL", "OLD_EMAIL_AGREE", "NEW_EMAIL_ACCEPT", "REVERT_SECOND_FACTOR_ADDITION"])
    func `some types cannot be asked for`(_ type: String) async throws {
        let (server, values) = try await server(.emulator)
        let body: JSON = ["requestType": .string(type), "idToken": "$TOKEN", "email": "alice@example.test"]

        #expect(try await server.app("accounts:sendOobCode", body.filling(values)).outcome == "501 \(type)")
        for profile in [Profile.local, .production] {
            let server = try TestServer(profile)
            #expect(try await server.app("accounts:sendOobCode", body.dropping("idToken")).status != 200)
            #expect(try await server.outbox() == [])
        }
    }

    @Test(arguments: Profile.allCases)
    func `an unknown type is told in the profile's own words`(_ profile: Profile) async throws {
        let answer = try await TestServer(profile).app("accounts:sendOobCode", ["requestType": "NOPE"])

        #expect(
            answer.outcome
                == (profile == .production
                    ? "Invalid value at 'req_type' (type.googleapis.com/google.cloud.identitytoolkit.v1.OobReqType), \"NOPE\""
                    : "Invalid JSON payload received. /requestType must be equal to one of the allowed values"))
    }

    // MARK: Answers

    @Test(arguments: Profile.allCases, ["PASSWORD_RESET", "VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL", "EMAIL_SIGNIN"])
    func `an app is told the address, an admin the link`(_ profile: Profile, _ type: String) async throws {
        let (server, values) = try await server(profile)
        let body: JSON = [
            "requestType": .string(type), "email": "Alice@Example.test", "newEmail": "New@x.test",
            "continueUrl": Self.url,
        ]
        let told: JSON = [
            "email": "alice@example.test", "kind": "identitytoolkit#GetOobConfirmationCodeResponse",
        ]

        let toApp = try await server.app("accounts:sendOobCode", body.merging(["idToken": "$TOKEN"]).filling(values))
        #expect(toApp.sorted == told)
        let toAdmin = try await server.admin("accounts:sendOobCode", body.merging(["returnOobLink": true]))
        #expect(toAdmin.json.dropping("oobCode", "oobLink").sorted == told)
        #expect(toAdmin.json.names == ["kind", "oobCode", "email", "oobLink"])
        let code = try #require(toAdmin.string("oobCode"))
        #expect(code.wholeMatch(of: /[A-Za-z0-9_-]{54}/) != nil)
        #expect(toAdmin.string("oobLink")?.contains("oobCode=\(code)&") == true)
        let messages = try await server.outbox()
        #expect(messages.map { $0["delivery"] } == ["sent", "generated"])
        #expect(messages.map { $0["oobCode"] == toAdmin["oobCode"] } == [false, true])
        #expect(messages.allSatisfy { $0["type"] == .string(type) })
    }

    @Test(arguments: Profile.allCases)
    func `an admin may have a mail sent`(_ profile: Profile) async throws {
        let (server, _) = try await server(profile)
        let answer = try await server.admin(
            "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "alice@example.test"])

        #expect(answer.json.names.sorted() == ["email", "kind"])
        #expect(try await server.outbox().map { $0["delivery"] } == ["sent"])
    }

    @Test(arguments: Profile.allCases)
    func `the codes that work are listed in order of creation`(_ profile: Profile) async throws {
        let (server, _) = try await server(profile)
        let reset = try await server.oobLink("PASSWORD_RESET", "Alice@example.test")
        let change = try await server.oobLink(
            "VERIFY_AND_CHANGE_EMAIL", "alice@example.test", ["newEmail": "New@X.test"])

        func element(_ answer: TestAnswer, _ type: JSON) -> JSON {
            [
                "email": "alice@example.test", "oobCode": answer["oobCode"] ?? .null,
                "oobLink": answer["oobLink"] ?? .null, "requestType": type,
            ]
        }
        let newEmail: JSON = ["newEmail": "new@x.test"]
        #expect(
            try await server.oobCodes().map(\.sorted) == [
                element(reset, "PASSWORD_RESET").sorted,
                element(change, "VERIFY_AND_CHANGE_EMAIL").merging(newEmail).sorted,
            ])
        _ = try await server.redeem(try #require(change.string("oobCode")))
        let remaining = try await server.oobCodes().map { $0["requestType"] }
        #expect(remaining == (profile == .emulator ? ["PASSWORD_RESET"] : ["PASSWORD_RESET", "RECOVER_EMAIL"]))
    }

    // MARK: Switches

    @Test(arguments: [Profile.local, .production])
    func `a project may refuse sign-in links`(_ profile: Profile) async throws {
        let (server, _) = try await server(profile)
        let body: JSON = ["requestType": "EMAIL_SIGNIN"]

        try await server.set("signIn.email.passwordRequired", true)
        #expect(try await server.app("accounts:sendOobCode", body).outcome == "OPERATION_NOT_ALLOWED")
        try await server.set("signIn.email.passwordRequired", false)
        try await server.set("signIn.email.enabled", false)
        #expect(try await server.app("accounts:sendOobCode", body).outcome == "OPERATION_NOT_ALLOWED")
        let reset: JSON = ["requestType": "PASSWORD_RESET", "email": "alice@example.test"]
        #expect(try await server.app("accounts:sendOobCode", reset).outcome == "OK")
    }

    @Test(arguments: [Profile.local, .production])
    func `without sign-up a link goes to known addresses only`(_ profile: Profile) async throws {
        let (server, _) = try await server(profile)
        try await server.set("client.permissions.disabledUserSignup", true)
        func outcome(_ email: JSON) async throws -> String {
            let body: JSON = ["requestType": "EMAIL_SIGNIN", "email": email, "continueUrl": Self.url]
            let byAdmin = try await server.admin(
                "accounts:sendOobCode", body.merging(["returnOobLink": true])
            ).outcome
            let byApp = try await server.app("accounts:sendOobCode", body).outcome
            return byApp == byAdmin ? byApp : "\(byApp), for an admin \(byAdmin)"
        }

        #expect(try await outcome("new@x.test") == "ADMIN_ONLY_OPERATION")
        #expect(try await outcome("alice@example.test") == "OK")
    }

    @Test func `such switches mean nothing to the reference`() async throws {
        let (server, _) = try await server(.emulator)
        try await server.set("signIn.email.enabled", false)
        try await server.set("client.permissions.disabledUserSignup", true)

        let body: JSON = ["requestType": "EMAIL_SIGNIN", "email": "new@x.test", "continueUrl": Self.url]
        #expect(try await server.app("accounts:sendOobCode", body).outcome == "OK")
    }

    /// email-actions.md section 4.
    @Test func `the log has each link that is mailed, and none that is returned`() async throws {
        let log = RecordedLines()
        let server = try TestServer(.emulator, logger: log.logger)
        _ = try await server.oobLink("EMAIL_SIGNIN", "admin@x.test")
        let body: JSON = [
            "requestType": "EMAIL_SIGNIN", "email": "bob@x.test", "continueUrl": "http://localhost/finish",
        ]
        #expect(try await server.app("accounts:sendOobCode", body).status == 200)

        let lines = log.lines.filter { $0.contains("follow this link") }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("To sign in as bob@x.test, follow this link: http://") == true)
    }
}
