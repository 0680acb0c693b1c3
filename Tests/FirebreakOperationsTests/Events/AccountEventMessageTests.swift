import FirebreakTestSupport
import FirebreakWire
import Testing

@testable import FirebreakOperations
@testable import FirebreakStore

/// What an account event says of the account (blocking-functions.md section 5).
struct AccountEventMessageTests {
    private static func server(_ profile: Profile) async throws -> TestServer {
        try await TestServer.open(profile, rules: ["accountEvents": "http://127.0.0.1:5001/{project}"])
    }

    /// What is posted about an account.
    private static func requests(
        _ kind: AccountEvent.Kind, _ account: Account, tenant: String? = nil, _ profile: Profile,
        _ format: AccountEventListener.Format
    ) -> [OutgoingRequest] {
        let event = AccountEvent(kind: kind, account: account, tenant: tenant.map(TenantID.init(rawValue:)))
        return AccountEventMessage(
            event: event, project: ProjectID(rawValue: "example"), profile: profile, now: TestClock().now
        ).requests(to: AccountEventListener(url: "http://x.test/{project}", forms: format.forms), .system)
    }

    private static let bare = Account(id: AccountID(rawValue: "bare"))

    @Test(arguments: [AccountEvent.Kind.created, .deleted])
    func `an account that has nothing is told in three members`(kind: AccountEvent.Kind) throws {
        let request = try #require(Self.requests(kind, Self.bare, .emulator, .firstGeneration).first)

        #expect(try JSON(parsing: request.body)["data"]?.text == #"{"uid":"bare","metadata":{},"customClaims":{}}"#)
        #expect(request.contentType == "application/json")
    }

    // MARK: 2nd generation

    @Test(arguments: Profile.allCases, [AccountEvent.Kind.created, .deleted])
    func `a CloudEvent names the account in its own member`(_ profile: Profile, kind: AccountEvent.Kind) throws {
        let request = try #require(Self.requests(kind, Self.bare, profile, .secondGeneration).first)
        let body = try JSON(parsing: request.body, keys: .verbatim)

        #expect(request.url == "http://x.test/example")
        #expect(request.contentType == "application/cloudevents+json; charset=UTF-8" && request.headers.isEmpty)
        #expect(body.names == ["specversion", "id", "time", "type", "source", "subject", "data"])
        #expect(body["specversion"] == "1.0" && body["id"]?.stringValue?.utf8.count == 36)
        #expect(body["time"] == "2026-06-01T12:00:00.000Z")
        #expect(body["source"] == "//identitytoolkit.googleapis.com/projects/example")
        #expect(body["subject"] == "users/bare")
        let (type, member) = kind == .created ? ("created", "value") : ("deleted", "oldValue")
        #expect(body["type"] == .string("google.firebase.auth.user.v2.\(type)"))
        let user = profile == .emulator ? #"{"uid":"bare","metadata":{},"customClaims":{}}"# : #"{"uid":"bare"}"#
        #expect(body["data"]?.text == "{\"\(member)\":\(user)}")
    }

