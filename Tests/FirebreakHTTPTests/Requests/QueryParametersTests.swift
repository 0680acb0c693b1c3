import FirebreakDiscovery
import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakHTTP

/// wire.md section 7, query parameters.
struct QueryParametersTests {
    private static let batchGet = "/identitytoolkit.googleapis.com/v1/projects/example/accounts:batchGet?"
    private static let owner: HTTPFields = [.authorization: "Bearer owner"]

    private static let bad: [(query: String, problem: String)] = [
        ("maxResults=abc", "must be integer"), ("maxResults=1.5", "must be integer"),
        ("maxResults=true", "must be integer"),
        ("maxResults=", "must be integer"), ("prettyPrint=1", "must be boolean"),
        ("prettyPrint=", "must be boolean"), ("alt=xml", "must be equal to one of the allowed values"),
        ("alt=", "must be equal to one of the allowed values"),
    ]

    @Test(arguments: bad)
    func `a value that cannot be is told without a place`(query: String, problem: String) async throws {
        let answer = try await TestServer(.emulator).send(.get, Self.batchGet + query, nil, headers: Self.owner)

        let message = "Invalid JSON payload received.  \(problem)"
        #expect(answer.status == 400)
        #expect(
            answer.json.text
                == #"{"error":{"code":400,"message":"\#(message)","errors":[{"message":"\#(message)","reason":"invalid","domain":"global"}],"status":"INVALID_ARGUMENT"}}"#
        )
    }

    @Test(arguments: [
        "alt=json", "alt=media", "alt=proto", "prettyPrint=true", "prettyPrint=false", "callback=x", "fields=kind",
        "quotaUser=a", "uploadType=b", "upload_protocol=c", "noSuchParameter=1", "$.xgafv=2", "access_token=x",
        "maxResults=5",
        "nextPageToken=123", "nextPageToken=0123", "nextPageToken=true", "nextPageToken=",
    ])
    func `what has no effect is accepted`(query: String) async throws {
        let answer = try await TestServer(.emulator).send(.get, Self.batchGet + query, nil, headers: Self.owner)

        #expect(answer.status == 200)
        #expect(answer.json == ["kind": "identitytoolkit#DownloadAccountResponse", "users": []])
    }

    /// No message has as many levels, and a reader that calls itself for each would end the process at some point.
    @Test(arguments: [("a", "/", ""), ("a", "(", ")")])
    func `members are wanted down to thirty-two levels`(name: String, open: String, close: String) throws {
        func selection(_ levels: Int) throws(WireError) -> FieldSelection {
            let names = Array(repeating: name, count: levels).joined(separator: open)
            return try FieldSelection(names + String(repeating: close, count: levels - 1), of: .anything)
        }
        _ = try selection(32)
        #expect(throws: WireError.self) { try selection(33) }
    }

    // MARK: What only production reads

    private static let selections: [(fields: String, JSON)] = [
        ("kind", ["kind": "identitytoolkit#GetAccountInfoResponse"]),
        ("users(localId)", ["users": [["localId": "a"], ["localId": "b"]]]),
        ("users/localId", ["users": [["localId": "a"], ["localId": "b"]]]),
        ("users.local_id", ["users": [["localId": "a"], ["localId": "b"]]]),
        ("users(email,localId)", ["users": [["localId": "a", "email": "a@x.test"], ["localId": "b"]]]),
        (
            "users(localId,providerUserInfo(rawId,providerId)),kind",
            [
                "kind": "identitytoolkit#GetAccountInfoResponse",
                "users": [
                    ["localId": "a", "providerUserInfo": [["providerId": "google.com", "rawId": "1"]]],
                    ["localId": "b"],
                ],
            ]
        ),
        ("users/providerUserInfo/rawId", ["users": [["providerUserInfo": [["rawId": "1"]]], [:]]]),
        ("*/localId", ["users": [["localId": "a"], ["localId": "b"]]]),
        ("*(email)", ["users": [["email": "a@x.test"], [:]]]),
        ("users(localId),users(email)", ["users": [["localId": "a", "email": "a@x.test"], ["localId": "b"]]]),
    ]

    private static func server(_ profile: Profile) async throws -> TestServer {
        let server = try TestServer(profile)
        _ = try await server.importAccounts(
            [
                "localId": "a", "email": "a@x.test",
                "providerUserInfo": [["providerId": "google.com", "rawId": "1", "displayName": "A"]],
            ], ["localId": "b"])
        return server
    }

    private static let lookup = "/identitytoolkit.googleapis.com/v1/projects/example/accounts:lookup?"

    @Test(arguments: selections)
    func `production answers the members that are wanted, in their order`(fields: String, answered: JSON) async throws {
        let body: JSON = ["localId": ["a", "b"]]
        let server = try await Self.server(.production)

        let answer = try await server.send(
            .post, Self.lookup + "fields=" + FormURLEncoding.encode(fields), body, headers: Self.owner)
        #expect(answer.status == 200)
        #expect(answer.json.text == answered.text)
        for profile in [Profile.local, .emulator] {
            let server = try await Self.server(profile)
            let whole = try await server.send(.post, Self.lookup, body, headers: Self.owner)
            let answer = try await server.send(.post, Self.lookup + "fields=kind", body, headers: Self.owner)
            #expect(answer.json == whole.json)
        }
    }

    @Test(arguments: [
        ("nonsense", "nonsense"), ("users(nonsense)", "nonsense"), ("users/localId/x", "localId/x"),
        ("users(localId", "localId"), ("users(localId))", ")"), ("kind,,users", ","), ("kind,", " "), ("users()", ")"),
        ("(kind)", "("), ("users/", "users/"), ("Kind", "Kind"), ("users (localId)", "users "),
        (String(repeating: "users(", count: 5000), "users"), (String(repeating: "*/", count: 5000), "*/"),
        (Array(repeating: "kind", count: 257).joined(separator: ","), "kind"),
    ])
    func `a selection of what there is not is refused before anything is done`(fields: String, path: String)
        async throws
    {
        let server = try await Self.server(.production)

        let answer = try await server.send(
            .post, Self.lookup + "fields=" + FormURLEncoding.encode(fields), ["localId": "a"], headers: Self.owner)
        #expect(answer.status == 400)
        let error = try #require(answer["error"])
        let message = try #require(answer.message)
        #expect(message.hasPrefix("Invalid field selection ") && message.contains(path) && message.utf8.count < 150)
        #expect(
            error["errors"] == [
                [
                    "message": .string(message), "domain": "global", "reason": "invalidParameter",
                    "location": "fields", "locationType": "parameter",
                ]
            ])
        #expect(error["status"] == "INVALID_ARGUMENT")
    }

    @Test func `what is refused for its selection has no effect`() async throws {
        let server = try TestServer(.production)
        let path = "/identitytoolkit.googleapis.com/v1/projects/example/accounts"

        let refused = try await server.send(.post, path + "?fields=x", ["localId": "c"], headers: Self.owner)
        #expect(refused.status == 400)
        let made = try await server.send(.post, path + "?fields=localId", ["localId": "c"], headers: Self.owner)
        #expect(made.json == ["localId": "c"])
    }

    @Test(arguments: ["access_token", "oauth_token"])
    func `a token in the query is an admin's in production, and nothing elsewhere`(name: String) async throws {
        let admin = Self.batchGet + name + "="
        for profile in Profile.allCases {
            let server = try TestServer(profile)
            let isRead = profile == .production

            #expect(try await server.send(.get, admin + "owner").status == (isRead ? 200 : 403))
            #expect(try await server.send(.get, admin + "ya29.x").status == (isRead ? 200 : 403))
            #expect(try await server.send(.get, admin + "nobody").status == (isRead ? 401 : 403))
            #expect(try await server.send(.get, admin + "nobody", headers: Self.owner).status == 200)
            let header: HTTPFields = [.authorization: "Bearer nobody"]
            #expect(try await server.send(.get, admin + "owner", headers: header).status == 401)
        }
    }

    @Test func `the profile of the project decides, and the admin token is asked for in the query as well`()
        async throws
    {
        let server = try TestServer(.local, adminToken: "secret")
        _ = try await server.send(
            .post, "/firebreak/v1/projects", ["projectId": "prod", "profile": "production"])
        let path = "/identitytoolkit.googleapis.com/v1/projects/prod/accounts:batchGet?access_token="

        #expect(try await server.send(.get, path + "owner").status == 200)
        #expect(try await server.send(.get, path + "owner", from: "10.0.0.1").status == 401)
        #expect(try await server.send(.get, path + "secret", from: "10.0.0.1").status == 200)
        #expect(try await server.send(.get, Self.batchGet + "access_token=owner").status == 403)
        let calls = try await server.control(.get, "/requests", project: "prod").text
        #expect(calls.contains("access_token=") && !calls.contains("secret"))
    }

    @Test(arguments: ["prettyPrint=1", "alt=xml"])
    func `POST methods check their query too`(query: String) async throws {
        let answer = try await TestServer(.emulator).send(
            .post, "/identitytoolkit.googleapis.com/v1/accounts:lookup?key=k&\(query)", [:])

        #expect(answer.status == 400)
        #expect(answer.message?.hasPrefix("Invalid JSON payload received.  must be ") == true)
    }

    @Test(arguments: ["blue", "123", "0012", "true"])
    func `a tenant can be named in the query, whatever its ID looks like`(tenant: String) async throws {
        let server = try TestServer(.emulator)
        _ = try await server.admin("accounts", ["localId": "a", "email": "a@example.test"], tenant: tenant)
        _ = try await server.admin("accounts", ["localId": "b", "email": "b@example.test"])

        let answer = try await server.send(.get, Self.batchGet + "tenantId=\(tenant)", nil, headers: Self.owner)
        #expect(answer["users"]?.arrayValue?.map { $0["localId"] } == ["a"])
    }

    @Test(arguments: ["foo=1", "subtype=x", "emailPrivacyConfig=y", "authorizedDomains=a.test"])
    func `parameters of the query are no part of a body`(query: String) async throws {
        let server = try TestServer(.local)
        let config = "/identitytoolkit.googleapis.com/v2/projects/example/config"
        let before = try await server.send(.get, config, nil, headers: Self.owner).json

        let answer = try await server.send(
            .patch, "\(config)?\(query)", ["multiTenant": ["allowTenants": true]], headers: Self.owner)

        #expect(answer.status == 200)
        #expect(try await server.send(.get, config, nil, headers: Self.owner).json == before)
    }
}
