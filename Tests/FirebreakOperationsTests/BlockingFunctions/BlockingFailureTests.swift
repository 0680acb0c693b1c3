import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// blocking-functions.md section 4 and production.md section 8.2: functions that refuse or break down.
struct BlockingFailureTests {
    private static let body: JSON = ["error": ["message": "No (( way", "status": "INVALID_ARGUMENT"]]

    private static func failing(
        _ profile: Profile, _ url: String = FunctionURL.create, _ handler: @escaping TestFunctions.Handler
    ) async throws -> (answer: TestAnswer, server: TestServer) {
        let server = try await TestServer.openToAll(profile)
        try await server.guardSignIns()
        server.functions.handle(url, handler)
        return (try await server.signUp("a@x.test"), server)
    }

    private static func status(_ status: Int, _ profile: Profile, _ url: String) async throws -> TestAnswer {
        try await failing(profile, url) { _ throws(OutgoingRequest.Failure) in
            .init(status: status, body: body.bytes)
        }.answer
    }

    // MARK: Words

    @Test(arguments: [FunctionURL.create, FunctionURL.signIn], [300, 400, 403, 429, 500, 503])
    func `the reference says what a function answered`(url: String, code: Int) async throws {
        let answer = try await Self.status(code, .emulator, url)

        #expect(
            answer.outcome
                == "BLOCKING_FUNCTION_ERROR_RESPONSE : ((HTTP request to \(url) returned HTTP error \(code): "
                + "\(Self.body.text)))")
    }

    @Test(arguments: [Profile.local, .production], [400, 401, 403, 404])
    func `a refusal is passed on as it is`(_ profile: Profile, code: Int) async throws {
        for url in [FunctionURL.create, FunctionURL.signIn] {
            let answer = try await Self.status(code, profile, url)
            #expect(
                answer.outcome
                    == "BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: \(Self.body.text)")
        }
    }

    @Test(arguments: [Profile.local, .production], [429, 500, 503])
    func `a breakdown is the server's`(_ profile: Profile, code: Int) async throws {
        for url in [FunctionURL.create, FunctionURL.signIn] {
            let answer = try await Self.status(code, profile, url)
            #expect(answer.outcome == "503 Error code: 47")
            let error = try #require(answer["error"])
            #expect(error.names == ["code", "message", "errors"])
            #expect(
                error["errors"]?.arrayValue?.map(\.sorted) == [
                    ["domain": "global", "message": "Error code: 47", "reason": "backendError"]
                ])
        }
    }

    @Test func `the reference waits long, and says so`() async throws {
        let (answer, _) = try await Self.failing(.emulator) { _ throws(OutgoingRequest.Failure) in throw .timedOut }

        let text = "BLOCKING_FUNCTION_ERROR_RESPONSE : ((Deadline exceeded making request to \(FunctionURL.create).))"
        #expect(answer.outcome == "500 \(text)")
        #expect(answer.json[path: "error.status"] == "INTERNAL")
    }

    @Test(arguments: [Profile.local, .production])
    func `a function that takes too long is named`(_ profile: Profile) async throws {
        let (answer, _) = try await Self.failing(profile) { _ throws(OutgoingRequest.Failure) in throw .timedOut }

        #expect(answer.outcome == "BLOCKING_FUNCTION_ERROR_RESPONSE : Cloud function deadline exceeded.")
    }

    @Test func `the reference says that nobody is there`() async throws {
        let (answer, _) = try await Self.failing(.emulator) { _ throws(OutgoingRequest.Failure) in
            throw .unreachable("connection refused")
        }

        let text = "BLOCKING_FUNCTION_ERROR_RESPONSE : ((Failed to make request to \(FunctionURL.create).))"
        #expect(answer.outcome == "500 \(text)")
        #expect(
            answer.json[path: "error.errors"]?.arrayValue?.first?["reason"]?.stringValue?.contains("refused") == true)
    }

    @Test(arguments: [Profile.local, .production])
    func `a function that is not there broke down`(_ profile: Profile) async throws {
        let (answer, _) = try await Self.failing(profile) { _ throws(OutgoingRequest.Failure) in
            throw .unreachable("connection refused")
        }

        #expect(answer.outcome == "503 Error code: 47")
    }

    @Test(arguments: Profile.allCases, ["", "not JSON", "{"])
    func `an answer must be JSON`(_ profile: Profile, text: String) async throws {
        let (answer, server) = try await Self.failing(profile) { _ throws(OutgoingRequest.Failure) in
            .init(status: 200, body: Array(text.utf8))
        }

        #expect(answer.status >= 400)
        if profile == .emulator {
            let text = "BLOCKING_FUNCTION_ERROR_RESPONSE : ((Response body is not valid JSON.))"
            #expect(answer.outcome == "500 \(text)")
        }
        #expect(try await server.everybody() == [])
    }

    @Test(arguments: [200, 201, 204, 299])
    func `any success counts`(code: Int) async throws {
        let (answer, _) = try await Self.failing(.local) { _ throws(OutgoingRequest.Failure) in
            .init(status: code, body: Array("{}".utf8))
        }

        #expect(answer.outcome == "OK")
    }

    @Test(arguments: Profile.allCases, [[:], ["updateMask": ""], ["displayName": "X"], 1] as [JSON])
    func `a record needs its mask`(_ profile: Profile, record: JSON) async throws {
        let (answer, server) = try await Self.failing(profile) { _ throws(OutgoingRequest.Failure) in
            .init(status: 200, body: (["userRecord": record] as JSON).bytes)
        }

        #expect(answer.message?.hasPrefix("BLOCKING_FUNCTION_ERROR_RESPONSE : ") == true, "\(answer.text)")
        if profile == .emulator {
            #expect(
                answer.outcome
                    == "BLOCKING_FUNCTION_ERROR_RESPONSE : ((Response UserRecord is missing updateMask.))")
        }
        #expect(try await server.everybody() == [])
    }

    @Test func `the reference breaks down over null`() async throws {
        let (answer, _) = try await Self.failing(.emulator) { _ throws(OutgoingRequest.Failure) in
            .init(status: 200, body: Array("null".utf8))
        }

        #expect(answer.status >= 400)
    }

    // MARK: State

    @Test(arguments: Profile.allCases, SignInFlow.allCases.filter(\.isNew))
    func `whom beforeCreate refuses is nobody`(_ profile: Profile, _ flow: SignInFlow) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardSignIns()
        server.functions.answer(FunctionURL.create, status: 403, Self.body)

        #expect(try await prepared.finish().status == 400)
        #expect(try await server.everybody() == [])
        #expect(server.timesAsked == [1, 0])
    }

    @Test(arguments: Profile.allCases, SignInFlow.allCases.filter(\.isNew))
    func `whom beforeSignIn refuses stays`(_ profile: Profile, _ flow: SignInFlow) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardSignIns()
        server.functions.answer(FunctionURL.signIn, status: 403, Self.body)

        #expect(try await prepared.finish().status == 400)
        try await Self.expectAttempt(server, profile)
        if flow == .signUp {
            #expect(try await server.signUp("alice@example.test").outcome == "EMAIL_EXISTS")
        }
    }

    @Test(arguments: Profile.allCases, SignInFlow.allCases.filter { !$0.isNew })
    func `a refused sign-in leaves the account as it was`(_ profile: Profile, _ flow: SignInFlow) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        let before = try await server.account(prepared.id ?? "")
        try await server.guardSignIns()
        server.functions.answer(FunctionURL.signIn, status: 403, Self.body)
        server.clock.advance(seconds: 5)

        #expect(try await prepared.finish().status == 400)
        #expect(try await server.account(prepared.id ?? "") == before)
    }

    @Test(arguments: Profile.allCases, [SignInFlow.newLink, .knownLink, .newPhone, .knownPhone])
    func `a code is used up by a refused sign-in`(_ profile: Profile, _ flow: SignInFlow) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardSignIns()
        server.functions.answer(FunctionURL.signIn, status: 403, Self.body)
        _ = try await prepared.finish()
        server.functions.answer(FunctionURL.signIn, [:])

        let again = try await prepared.finish()
        #expect(again.status == 400)
        #expect(again.message?.hasPrefix("BLOCKING") == false)
    }

    // MARK: Disabling

    @Test(arguments: Profile.allCases, SignInFlow.allCases.filter(\.isNew))
    func `beforeCreate can make a disabled account`(_ profile: Profile, _ flow: SignInFlow) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardSignIns()
        server.changeRecord(FunctionURL.create, "disabled", ["disabled": true])

        #expect(try await prepared.finish().outcome == "USER_DISABLED")
        #expect(try await server.everybody().map { $0["disabled"] } == [true])
        try await Self.expectAttempt(server, profile)
        #expect(server.timesAsked == [1, 0])
    }

    /// Outside the reference the only account shows the sign-in that came to nothing.
    private static func expectAttempt(_ server: TestServer, _ profile: Profile) async throws {
        let everybody = try await server.everybody()
        #expect(everybody.count == 1)
        guard profile != .emulator else { return }
        #expect(everybody.first?["lastLoginAt"] == "1780315200000")
        #expect(everybody.first?["lastRefreshAt"] == "2026-06-01T12:00:00.000Z")
    }

    @Test(arguments: Profile.allCases, SignInFlow.allCases)
    func `beforeSignIn can disable an account`(_ profile: Profile, _ flow: SignInFlow) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardSignIns()
        server.changeRecord(FunctionURL.signIn, "disabled,displayName", ["disabled": true, "displayName": "D"])
        server.clock.advance(seconds: 5)

        #expect(try await prepared.finish().outcome == "USER_DISABLED")
        let account = try #require(try await server.everybody().first)
        #expect(account["disabled"] == true && account["displayName"] == "D")
        if profile != .emulator, flow.isNew {
            #expect(account["lastLoginAt"] == "1780315205000" && account["lastRefreshAt"] != nil)
        }
    }

    @Test(arguments: Profile.allCases, [SignInFlow.password, .knownIdentity, .knownPhone, .knownLink])
    func `the time of such a sign-in is noted, but not an e-mail link's`(
        _ profile: Profile, _ flow: SignInFlow
    ) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardSignIns()
        server.changeRecord(FunctionURL.signIn, "disabled", ["disabled": true])
        server.clock.advance(seconds: 5)
        _ = try await prepared.finish()

        let expected: JSON = flow == .knownLink ? "1780315200000" : "1780315205000"
        #expect(try await server.account(prepared.id ?? "")["lastLoginAt"] == expected)
    }

    @Test(arguments: Profile.allCases)
    func `an account that stays enabled signs in`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        try await server.guardSignIns()
        server.changeRecord(FunctionURL.create, "disabled", ["disabled": true])
        server.changeRecord(FunctionURL.create, "disabled", ["disabled": false])

        #expect(try await server.signUp("a@x.test").outcome == "OK")
    }
}
