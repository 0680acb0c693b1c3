import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// The console's list of accounts (firebreak.md section 13).
struct AccountListTests {
    private static let path = "/firebreak/projects/example/accounts"

    private static func page(_ server: TestServer, _ query: String = "") async throws -> String {
        let answer = try await server.send(.get, path + (query.isEmpty ? "" : "?" + query))
        #expect(answer.status == 200, "\(query)")
        return answer.text
    }

    /// Where the entries of a list lead, in their order.
    private static func entries(_ page: String) -> [String] { links(page, #/<a data-entry href="(?<url>[^"]*)"/#) }

    /// A link to another page of the list.
    private static func link(_ relation: String, _ page: String) throws -> String? {
        try links(page, Regex(#"href="(?<url>[^"]*)" rel="\#(relation)""#, as: (Substring, url: Substring).self)).first
    }

    private static func links(_ page: String, _ link: some RegexComponent<(Substring, url: Substring)>) -> [String] {
        page.matches(of: link).map { String($0.output.url.replacing("&amp;", with: "&")) }
    }

    private static func makeAccounts(_ count: Int, _ server: TestServer) async throws {
        let accounts: [JSON] = (0..<count).map { index in
            [
                "localId": .string("id-\(1000 + index)"), "email": .string("user\(index)@example.test"),
                // Several of each time.
                "createdAt": .string(String(1_780_315_200_000 + index / 7)),
            ]
        }
        let answer = try await server.admin("accounts:batchCreate", ["users": .array(accounts)])
        try #require(answer.status == 200, "\(answer.text)")
    }

    /// What the page offers to copy is one command, whatever a tenant is called.
    @Test(arguments: ["'", "'\u{301}", "\u{600}'", "\u{110BD}'\u{20D0}"])
    func `the command to copy quotes a tenant's name`(_ quote: String) async throws {
        let server = try TestServer(.emulator)
        let tenant = "a\(quote);id;\(quote)b"
        // The tenant is there from now on; the command is for one without accounts.
        let path = PercentEncoding.encode(tenant)
        let made = try await server.admin("accounts", ["email": "a@x.test"], tenant: path)
        _ = try await server.admin("accounts:delete", ["localId": made["localId"] ?? nil], tenant: path)
        let page = try await Self.page(server, "tenant=\(PercentEncoding.encode(tenant))")

        #expect(made.status == 200, "\(made.text)")
        let body = JSON.object([
            .init("email", "first@example.test"), .init("password", "correct-horse"),
            .init("tenantId", .string(tenant)),
        ])
        #expect(page.contains("-d " + ShellWord.quoted(JSON.visible(body.bytes)).escapedHTML + " "))
    }

    // MARK: Pages

    @Test(arguments: ["", "sort=id"])
    func `links lead through all accounts and back`(query: String) async throws {
        let server = try TestServer()
        try await Self.makeAccounts(120, server)

        var page = try await Self.page(server, query)
        #expect(page.contains("120 accounts"))
        #expect(try Self.link("prev", page) == nil)
        var pages = [Self.entries(page)]
        while let next = try Self.link("next", page), pages.count < 5 {
            page = try await server.send(.get, next).text
            pages.append(Self.entries(page))
        }
        #expect(pages.map(\.count) == [50, 50, 20])
        #expect(Set(pages.joined()).count == 120)
        let newest = (0..<120).map { Self.path + "/id-\(1000 + $0)" }
        if query == "sort=id" {
            #expect(Array(pages.joined()) == newest)
        } else {
            #expect(pages[0].prefix(1) == newest.suffix(1))
        }

        page = try await server.send(.get, try #require(try Self.link("prev", page))).text
        #expect(Self.entries(page) == pages[1])
        page = try await server.send(.get, try #require(try Self.link("prev", page))).text
        #expect(Self.entries(page) == pages[0])
        #expect(try Self.link("prev", page) == nil)
    }

    @Test func `an account that was just made is the first one`() async throws {
        let server = try TestServer()
        try await Self.makeAccounts(60, server)
        server.clock.advance(seconds: 10)
        let user = try await server.user("new@example.test")

        let first = try await Self.entries(Self.page(server)).first
        #expect(first == "\(Self.path)/\(user.id)")
    }

    @Test(arguments: ["after=1", "after=x.y", "before=", "sort=name", "after=99999999999999999999.a"])
    func `an address that no page has leads nowhere`(query: String) async throws {
        let answer = try await TestServer().send(.get, "\(Self.path)?\(query)")

        // What is empty is not there.
        #expect(answer.status == (query == "before=" ? 200 : 400))
    }

    @Test func `looking makes no project`() async throws {
        let server = try TestServer()
        _ = try await server.send(.get, "/firebreak/projects/other/accounts?q=a")
        _ = try await server.send(.get, "/firebreak/projects/other/accounts/new")

        let projects = try await server.send(.get, "/firebreak/v1/projects").text
        #expect(!projects.contains("other"))
    }

    // MARK: What is shown

    @Test func `an account is shown with what one looks for`() async throws {
        let server = try TestServer()
        let imported = try await server.importAccounts(
            [
                "localId": "full", "email": "full@example.test", "displayName": "Full Name",
                "phoneNumber": "+15555550100", "disabled": true, "createdAt": "1780315200000",
                "lastLoginAt": "1780401600000", "passwordHash": "aGFzaA==", "emailVerified": true,
                "providerUserInfo": [
                    ["providerId": "google.com", "rawId": "1"], ["providerId": "oidc.acme", "rawId": "2"],
                ],
                "mfaInfo": [["mfaEnrollmentId": "m", "phoneInfo": "+15555550111"]],
            ],
            ["localId": "odd", "createdAt": "-5", "phoneNumber": "+15555550102"])
        try #require(imported["error"]?.arrayValue?.isEmpty != false, "\(imported.text)")
        _ = try await server.anonymousUser()
        _ = try await server.customUser("custom-1")

        let full = try await Self.page(server, "q=full")
        for text in [
            "full@example.test", "Full Name", "+15555550100", "Google", "oidc.acme", "Phone", "Disabled",
            "2nd factor", ">2026-06-01 12:00:00 UTC<", ">2026-06-02 12:00:00 UTC<", "<code>full</code>", "1 found",
        ] {
            #expect(full.contains(text), "\(text)")
        }
        #expect(!full.contains("Unverified"))
        let odd = try await Self.page(server, "q=odd")
        #expect(odd.contains(">-5<"))
        #expect(!odd.contains(">Anonymous</span>"))
        let all = try await Self.page(server)
        #expect(all.contains("4 accounts"))
        #expect(all.contains(#"<span class="badge ">Anonymous</span>"#))
        #expect(all.contains(#"<span class="badge ">Custom token</span>"#))
    }

    private static let hostile = #""'><script>alert(1)</script><img src=x onerror=alert(1)>{{url}}"#

    @Test func `names, addresses and searches are text, whatever is in them`() async throws {
        let server = try TestServer(.emulator)
        let text = Self.hostile
        let id = "a/b?c#d&e\"'<i>"
        _ = try await server.admin(
            "accounts",
            [
                "localId": .string(id), "email": .string("\(text)@x"), "displayName": .string(text),
                "phoneNumber": .string("+" + text),
            ])
        let tenant = try await server.createTenant(["displayName": .string(text)])
        #expect(tenant.status == 200)
        let query = FormURLEncoding.encode(text)

        for page in [
            try await Self.page(server), try await Self.page(server, "q=" + query),
            try await Self.page(server, "q=nothing" + query),
            try await server.send(.get, "\(Self.path)/new?tenant=\(query)").text,
            try await server.send(.get, "\(Self.path)?tenant=\(query)").text,
        ] {
            #expect(page.contains("&quot;&#39;&gt;&lt;script&gt;"))
            #expect(!page.contains("<script>"))
            #expect(!page.contains("<img src=x"))
            #expect(!page.contains("<i>"))
        }
        let entry = try #require(Self.entries(try await Self.page(server)).first)
        #expect(entry == Self.path + "/a%2Fb%3Fc%23d%26e%22'%3Ci%3E".replacing("'", with: "&#39;"))
    }

    /// No view needs more than 150 KB (firebreak.md section 13.2).
    @Test(arguments: ["x", "ä", "&"])
    func `a page of long values is light`(character: String) async throws {
        let server = try TestServer()
        let long = String(repeating: character, count: 100)
        let accounts: [JSON] = (0..<60).map { index in
            let id = String(repeating: "u", count: 124) + String(1000 + index)
            return [
                "localId": .string(id), "email": .string("\(index)" + long + long + "@example.test"),
                "displayName": .string(long + long), "phoneNumber": .string("+1555555\(1000 + index)"),
                "passwordHash": "aGFzaA==",
            ]
        }
        let answer = try await server.admin("accounts:batchCreate", ["users": .array(accounts)])
        try #require(answer["error"]?.arrayValue?.isEmpty != false, "\(answer.text)")

        let page = try await Self.page(server)
        #expect(Self.entries(page).count == 50)
        var bytes = page.utf8.count
        var files = Set(page.matches(of: #/"(/firebreak/assets/[^"]+)"/#).map { String($0.output.1) })
        #expect(files.count >= 4)
        var known: Set<String> = []
        while let file = files.popFirst() {
            guard known.insert(file).inserted else { continue }
            let body = try await server.send(.get, file).body
            bytes += body.count
            // Modules load others.
            let folder = file.prefix(upTo: try #require(file.lastIndex(of: "/")))
            for module in String(decoding: body, as: UTF8.self).matches(of: #/(?:from|import) "\.(/[^"]+)"/#) {
                files.insert("\(folder)\(module.output.1)")
            }
        }
        #expect(known.count > 20)
        #expect(bytes < 150_000, "\(bytes)")
    }

    // MARK: Search

    @Test func `what is found is said, and what is not`() async throws {
        let server = try TestServer()
        try await Self.makeAccounts(60, server)

        let one = try await Self.page(server, "q=USER17%40")
        #expect(Self.entries(one) == ["\(Self.path)/id-1017"])
        #expect(one.contains("1 found"))
        #expect(one.contains(#"value="USER17@""#))
        let many = try await Self.page(server, "q=user")
        #expect(Self.entries(many).count == 50)
        #expect(many.contains("60 found"))
        // Any part, and the next page is one of what is found.
        let part = try await Self.page(server, "q=7%40example")
        #expect(Self.entries(part) == [57, 47, 37, 27, 17, 7].map { "\(Self.path)/id-\(1000 + $0)" })
        let next = try await server.send(.get, try #require(try Self.link("next", many))).text
        #expect(Self.entries(next).count == 10)
        let none = try await Self.page(server, "q=user%25")
        #expect(Self.entries(none).isEmpty)
        #expect(none.contains("No account matches."))
        let blank = try await Self.page(server, "q=+")
        #expect(Self.entries(blank).count == 50)
        #expect(blank.contains("60 accounts"))
    }

    // MARK: Filters

    @Test func `chips have what they filter by, and lead to the list without it`() async throws {
        let server = try TestServer()
        try await Self.makeAccounts(3, server)
        _ = try await server.admin("accounts:update", ["localId": "id-1001", "disableUser": true])

        let page = try await Self.page(server, "disabled=true&provider=saml.x&sort=id&q=user")
        #expect(Self.entries(page).isEmpty)
        let disabled = try await Self.page(server, "disabled=true&provider=&q=user&sort=id")
        #expect(Self.entries(disabled) == ["\(Self.path)/id-1001"])
        for words in [
            #"<option value="saml.x" selected>saml.x</option>"#, #"<option value="true" selected>Disabled</option>"#,
            #"class="chip on""#, #"Filters<span data-count> (2)</span>"#, #"href="\#(Self.path)?sort=id">Clear</a>"#,
        ] { #expect(page.contains(words), "\(words)") }
        let removed = try await server.send(
            .get, "\(Self.path)?disabled=true&provider=&q=user&sort=id&without=disabled")
        #expect(removed.headers[.location] == "\(Self.path)?q=user&sort=id")
        let refused = try await server.send(.get, "\(Self.path)?disabled=maybe")
        #expect(refused.status == 400)
    }

    // MARK: Tenants

    @Test func `tenants have lists of their own, to which links lead`() async throws {
        let server = try await TestServer.open(.local)
        let tenant = try await server.makeTenant()
        let carol = try await server.tenantUser(tenant, "carol@example.test")
        let alice = try await server.user("alice@example.test")

        let own = try await Self.page(server)
        #expect(Self.entries(own) == ["\(Self.path)/\(alice.id)"])
        #expect(own.contains(#"\#(Self.path)?tenant=\#(tenant)" data-tenant="\#(tenant)">blue-sky (\#(tenant))</a>"#))
        for query in ["tenant=\(tenant)", "tenant=\(tenant)&q=carol"] {
            let page = try await Self.page(server, query)
            #expect(Self.entries(page) == ["\(Self.path)/\(carol.id)?tenant=\(tenant)"])
            #expect(page.contains(#"data-tenant="\#(tenant)" aria-current="true">"#))
            // It stays from view to view.
            for view in ["outbox", "accounts", "requests", "settings", "state"] {
                #expect(page.contains(#"href="/firebreak/projects/example/\#(view)?tenant=\#(tenant)""#), "\(view)")
            }
            #expect(page.contains("\(Self.path)/new?tenant=\(tenant)"))
        }
        #expect(try await Self.entries(Self.page(server, "tenant=\(tenant)&q=alice")).isEmpty)
        _ = try await server.deleteTenant(tenant)
        let gone = try await server.send(.get, "\(Self.path)?tenant=\(tenant)")
        #expect(gone.status == 404)
        #expect(gone.text.contains("The project has no tenant “\(tenant)”."))
    }

    @Test(arguments: TestProfile.allCases)
    func `looking at a tenant does not make it`(profile: TestProfile) async throws {
        let server = try await TestServer.open(profile.value)

        let answer = try await server.send(.get, "\(Self.path)?tenant=unheard-of")
        #expect(answer.status == 404)
        let tenants = try await server.adminGet("/v2/projects/example/tenants")
        #expect(tenants["tenants"]?.arrayValue?.isEmpty != false)
    }

    @Test func `where there are too many tenants to choose from, one types the ID`() async throws {
        let server = try TestServer(.emulator)
        for index in 0..<101 { _ = try await server.createTenant(["displayName": .string("t\(index)")]) }

        let page = try await Self.page(server)
        #expect(page.contains(#"<input id="other-tenant" name="tenant" type="text""#))
    }

    // MARK: Nothing yet

    @Test func `without accounts a line for a shell makes the first`() async throws {
        let server = try TestServer(.emulator)
        let empty = try await Self.page(server)
        #expect(empty.contains("No accounts yet."))
        #expect(empty.contains("accounts:signUp?key="))

        // A quotation mark would end what the shell takes for text.
        _ = try await server.admin("accounts", ["email": "a@example.test"], tenant: "o'neill")
        _ = try await server.send(
            .delete, "/emulator/v1/projects/example/tenants/o%27neill/accounts",
            headers: [.authorization: "Bearer owner"])
        let tenant = try await Self.page(server, "tenant=o%27neill")
        #expect(tenant.contains("&quot;tenantId&quot;:&quot;o&#39;\\&#39;&#39;neill&quot;"))
    }
}

/// What is done to accounts from their list.
struct AccountSelectionTests {
    private static let path = "/firebreak/projects/example/accounts"

    private static func post(
        _ fields: [(String, String)], to server: TestServer, withToken: Bool = true
    ) async throws -> TestAnswer {
        let page = try await server.send(.get, path).text
        let token = try #require(page.firstMatch(of: #/<meta name="form-token" content="([^"]*)"/#)?.output.1)
        let all = withToken ? fields + [("formToken", String(token))] : fields
        let body = all.map { "\($0.0)=\(FormURLEncoding.encode($0.1))" }.joined(separator: "&")
        return try await server.send(
            .post, path + "/selected", headers: [.contentType: "application/x-www-form-urlencoded"],
            body: Array(body.utf8))
    }

    private static func server() async throws -> TestServer {
        let server = try await TestServer.open(.local)
        for id in ["a", "b", "c"] {
            _ = try await server.admin(
                "accounts", ["localId": .string(id), "email": .string("\(id)@example.test"), "displayName": "<b>"])
        }
        return server
    }

    @Test(arguments: ["disable", "enable", "delete"])
    func `several are changed only after a question that says how many`(action: String) async throws {
        let server = try await Self.server()
        _ = try await server.update("b", ["disableUser": true])
        let before = try await server.admin("accounts:query", ["returnUserInfo": true]).text
        let fields = [("id", "a"), ("id", "b"), ("id", "unheard-of"), ("action", action), ("sort", "id"), ("q", "@")]

        let question = try await Self.post(fields, to: server)
        #expect(question.status == 200)
        #expect(question.text.contains("<h1>\(action.prefix(1).uppercased() + action.dropFirst()) 2 accounts?</h1>"))
        #expect(!question.text.contains("<b>"))
        #expect(try await server.admin("accounts:query", ["returnUserInfo": true]).text == before)

        let answer = try await Self.post(fields + [("confirmed", "on")], to: server)
        let notice = ["disable": "accountsDisabled", "enable": "accountsEnabled", "delete": "accountsDeleted"][action]
        #expect(answer.headers[.location] == "\(Self.path)?q=%40&sort=id&notice=\(notice ?? "")")
        let accounts = [try await server.account("a"), try await server.account("b"), try await server.account("c")]
        switch action {
        case "disable": #expect(accounts.map { $0["disabled"] == true } == [true, true, false])
        case "enable": #expect(accounts.map { $0["disabled"] == true } == [false, false, false])
        default: #expect(accounts.map { $0 == .null } == [true, true, false])
        }
    }

    @Test func `one is disabled and enabled at once, whatever is ticked`() async throws {
        let server = try await Self.server()
        let disabled = try await Self.post([("id", "b"), ("disable", "a")], to: server)
        #expect(disabled.headers[.location] == Self.path + "?notice=accountDisabled")
        #expect(try await server.account("a")["disabled"] == true)
        #expect(try await server.account("b")["disabled"] == nil)
        let page = try await server.send(.get, Self.path).text
        #expect(page.contains(#"name="enable" value="a""#) && page.contains(#"name="disable" value="b""#))
        _ = try await Self.post([("enable", "a")], to: server)
        #expect(try await server.account("a")["disabled"] != true)
    }

    @Test func `nothing happens without a tick, without a token, and to accounts of others`() async throws {
        let server = try await Self.server()
        let tenant = try await server.makeTenant()
        _ = try await server.admin("accounts", ["localId": "t"], tenant: tenant)

        let nothing = try await Self.post([("action", "delete"), ("confirmed", "on")], to: server)
        #expect(nothing.headers[.location] == Self.path + "?notice=noAccountSelected")
        let foreign = [("id", "a"), ("action", "delete"), ("confirmed", "on")]
        #expect(try await Self.post(foreign, to: server, withToken: false).status == 403)
        #expect(try await Self.post(foreign + [("tenant", tenant)], to: server).status == 303)
        #expect(try await Self.post([("id", "a"), ("action", "other")], to: server).status == 404)
        #expect(try await server.account("a") != .null)

        let own = [("id", "t"), ("action", "delete"), ("confirmed", "on"), ("tenant", tenant)]
        let deleted = try await Self.post(own, to: server)
        #expect(deleted.headers[.location] == "\(Self.path)?tenant=\(tenant)&notice=accountDeleted")
        #expect(try await server.account("t", tenant: tenant) == .null)
    }
}
