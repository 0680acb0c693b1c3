import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// accounts.md section 13, with the filters, sorts and limits that the reference leaves out (issue: all of them).
struct QueryAccountsTests {
    private func server(_ profile: Profile) async throws -> TestServer {
        let server = try TestServer(profile)
        let answer = try await server.importAccounts(
            [
                "localId": "b", "email": "z@x.test", "displayName": "Nina", "createdAt": "9000", "lastLoginAt": "70",
                "phoneNumber": "+15555550101",
            ],
            ["localId": "a", "email": "m@x.test", "displayName": "Otto", "createdAt": "80", "lastLoginAt": "900"],
            ["localId": "c", "email": "k@x.test", "displayName": "Mia", "createdAt": "700", "lastLoginAt": "8000"])
        try #require(answer["error"]?.arrayValue?.isEmpty != false)
        return server
    }

    private func ids(_ server: TestServer, _ body: JSON) async throws -> String {
        let answer = try await server.admin("accounts:query", body)
        guard answer.status == 200 else { return answer.outcome }
        let users = answer["userInfo"]?.arrayValue ?? []
        #expect(answer["recordsCount"] == .string(String(users.count)))
        return users.compactMap { $0["localId"]?.stringValue }.joined()
    }

    /// Request and the IDs that it finds, in order.
    static let queries: [Row] = [
        Row([:], "abc"),
        Row(["returnUserInfo": true], "abc"),
        Row(["order": "DESC"], "cba"),
        Row(["order": 1], "abc"),
        Row(["sortBy": "USER_ID", "order": "ORDER_UNSPECIFIED"], "abc"),
        Row(["sortBy": "NAME"], "cba"),
        Row(["sortBy": "NAME", "order": "DESC"], "abc"),
        Row(["sortBy": "CREATED_AT"], "acb"),
        Row(["sortBy": "LAST_LOGIN_AT"], "bac"),
        Row(["sortBy": "USER_EMAIL"], "cab"),
        Row(["sortBy": 5, "order": "DESC"], "bac"),
        Row(["limit": "2"], "ab"),
        Row(["limit": 2, "offset": 2], "c"),
        Row(["limit": "0"], emulator: "abc", others: ""),
        Row(["offset": "-1"], "INVALID_ARGUMENT : offset must be a whole number of zero or more"),
        Row(["offset": "1"], "bc"),
        Row(["offset": "3"], ""),
        Row(["limit": "1", "sortBy": "USER_EMAIL", "offset": "1"], "a"),
        Row(["expression": []], "abc"),
        Row(["expression": [[:]]], "abc"),
        Row(["expression": [["userId": "b"]]], "b"),
        Row(["expression": [["email": "M@X.test"]]], "a"),
        Row(["expression": [["phoneNumber": "+15555550101"]]], "b"),
        Row(["expression": [["userId": "nobody"]]], ""),
        Row(["expression": [["userId": "c"], ["email": "m@x.test"]]], emulator: "ac", others: "c"),
        Row(["expression": [[:], ["userId": "c"]]], "abc"),
        Row(["expression": [["userId": "a", "email": "k@x.test", "phoneNumber": "+15555550101"]]], "b"),
    ]

    @Test(arguments: Profile.allCases, queries)
    func `a query filters, sorts and cuts`(_ profile: Profile, _ row: Row) async throws {
        let found = try await ids(server(profile), row.body)

        #expect(found == row.outcome(profile))
    }

    @Test(arguments: Profile.allCases)
    func `a count has no accounts`(_ profile: Profile) async throws {
        let server = try await server(profile)

        #expect(try await server.admin("accounts:query", ["returnUserInfo": false]).json == ["recordsCount": "3"])
        let one: JSON = ["returnUserInfo": false, "expression": [["userId": "a"]]]
        #expect(try await server.admin("accounts:query", one).json == ["recordsCount": "1"])
    }

    @Test(arguments: Profile.allCases)
    func `nobody makes an empty list`(_ profile: Profile) async throws {
        let server = try TestServer(profile)

        let expected: JSON =
            profile == .production ? ["recordsCount": "0"] : ["recordsCount": "0", "userInfo": []]
        #expect(try await server.admin("accounts:query").json == expected)
        #expect(try await server.admin("accounts:query", ["expression": [["userId": "x"]]]).json == expected)
    }

    @Test(arguments: [Profile.local, .production])
    func `a limit of zero counts none`(_ profile: Profile) async throws {
        let server = try await server(profile)

        let answer = try await server.admin("accounts:query", ["limit": "0"])
        #expect(answer["recordsCount"] == "0")
        #expect(answer["userInfo"] == (profile == .local ? [] : nil))
    }

    /// production.md section 9.
    static let ties: [Row] = [
        Row(["sortBy": "NAME"], "cdabe"),
        Row(["sortBy": "NAME", "order": "DESC"], emulator: "ebadc", others: "abecd"),
        Row(["sortBy": "CREATED_AT", "order": "DESC"], emulator: "edcba", others: "abcde"),
    ]

    @Test(arguments: Profile.allCases, ties)
    func `accounts with the same value or none are in order of their IDs`(
        _ profile: Profile, _ row: Row
    ) async throws {
        let server = try TestServer(profile)
        _ = try await server.importAccounts(
            ["localId": "e", "displayName": "N"], ["localId": "d"], ["localId": "c"],
            ["localId": "b", "displayName": "N"], ["localId": "a", "displayName": "N"])

        #expect(try await ids(server, row.body) == row.outcome(profile))
    }

    @Test(arguments: Profile.allCases)
    func `queryAccounts is the same method`(_ profile: Profile) async throws {
        let server = try await server(profile)

        let answer = try await server.admin(":queryAccounts", ["order": "DESC"])
        #expect(answer["userInfo"]?.arrayValue?.map { $0["localId"] } == ["c", "b", "a"])
    }

    @Test(arguments: Profile.allCases)
    func `only the reference answers more than five hundred`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let users = (0..<501).map { index -> JSON in ["localId": .string("u\(1000 + index)")] }
        _ = try await server.admin("accounts:batchCreate", ["users": .array(users)])

        let answer = try await server.admin("accounts:query")
        #expect(answer["userInfo"]?.arrayValue?.count == (profile == .emulator ? 501 : 500))
    }

    @Test(arguments: Profile.allCases)
    func `accounts look as in a lookup`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()

        let answer = try await server.admin("accounts:query")
        #expect(try await answer["userInfo"]?.arrayValue == [server.account(user.id)])
    }
}
