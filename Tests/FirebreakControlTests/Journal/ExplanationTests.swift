import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// What the journal says of refusals that a setting, a key or the clock decided (firebreak.md section 12.1).
struct ExplanationTests {
    @Test(
        arguments: ExplainedRefusal.methods + ExplainedRefusal.protection + ExplainedRefusal.tenants
            + ExplainedRefusal.codes + ExplainedRefusal.rules + ExplainedRefusal.settings)
    func `the request in an explanation lifts the refusal`(_ row: ExplainedRefusal) async throws {
        let refused = try await row.prepare()
        try await row.expect(row.before, refused.call())

        let explanation = try await refused.server.explanation()
        for words in row.words { #expect(explanation.contains(words), "\(explanation)") }
        let change = try await refused.server.follow(explanation)
        #expect(change.status == 200, "\(explanation) \(change.text)")

        try await row.expect(row.after, refused.call())
    }

    @Test(arguments: ExplainedRefusal.advised)
    func `where no setting decides, the explanation says what to do instead`(_ row: ExplainedRefusal) async throws {
        let refused = try await row.prepare()
        try await row.expect(row.before, refused.call())

        let explanation = try await refused.server.explanation()
        for words in row.words { #expect(explanation.contains(words), "\(explanation)") }
        #expect(explanation.requestInQuotes == nil)

        let instead = try #require(refused.instead)
        try await row.expect(row.after, instead())
    }

    @Test func `a sign-in that took an account over says by which rule`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.user("a@example.test")
        _ = try await server.user("b@example.test")

        try await server.signInByLink("a@example.test")
        let explanation = try await server.explanation()
        #expect(explanation.contains("`takeover` is `on`"))
        #expect(try await server.signIn("a@example.test").status == 400)

        #expect(try await server.follow(explanation).status == 200)
        try await server.signInByLink("b@example.test")
        #expect(try await server.newestCall()["explanation"] == nil)
        #expect(try await server.signIn("b@example.test").status == 200)
    }

    @Test func `a page that shows a refusal in words of its own is explained as well`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.user()
        let code = try await server.mailedCode("PASSWORD_RESET", "alice@example.test")
        server.clock.advance(seconds: 3601)
        let query = "mode=resetPassword&apiKey=fake-api-key&oobCode=\(code)&newPassword=better-horse"
        #expect(try await server.action(query).status == 400)

        let explanation = try await server.explanation()
        #expect(explanation.contains("`PASSWORD_RESET` of rule `lifetimes`"), "\(explanation)")
        #expect(try await server.follow(explanation).status == 200)
        #expect(try await server.action(query).status == 200)
    }

    @Test func `a call that nothing stood in the way of is not explained`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.user()

        #expect(try await server.newestCall()["status"] == 200)
        #expect(try await server.newestCall()["explanation"] == nil)
    }

    /// There is no request that adds a key to the project that the app meant: only who reads it knows both.
    @Test(arguments: ["accounts:signUp", "token"])
    func `an unknown key is explained by the option, and by the request that adds it`(_ method: String) async throws {
        let server = try TestServer(.local, unknownKeys: .reject)
        let key = TestServer.key(of: TestServer.project)
        let user = try SignedInUser(await server.signUp("a@example.test", key: key))
        @Sendable func call() async throws -> TestAnswer {
            method == "token"
                ? try await server.refresh(user.refreshToken, key: "no-key")
                : try await server.signUp("b@example.test", key: "no-key")
        }
        #expect(try await call().message?.hasPrefix("API key not valid") == true)

        #expect(try await server.newestCall()["project"]?.stringValue == nil)
        let explanation = try await server.explanation()
        #expect(explanation.contains("`--unknown-keys reject`"))
        let filledIn = explanation.replacing("/PROJECT/", with: "/\(TestServer.project)/")
            .replacing("<apiKey>", with: "no-key")
        #expect(try await server.follow(filledIn).status == 200)
        #expect(try await call().status == 200)
    }
}

/// A call that is refused, and what its explanation says.
struct ExplainedRefusal: Sendable, CustomTestStringConvertible {
    typealias Call = @Sendable () async throws -> TestAnswer

    /// A server, and the call that it refuses.
    struct Refused: Sendable {
        let server: TestServer
        let call: Call
        /// What to call instead.
        let instead: Call?

        init(by server: TestServer, _ call: @escaping Call) {
            self.server = server
            self.call = call
            instead = nil
        }

        init(by server: TestServer, _ call: @escaping Call, instead: @escaping Call) {
            self.server = server
            self.call = call
            self.instead = instead
        }
    }

    let testDescription: String
    /// How the message of the refusal begins; `OK` for an answer that does not show it.
    let before: String
    /// The same once the explanation was followed.
    let after: String
    /// Parts of the explanation.
    let words: [String]
    let prepare: @Sendable () async throws -> Refused

    init(
        _ name: String, _ before: String, then after: String = "OK", says words: [String],
        prepare: @escaping @Sendable () async throws -> Refused
    ) {
        testDescription = name
        self.before = before
        self.after = after
        self.words = words
        self.prepare = prepare
    }

    func expect(_ expected: String, _ answer: TestAnswer, _ place: SourceLocation = #_sourceLocation) {
        #expect(
            expected == "OK"
                ? answer.status == 200 : answer.status != 200 && answer.message?.hasPrefix(expected) == true,
            "\(expected): \(answer.status) \(answer.text)", sourceLocation: place)
    }
}

extension TestServer {
    /// The newest entry of the journal, whichever project it is of; of the default project's as its own list has it.
    func newestCall() async throws -> JSON {
        let newest = try await send(.get, "/firebreak/v1/requests?order=desc&limit=1")
        let call = try #require(newest["requests"]?.arrayValue?.first, "\(newest.text)")
        guard call["project"]?.stringValue == Self.project else { return call }
        let own = try await control(.get, "/requests?order=desc&limit=1")
        return try #require(own["requests"]?.arrayValue?.first, "\(own.text)")
    }

    /// What the journal says of the newest call.
    func explanation() async throws -> String {
        let call = try await newestCall()
        return try #require(call["explanation"]?.stringValue, "\(call.text)")
    }

    /// Sends the request that an explanation names, as an admin.
    func follow(_ explanation: String) async throws -> TestAnswer {
        let request = try #require(explanation.requestInQuotes, "\(explanation)")
        let parts = request.split(separator: " ", maxSplits: 2).map(String.init)
        let methods: [String: HTTPRequest.Method] = ["DELETE": .delete, "PATCH": .patch, "POST": .post]
        let method = try #require(parts.first.flatMap { methods[$0] })
        try #require(parts.count > 1)
        let isGoogle = parts[1].hasPrefix("/identitytoolkit.googleapis.com/")
        return try await send(
            method, parts[1], parts.count > 2 ? try JSON(parsing: parts[2]) : JSON?.none,
            headers: isGoogle ? [.authorization: "Bearer owner"] : [:])
    }
}

extension String {
    /// The request of an explanation: what stands between backquotes and begins with a method.
    fileprivate var requestInQuotes: String? {
        let parts = split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        return zip(parts.indices, parts).first { index, part in
            index % 2 == 1 && ["DELETE /", "PATCH /", "POST /"].contains { part.hasPrefix($0) }
        }?.1
    }
}
