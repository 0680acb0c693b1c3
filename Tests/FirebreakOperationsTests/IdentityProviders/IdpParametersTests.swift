import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// idp.md 1.3: where a credential's parameters come from.
struct IdpParametersTests {
    private static func signIn(_ profile: Profile, uri: String, body: String?) async throws -> TestAnswer {
        var request: JSON = ["requestUri": .string(uri)]
        request["postBody"] = body.map(JSON.string)
        return try await TestServer.open(profile).app("accounts:signInWithIdp", request)
    }

    private static func token(_ subject: String) -> String {
        "id_token=" + FormURLEncoding.encode(#"{"sub":"\#(subject)"}"#)
    }

    /// Where the ID tokens of query, body and fragment are, and which one counts.
    static let precedence: [(query: String?, body: String?, fragment: String?, winner: String)] = [
        ("q", nil, nil, "q"), (nil, "b", nil, "b"), (nil, nil, "f", "f"),
        ("q", "b", nil, "b"), ("q", nil, "f", "f"), (nil, "b", "f", "f"), ("q", "b", "f", "f"),
    ]

    @Test(arguments: Profile.allCases, precedence.indices)
    func `the fragment wins over the body, and the body over the query`(_ profile: Profile, row: Int) async throws {
        let row = Self.precedence[row]
        var uri = "http://localhost/?providerId=github.com"
        if let query = row.query { uri += "&" + Self.token(query) }
        if let fragment = row.fragment { uri += "#" + Self.token(fragment) }

        let answer = try await Self.signIn(profile, uri: uri, body: row.body.map(Self.token))
        #expect(answer.string("federatedId") == row.winner)
    }

    @Test(arguments: Profile.allCases)
    func `a provider in the body replaces the one in the query`(_ profile: Profile) async throws {
        let answer = try await Self.signIn(
            profile, uri: "http://localhost/?providerId=github.com&" + Self.token("1"), body: "providerId=facebook.com")

        #expect(answer.string("providerId") == "facebook.com")
    }

    @Test(arguments: Profile.allCases)
    func `of repeated parameters the first counts`(_ profile: Profile) async throws {
        let body = "providerId=github.com&providerId=google.com&" + Self.token("first") + "&" + Self.token("second")
        let answer = try await Self.signIn(profile, uri: "http://localhost", body: body)

        #expect(answer.string("providerId") == "github.com")
        #expect(answer.string("federatedId") == "first")
    }

    @Test(arguments: Profile.allCases)
    func `an empty value in a later source hides an earlier one`(_ profile: Profile) async throws {
        let answer = try await Self.signIn(
            profile, uri: "http://localhost/?providerId=github.com&" + Self.token("1"), body: "providerId=")

        #expect(answer.message?.hasPrefix("INVALID_CREDENTIAL_OR_PROVIDER_ID : ") == true, "\(answer.text)")
    }

    @Test(arguments: Profile.allCases)
    func `JSON that is not encoded is tolerated`(_ profile: Profile) async throws {
        let body = #"providerId=github.com&id_token={"sub":"12345","name":"A B"}"#
        let answer = try await Self.signIn(profile, uri: "http://localhost", body: body)

        #expect(answer.string("displayName") == "A B")
        #expect(answer.string("oauthIdToken") == #"{"sub":"12345","name":"A B"}"#)
    }

    @Test(arguments: Profile.allCases)
    func `plus is a space and the rest is percent-encoded UTF-8`(_ profile: Profile) async throws {
        let body = "providerId=github.com&id_token=%7B%22sub%22:%221%22,%22name%22:%22Zo%C3%AB+%26%3D%22%7D"
        let answer = try await Self.signIn(profile, uri: "http://localhost", body: body)

        #expect(answer.string("displayName") == "Zoë &=")
    }

    @Test(arguments: Profile.allCases)
    func `the provider's ID is lower-cased`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let answer = try await server.idp("GitHub.COM", ["sub": "1"])

        #expect(answer.string("providerId") == "github.com")
        #expect(try await server.account(answer.string("localId") ?? "").providerIDs == ["github.com"])
    }

    // MARK: Kinds of tokens

    private static let encodedClaims = Base64.encode(Array(#"{"sub":"1","name":"N","exp":1,"aud":"x"}"#.utf8), .urlSafe)
    private static let encodedHeader = Base64.encode(Array(#"{"alg":"RS256","kid":"k"}"#.utf8), .urlSafe)

    @Test(arguments: Profile.allCases, ["", "c2lnbmF0dXJl"])
    func `a token is taken with any signature and any date`(_ profile: Profile, signature: String) async throws {
        let server = try await TestServer.open(profile)
        let token = "\(Self.encodedHeader).\(Self.encodedClaims).\(signature)"
        let answer = try await server.idp([("providerId", "google.com"), ("id_token", token)])

        #expect(answer.string("displayName") == "N")
        #expect(answer.string("oauthIdToken") == token)
    }

    @Test(arguments: Profile.allCases, ["google.com", "apple.com", "github.com"])
    func `an access token that says who it is for is enough`(_ profile: Profile, provider: String) async throws {
        let server = try await TestServer.open(profile)
        let fake = #"{"sub":"1","name":"N"}"#
        let answer = try await server.idp([("providerId", provider), ("access_token", fake)])

        #expect(answer.string("displayName") == "N")
        #expect(answer.string("oauthAccessToken") == fake)
        #expect(answer["oauthIdToken"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `the access token speaks where the ID token says nothing`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let answer = try await server.idp([
            ("providerId", "github.com"), ("id_token", "junk"), ("access_token", #"{"sub":"1"}"#),
        ])

        #expect(answer.string("federatedId") == "1")
        #expect(answer.string("oauthIdToken") == "junk")
    }

    @Test(arguments: Profile.allCases)
    func `Google's access token stands for one person without an address`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let first = try await server.idp([("providerId", "google.com"), ("access_token", "ya29.a")])
        let again = try await server.idp([("providerId", "google.com"), ("access_token", "ya29.a")])
        let other = try await server.idp([("providerId", "google.com"), ("access_token", "ya29.b")])

        #expect(first.outcome == "OK")
        #expect(first["isNewUser"] == true && first["email"] == nil)
        #expect(first.string("oauthAccessToken") == "ya29.a")
        #expect(again["localId"] == first["localId"] && again["isNewUser"] == nil)
        #expect(other["localId"] != first["localId"] && other["isNewUser"] == true)
        #expect(try await server.account(first.string("localId") ?? "")["email"] == nil)
    }

    @Test(arguments: [Profile.local, .production], ["github.com", "facebook.com", "twitter.com", "microsoft.com"])
    func `so do other providers' outside the reference`(_ profile: Profile, provider: String) async throws {
        let server = try await TestServer.open(profile)
        let first = try await server.idp([("providerId", provider), ("access_token", "t")])
        let again = try await server.idp([("providerId", provider), ("access_token", "t")])

        #expect(first["isNewUser"] == true)
        #expect(again["localId"] == first["localId"])
    }
}
