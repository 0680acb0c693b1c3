import Firebreak
import Testing

/// Accounts, configuration and names of a project, over the typed library.
struct ProjectAccountsTests {
    private let project: FirebreakProject

    init() throws {
        var configuration = EmulatorConfiguration()
        configuration.port = 0
        configuration.adminToken = "admin-secret"
        configuration.controlToken = "control-secret"
        project = try Emulator(configuration: configuration).project("demo-shop")
    }

    @Test func `an account is made with all its properties, and found by each of its names`() async throws {
        let made = try await project.accounts.create(
            uid: "alice", email: "Alice@example.test", password: "correct-horse", phoneNumber: "+15555550100",
            displayName: "Alice", photoURL: "http://localhost/a.png", isEmailVerified: true, isDisabled: true,
            claims: ["role": "admin", "level": 3])

        #expect(made.uid == "alice")
        #expect(made.email == "alice@example.test")
        #expect(made.phoneNumber == "+15555550100")
        #expect(made.displayName == "Alice")
        #expect(made.photoURL == "http://localhost/a.png")
        #expect(made.isEmailVerified)
        #expect(made.isDisabled)
        #expect(made.hasPassword)
        #expect(made.claims == ["role": "admin", "level": 3])
        #expect(made.createdAt != nil)
        #expect(made.lastLoginAt == nil)
        #expect(Set(made.providers.map(\.id)) == ["password", "phone"])
        #expect(try await project.accounts.find(id: "alice") == made)
        #expect(try await project.accounts.find(email: "ALICE@example.test") == made)
        #expect(try await project.accounts.find(phoneNumber: "+15555550100") == made)
    }

    @Test func `nobody is nil`() async throws {
        let accounts = project.accounts
        #expect(try await accounts.find(id: "nobody") == nil)
        #expect(try await accounts.find(email: "nobody@example.test") == nil)
        #expect(try await accounts.find(phoneNumber: "+15555550199") == nil)
        #expect(try await accounts.find(ref: "nobody") == nil)
    }

    @Test func `a change leaves the rest, and can take away`() async throws {
        let uid = try await project.accounts.create(
            email: "alice@example.test", phoneNumber: "+15555550100", displayName: "Alice",
            photoURL: "http://localhost/a.png"
        ).uid

        let renamed = try await project.accounts.update(uid, displayName: "A.", claims: ["role": "admin"])
        #expect(renamed.displayName == "A.")
        #expect(renamed.email == "alice@example.test")
        #expect(renamed.claims == ["role": "admin"])

        let less = try await project.accounts.update(
            uid, email: "new@example.test", password: "battery-staple", isEmailVerified: true, isDisabled: true,
            claims: [:], removing: [.displayName, .photoURL], unlinking: ["phone"])
        #expect(less.displayName == nil)
        #expect(less.photoURL == nil)
        #expect(less.phoneNumber == nil)
        #expect(less.email == "new@example.test")
        #expect(less.isEmailVerified)
        #expect(less.isDisabled)
        #expect(less.hasPassword)
        #expect(less.claims == nil || less.claims == [:])
    }

    @Test func `the failures are those of Google's methods`() async throws {
        try await project.accounts.create(uid: "alice", email: "alice@example.test")
        let taken = await #expect(throws: FirebreakFailure.self) {
            try await project.accounts.create(email: "alice@example.test")
        }
        #expect(taken?.code.rawValue == "EMAIL_EXISTS")
        #expect(taken?.status == 400)
        let invalid = await #expect(throws: FirebreakFailure.self) {
            try await project.accounts.update("alice", email: "nobody")
        }
        #expect(invalid?.code.rawValue == "INVALID_EMAIL")
        let gone = await #expect(throws: FirebreakFailure.self) { try await project.accounts.delete("nobody") }
        #expect(gone?.code.rawValue == "USER_NOT_FOUND")
    }

    @Test func `a list has every account once, page by page`() async throws {
        let users = (0..<2345).map { #"{"uid":"u\#($0)","email":"u\#($0)@example.test"}"# }
        try await project.seed(#"{"users":[\#(users.joined(separator: ","))]}"#)
        try await project.accounts.delete("u7")

        var ids: [String] = []
        for try await user in project.accounts.list() { ids.append(user.uid) }
        #expect(ids.count == 2344)
        #expect(Set(ids).count == 2344)
        #expect(!ids.contains("u7"))
    }

    @Test func `names of fixtures lead to accounts, also of tenants`() async throws {
        try await project.seed(
            """
            users: [{ ref: alice, email: alice@example.test }]
            tenants: { blue: { users: [{ ref: bob, uid: bob, email: bob@example.test }] } }
            """)

        #expect(try await project.refs().map(\.ref) == ["alice", "bob"])
        #expect(try await project.refs().last == FixtureRefEntry(ref: "bob", tenant: "blue", localID: "bob"))
        #expect(try await project.accounts.find(ref: "alice")?.email == "alice@example.test")
        #expect(try await project.accounts.find(ref: "bob")?.tenant == "blue")
        #expect(try await project.accounts.inTenant("blue").find(ref: "bob")?.uid == "bob")
        #expect(try await project.accounts.inTenant("blue").find(ref: "alice") == nil)
        #expect(try await project.accounts.find(id: "bob") == nil)
        #expect(try await project.accounts.inTenant("blue").find(id: "bob") != nil)
    }

    @Test func `a token says who the user is, and what else is asked for`() async throws {
        try await project.accounts.create(uid: "alice", email: "alice@example.test")
        let token = try await project.accounts.idToken(for: "alice", claims: ["role": "admin"])
        #expect(token.split(separator: ".", omittingEmptySubsequences: false).count == 3)
        #expect(try await project.accounts.find(id: "alice")?.lastLoginAt != nil)
    }

    @Test func `the configuration changes where it is told to`() async throws {
        #expect(try await project.configuration.get()["signIn"]?["anonymous"]?["enabled"] == true)
        let changed = try await project.configuration.patch(
            ["signIn": ["anonymous": ["enabled": false]], "authorizedDomains": ["example.test"]],
            mask: ["signIn.anonymous.enabled"])
        #expect(changed["signIn"]?["anonymous"]?["enabled"]?.boolValue != true)
        let domains = try #require(try await project.configuration.get()["authorizedDomains"]?.arrayValue)
        #expect(!domains.contains("example.test"))
        #expect(domains.contains("localhost"))

        let all = try await project.configuration.patch(["authorizedDomains": ["example.test"]])
        #expect(all["authorizedDomains"] == ["example.test"])
    }

    @Test func `calls of one method are found by its name`() async throws {
        try await project.accounts.create(uid: "alice", email: "alice@example.test")
        let calls = try await project.requests(of: "accounts.lookup")
        #expect(calls.map(\.operation) == ["accounts.lookup"])
        #expect(calls.first?.caller == .admin)
    }
}
