import FirebreakClient
import FirebreakModel
import Testing

/// What each typed call asks the server for, and what it makes of the answer.
struct ProjectCallsTests {
    struct Call: Sendable, CustomTestStringConvertible {
        /// The verb and what follows the project in the path; then the body, if there is one.
        var request: String
        var reply = "{}"
        /// Makes the call and says whether it gives what was answered.
        var run: @Sendable (FirebreakProject) async throws -> Bool

        var testDescription: String { request }
    }

    private static let message =
        #"{"id":"i","seq":7,"channel":"sms","type":"SMS_SIGN_IN","delivery":"sent","status":"pending","to":"+1","#
        + #""locale":"en","createdAt":"t","request":{}}"#
    private static let page = #"{"messages":[\#(message)],"nextCursor":7}"#
    private static let opened = #"{"mode":"m","email":"e","applied":true,"redirect":null}"#
    private static let stream =
        "id: 7\nevent: message\ndata: \(message)\n\n:\n\nevent: other\ndata: {}\n\nevent: status\ndata: \(message)\n\n"
    private static let clock = #"{"now":"t","offset":5,"frozen":true}"#
    private static let summary =
        #"{"projectId":"p","projectNumber":"1","profile":"local","counts":{"accounts":1,"accountsWithTenants":2,"#
        + #""tenants":3,"messages":4,"openCodes":5},"clock":\#(clock),"configDigest":"d","outboxCursor":9,"#
        + #""apiKeys":[{"key":"k","derived":true}]}"#
    private static let seeded = #"{"project":"p","created":1,"changed":0,"refs":{"alice":{"uid":"a"}}}"#
    private static let everything = OutboxFilter(
        to: "a@b.test", type: .emailSignIn, channel: .email, delivery: .sent, status: .pending, tenant: "blue",
        search: "x", after: 3)
    private static let everythingQuery =
        "to=a%40b.test&type=EMAIL_SIGNIN&channel=email&delivery=sent&status=pending&tenant=blue&q=x&after=3"

    private static let state = ClockState(now: "t", offset: 5, frozen: true)

