import FirebreakTesting
import Testing

@Suite(.firebreak(fixture: "fixtures/shop.yaml"))
struct SignInLinkTests {
    @Test func `a link signs in`() async throws {
        try await withShop { shop, project in
            try await shop.askForLink(to: "alice@example.test")
            let mail = try await project.outbox.next(to: "alice@example.test", type: .emailSignIn)
            let session = try await shop.follow(mail)
            #expect(session.status == .ok)
            #expect(try await shop.person(with: session.token).email == "alice@example.test")
            #expect(try await project.outbox.message(mail.id).status == .used)
        }
    }

    @Test func `only the last link counts, and only once`() async throws {
        try await withShop { shop, project in
            try await shop.askForLink(to: "bob@example.test")
            let first = try await project.outbox.next(to: "bob@example.test")
            try await shop.askForLink(to: "bob@example.test")
            let second = try await project.outbox.next(to: "bob@example.test", after: first.seq)

            #expect(try await shop.follow(first).status == .forbidden)
            #expect(try await shop.follow(second).status == .ok)
            #expect(try await shop.follow(second).status == .forbidden)
            #expect(try await project.accounts.find(email: "bob@example.test")?.isEmailVerified == true)
        }
    }

    @Test func `a person without an account gets one`() async throws {
        try await withShop { shop, project in
            try await shop.askForLink(to: "new@example.test")
            let opened = try await project.outbox.openLatest(OutboxFilter(to: "new@example.test"))
            #expect(opened.applied == false)
            let redirect = try #require(opened.redirect)
            #expect(try await shop.get(redirect).status == .ok)
            #expect(try await project.summary().counts.accounts == 3)
        }
    }

    @Test(arguments: [("alice", false), ("admin", true)])
    func `who is an admin may do more`(ref: String, isAdmin: Bool) async throws {
        try await withShop { shop, project in
            let token = try await project.accounts.idToken(for: ref)
            #expect(try await shop.person(with: token).isAdmin == isAdmin)
        }
    }

    @Test func `a disabled account is told nothing`() async throws {
        try await withShop { shop, project in
            let alice = try #require(try await project.accounts.find(ref: "alice"))
            let token = try await project.accounts.idToken(for: alice.uid)
            try await project.accounts.update(alice.uid, isDisabled: true)
            #expect(try await shop.get("/me", token: token).status == .unauthorized)
        }
    }

    @Test func `a service that is overloaded is not the person's fault`() async throws {
        try await withShop { shop, project in
            var overload = FaultDefinition(on: ["accounts.sendOobCode"])
            overload.error = "TOO_MANY_ATTEMPTS_TRY_LATER"
            try await project.faults.add(overload)
            let answer = try await shop.post("/sign-in", #"{"email":"alice@example.test"}"#)
            #expect(answer.status == .serviceUnavailable)
            #expect(try await project.outbox.list().messages.isEmpty)
        }
    }
}