    @Test(arguments: [Profile.local, .production])
    func `a CloudEvent tells the account by Google's schema`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(
            profile, rules: ["accountEvents": #"{"url":"http://l.test/","format":"v2"}"#])
        _ = try await server.importAccounts([
            "localId": "a", "email": "a@x.test", "emailVerified": true, "displayName": "A", "photoUrl": "http://p",
            "passwordHash": "aGFzaA==", "salt": "c2FsdA==", "phoneNumber": "+15555550100", "disabled": true,
            "customAttributes": #"{"role":"x"}"#, "createdAt": "1000", "lastLoginAt": "2000",
            "providerUserInfo": [
                ["providerId": "google.com", "rawId": "1", "email": "g@x.test", "displayName": "", "screenName": "s"]
            ],
        ])
        _ = try await server.admin("accounts:delete", ["localId": "a"])
        let user = try #require(server.functions.announced.first?.body[path: "data.oldValue"])

        #expect(
            user.names == [
                "uid", "email", "emailVerified", "displayName", "photoURL", "disabled", "metadata", "providerData",
                "phoneNumber", "customClaims",
            ])
        #expect(
            user["metadata"] == [
                "createTime": "1970-01-01T00:00:01.000Z", "lastSignInTime": "1970-01-01T00:00:02.000Z",
            ]
        )
        let providers = user["providerData"]?.arrayValue ?? []
        let entries = Dictionary(providers.map { ($0["providerId"]?.stringValue ?? "", $0) }) { $1 }
        #expect(entries["google.com"]?.text == #"{"uid":"1","email":"g@x.test","providerId":"google.com"}"#)
        #expect(entries["phone"]?.text == #"{"uid":"+15555550100","providerId":"phone"}"#)
        #expect(entries["password"]?["uid"] == "a@x.test")
        #expect(user["customClaims"] == ["role": "x"])
    }

    @Test(arguments: Profile.allCases)
    func `what is false or empty is told to the 1st generation alone`(_ profile: Profile) throws {
        var account = Self.bare
        account.emailVerified = false
        account.disabled = false
        account.customAttributes = "{}"
        let requests = Self.requests(.created, account, profile, .both)
        let bodies = try requests.map { try JSON(parsing: $0.body, keys: .verbatim) }

        #expect(bodies.first?["data"]?["emailVerified"] == false && bodies.first?["data"]?["disabled"] == false)
        let user = bodies.last?[path: "data.value"]
        #expect(user?["emailVerified"] == (profile == .emulator ? false : JSON?.none))
        #expect(user?["customClaims"] == (profile == .emulator ? [:] : JSON?.none))
    }

    @Test(arguments: Profile.allCases)
    func `both generations come one after the other, each with its ID`(_ profile: Profile) throws {
        let requests = Self.requests(.created, Self.bare, profile, .both)
        let bodies = try requests.map { try JSON(parsing: $0.body, keys: .verbatim) }

        #expect(requests.map(\.url) == ["http://x.test/example", "http://x.test/example"])
        #expect(bodies.map { $0["eventType"] != nil } == [true, false])
        #expect(bodies.first?["eventId"] != bodies.last?["id"])
    }

    @Test(arguments: Profile.allCases)
    func `a tenant is an attribute`(_ profile: Profile) throws {
        let request = try #require(Self.requests(.created, Self.bare, tenant: "T-1", profile, .secondGeneration).first)
        let body = try JSON(parsing: request.body, keys: .verbatim)

        #expect(body["tenantid"] == "T-1")
        #expect(body[path: "data.value.tenantId"] == (profile == .emulator ? "T-1" : JSON?.none))
    }

    @Test(arguments: Profile.allCases)
    func `Eventarc puts the attributes into headers`(_ profile: Profile) throws {
        let account = Account(id: AccountID(rawValue: "a \"b\"%é\r\nx: y"))
        let request = try #require(Self.requests(.deleted, account, tenant: "T-1", profile, .eventarc).first)

        #expect(request.contentType == "application/json; charset=utf-8")
        #expect(
            request.headers.keys.sorted() == [
                "ce-id", "ce-source", "ce-specversion", "ce-subject", "ce-tenantid", "ce-time", "ce-type",
            ])
        #expect(request.headers["ce-specversion"] == "1.0" && request.headers["ce-tenantid"] == "T-1")
        #expect(request.headers["ce-subject"] == "users/a%20%22b%22%25%C3%A9%0D%0Ax:%20y")
        #expect(request.headers["ce-source"] == "//identitytoolkit.googleapis.com/projects/example")
        #expect(try JSON(parsing: request.body, keys: .verbatim).names == ["oldValue"])
    }

    // MARK: 1st generation

    private static func metadata(_ time: JSON, _ profile: Profile) -> JSON {
        profile == .emulator
            ? ["creationTime": time, "lastSignInTime": time] : ["createdAt": time, "lastSignedInAt": time]
    }

    /// Outside the reference's profile an entry says which user it is there.
    private static func entry(_ members: JSON, uid: JSON, _ profile: Profile) -> JSON {
        var entry = members
        if profile != .emulator { entry["uid"] = uid }
        return entry
    }

    @Test(arguments: Profile.allCases)
    func `the account is told without its password`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        let user = try await server.user()

        #expect(
            server.functions.announced.first?.body["data"]?.sorted == [
                "customClaims": [:], "email": "alice@example.test", "emailVerified": false,
                "metadata": Self.metadata("2026-06-01T12:00:00.000Z", profile),
                "providerData": [
                    Self.entry(
                        [
                            "email": "alice@example.test", "federatedId": "alice@example.test",
                            "providerId": "password", "rawId": "alice@example.test",
                        ], uid: "alice@example.test", profile)
                ], "uid": .string(user.id),
            ])
    }

    @Test(arguments: Profile.allCases)
    func `an identity is told as it is stored`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        _ = try await server.idpUser(
            "google.com",
            [
                "sub": "1", "name": "N", "email": "a@x.test", "email_verified": true, "picture": "http://p",
                "screen_name": "n",
            ])
        let data = try #require(server.functions.announced.first?.body["data"])

        #expect(data["displayName"] == "N" && data["photoURL"] == "http://p" && data["emailVerified"] == true)
        #expect(
            data["providerData"]?.sorted == [
                Self.entry(
                    [
                        "displayName": "N", "email": "a@x.test", "federatedId": "1", "photoURL": "http://p",
                        "providerId": "google.com", "rawId": "1", "screenName": "n",
                    ], uid: "1", profile)
            ])
    }

    @Test(arguments: Profile.allCases)
    func `claims and second factors are told, passwords are not`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        let factor: JSON = ["mfaEnrollmentId": "m", "phoneInfo": "+15555550199"]
        _ = try await server.importAccounts([
            "localId": "a", "email": "a@x.test", "emailVerified": true, "passwordHash": "aGFzaA==", "salt": "c2FsdA==",
            "phoneNumber": "+15555550100", "disabled": true, "customAttributes": #"{"role":"x"}"#,
            "mfaInfo": [factor],
        ])
        _ = try await server.admin("accounts:delete", ["localId": "a"])

        let data = try #require(server.functions.announced.first?.body["data"])
        #expect(data["customClaims"] == ["role": "x"])
        #expect(data["disabled"] == true && data["phoneNumber"] == "+15555550100")
        #expect(data["mfaInfo"]?.arrayValue?.first?["phoneInfo"] == "+15555550199")
        #expect(!data.text.contains("aGFzaA") && !data.text.contains("c2FsdA"))
        #expect(data["passwordHash"] == nil && data["salt"] == nil)
    }
}
