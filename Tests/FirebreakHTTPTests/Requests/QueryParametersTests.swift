import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

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
