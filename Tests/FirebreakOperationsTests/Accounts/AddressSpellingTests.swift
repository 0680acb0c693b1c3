import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// An address whose domain has letters beyond ASCII is one, in either form of the domain (firebreak.md section 3.3). An
/// account keeps the form that it was made with.
struct AddressSpellingTests {
    private static let forms = [("a@bücher.test", "a@xn--bcher-kva.test"), ("a@xn--bcher-kva.test", "a@BÜCHER.test")]

    @Test(arguments: [Profile.local, .production], forms)
    func `an account is found by both forms, and keeps its own`(
        _ profile: Profile, _ forms: (stored: String, asked: String)
    ) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user(forms.stored)

        #expect(try await server.signIn(forms.asked).string("localId") == user.id)
        #expect(try await server.signIn(forms.stored).string("localId") == user.id)
        #expect(try await server.account(user.id)["email"] == .string(forms.stored))
        let lookup = try await server.admin("accounts:lookup", ["email": [.string(forms.asked)]])
        #expect(lookup["users"]?.arrayValue?.count == 1)
        #expect(try await server.signUp(forms.asked).outcome == "EMAIL_EXISTS")
        let row: JSON = ["localId": "other", "email": .string(forms.asked)]
        let imported = try await server.importAccounts(row, options: ["sanityCheck": true])
        #expect(imported.outcome == "DUPLICATE_EMAIL : \(EmailAddress.folded(forms.asked))")
    }

    /// To sign up again with the own address is to set a password.
    @Test(arguments: [Profile.local, .production], forms)
    func `the other form of an account's own address changes nothing of it`(
        _ profile: Profile, _ forms: (stored: String, asked: String)
    ) async throws {
        let server = try await TestServer.open(profile)
        let code = try await server.mailedCode("EMAIL_SIGNIN", forms.stored)
        let user = try await server.finishLink(forms.stored, code)
        let id = try #require(user.string("localId"))
        let token = try #require(user.string("idToken"))
        let link: JSON = ["idToken": .string(token), "email": .string(forms.asked), "password": "other-horse"]

        #expect(try await server.app("accounts:signUp", link).outcome == "OK")
        let account = try await server.account(id)
        #expect(account["email"] == .string(forms.stored))
        #expect(account["emailVerified"] == true)
        #expect(try await server.signIn(forms.asked, password: "other-horse").string("localId") == id)
    }

    @Test(arguments: forms) func `a code for one form is one for the other`(_ forms: (String, String)) async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.user(forms.0)
        let first = try await server.mailedCode("PASSWORD_RESET", forms.0)
        let second = try await server.mailedCode("PASSWORD_RESET", forms.1)

        #expect(try await server.reset(first, to: "other-horse").outcome != "OK")
        #expect(try await server.reset(second, to: "other-horse").outcome == "OK")
        let link = try await server.mailedCode("EMAIL_SIGNIN", forms.0)
        #expect(try await server.finishLink(forms.1, link).outcome == "OK")
    }

    /// What earlier versions stored as two stays two.
    @Test func `two accounts of both forms both sign in`() async throws {
        let server = try await TestServer.open(.local)
        let users: [JSON] = Self.forms.prefix(1).flatMap { [$0.0, $0.1] }.map { email in
            ["localId": .string("id of " + email), "email": .string(email), "rawPassword": "correct-horse"]
        }
        let answer = try await server.admin("accounts:batchCreate", ["users": .array(users)])
        try #require(answer["error"]?.arrayValue?.isEmpty ?? true, "\(answer.text)")

        for user in users {
            let email = try #require(user["email"]?.stringValue)
            #expect(try await server.signIn(email).string("localId") == "id of " + email)
        }
    }

    @Test func `addresses that only look alike are two`() async throws {
        let server = try await TestServer.open(.local)
        let first = try await server.user("e\u{301}@x.test")
        let second = try await server.user("\u{E9}@x.test")

        #expect(first.id != second.id)
        let answer = try await server.admin(
            "accounts:batchCreate",
            ["users": [["localId": "x", "email": "\u{E8}@x.test"], ["localId": "y", "email": "e\u{300}@x.test"]]])
        #expect(answer["error"]?.arrayValue?.isEmpty ?? true, "\(answer.text)")
    }
}
