import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakHTTP

/// Bodies as protobuf reads them (production.md section 1), which all profiles do but `emulator`.
struct ProtobufBodyTests {
    private static let production: [TestProfile] = [.local, .production]
    private static let lookup = "/identitytoolkit.googleapis.com/v1/accounts:lookup?key=k"
    private static let formType = "application/x-www-form-urlencoded"

    private func send(_ server: TestServer, _ path: String, _ type: String?, _ body: String) async throws -> TestAnswer
    {
        var headers: HTTPFields = [.authorization: "Bearer owner"]
        headers[.contentType] = type
        return try await server.send(.post, path, headers: headers, body: Array(body.utf8))
    }

    @Test(arguments: production)
    func `a single value stands for a list of one`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        _ = try await server.admin("accounts", ["localId": "a", "displayName": "Ann"])

        let found = try await server.admin("accounts:lookup", ["localId": "a"])
        #expect(found["users"]?.arrayValue?.map { $0["localId"] } == ["a"])
        let update = try await server.admin("accounts:update", ["localId": "a", "deleteAttribute": "DISPLAY_NAME"])
        #expect(update.status == 200)
        let changed = try await server.admin("accounts:lookup", ["localId": "a"])["users"]?.arrayValue?.first
        #expect(changed?["localId"] == "a")
        #expect(changed?["displayName"] == nil)
        let row: JSON = ["localId": "b", "displayName": "Bob"]
        #expect(try await server.admin("accounts:batchCreate", ["users": row]).status == 200)
        #expect(try await server.admin("accounts:lookup", ["localId": ["b"]])["users"]?.arrayValue?.count == 1)
        let path = profile == .production ? "'local_id'" : "/localId must be string"
        #expect(try await server.admin("accounts:lookup", ["localId": true]).message?.contains(path) == true)
    }

    @Test(arguments: production, ["true", "T", "yes", 1] as [JSON])
    func `booleans are taken as words and numbers, from apps too`(profile: TestProfile, value: JSON) async throws {
        let server = try TestServer(profile.value)
        _ = try await server.signUp("a@example.test")
        let body: JSON = ["email": "a@example.test", "password": "correct-horse", "returnSecureToken": value]

        let answer = try await server.app("accounts:signInWithPassword", body)

        #expect(answer.string("refreshToken") != nil)
        #expect(
            try await server.configure("signIn.anonymous", ["signIn": ["anonymous": ["enabled": value]]]).status == 200)
        let shown = try await server.send(
            .get, "/identitytoolkit.googleapis.com/v2/projects/example/config",
            headers: [.authorization: "Bearer owner"])
        #expect(shown.json[path: "signIn.anonymous.enabled"] == true)
    }

    // MARK: Forms

    @Test(arguments: production)
    func `a form is read as the fields of a message`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        let base = "/identitytoolkit.googleapis.com/v1/projects/example/accounts"
        let factor = "mfaInfo.phoneInfo=%2B16505550100&mfaInfo.display_name=A+phone"
        let form = "localId=a&email=a%40example.test&email_verified=true&" + factor

        #expect(try await send(server, base, Self.formType, form).status == 200)
        let found = try await send(server, base + ":lookup", Self.formType + "; charset=utf-8", "localId=a&localId=b")

        let user = try #require(found["users"]?.arrayValue?.first)
        #expect(found["users"]?.arrayValue?.count == 1)
        #expect(user["email"] == "a@example.test")
        #expect(user["emailVerified"] == true)
        #expect(user["mfaInfo"]?.arrayValue?.first?["displayName"] == "A phone")
        let legacy = "/www.googleapis.com/identitytoolkit/v3/relyingparty/getAccountInfo?key=k"
        #expect(try await send(server, legacy, Self.formType, "idToken=x").message == "INVALID_ID_TOKEN")
    }

    /// A form, the name that its message does not have, and the part of it that is unknown.
    static let unknownNames: [(form: String, name: String, part: String)] = [
        (#"{"returnSecureToken":true}"#, #"{"returnSecureToken":true}"#, #"{"returnSecureToken":true}"#),
        (#"{"email":"a@x.test","password":"b=c"}"#, #"{"email":"a@x.test","password":"b"#, #"{"email":"a@x"#),
        ("email=a%40x.test&colour=red", "colour", "colour"), ("colour.shade=red", "colour.shade", "colour"),
        ("mfaInfo.colour=red", "mfaInfo.colour", "colour"), ("email.x=1", "email.x", "x"), ("=x", "", ""),
        ("{email}=a%40x.test", "{email}", "{email}"), ("Display-Name=x", "Display-Name", "Display-Name"),
        ("%7B%7D", "{}", "{}"),
    ]

    @Test(arguments: production, unknownNames)
    func `a form with a name that the method does not know is refused`(
        profile: TestProfile, row: (form: String, name: String, part: String)
    ) async throws {
        let server = try TestServer(profile.value)
        let message =
            "Invalid JSON payload received. Unknown name \"\(row.name)\": Cannot bind query parameter. "
            + "Field '\(row.part)' could not be found in request message."
        let signUps = [
            "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
            "/www.googleapis.com/identitytoolkit/v3/relyingparty/signupNewUser?key=k",
        ]
        for path in signUps {
            let answer = try await send(server, path, Self.formType, row.form)
            #expect(answer.status == 400 && answer.message == message, "\(answer.text)")
            #expect(answer.json[path: "error.status"] == "INVALID_ARGUMENT")
        }
        let token = try await send(server, "/securetoken.googleapis.com/v1/token?key=k", Self.formType, row.form)
        #expect(token.message?.hasPrefix("Invalid JSON payload received. Unknown name") == true, "\(token.text)")
        #expect(try await server.admin("accounts:query")["recordsCount"] == "0", "no account was made of it")
    }

    @Test(arguments: production)
    func `a form may have Google's own parameters and names of the older API`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        let user = try await server.user()
        let lookup = "idToken=\(user.idToken)&key=k&prettyPrint=false&alt=json&%24.xgafv=2"
        #expect(try await send(server, Self.lookup, Self.formType, lookup).status == 200)
        let legacy = "/www.googleapis.com/identitytoolkit/v3/relyingparty/getAccountInfo?key=k"
        let form = "idToken=\(user.idToken)&delegatedProjectNumber=1"
        #expect(try await send(server, legacy, Self.formType, form).status == 200)
        let link = "requestType=VERIFY_EMAIL&idToken=\(user.idToken)&iOSBundleId=b&iOSAppStoreId=1"
        let sending = "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k"
        #expect(try await send(server, sending, Self.formType, link).status == 200)
        let refresh = "grant_type=refresh_token&refresh_token=\(user.refreshToken)&tenantId=t"
        #expect(
            try await send(server, "/securetoken.googleapis.com/v1/token?key=k", Self.formType, refresh).status
                == 200)
    }

    @Test func `a long name is not quoted whole`() async throws {
        let body = String(repeating: "e\u{301}", count: 100_000)
        let answer = try await send(
            try TestServer(.local), "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k", Self.formType, body)
        #expect(answer.status == 400 && answer.text.utf8.count < 10_000)
    }

    /// The reference reads no forms there.
    @Test func `the reference makes of a form what it always did`() async throws {
        let server = try TestServer(.emulator)
        let path = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"
        let answer = try await send(server, path, Self.formType, #"{"returnSecureToken":true}"#)
        #expect(answer.message == "Invalid content-type: \(Self.formType)")
        let token = try await send(server, "/securetoken.googleapis.com/v1/token?key=k", Self.formType, "{}")
        #expect(token.message == "MISSING_GRANT_TYPE")
    }

    @Test func `names of data in a form stay as they are, and nesting has an end`() {
        let deep = Array(repeating: "a", count: JSON.maximumDepth + 1).joined(separator: ".")
        let form = JSON(form: [
            (name: "custom_parameter.login_hint", value: "x"), (name: "a.b", value: "1"), (name: "a.b", value: "2"),
            (name: deep, value: "3"), (name: "", value: "4"),
        ])

        #expect(form == ["customParameter": ["login_hint": "x"], "a": ["b": ["1", "2"]]])
    }

    @Test(arguments: production)
    func `methods of v2 take no forms`(profile: TestProfile) async throws {
        let path = "/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:start?key=k"

        let answer = try await send(try TestServer(profile.value), path, Self.formType, "tenantId=t")

        #expect(answer.message == "Invalid content-type: \(Self.formType)")
    }

    @Test(arguments: production)
    func `JSON needs no content type`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)

        #expect(try await send(server, Self.lookup, nil, #"{"idToken":"x"}"#).message == "INVALID_ID_TOKEN")
        #expect(try await send(server, Self.lookup, nil, "nope").message?.hasPrefix("Invalid JSON payload") == true)
    }

    // MARK: Errors

    @Test(
        arguments: production,
        [
            ("{", "Expected an object key or }."), ("{\"a\"", "Expected : between key:value pair."),
            ("{\"a\":", "Expected a value."), ("{\"a\":1", "Expected , or } after key:value pair."),
            ("{\"a\":[", "Expected a value or ] within an array."),
            ("{\"a\":[1 ", "Expected , or ] after array value."),
        ])
    func `a text that ends too early is told in protobuf's words`(profile: TestProfile, row: (String, String))
        async throws
    {
        let answer = try await send(try TestServer(profile.value), Self.lookup, "application/json", row.0)

        #expect(answer.message == "Invalid JSON payload received. Unexpected end of string. \(row.1)\n\n^")
    }

    @Test func `enumerations have their names in messages`() async throws {
        let server = try TestServer(.production)
        let prefix = "(type.googleapis.com/google.cloud.identitytoolkit."

        let update = try await server.admin("accounts:update", ["localId": "a", "deleteAttribute": ["NOPE"]])
        #expect(
            update.message
                == "Invalid value at 'delete_attribute[0]' \(prefix)v1.SetAccountInfoRequest.UserAttributeName), \"NOPE\""
        )
        let query = try await server.admin("accounts:query", ["sortBy": 99])
        #expect(query.message == "Invalid value at 'sort_by' \(prefix)v1.QueryUserInfoRequest.SortByField), 99")
        let config = try await server.configure("mobileLinksConfig", ["mobileLinksConfig": ["domain": "NOPE"]])
        #expect(
            config.message
                == "Invalid value at 'config.mobile_links_config.domain' \(prefix)admin.v2.MobileLinksConfig.Domain), \"NOPE\""
        )
        let recaptcha = try await server.send(
            .get,
            "/identitytoolkit.googleapis.com/v2/recaptchaConfig?key=k&clientType=NOPE&version=RECAPTCHA_ENTERPRISE")
        #expect(recaptcha.message == "Invalid value at 'client_type' \(prefix)v2.ClientType), \"NOPE\"")
    }

    @Test(arguments: production)
    func `both kinds of a second factor cannot be enrolled at once`(profile: TestProfile) async throws {
        let both: JSON = ["totpEnrollmentInfo": [:], "phoneEnrollmentInfo": ["phoneNumber": "+16505550100"]]

        let answer = try await TestServer(profile.value).send(
            .post, "/identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:start?key=k", both)

        let message =
            "Invalid value (oneof), oneof field 'enrollment_info' is already set. Cannot set 'phoneEnrollmentInfo'"
        #expect(answer.status == 400)
        #expect(answer.message == message)
        guard profile == .production else { return }
        #expect(
            answer.json[path: "error.details"]?.arrayValue?.first?["fieldViolations"] == [
                ["description": .string(message)]
            ])
    }
}
