import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Content types, JSON and the shape of bodies (wire.md section 7).
struct RequestContextBodyTests {
    private static let lookup = "/identitytoolkit.googleapis.com/v1/accounts:lookup?key=k"
    private static let signUp = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"
    private static let token = "/securetoken.googleapis.com/v1/token?key=k"

    private func post(_ path: String, _ type: String?, _ body: String, _ profile: TestProfile = .emulator) async throws
        -> TestAnswer
    {
        var headers: HTTPFields = [:]
        headers[.contentType] = type
        return try await TestServer(profile.value).send(.post, path, headers: headers, body: Array(body.utf8))
    }

    // MARK: Content types

    @Test(arguments: [
        "application/json", "Application/JSON", "application/json; charset=utf-8",
        "application/json;charset=UTF-8; x=y",
        "APPLICATION/JSON ;charset=utf-8",
    ])
    func `JSON is JSON with any case and parameters`(type: String) async throws {
        #expect(
            try await post(Self.lookup, type, #"{"idToken":true}"#).message?.contains("/idToken must be string") == true
        )
    }

    @Test(arguments: [
        "text/plain", "text/plain; charset=utf-8", "application/x-www-form-urlencoded", "application/jsonp",
        "application/vnd.api+json", "multipart/form-data; boundary=x", "application/xml", "json",
    ])
    func `another type with a body is refused as it was sent`(type: String) async throws {
        let answer = try await post(Self.lookup, type, "a=b")

        #expect(answer.status == 400)
        #expect(
            answer.json.text
                == #"{"error":{"code":400,"message":"Invalid content-type: \#(type)","errors":[{"message":"Invalid content-type: \#(type)","reason":"unknown"}]}}"#
        )
    }

    @Test(arguments: TestProfile.allCases, ["ISO-8859-1", "\"utf-16\""])
    func `another character set is refused outside the envelope`(profile: TestProfile, charset: String) async throws {
        let answer = try await post(Self.lookup, "application/json; charset=\(charset)", "{}", profile)
        let name = charset.filter { $0 != "\"" }

        #expect(answer.status == 415)
        #expect(
            answer.json == [
                "message": .string("unsupported charset \"\(name.uppercased())\""),
                "charset": .string(name.lowercased()),
                "type": "charset.unsupported",
            ])
    }

    @Test func `to others than the reference utf8 is a name of UTF-8`() async throws {
        let type = "application/json; charset=utf8"

        #expect(try await post(Self.lookup, type, "{}", .local).message == "MISSING_ID_TOKEN")
        #expect(try await post(Self.lookup, type, "{}", .emulator).status == 415)
    }

    @Test(arguments: ["application/json", "text/plain", nil] as [String?])
    func `no bytes are an empty object`(type: String?) async throws {
        #expect(try await post(Self.lookup, type, "").message == "MISSING_ID_TOKEN")
    }

    @Test func `a body without a content type is ignored`() async throws {
        #expect(try await post(Self.lookup, nil, #"{"idToken":"x"}"#).message == "MISSING_ID_TOKEN")
        #expect(try await post(Self.lookup, nil, "{").message == "MISSING_ID_TOKEN")
    }

    @Test func `a leading byte order mark is skipped`() async throws {
        #expect(
            try await post(Self.lookup, "application/json", "\u{FEFF}{\"idToken\":\"x\"}").message == "INVALID_ID_TOKEN"
        )
    }

    @Test(arguments: ["application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-8"])
    func `the secure token service takes forms`(type: String) async throws {
        let server = try TestServer(.emulator)
        let user = try await server.signUp("form@example.test")
        let refreshToken = try #require(user.string("refreshToken"))
        let form = "grant_type=refresh_token&refresh_token=\(FormURLEncoding.encode(refreshToken))"

        let answer = try await server.send(.post, Self.token, headers: [.contentType: type], body: Array(form.utf8))

        #expect(answer.status == 200)
        #expect(answer["user_id"] == user["localId"])
        let camelCased = "grantType=refresh_token&refreshToken=\(FormURLEncoding.encode(refreshToken))"
        #expect(
            try await server.send(.post, Self.token, headers: [.contentType: type], body: Array(camelCased.utf8)).status
                == 200)
        #expect(try await server.refresh(refreshToken).status == 200)
    }

    // MARK: JSON

    @Test(arguments: ["{", "{]", "nope", "\"text\"", "5", "null", "true", "{\"a\":1}x", "{\"a\":\"\u{1}\"}"])
    func `what is not a JSON object or array is a parse error`(body: String) async throws {
        let answer = try await post(Self.lookup, "application/json", body)

        let message = try #require(answer.message)
        #expect(answer.status == 400)
        #expect(message.hasPrefix("Invalid JSON payload received. "))
        #expect(
            answer.json[path: "error.errors"] == [
                ["message": .string(message), "domain": "global", "reason": "parseError"]
            ])
        #expect(answer.json[path: "error.status"] == "INVALID_ARGUMENT")
    }

    @Test func `an array must be an object`() async throws {
        #expect(
            try await post(Self.lookup, "application/json", "[]").json.text
                == #"{"error":{"code":400,"message":"Invalid JSON payload received.  must be object","errors":[{"message":"Invalid JSON payload received.  must be object","reason":"invalid","domain":"global"}],"status":"INVALID_ARGUMENT"}}"#
        )
    }

    @Test func `deep nesting and invalid UTF-8 are errors of the client`() async throws {
        let server = try TestServer(.emulator)
        let deep = "{\"a\":" + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000) + "}"
        let json: HTTPFields = [.contentType: "application/json"]

        #expect(try await server.send(.post, Self.lookup, headers: json, body: Array(deep.utf8)).status == 400)
        let invalid = Array(#"{"a":""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8)
        #expect(try await server.send(.post, Self.lookup, headers: json, body: invalid).status == 400)
    }

    @Test func `of duplicate keys the last wins, also when they only become duplicates`() async throws {
        #expect(
            try await post(Self.lookup, "application/json", #"{"idToken":"","idToken":"x"}"#).message
                == "INVALID_ID_TOKEN")
        #expect(
            try await post(Self.lookup, "application/json", #"{"id_token":true,"idToken":"x"}"#).message
                == "INVALID_ID_TOKEN")
    }

    @Test func `numbers stand for strings, and for enumeration values by position`() async throws {
        let server = try TestServer(.emulator)

        #expect(
            try await server.app("accounts:signUp", ["email": "n@example.test", "password": 12_345_678]).status == 200)
        #expect(try await server.signUp("n@example.test").message == "EMAIL_EXISTS")
        let signIn = try await server.app(
            "accounts:signInWithPassword", ["email": "n@example.test", "password": "12345678"])
        #expect(signIn.status == 200)
        for type in [6, "6", "EMAIL_SIGNIN"] as [JSON] {
            let sent = try await server.app(
                "accounts:sendOobCode",
                ["requestType": type, "email": "n@example.test", "continueUrl": "http://localhost"])
            #expect(sent.status == 200, "\(sent.text)")
        }
    }

    private static let misfits: [(method: String, body: String, words: String)] = [
        ("accounts:update", #"{"mfa":{"enrollments":null}}"#, "/mfa/enrollments must be array"),
        (
            "accounts:update", #"{"mfa":{"enrollments":[{"phoneInfo":true}]}}"#,
            "/mfa/enrollments/0/phoneInfo must be string"
        ),
        ("accounts:update", #"{"mfa":[]}"#, "/mfa must be object"),
        ("accounts:update", #"{"disableUser":"true"}"#, "/disableUser must be boolean"),
        ("accounts:update", #"{"disableUser":1}"#, "/disableUser must be boolean"),
        (
            "accounts:update", #"{"delete_attribute":["NOPE"]}"#,
            "/deleteAttribute/0 must be equal to one of the allowed values"
        ),
        ("accounts:update", #"{"deleteProvider":"x"}"#, "/deleteProvider must be array"),
        ("accounts:signUp", #"{"mfaInfo":[{},{"phone_info":{}}]}"#, "/mfaInfo/1/phoneInfo must be string"),
        ("accounts:signUp", #"{"password":true,"email":[]}"#, "/email must be string"),
        ("accounts:signUp", #"{"email":null}"#, "/email must be string"),
        ("accounts:sendOobCode", #"{"requestType":"NOPE"}"#, "/requestType must be equal to one of the allowed values"),
        ("accounts:sendOobCode", #"{"requestType":9}"#, "/requestType must be equal to one of the allowed values"),
        ("accounts:sendOobCode", #"{"returnOobLink":"yes"}"#, "/returnOobLink must be boolean"),
        ("accounts:lookup", #"{"localId":"x"}"#, "/localId must be array"),
        ("accounts:lookup", #"{"localId":[true]}"#, "/localId/0 must be string"),
        ("accounts:lookup", #"{"federatedUserId":[[]]}"#, "/federatedUserId/0 must be object"),
        ("accounts:lookup", #"{"tenantId":true}"#, "/tenantId must be string"),
        ("accounts:signInWithPassword", #"{"returnSecureToken":"true"}"#, "/returnSecureToken must be boolean"),
        ("accounts:sendOobCode", #"{"clientType":"NOPE"}"#, "/clientType must be equal to one of the allowed values"),
        ("accounts:signInWithPassword", #"{"captchaResponse":[]}"#, "/captchaResponse must be string"),
        ("accounts:lookup", #"{"targetProjectId":{}}"#, "/targetProjectId must be string"),
        ("accounts:sendOobCode", #"{"requestType":true}"#, "/requestType must be string"),
        ("accounts:sendOobCode", #"{"requestType":{}}"#, "/requestType must be string"),
        ("accounts:update", #"{"validSince":1.5}"#, #"/validSince must match format "int64""#),
    ]

    @Test(arguments: misfits)
    func `the first misfit is told with its place`(method: String, body: String, words: String) async throws {
        let answer = try await post("/identitytoolkit.googleapis.com/v1/\(method)?key=k", "application/json", body)

        let message = "Invalid JSON payload received. \(words)"
        #expect(answer.status == 400)
        #expect(answer.message == message)
        #expect(answer.json[path: "error.status"] == "INVALID_ARGUMENT")
        #expect(
            answer.json[path: "error.errors"] == [
                ["message": .string(message), "reason": "invalid", "domain": "global"]
            ])
    }

    @Test func `64-bit fields are texts whose content is nobody's business`() async throws {
        let server = try TestServer(.emulator)
        let user = try await server.signUp("v@example.test")

        let answer = try await server.admin(
            "accounts:update", ["localId": try #require(user["localId"]), "validSince": "abc"])
        #expect(answer.status == 200)
    }

    @Test(arguments: TestProfile.allCases)
    func `null is absent except in the reference`(profile: TestProfile) async throws {
        let answer = try await post(Self.lookup, "application/json", #"{"idToken":null}"#, profile)

        #expect(answer.status == 400)
        #expect(
            answer.message
                == (profile == .emulator
                    ? "Invalid JSON payload received. /idToken must be string" : "MISSING_ID_TOKEN"))
    }

    @Test func `a field is ignored that no message has`() async throws {
        let server = try TestServer(.local)

        let answer = try await server.app(
            "accounts:signUp", ["noSuchField": [1], "email": "u@example.test", "password": "correct-horse"])
        #expect(answer.status == 200)
    }

    // MARK: DELETE

    @Test(arguments: ["not JSON", "[1]", "{\"a\":"], ["application/json", "text/plain"])
    func `DELETE ignores its body`(body: String, type: String) async throws {
        let server = try TestServer(.emulator)

        for path in [
            "/emulator/v1/projects/example/accounts", "/identitytoolkit.googleapis.com/v2/projects/example/tenants/t",
        ] {
            let answer = try await server.send(
                .delete, path, headers: [.contentType: type, .authorization: "Bearer owner"], body: Array(body.utf8))
            #expect(answer.status == 200)
            #expect(answer.json == [:])
        }
    }
}
