import FirebreakWire
import Testing

@testable import FirebreakModel

/// The JSON of the control API's values: names, order, and what is left out.
struct ModelTests {
    private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try WireDecoder(nullIsAbsent: true, readsWideIntegers: true).decode(type, from: JSON(parsing: text))
    }

    private func check<Value: Codable & Equatable>(
        _ value: Value, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let encoded = String(decoding: try WireEncoder().encode(value), as: UTF8.self)
        #expect(encoded == text, sourceLocation: sourceLocation)
        #expect(try decode(Value.self, text) == value, sourceLocation: sourceLocation)
    }

    private static let time = "2026-06-01T12:00:00.000Z"
    private static let clock = ClockState(now: time, offset: 3_000_000_000, frozen: true)
    private static let clockText = #"{"now":"\#(time)","offset":3000000000,"frozen":true}"#
    private static let key = APIKeyEntry(key: "AIza", derived: true)
    private static let keyText = #"{"key":"AIza","derived":true}"#

    @Test func `a link that was opened`() throws {
        try check(
            OpenedMessage(mode: "signIn", email: "a@x.test", applied: false, redirect: "app://x"),
            #"{"mode":"signIn","email":"a@x.test","applied":false,"redirect":"app://x"}"#)
        try check(
            OpenedMessage(mode: "verifyEmail", email: "a@x.test", applied: true, redirect: nil),
            #"{"mode":"verifyEmail","email":"a@x.test","applied":true,"redirect":null}"#)
    }

    @Test func `an e-mail`() throws {
        var mail = OutboxMessage(
            id: "msg_1", seq: 5_000_000_000, channel: .email, type: .verifyAndChangeEmail, delivery: .sent,
            status: .used, to: "b@x.test", createdAt: Self.time,
            request: .init(clientVersion: "v", userAgent: "u", apiKey: "k", ip: "::1"))
        mail.tenant = "blue"
        mail.newEmail = "b@x.test"
        mail.localID = "u1"
        mail.from = "S <s@x.test>"
        mail.replyTo = "r@x.test"
        mail.subject = "Hi"
        mail.text = "t"
        mail.html = "<p>"
        mail.link = .init(mailed: "http://m", action: "http://a", continueURL: "http://c")
        mail.oobCode = "o"
        mail.expiresAt = Self.time
        mail.usedAt = Self.time

        try check(
            mail,
            #"{"id":"msg_1","seq":5000000000,"channel":"email","type":"VERIFY_AND_CHANGE_EMAIL","delivery":"sent","#
                + #""status":"used","tenant":"blue","to":"b@x.test","newEmail":"b@x.test","localId":"u1","locale":"en","#
                + #""from":"S <s@x.test>","replyTo":"r@x.test","subject":"Hi","text":"t","html":"<p>","#
                + #""link":{"mailed":"http://m","action":"http://a","continueUrl":"http://c"},"oobCode":"o","#
                + #""createdAt":"\#(Self.time)","expiresAt":"\#(Self.time)","usedAt":"\#(Self.time)","#
                + #""request":{"clientVersion":"v","userAgent":"u","apiKey":"k","ip":"::1"}}"#)
    }

    @Test func `an SMS that was not sent`() throws {
        var message = OutboxMessage(
            id: "msg_2", seq: 2, channel: .sms, type: .smsMFASignIn, delivery: .blocked, to: "+1", locale: "de",
            createdAt: Self.time)
        message.code = "1"
        message.sessionInfo = "s"
        message.reason = "no"

        try check(
            message,
            #"{"id":"msg_2","seq":2,"channel":"sms","type":"SMS_MFA_SIGN_IN","delivery":"blocked","status":null,"#
                + #""to":"+1","locale":"de","code":"1","sessionInfo":"s","createdAt":"\#(Self.time)","request":{},"#
                + #""reason":"no"}"#)
    }

    @Test func `names of a later version are kept`() throws {
        let text =
            #"{"id":"i","seq":1,"channel":"push","type":"NEW","delivery":"later","status":"lost","to":"t","locale":"en","#
            + #""createdAt":"\#(Self.time)","request":{}}"#
        let message = try decode(OutboxMessage.self, text)

        #expect(message.channel.rawValue == "push")
        #expect(message.type.rawValue == "NEW")
        #expect(message.delivery.rawValue == "later")
        #expect(message.status?.rawValue == "lost")
        try check(message, text)
    }

    @Test func `pages and deletions`() throws {
        try check(OutboxPage(messages: [], nextCursor: 7), #"{"messages":[],"nextCursor":7}"#)
        try check(Deletion(deleted: 3), #"{"deleted":3}"#)
    }

    @Test func `projects`() throws {
        try check(Self.clock, Self.clockText)
        try check(
            ProjectSummary(
                projectID: "p", projectNumber: "1", profile: "local",
                counts: .init(accounts: 1, accountsWithTenants: 2, tenants: 3, messages: 4, openCodes: 5),
                clock: Self.clock, configDigest: "d", outboxCursor: 9, apiKeys: [Self.key]),
            #"{"projectId":"p","projectNumber":"1","profile":"local","counts":{"accounts":1,"accountsWithTenants":2,"#
                + #""tenants":3,"messages":4,"openCodes":5},"clock":\#(Self.clockText),"configDigest":"d","#
                + #""outboxCursor":9,"apiKeys":[\#(Self.keyText)]}"#)
        try check(
            ProjectSummary.Functions(
                url: "u", reachable: true,
                triggers: [
                    .init(event: "e", region: "r", name: "n", active: false),
                    .init(event: "e", region: "r", name: "n", tenant: "T", active: true),
                ]),
            #"{"url":"u","reachable":true,"triggers":[{"event":"e","region":"r","name":"n","active":false},"#
                + #"{"event":"e","region":"r","name":"n","tenant":"T","active":true}]}"#)
        try check(
            ProjectList(projects: [
                .init(projectID: "p", projectNumber: "1"),
                .init(projectID: "q", projectNumber: "2", state: .unavailable, problem: "broken"),
            ]),
            #"{"projects":[{"projectId":"p","projectNumber":"1","state":"available"},"#
                + #"{"projectId":"q","projectNumber":"2","state":"unavailable","problem":"broken"}]}"#)
        try check(
            ServerInfo(
                version: "1", profile: "local", host: "h", port: 1, url: "http://h:1", defaultProject: "p",
                projects: ["p"], features: ["f"], operations: ["token"]),
            #"{"version":"1","profile":"local","host":"h","port":1,"url":"http://h:1","defaultProject":"p","#
                + #""projects":["p"],"features":["f"],"operations":["token"]}"#)
    }

    @Test func `keys and copies`() throws {
        try check(APIKeyList(apiKeys: [Self.key]), #"{"apiKeys":[\#(Self.keyText)]}"#)
        try check(
            SnapshotList(snapshots: [.init(name: "n", bytes: 3_000_000_000)]),
            #"{"snapshots":[{"name":"n","bytes":3000000000}]}"#)
        try check(
            ForkedProject(projectID: "p", projectNumber: "1", apiKeys: [Self.key], expiresAt: "t"),
            #"{"projectId":"p","projectNumber":"1","apiKeys":[\#(Self.keyText)],"expiresAt":"t"}"#)
    }

    @Test func `seeds and tokens`() throws {
        var alice = SeedSummary.User(uid: "a", tenant: "blue", email: "a@x.test")
        alice.idToken = "i"
        alice.refreshToken = "r"
        alice.expiresIn = "3600"
        let summary = SeedSummary(
            project: "p", created: 1, changed: 2, refs: [.init("alice", alice), .init("1 b", .init(uid: "b"))])

        try check(
            summary,
            #"{"project":"p","created":1,"changed":2,"refs":{"alice":{"uid":"a","tenant":"blue","email":"a@x.test","#
                + #""idToken":"i","refreshToken":"r","expiresIn":"3600"},"1 b":{"uid":"b"}}}"#)
        #expect(summary[ref: "1 b"]?.uid == "b")
        #expect(summary[ref: "c"] == nil)
        try check(
            SeedSummary(project: "p", created: 0, changed: 0), #"{"project":"p","created":0,"changed":0,"refs":{}}"#)
        try check(ImportSummary(accounts: 2), #"{"accounts":2}"#)
        try check(
            MintedTokens(
                uid: "a", tenant: "blue", email: "a@x.test", idToken: "i", refreshToken: "r", expiresIn: "3600"),
            #"{"uid":"a","tenant":"blue","email":"a@x.test","idToken":"i","refreshToken":"r","expiresIn":"3600"}"#)
        try check(MintedTokens(uid: "a", idToken: "i"), #"{"uid":"a","idToken":"i"}"#)
    }

    @Test func `failures`() throws {
        try check(
            ControlFailure(
                error: .init(
                    code: 404, message: "NOT_FOUND : no", errors: [.init(message: "m", reason: "r", domain: "d")],
                    status: "NOT_FOUND", details: [["line": 1]])),
            #"{"error":{"code":404,"message":"NOT_FOUND : no","errors":[{"message":"m","reason":"r","domain":"d"}],"#
                + #""status":"NOT_FOUND","details":[{"line":1}]}}"#)
        try check(ControlFailure(error: .init(code: 400, message: "X")), #"{"error":{"code":400,"message":"X"}}"#)
    }
}