    private static let project = [
        Call(request: "GET ", reply: summary) { try await $0.summary().counts.openCodes == 5 },
        Call(request: "DELETE ") { try await $0.drop() == () },
        Call(request: #"POST :reset {"keep":[]}"#) { try await $0.reset() == nil },
        Call(request: #"POST :reset {"keep":["config","outbox"],"reseed":true}"#, reply: seeded) {
            try await $0.reset(keeping: [.config, .outbox], reseeding: true)?.created == 1
        },
        Call(
            request: #"POST /accounts/a%40b.test:browserState {"origin":"http://h","persistence":"local"}"#,
            reply: #"{"cookies":[],"origins":[{"origin":"http://h","localStorage":[{"name":"k","value":"{}"}]}]}"#
        ) {
            try await $0.accounts.browserState(of: "a@b.test", origin: "http://h", persistence: .local)
                == BrowserState(origins: [.init("http://h", localStorage: [.init("k", "{}")])])
        },
        Call(request: #"POST :mintToken {"user":"a"}"#, reply: #"{"uid":"a","idToken":"i"}"#) {
            try await $0.mintToken(for: "a") == MintedTokens(uid: "a", idToken: "i")
        },
        Call(
            request:
                #"POST :mintToken {"user":"a","tenant":"t","provider":"password","lifetime":-1,"claims":{"b":[1.5]}}"#,
            reply: #"{"uid":"a","idToken":"i"}"#
        ) {
            try await $0.mintToken(
                for: "a", tenant: "t", provider: "password", claims: ["b": [1.5]], lifetime: -1
            ).uid == "a"
        },
        Call(request: "GET /refs", reply: #"{"refs":[{"ref":"a","tenant":"t","localId":"l"}]}"#) {
            try await $0.refs() == [FixtureRefEntry(ref: "a", tenant: "t", localID: "l")]
        },
        Call(request: "GET /accounts", reply: #"{"accounts":[],"count":0}"#) {
            try await $0.accounts.list(AccountSelection()) == AccountList(accounts: [], count: 0)
        },
        Call(
            request: "GET /accounts?q=a%20b%26&provider=password&verified=true&disabled=false&claims=true"
                + "&secondFactor=false&sort=lastSignIn&after=c&limit=2",
            reply:
                #"{"accounts":[{"localId":"l","email":"e","emailVerified":true,"disabled":false,"customClaims":true,"#
                + #""providers":["password"],"secondFactors":0,"createdAt":"t"}],"count":1,"next":"n"}"#
        ) {
            let selection = AccountSelection(
                search: "a b&", provider: "password", isEmailVerified: true, isDisabled: false, hasClaims: true,
                hasSecondFactor: false)
            let list = try await $0.accounts.list(selection, sortedBy: .lastSignIn, after: "c", limit: 2)
            var entry = AccountList.Entry(localID: "l")
            entry.email = "e"
            entry.isEmailVerified = true
            entry.hasClaims = true
            entry.providers = ["password"]
            entry.createdAt = "t"
            return list == AccountList(accounts: [entry], count: 1, next: "n")
        },
        Call(request: "GET /rules", reply: #"{"expiry":"on"}"#) { try await $0.rules.get() == ["expiry": "on"] },
        Call(request: #"PATCH /rules {"appName":null}"#, reply: #"{"a":1}"#) {
            try await $0.rules.patch(["appName": nil]) == ["a": 1]
        },
        Call(request: "GET /apiKeys", reply: #"{"apiKeys":[{"key":"k","derived":true}]}"#) {
            try await $0.apiKeys.list() == [APIKeyEntry(key: "k", derived: true)]
        },
        Call(request: "POST /apiKeys {}", reply: #"{"key":"k","derived":false}"#) {
            try await $0.apiKeys.create().key == "k"
        },
        Call(request: #"POST /apiKeys {"key":"k"}"#, reply: #"{"key":"k","derived":false}"#) {
            try await $0.apiKeys.create("k").derived == false
        },
        Call(request: "DELETE /apiKeys?key=a%2Fb") { try await $0.apiKeys.delete("a/b") == () },
    ]

    private static let clocks = [
        Call(request: "GET /clock", reply: clock) { try await $0.clock.state() == state },
        Call(request: #"POST /clock:advance {"by":"21601500ms"}"#, reply: clock) {
            try await $0.clock.advance(by: .seconds(6 * 3600 + 1.5)) == state
        },
        Call(request: #"POST /clock:advance {"by":"-1ms"}"#, reply: clock) {
            try await $0.clock.advance(by: .milliseconds(-1)) == state
        },
        Call(request: #"POST /clock:advance {"by":"9223372036854775807ms"}"#, reply: clock) {
            try await $0.clock.advance(by: .seconds(Int64.max)) == state
        },
        Call(request: #"POST /clock:set {"to":"now"}"#, reply: clock) { try await $0.clock.set(to: "now") == state },
        Call(request: #"POST /clock:set {"to":"x","frozen":false}"#, reply: clock) {
            try await $0.clock.set(to: "x", frozen: false) == state
        },
        Call(request: "POST /clock:freeze {}", reply: clock) { try await $0.clock.freeze() == state },
        Call(request: "POST /clock:resume {}", reply: clock) { try await $0.clock.resume() == state },
    ]

    private static let fault =
        #"{"id":"f","on":["token"],"hang":true,"times":"always","hits":2,"left":"always"}"#

    private static let hang: FaultDefinition = {
        var definition = FaultDefinition(on: ["token"], where: ["email": "a@b.test"])
        definition.hang = true
        definition.times = .always
        return definition
    }()

    private static let faults = [
        Call(
            request: #"POST /faults {"on":["token"],"where":{"email":"a@b.test"},"hang":true,"times":"always"}"#,
            reply: fault
        ) { try await $0.faults.add(hang).hits == 2 },
        Call(request: "GET /faults", reply: #"{"faults":[\#(fault)]}"#) {
            try await $0.faults.list().map(\.left) == [.always]
        },
        Call(request: "DELETE /faults/a%2Fb") { try await $0.faults.remove("a/b") == () },
        Call(request: "DELETE /faults", reply: #"{"deleted":2}"#) { try await $0.faults.removeAll() == 2 },
    ]

    private static let outbox = [
        Call(request: "GET ", reply: summary) { try await $0.outbox.cursor() == 9 },
        Call(request: "GET /outbox", reply: page) { try await $0.outbox.list().nextCursor == 7 },
        Call(request: "GET /outbox?\(everythingQuery)&limit=2&order=desc", reply: page) {
            try await $0.outbox.list(everything, OutboxPaging(limit: 2, order: .descending)).messages.count == 1
        },
        Call(request: "GET /outbox:wait?\(everythingQuery)&count=3&timeout=1500ms", reply: page) {
            try await $0.outbox.wait(for: everything, count: 3, within: .milliseconds(1500)).messages.count == 1
        },
        Call(
            request: "GET /outbox:wait?to=%2B1&type=SMS_SIGN_IN&after=4&limit=1&count=1&timeout=2000ms", reply: page
        ) {
            try await $0.outbox.next(to: "+1", type: .smsSignIn, after: 4, within: .seconds(2)).seq == 7
        },
        Call(request: "GET /outbox/latest", reply: message) { try await $0.outbox.latest().status == .pending },
        Call(request: "GET /outbox/latest?\(everythingQuery)", reply: message) {
            try await $0.outbox.latest(everything).id == "i"
        },
        Call(request: "GET /outbox/msg_1", reply: message) { try await $0.outbox.message("msg_1").id == "i" },
        Call(request: "GET /outbox/msg_1/link", reply: "http://l") {
            try await $0.outbox.part(.link, of: "msg_1") == Array("http://l".utf8)
        },
        Call(request: "GET /outbox/latest/code?to=%2B1", reply: "1") {
            try await $0.outbox.part(.code, ofLatest: OutboxFilter(to: "+1")) == Array("1".utf8)
        },
        Call(request: "GET /outbox/latest.txt", reply: "t") { try await $0.outbox.part(.text) == Array("t".utf8) },
        Call(request: "GET /outbox/latest.html", reply: "") { try await $0.outbox.part(.html) == [] },
        Call(request: "GET /outbox/latest.eml", reply: "") { try await $0.outbox.part(.eml) == [] },
        Call(request: #"POST /outbox/msg_1:open {}"#, reply: opened) {
            try await $0.outbox.open("msg_1") == OpenedMessage(mode: "m", email: "e", applied: true, redirect: nil)
        },
        Call(request: #"POST /outbox/latest:open {"to":"+1","newPassword":"p"}"#, reply: opened) {
            try await $0.outbox.openLatest(OutboxFilter(to: "+1"), newPassword: "p").applied
        },
        Call(request: "GET /outbox:stream?to=%2B1&after=4", reply: stream) {
            var events: [OutboxEvent] = []
            for try await event in $0.outbox.events(OutboxFilter(to: "+1", after: 4)) { events.append(event) }
            guard case .message(let message) = events.first, case .status = events.last else { return false }
            return message.seq == 7 && events.count == 2
        },
        Call(request: "GET /outbox:stream", reply: stream) {
            var seqs: [Int64] = []
            for try await message in $0.outbox.newMessages() { seqs.append(message.seq) }
            return seqs == [7]
        },
        Call(request: "DELETE /outbox?status=used", reply: #"{"deleted":2}"#) {
            try await $0.outbox.delete(OutboxFilter(status: .used)) == 2
        },
    ]

    private static let calls = #"{"requests":[\#(call)],"nextCursor":7}"#
    private static let call =
        #"{"id":9,"seq":7,"project":"p","at":"t","operation":"token","method":"POST","path":"/","status":200,"#
        + #""durationMicroseconds":1,"client":{},"messages":[]}"#

    private static let requests = [
        Call(request: "GET /requests?limit=1&order=desc", reply: calls) { try await $0.requests.cursor() == 7 },
        Call(request: "GET /requests?operation=token&status=4xx&after=2", reply: calls) {
            try await $0.requests.list(RequestFilter(operation: "token", status: "4xx", after: 2)).requests.first?.id
                == 9
        },
        Call(request: "GET /requests:wait?email=a%40b.test&caller=app&count=3&timeout=1500ms", reply: calls) {
            let filter = RequestFilter(email: "a@b.test", caller: .app)
            return try await $0.requests.wait(for: filter, count: 3, within: .milliseconds(1500)).nextCursor == 7
        },
        Call(request: "DELETE /requests", reply: #"{"deleted":2}"#) { try await $0.requests.delete() == 2 },
    ]

    private static let copies = [
        Call(request: #"POST :fork {"to":"q"}"#, reply: #"{"projectId":"q","projectNumber":"1","apiKeys":[]}"#) {
            try await $0.fork(to: "q").id == "q"
        },
        Call(request: "POST :snapshot {}", reply: #"{"name":"default","bytes":9}"#) {
            try await $0.snapshot().bytes == 9
        },
        Call(request: #"POST :snapshot {"name":"n"}"#, reply: #"{"name":"n","bytes":9}"#) {
            try await $0.snapshot("n").name == "n"
        },
        Call(request: "POST :restore {}") { try await $0.restore() == () },
        Call(request: #"POST :restore {"name":"n"}"#) { try await $0.restore("n") == () },
        Call(request: "GET /snapshots", reply: #"{"snapshots":[{"name":"n","bytes":9}]}"#) {
            try await $0.snapshots() == [SnapshotEntry(name: "n", bytes: 9)]
        },
        Call(request: "DELETE /snapshots/a%20b") { try await $0.deleteSnapshot("a b") == () },
    ]

    private static let documents = [
        Call(request: "POST :seed users: []", reply: seeded) {
            try await $0.seed("users: []")[ref: "alice"]?.uid == "a"
        },
        Call(request: "POST :seed?file=a%2Fb.yaml&strategy=replace&dryRun=true&tokens=true x", reply: seeded) {
            try await $0.seed(
                Array("x".utf8), file: "a/b.yaml", strategy: .replace, tokens: true, dryRun: true
            ).created == 1
        },
        Call(request: #"POST :import {"files":{"a.csv":"x"}}"#, reply: #"{"accounts":1}"#) {
            try await $0.importFiles(["a.csv": "x"]).accounts == 1
        },
        Call(request: "GET :export?format=emulator", reply: "{}") { try await $0.export() == Array("{}".utf8) },
        Call(request: "GET :export?format=auth-export-csv&tenant=blue", reply: "a,b") {
            try await $0.export(.authExportCSV, tenant: "blue") == Array("a,b".utf8)
        },
    ]

    @Test(arguments: project + clocks + faults + outbox + requests + copies + documents)
    func `a call asks for what it says`(call: Call) async throws {
        let transport = FakeTransport(call.reply)
        #expect(try await call.run(FirebreakProject("p", at: transport)))

        let request = try #require(transport.requests.first)
        let prefix = "/firebreak/v1/projects/p"
        #expect(transport.requests.count == 1)
        #expect(request.target.hasPrefix(prefix))
        let body = request.body.isEmpty ? "" : " " + String(decoding: request.body, as: UTF8.self)
        #expect("\(request.method.rawValue) \(request.target.dropFirst(prefix.count))\(body)" == call.request)
        #expect(request.headers == (request.body.isEmpty ? [] : [.init("content-type", "application/json")]))
    }

    @Test func `a wait gives the server time to say that it is over`() async throws {
        let transport = FakeTransport(Self.page)
        _ = try await FirebreakProject("p", at: transport).outbox.wait(for: OutboxFilter(), within: .seconds(60))

        #expect(transport.requests.map(\.timeout) == [.seconds(120)])
    }

    @Test func `a server tells of itself and its projects`() async throws {
        let info =
            #"{"version":"1","profile":"local","host":"h","port":1,"url":"u","defaultProject":"d","projects":["p"],"#
            + #""features":["f"],"operations":["token"]}"#
        let first = FakeTransport(info)
        #expect(try await FirebreakServer(at: first).info().features == ["f"])
        #expect(first.requests.map(\.target) == ["/firebreak/v1/info"])

        let second = FakeTransport(#"{"projects":[{"projectId":"p","projectNumber":"1","state":"unavailable"}]}"#)
        let projects = try await FirebreakServer(at: second).projects()
        #expect(projects == [.init(projectID: "p", projectNumber: "1", state: .unavailable)])
        #expect(second.requests.map(\.target) == ["/firebreak/v1/projects"])

        let third = FakeTransport(Self.clock)
        _ = try await FirebreakServer(at: third).project("q").clock.state()
        #expect(third.requests.map(\.target) == ["/firebreak/v1/projects/q/clock"])
    }
}
