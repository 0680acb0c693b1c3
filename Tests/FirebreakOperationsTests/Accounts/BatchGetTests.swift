import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// accounts.md section 13: pages of an export.
struct BatchGetTests {
    private func server(_ profile: Profile, accounts: Int) async throws -> TestServer {
        let server = try TestServer(profile)
        guard accounts > 0 else { return server }
        let users = (0..<accounts).reversed().map { index -> JSON in
            let digits = String(index)
            return ["localId": .string("u" + String(repeating: "0", count: 4 - digits.count) + digits)]
        }
        for start in stride(from: 0, to: users.count, by: 1000) {
            let answer = try await server.admin(
                "accounts:batchCreate", ["users": .array(Array(users[start...].prefix(1000)))])
            try #require(answer.status == 200)
        }
        return server
    }

    private func page(_ server: TestServer, _ query: String = "") async throws -> (count: Int, token: String?) {
        let answer = try await server.adminGet("/v1/projects/example/accounts:batchGet?\(query)")
        #expect(answer["kind"] == "identitytoolkit#DownloadAccountResponse")
        return (answer["users"]?.arrayValue?.count ?? 0, answer.string("nextPageToken"))
    }

    @Test(arguments: Profile.allCases)
    func `a page has twenty accounts by default, sorted by ID`(_ profile: Profile) async throws {
        let server = try await server(profile, accounts: 21)
        let answer = try await server.adminGet("/v1/projects/example/accounts:batchGet")

        let ids = try #require(answer["users"]?.arrayValue?.map { $0["localId"]?.stringValue ?? "" })
        #expect(ids.count == 20)
        #expect(ids == ids.sorted())
        #expect(answer["nextPageToken"] == "u0019")
        #expect(try await page(server, "nextPageToken=u0019") == (1, nil))
    }

    @Test(arguments: Profile.allCases)
    func `a full page has a token even when nothing follows`(_ profile: Profile) async throws {
        let server = try await server(profile, accounts: 4)

        #expect(try await page(server, "maxResults=2") == (2, "u0001"))
        #expect(try await page(server, "maxResults=2&nextPageToken=u0001") == (2, "u0003"))
        #expect(try await page(server, "maxResults=2&nextPageToken=u0003") == (0, nil))
        #expect(try await page(server, "maxResults=5") == (4, nil))
    }

    @Test(arguments: Profile.allCases)
    func `zero means the default to the reference and nothing to production`(_ profile: Profile) async throws {
        let server = try await server(profile, accounts: 21)

        #expect(try await page(server, "maxResults=0").count == (profile == .emulator ? 20 : 0))
    }

    @Test(arguments: Profile.allCases)
    func `a page has a thousand accounts at most, and a negative size means all`(_ profile: Profile) async throws {
        let server = try await server(profile, accounts: 1001)

        #expect(try await page(server, "maxResults=5000") == (1000, "u0999"))
        #expect(try await page(server, "maxResults=-1") == (1001, nil))
    }

    /// What looks like an escape sequence of a stored free text is none in an ID.
    @Test(arguments: Profile.allCases)
    func `pages end, whatever characters IDs have`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let ids = ["x\u{1A}0", "x\u{1A}1", "x\u{1A}2", "ä\"", "😀"]
        _ = try await server.admin(
            "accounts:batchCreate", ["users": .array(ids.map { ["localId": .string($0)] })])

        var read: [String] = []
        var token: String? = ""
        while let last = token, read.count <= ids.count {
            let answer = try await server.adminGet(
                "/v1/projects/example/accounts:batchGet?maxResults=1&nextPageToken=\(PercentEncoding.encode(last))")
            read += answer["users"]?.arrayValue?.compactMap { $0["localId"]?.stringValue } ?? []
            token = answer.string("nextPageToken")
        }
        #expect(read == ids)
    }

    @Test(arguments: Profile.allCases)
    func `nobody makes an empty list, which production leaves out`(_ profile: Profile) async throws {
        let server = try await server(profile, accounts: 0)

        var expected: JSON = ["kind": "identitytoolkit#DownloadAccountResponse"]
        if profile != .production { expected["users"] = [] }
        #expect(try await server.adminGet("/v1/projects/example/accounts:batchGet").json == expected)
    }

    @Test(arguments: Profile.allCases)
    func `an export shows hash and salt`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.user()
        let answer = try await server.adminGet("/v1/projects/example/accounts:batchGet")

        let user = try #require(answer["users"]?.arrayValue?.first)
        let hash = try #require(user["passwordHash"]?.stringValue)
        #expect(hash != "UkVEQUNURUQ=" && !hash.isEmpty)
        #expect(user["salt"]?.stringValue?.isEmpty == false)
        #expect(user["version"] == (profile == .production ? 0 : nil))
    }
}
