import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// wire.md section 5 in full.
struct CredentialsTests {
    enum Outcome: Sendable { case admin, app, missing, invalid }

    static let missing =
        #"{"error":{"code":403,"message":"The request is missing a valid API key.","errors":[{"message":"The request is missing a valid API key.","reason":"forbidden","domain":"global"}],"status":"PERMISSION_DENIED"}}"#
    static let invalid =
        #"{"error":{"code":401,"message":"Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.","errors":[{"message":"Invalid Credentials","domain":"global","reason":"authError","location":"Authorization","locationType":"header"}],"status":"UNAUTHENTICATED"}}"#

    private static let rows: [(authorization: String?, query: String, header: String?, outcome: Outcome)] = [
        (nil, "", nil, .missing), ("", "", nil, .missing), ("Bearer", "", nil, .missing),
        ("Basic b3duZXI6", "", nil, .missing),
        ("Bearerowner", "", nil, .missing), ("owner", "", nil, .missing), ("Bearer\towner", "", nil, .missing),
        ("Bearer owner", "", nil, .admin), ("bearer owner", "", nil, .admin), ("BEARER OWNER", "", nil, .admin),
        ("Bearer Owner", "", nil, .admin), ("Bearer ya29.anything", "", nil, .admin), ("bearer ya29.", "", nil, .admin),
        ("Bearer YA29.anything", "", nil, .invalid), ("Bearer ya29", "", nil, .invalid),
        ("Bearer x", "", nil, .invalid),
        ("Bearer  owner", "", nil, .invalid), ("Bearer owner2", "", nil, .invalid),
        ("Bearer owner x", "", nil, .invalid),
        ("Bearer x", "?key=k", nil, .invalid), ("Bearer x", "", "k", .invalid), ("Bearer owner", "?key=k", nil, .admin),
        ("Bearer owner", "?key=", nil, .admin), ("Basic x", "?key=k", nil, .app), ("Bearer", "?key=k", nil, .app),
        (nil, "?key=k", nil, .app), (nil, "?key=a%20b", nil, .app), (nil, "?key=", nil, .missing),
        (nil, "?key", nil, .missing),
        (nil, "?key=a&key=b", nil, .missing), (nil, "?key=a&key=a", nil, .missing), (nil, "?Key=a", nil, .missing),
        (nil, "?key=&key=a", nil, .missing), (nil, "", "k", .app), (nil, "", "", .missing),
        (nil, "?key=a&key=b", "k", .app),
        (nil, "?key=", "k", .app), (nil, "?access_token=owner", nil, .missing),
        (nil, "?oauth_token=ya29.x", nil, .missing),
        (nil, "?access_token=owner&key=k", nil, .app), (nil, "?api_key=k", nil, .missing),
    ]

    private static func headers(_ authorization: String?, _ key: String?) -> HTTPFields {
        var headers: HTTPFields = [:]
        headers[.authorization] = authorization
        if let name = HTTPField.Name("X-Goog-Api-Key") { headers[name] = key }
        return headers
    }

    @Test(arguments: rows)
    func `a caller is who the first good credential says`(
        authorization: String?, query: String, header: String?, outcome: Outcome
    ) async throws {
        let server = try TestServer(.emulator)

        let answer = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v1/accounts:lookup" + query, [:],
            headers: Self.headers(authorization, header))

        switch outcome {
        case .admin:
            #expect(answer.status == 200)
            #expect(answer.json == ["kind": "identitytoolkit#GetAccountInfoResponse"])
        case .app:
            #expect(answer.status == 400)
            #expect(answer.message == "MISSING_ID_TOKEN")
        case .missing:
            #expect(answer.status == 403)
            #expect(answer.json.text == Self.missing)
        case .invalid:
            #expect(answer.status == 401)
            #expect(answer.json.text == Self.invalid)
        }
    }

    private static let keyOnly = [
        "POST /identitytoolkit.googleapis.com/v2/accounts/passkeyEnrollment:start",
        "POST /identitytoolkit.googleapis.com/v2/accounts/passkeySignIn:start",
    ]

    @Test(arguments: keyOnly, ["Bearer owner", "Bearer ya29.x", "Bearer nonsense"])
    func `where only keys count a token is ignored`(row: String, authorization: String) async throws {
        let server = try TestServer(.emulator)
        let parts = row.split(separator: " ").map(String.init)
        let method = try #require(HTTPRequest.Method(rawValue: parts[0]))
        let headers: HTTPFields = [.authorization: authorization]

        let alone = try await server.send(method, parts[1], method == .get ? nil : [:], headers: headers)
        let withKey = try await server.send(method, parts[1] + "?key=k", method == .get ? nil : [:], headers: headers)

        #expect(alone.status == 403)
        #expect(alone.json.text == Self.missing)
        #expect(![401, 403].contains(withKey.status))
    }

    @Test(arguments: ["Bearer nonsense", "Bearer owner", "Basic x"])
    func `the emulator's own API looks at no credential`(authorization: String) async throws {
        let server = try TestServer(.emulator)

        let answer = try await server.send(
            .get, "/emulator/v1/projects/example/config?key=a&key=b", nil, headers: [.authorization: authorization])

        #expect(answer.status == 200)
    }
}
