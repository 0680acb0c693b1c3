import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// email-actions.md section 7: the two steps of the action page.
struct ActionPageStepsTests {
    private static let email = "alice@example.test"

    private func page(_ server: TestServer, link: String) async throws -> ActionPage {
        let project = try server.services.projects.project(ProjectID(rawValue: TestServer.project))
        let query = link.split(separator: "?", maxSplits: 1).last.map { FormURLEncoding.parse($0) } ?? []
        let call = OperationContext(
            services: server.services, project: project,
            settings: try await server.services.settings(of: project, tenant: nil), caller: .anybody,
            client: OperationContext.Client(), origin: TestServer.origin)
        return ActionPage(ActionPage.Query(parameters: query), call)
    }

    private func link(_ server: TestServer, _ type: String, _ more: JSON = [:]) async throws -> String {
        let answer = try await server.oobLink(type, Self.email, more)
        return try #require(answer.string("oobLink"), "\(answer.text)")
    }

    private func page(_ server: TestServer, _ type: String, _ more: JSON = [:]) async throws -> ActionPage {
        try await page(server, link: try await link(server, type, more))
    }

    private func refusal<Value>(_ body: () async throws -> Value) async throws -> ActionPage.Refusal {
        do {
            _ = try await body()
        } catch let refusal as ActionPage.Refusal {
            return refusal
        } catch let error as WireError {
            return .error(error)
        }
        throw Unrefused()
    }

    private struct Unrefused: Error {}

    private func action(_ page: ActionPage) async throws -> ActionPage.Action {
        guard case .applicable(let action) = try await page.inspect() else { throw Unrefused() }
        return action
    }

    // MARK: Looking

    @Test(arguments: Profile.allCases)
    func `looking at a link tells what it is for, and changes nothing`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let before = try await server.account(user.id)

        let reset = try await action(try await page(server, "PASSWORD_RESET"))
        #expect(reset.type == .passwordReset && reset.boundEmail == Self.email && reset.target == nil)
        let verification = try await page(server, "VERIFY_EMAIL", ["continueUrl": "http://localhost:3000/x"])
        let verify = try await action(verification)
        #expect(verify.type == .verifyEmail && verify.email == Self.email)
        #expect(verify.target?.text == "http://localhost:3000/x")
        let change = try await action(try await page(server, "VERIFY_AND_CHANGE_EMAIL", ["newEmail": "new@x.test"]))
        #expect(change.type == .verifyAndChangeEmail && change.email == Self.email && change.newEmail == "new@x.test")

        #expect(try await server.account(user.id) == before)
        #expect(try await action(verification) == verify)
    }

    @Test func `a page about addresses does what its code is for`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.user()
        let link = try #require(
            try await server.oobLink("VERIFY_AND_CHANGE_EMAIL", Self.email, ["newEmail": "new@x.test"])
                .string("oobLink"))

        let action = try await action(
            try await page(server, link: link.replacing("mode=verifyAndChangeEmail", with: "mode=verifyEmail")))

        #expect(action.mode == .verifyEmail && action.type == .verifyAndChangeEmail && action.newEmail == "new@x.test")
    }

    @Test func `a factor is shown with its name, and with its number hidden`() async throws {
        let server = try await TestServer.open(.local)
        let user = try await server.enrollPhone(try await server.verifiedUser())
        _ = try await server.enrollTOTP(user)
        let links = try await server.outbox("type=REVERT_SECOND_FACTOR_ADDITION")
            .compactMap { $0[path: "link.action"]?.stringValue }
        try #require(links.count == 2)

        let phone = try await action(try await page(server, link: links[0]))
        let app = try await action(try await page(server, link: links[1]))

        #expect(phone.factor?.number?.hasPrefix("+*******") == true)
        #expect(app.factor?.name == "my app")
        #expect(app.factor?.number == nil)
    }

    @Test func `a recovery tells the address that comes back, and goes nowhere`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.user()
        let change = try await page(server, "VERIFY_AND_CHANGE_EMAIL", ["newEmail": "new@x.test"])
        guard case .done(let changed) = try await change.apply(password: nil) else { throw Unrefused() }
        #expect(changed.email == "new@x.test" && changed.newEmail == "new@x.test")
        let link = try #require(try await server.outbox("type=RECOVER_EMAIL").last?[path: "link.action"]?.stringValue)

        let recovery = try await page(server, link: link + "&continueUrl=https%3A%2F%2Felsewhere.test")
        let recover = try await action(recovery)

        #expect(recover.type == .recoverEmail && recover.email == Self.email && recover.target == nil)
        guard case .done(let done) = try await recovery.apply(password: nil) else { throw Unrefused() }
        #expect(done.email == Self.email)
    }

    // MARK: Refusals

    @Test func `what ended a code is told apart, and when`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.user()
        let start = server.clock.now
        let superseded = try await link(server, "VERIFY_EMAIL")
        server.clock.advance(seconds: 60)
        let used = try await link(server, "VERIFY_EMAIL")
        server.clock.advance(seconds: 60)
        _ = try await page(server, link: used).apply(password: nil)
        let expired = try await link(server, "PASSWORD_RESET")
        server.clock.advance(seconds: 3600)

        let ends: [(link: String, kind: ActionPage.Refusal.Kind, seconds: Int64)] = [
            (superseded, .superseded, 60), (used, .used, 120), (expired, .expired, 3720),
        ]
        for end in ends {
            let page = try await page(server, link: end.link)
            for refusal in [
                try await refusal { try await page.inspect() },
                try await refusal { try await page.apply(password: "another-horse") },
            ] {
                #expect(refusal.kind == end.kind)
                #expect(refusal.time == start.advanced(byMilliseconds: end.seconds * 1000))
                #expect(refusal.status(in: .local) == 400)
            }
        }
    }

    @Test(arguments: Profile.allCases)
    func `two people with one link: one comes too late`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let link = try await page(server, "VERIFY_EMAIL")

        let kinds = try await withThrowingTaskGroup(of: ActionPage.Refusal.Kind?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    do {
                        _ = try await link.apply(password: nil)
                        return nil
                    } catch let refusal as ActionPage.Refusal {
                        return refusal.kind
                    }
                }
            }
            return try await group.reduce(into: [ActionPage.Refusal.Kind?]()) { $0.append($1) }
        }

        #expect(kinds.count { $0 == nil } == 1)
        #expect(kinds.compactMap(\.self).allSatisfy { $0 == .used })
    }

    @Test(arguments: [Profile.local, .production])
    func `a password that is not good enough leaves the code`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let link = try await page(server, "PASSWORD_RESET")

        for word in ["", "short"] {
            let refusal = try await refusal { try await link.apply(password: word) }
            guard case .password(_, let missing) = refusal else {
                Issue.record("\(refusal)")
                continue
            }
            #expect(missing == [.minimumLength(6)])
        }
        guard case .done = try await link.apply(password: "another-horse") else { throw Unrefused() }
        #expect(try await server.signIn(Self.email, password: "another-horse").status == 200)
    }
}
