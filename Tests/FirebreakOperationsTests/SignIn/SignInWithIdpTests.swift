import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// idp.md 1.5 and 1.8, production.md section 10: what a sign-in answers.
struct SignInWithIdpTests {
    private static let everything: JSON = [
        "sub": "1", "name": "N M", "given_name": "N", "family_name": "M", "email": "a@x.test", "email_verified": true,
        "picture": "http://p.test/", "screen_name": "nm",
    ]

    private static func profile(_ answer: TestAnswer) -> JSON {
        answer.json.dropping("idToken", "refreshToken", "localId").sorted
    }

    @Test(arguments: Profile.allCases)
    func `Google's profile has names and granted scopes`(_ profile: Profile) async throws {
        let answer = try await TestServer.open(profile).idp(
            "google.com", Self.everything, with: [("access_token", "ya29.a")])
        let info =
            #"{"granted_scopes":"openid https://www.googleapis.com/auth/userinfo.profile "#
            + #"https://www.googleapis.com/auth/userinfo.email","id":"1","name":"N M","given_name":"N","#
            + #""family_name":"M","verified_email":true,"locale":"en","email":"a@x.test","picture":"http://p.test/"}"#

        #expect(
            Self.profile(answer).dropping("oauthExpireIn") == [
                "context": "", "displayName": "N M", "email": "a@x.test", "emailVerified": true, "expiresIn": "3600",
                "federatedId": "https://accounts.google.com/1", "firstName": "N", "fullName": "N M",
                "isNewUser": true, "kind": "identitytoolkit#VerifyAssertionResponse", "lastName": "M",
                "oauthAccessToken": "ya29.a", "oauthIdToken": .string(Self.everything.text),
                "photoUrl": "http://p.test/", "providerId": "google.com", "rawUserInfo": .string(info),
                "screenName": "nm",
            ])
        #expect(answer["oauthExpireIn"] == (profile == .emulator ? nil : 3599))
    }

    /// production.md section 10
    @Test(arguments: Profile.allCases, [false, true])
    func `an ID token of Google alone has nothing to hand back outside the reference`(
        _ profile: Profile, wantsCredential: Bool
    ) async throws {
        let claims = Self.everything.merging(["iss": "https://accounts.google.com", "aud": "web"])
        let server = try await TestServer.open(profile)
        let answer = try await server.idp("google.com", claims, ["returnIdpCredential": .bool(wantsCredential)])

        let isReference = profile == .emulator
        for name in ["context", "oauthAccessToken"] { #expect((answer[name] != nil) == isReference) }
        #expect((answer["pendingToken"] != nil) == (isReference && wantsCredential))
        #expect(answer["oauthExpireIn"] == nil)
        #expect((answer.string("rawUserInfo") == claims.text) != isReference)
    }

    /// A page that stands in for the provider hands over both tokens, as the exchange of a code does.
    @Test(arguments: [Profile.local, .production])
    func `who comes back from the provider's page has an access token`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let form = TestServer.form([("providerId", "google.com"), ("id_token", Self.everything.text)])

        for (uri, body) in [("http://localhost/?\(form)", ""), ("http://localhost/#\(form)", "")] {
            let answer = try await server.app(
                "accounts:signInWithIdp", ["requestUri": .string(uri), "postBody": .string(body)])
            #expect(answer.string("oauthAccessToken")?.isEmpty == false, "\(answer.text)")
            #expect(answer["context"] == "")
            #expect(answer.string("rawUserInfo")?.contains("granted_scopes") == true)
        }
    }

    /// production.md section 10
    @Test(arguments: [Profile.local, .production])
    func `tokens of the provider come between those of the sign-in`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let answer = try await server.idp([("providerId", "google.com"), ("access_token", "ya29.plain")])

        let names = answer.json.names.drop { $0 != "idToken" }.prefix(6)
        let order = ["idToken", "context", "oauthAccessToken", "oauthExpireIn", "refreshToken", "expiresIn"]
        #expect(Array(names) == order)
        #expect(answer["oauthExpireIn"] == 3599)
    }

    /// production.md section 10: Microsoft's own form of the ID.
    @Test(arguments: Profile.allCases)
    func `Microsoft's identity is a URL outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let answer = try await server.idp("microsoft.com", ["sub": "m-1"], ["returnIdpCredential": true])

        #expect(answer.string("federatedId") == (profile == .emulator ? "m-1" : "http://microsoft.com/m-1"))
        #expect(answer.json.names.drop { $0 != "kind" }.dropFirst().first == "pendingToken")
        let account = try await server.account(answer.string("localId") ?? "")
        #expect(account.entry("microsoft.com")?["rawId"] == "m-1", "the account keeps the bare ID")
        #expect(account.entry("microsoft.com")?["federatedId"] == "m-1")
    }

    @Test(arguments: Profile.allCases)
    func `GitHub's own name for a screen name counts outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let github = try await server.idp("github.com", ["sub": "1", "login": "octocat"])
        let both = try await server.idp("github.com", ["sub": "2", "login": "other", "screen_name": "octocat"])
        let twitter = try await server.idp("twitter.com", ["sub": "1", "login": "octocat"])

        let name: JSON? = profile == .emulator ? nil : "octocat"
        #expect(github["username"] == name && github["screenName"] == name)
        #expect(both["username"] == name && both["screenName"] == "octocat")
        #expect(twitter["username"] == nil && twitter["screenName"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `a name and a subject are enough`(_ profile: Profile) async throws {
        let answer = try await TestServer.open(profile).idp("google.com", ["sub": "1", "name": "N"])
        let info =
            profile == .emulator
            ? #"{"granted_scopes":"openid https://www.googleapis.com/auth/userinfo.profile","id":"1","name":"N","#
                + #""verified_email":false,"locale":"en"}"#
            : #"{"sub":"1","name":"N"}"#

        let differing = profile == .emulator ? ["context", "oauthAccessToken"] : ["emailVerified"]
        #expect(
            answer.json.names.sorted()
                == (differing + [
                    "displayName", "expiresIn", "federatedId", "fullName", "idToken", "isNewUser", "kind", "localId",
                    "oauthIdToken", "providerId", "rawUserInfo", "refreshToken",
                ]).sorted())
        #expect(answer["emailVerified"] == (profile == .emulator ? nil : false))
        #expect(answer.string("rawUserInfo") == info)
    }

    @Test(
        arguments: Profile.allCases,
        [
            "apple.com", "facebook.com", "github.com", "linkedin.com", "microsoft.com", "playgames.google.com",
            "twitter.com", "yahoo.com", "made-up.test",
        ])
    func `other providers' profiles are their claims`(_ profile: Profile, provider: String) async throws {
        let claims = Self.everything.merging(["email": "A@X.test", "extra": ["deep": [1]]])
        let answer = try await TestServer.open(profile).idp(provider, claims)
        let hasUsername = profile != .emulator && ["github.com", "twitter.com"].contains(provider)
        let isBelieved =
            profile == .emulator
            || !["facebook.com", "github.com", "linkedin.com", "twitter.com"].contains(provider)
        let isURL = profile != .emulator && provider == "microsoft.com"
        let namesPerson = profile == .local && ["facebook.com", "github.com", "twitter.com"].contains(provider)
        let token =
            namesPerson
            ? JSONWebToken.unsigned(payload: claims.bytes) : "FirebaseAuthEmulatorFakeAccessToken_\(provider)"

        #expect(answer["username"] == (hasUsername ? "nm" : nil), "Apple's SDK reads it instead of screenName")
        #expect(
            Self.profile(answer).dropping("username").dropping("oauthTokenSecret") == [
                "context": "", "displayName": "N M", "email": "a@x.test", "emailVerified": .bool(isBelieved),
                "expiresIn": "3600", "federatedId": isURL ? "http://microsoft.com/1" : "1", "fullName": "N M",
                "isNewUser": true, "kind": "identitytoolkit#VerifyAssertionResponse",
                "oauthAccessToken": .string(token),
                "oauthIdToken": .string(claims.text), "photoUrl": "http://p.test/", "providerId": .string(provider),
                "rawUserInfo": .string(claims.text), "screenName": "nm",
            ])
    }

    // MARK: Credentials of a sign-in

    private static let alice: JSON = ["sub": "11", "name": "Alice", "email": "alice@example.test"]
    private static let bob: JSON = ["sub": "22", "name": "Bob", "email": "bob@example.test"]

    /// The parameters of the credential that the JS SDK's `credentialFromResult` or `credentialFromError` makes.
    private static func credential(_ provider: String, of answer: TestAnswer) throws -> [(String, String)] {
        var parameters = [("access_token", try #require(answer.string("oauthAccessToken"))), ("providerId", provider)]
        if provider == "twitter.com" {
            parameters.append(("oauth_token_secret", try #require(answer.string("oauthTokenSecret"))))
        }
        return parameters
    }

    @Test(arguments: ["facebook.com", "github.com", "twitter.com"])
    func `a credential of a sign-in means who signed in`(provider: String) async throws {
        let server = try await TestServer.open(.local)
        let alice = try await server.idp(provider, Self.alice)
        let bob = try await server.idp(provider, Self.bob)

        for (first, name) in [(alice, "Alice"), (bob, "Bob")] {
            let again = try await server.idp(Self.credential(provider, of: first))
            #expect(again["localId"] == first["localId"] && again["isNewUser"] == nil)
            #expect(again["displayName"] == .string(name) && again["rawUserInfo"] == first["rawUserInfo"])
            // What comes of that means the same person.
            #expect(again["oauthAccessToken"] == first["oauthAccessToken"])
        }
    }

    @Test(arguments: ["facebook.com", "github.com", "twitter.com"])
    func `the way out of another account with the address links who was chosen`(provider: String) async throws {
        let server = try await TestServer.open(.local)
        let owner = try await server.verifiedUser("alice@example.test")
        let refused = try await server.idp(provider, Self.alice)
        #expect(refused["needConfirmation"] == true)

        let linked = try await server.idp(
            Self.credential(provider, of: refused), ["idToken": .string(owner.idToken)])

        #expect(linked["localId"] == .string(owner.id))
        let entry = try #require(try await server.account(owner.id).entry(provider))
        #expect(entry["rawId"] == "11" && entry["email"] == "alice@example.test" && entry["displayName"] == "Alice")
        let other = try await server.idp(provider, Self.bob)
        #expect(other["isNewUser"] == true)
    }

    @Test(arguments: [Profile.emulator, .production])
    func `elsewhere the token is the same for all, and there is no secret`(_ profile: Profile) async throws {
        let answer = try await TestServer.open(profile).idp("twitter.com", Self.alice)

        #expect(answer["oauthAccessToken"] == "FirebaseAuthEmulatorFakeAccessToken_twitter.com")
        #expect(answer["oauthTokenSecret"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `OpenID Connect names the provider in the identity outside the reference`(_ profile: Profile) async throws {
        let answer = try await TestServer.open(profile).idp("oidc.acme", ["sub": "1", "name": "N"])

        #expect(answer.string("federatedId") == (profile == .emulator ? "1" : "oidc.acme/1"))
        #expect(answer["rawId"] == nil)
        #expect(answer.string("rawUserInfo") == #"{"sub":"1","name":"N"}"#)
        #expect(answer["context"] == (profile == .production ? nil : ""))
        let token: JSON? = profile == .production ? nil : "FirebaseAuthEmulatorFakeAccessToken_oidc.acme"
        #expect(answer["oauthAccessToken"] == token)
    }

    // MARK: SAML

    private static let attributes: JSON = ["role": ["admin", "dev"], "Team": "x"]

    private static func saml(_ name: String, _ attributes: JSON? = attributes) -> (String, String) {
        var assertion: JSON = ["subject": ["nameId": .string(name)]]
        assertion["attributeStatements"] = attributes
        return ("SAMLResponse", (["assertion": assertion] as JSON).text)
    }

    /// Where responses are verified, nothing stands in for them.
    private static let unverified = [Profile.local, .emulator]

    @Test(arguments: unverified)
    func `SAML without a response takes the token's address as verified`(_ profile: Profile) async throws {
        let answer = try await TestServer.open(profile).idp("saml.acme", ["sub": "1", "email": "A@x.test"])

        #expect(answer.string("federatedId") == (profile == .emulator ? "1" : "saml.acme/1"))
        #expect(answer["email"] == "a@x.test" && answer["emailVerified"] == true)
        #expect(answer["rawUserInfo"] == nil)
    }

    @Test(arguments: unverified)
    func `a SAML response names the address as it is, and attributes`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let answer = try await server.idp(
            "saml.acme", ["sub": "1", "email": "token@x.test"], with: [Self.saml("otherEmail@gmail.com")])

        #expect(answer["email"] == "otherEmail@gmail.com" && answer["emailVerified"] == true)
        #expect(answer.string("rawUserInfo") == Self.attributes.text)
        #expect(try claims(answer.string("idToken"))[path: "firebase.sign_in_attributes"] == Self.attributes)
    }

    @Test(arguments: unverified, ["name", "@x.test", "a@", "a@b@c"])
    func `a SAML name that is not an address leaves the token's`(_ profile: Profile, name: String) async throws {
        let answer = try await TestServer.open(profile).idp(
            "saml.acme", ["sub": "1", "email": "token@x.test"], with: [Self.saml(name, nil)])

        #expect(answer["email"] == "token@x.test")
        #expect(answer["rawUserInfo"] == nil)
        #expect(try claims(answer.string("idToken"))[path: "firebase.sign_in_attributes"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `attributes come with any provider`(_ profile: Profile) async throws {
        let answer = try await TestServer.open(profile).idp("google.com", ["sub": "1"], with: [Self.saml("n")])

        #expect(try claims(answer.string("idToken"))[path: "firebase.sign_in_attributes"] == Self.attributes)
        #expect(answer["email"] == nil)
    }

    @Test(arguments: unverified)
    func `attributes outlive a refresh outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let answer = try await server.idp("saml.acme", ["sub": "1"], with: [Self.saml("n")])

        let refreshed = try await server.refresh(answer.string("refreshToken")).string("id_token")
        let cookie = try await server.admin(
            ":createSessionCookie", ["idToken": .string(answer.string("idToken") ?? ""), "validDuration": "3600"])
        let expected = profile == .emulator ? JSON?.none : Self.attributes
        #expect(try claims(refreshed)[path: "firebase.sign_in_attributes"] == expected)
        #expect(
            try claims(cookie.string("sessionCookie"))[path: "firebase.sign_in_attributes"] == Self.attributes)
    }

    // MARK: OpenID Connect

    /// Claims that belong to the token and the profile, in no particular order.
    private static let profileClaims: JSON = [
        "sub": "1", "email": "a@x.test", "email_verified": true, "name": "N", "picture": "http://p", "nbf": 1,
        "iss": "i", "iat": 1, "exp": 2, "azp": "z", "aud": "a",
    ]

    /// production.md section 10
    @Test(arguments: Profile.allCases)
    func `further claims of OpenID Connect are attributes of the session`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let attributes: JSON = ["role": "staff", "groups": ["b", "a"]]
        let answer = try await server.idp("oidc.acme", Self.profileClaims.merging(attributes))
        let later = try await server.idp("oidc.acme", Self.profileClaims.merging(["role": "guest"]))

        let expected = profile == .emulator ? JSON?.none : attributes
        let idToken = try claims(answer.string("idToken"))
        #expect(idToken[path: "firebase.sign_in_attributes"] == expected)
        let names =
            profile == .emulator
            ? ["identities", "sign_in_provider"] : ["identities", "sign_in_provider", "sign_in_attributes"]
        #expect(idToken["firebase"]?.names == names)
        let refreshed = try await server.refresh(answer.string("refreshToken")).string("id_token")
        #expect(try claims(refreshed)[path: "firebase.sign_in_attributes"] == expected)
        let cookie = try await server.admin(
            ":createSessionCookie", ["idToken": .string(answer.string("idToken") ?? "")])
        #expect(try claims(cookie.string("sessionCookie"))[path: "firebase.sign_in_attributes"] == expected)
        let other: JSON? = profile == .emulator ? nil : ["role": "guest"]
        #expect(try claims(later.string("idToken"))[path: "firebase.sign_in_attributes"] == other)
    }

    @Test(arguments: Profile.allCases)
    func `without further claims there are no attributes, nor with OAuth providers`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let bare = try await server.idp("oidc.acme", Self.profileClaims)
        let google = try await server.idp("google.com", ["sub": "2", "hd": "x.test"])

        for answer in [bare, google] {
            #expect(try claims(answer.string("idToken"))[path: "firebase.sign_in_attributes"] == nil)
        }
    }

    @Test(arguments: Profile.allCases)
    func `claims of OpenID Connect are told registered ones first`(_ profile: Profile) async throws {
        let answer = try await TestServer.open(profile).idp("oidc.acme", Self.profileClaims)
        let info = try JSON(parsing: answer.string("rawUserInfo") ?? "")

        let first = ["aud", "azp", "exp", "iat", "iss", "nbf", "sub", "email", "email_verified", "name", "picture"]
        #expect(info.names == (profile == .emulator ? Self.profileClaims.names : first))
    }

    /// production.md section 10
    @Test(arguments: Profile.allCases)
    func `members come in production's order`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let answer = try await server.idp("oidc.acme", Self.everything, ["returnIdpCredential": true])

        let order = [
            "federatedId", "providerId", "email", "emailVerified", "fullName", "photoUrl", "localId", "displayName",
            "needConfirmation", "idToken", "context", "refreshToken", "expiresIn", "oauthIdToken", "rawUserInfo",
            "errorMessage", "isNewUser", "kind", "pendingToken",
        ]
        let given = answer.json.names.filter(order.contains)
        #expect(given == order.filter(given.contains))
        let account = try await server.account(answer.string("localId") ?? "")
        let entry = ["providerId", "displayName", "photoUrl", "federatedId", "email", "rawId", "screenName"]
        if profile != .emulator { #expect(account.entry("oidc.acme")?.names == entry) }
        let token = try claims(answer.string("idToken"))
        #expect(
            token[path: "firebase.identities"]?.names
                == (profile == .emulator ? ["email", "oidc.acme"] : ["oidc.acme", "email"]))
    }

    // MARK: Single fields

    /// `email_verified`, and whether it counts in the reference and elsewhere.
    static let verifications: [(claim: JSON?, reference: Bool, others: Bool)] = [
        (nil, false, false), (false, false, false), (true, true, true), ("true", true, true), ("false", true, false),
    ]

    @Test(arguments: Profile.allCases, verifications.indices)
    func `Apple's texts say whether an address is verified`(_ profile: Profile, row: Int) async throws {
        let row = Self.verifications[row]
        var claims: JSON = ["sub": "1", "email": "a@privaterelay.appleid.com"]
        claims["email_verified"] = row.claim
        let server = try await TestServer.open(profile)
        let answer = try await server.idp("apple.com", claims)

        #expect(answer["emailVerified"] == .bool(profile == .emulator ? row.reference : row.others))
        #expect(
            try await server.account(answer.string("localId") ?? "")["email"] == "a@privaterelay.appleid.com")
    }

    @Test(arguments: Profile.allCases)
    func `Apple's user names a new account outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = ("user", #"{"name":{"firstName":"Ada","lastName":"Lovelace"},"email":"x@y.test"}"#)
        let answer = try await server.idp("apple.com", ["sub": "1"], with: [user])
        let id = answer.string("localId") ?? ""

        let expected: JSON? = profile == .emulator ? nil : "Ada Lovelace"
        #expect(answer["displayName"] == expected)
        #expect(try await server.account(id)["displayName"] == expected)
        #expect(try claims(answer.string("idToken"))["name"] == expected)

        _ = try await server.idp("apple.com", ["sub": "1"])
        #expect(try await server.account(id)["displayName"] == expected, "later tokens have no name")
    }

    @Test(arguments: [Profile.local, .production], ["", "junk", "{}", #"{"name":{}}"#, #"{"name":5}"#])
    func `an Apple user without a name is nobody`(_ profile: Profile, user: String) async throws {
        let answer = try await TestServer.open(profile).idp("apple.com", ["sub": "1"], with: [("user", user)])

        #expect(answer.outcome == "OK")
        #expect(answer["displayName"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `the provider's own tokens come back as they were sent`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let fake = #"{ "sub" : "1" }"#
        let answer = try await server.idp([
            ("providerId", "twitter.com"), ("id_token", fake), ("access_token", "at"), ("oauth_token_secret", "ts"),
        ])

        #expect(answer.string("oauthIdToken") == fake)
        #expect(answer.string("oauthAccessToken") == "at")
        #expect(answer["oauthTokenSecret"] == (profile == .emulator ? nil : "ts"))
        #expect(answer["oauthRefreshToken"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `a refresh token comes to who asks for one`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let fake = try await server.idp("google.com", ["sub": "1"], ["returnRefreshToken": true])
        let real = try await server.idp(
            "google.com", ["sub": "1"], ["returnRefreshToken": true], with: [("refresh_token", "rt")])
        let none = try await server.idp("google.com", ["sub": "1"], ["returnRefreshToken": false])

        #expect(fake.string("oauthRefreshToken")?.isEmpty == false)
        #expect(real.string("oauthRefreshToken") == "rt")
        #expect(none["oauthRefreshToken"] == nil)
    }

    // MARK: Tokens

    @Test(arguments: Profile.allCases)
    func `the ID token says how and as whom somebody signed in`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let first = try await server.idpUser(
            "google.com", ["sub": "1", "name": "N", "email": "a@x.test", "email_verified": true, "picture": "http://p"])
        let answer = try await server.idp("github.com", ["sub": "g"], ["idToken": first.token])
        let token = try claims(answer.string("idToken"))

        #expect(token["sub"] == .string(first.id))
        #expect(token["name"] == "N" && token["picture"] == "http://p")
        #expect(token["email"] == "a@x.test" && token["email_verified"] == true)
        #expect(token["provider_id"] == nil)
        #expect(
            token["firebase"]?.sorted == [
                "identities": ["email": ["a@x.test"], "github.com": ["g"], "google.com": ["1"]],
                "sign_in_provider": "github.com",
            ])
        let refreshed = try claims(try await server.refresh(answer.string("refreshToken")).string("id_token"))
        #expect(refreshed["firebase"]?.sorted == token["firebase"]?.sorted)
    }

    @Test(arguments: Profile.allCases)
    func `markers of other answers are not even there as false`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let new = try await server.idp("google.com", ["sub": "1"])
        let known = try await server.idp("google.com", ["sub": "1"], ["returnIdpCredential": true])

        for name in ["needConfirmation", "errorMessage", "mfaPendingCredential", "mfaInfo", "verifiedProvider"] {
            #expect(new["\(name)"] == nil)
            #expect(known["\(name)"] == nil)
        }
        #expect(known["isNewUser"] == nil && known["emailRecycled"] == nil)
    }

    @Test(arguments: Profile.allCases, ["returnSecureToken"])
    func `tokens come whatever is asked for`(_ profile: Profile, name: String) async throws {
        let answer = try await TestServer.open(profile).idp("google.com", ["sub": "1"], [name: false])

        #expect(answer["idToken"] != nil && answer["refreshToken"] != nil)
    }
}

extension SignInWithIdpTests {
    @Test(arguments: Profile.allCases)
    func `the older address of the method works alike`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let answer = try await server.send(
            .post, "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyAssertion?key=fake-api-key",
            ["requestUri": "http://localhost", "postBody": #"providerId=github.com&id_token={"sub":"1"}"#])

        #expect(answer["isNewUser"] == true)
        #expect(answer.string("kind") == "identitytoolkit#VerifyAssertionResponse")
    }
}
