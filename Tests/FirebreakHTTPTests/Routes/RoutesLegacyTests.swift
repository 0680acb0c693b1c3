import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// wire.md section 4.
struct RoutesLegacyTests {
    private static let v3 = "/www.googleapis.com/identitytoolkit/v3/relyingparty/"
    private static let v1 = "/identitytoolkit.googleapis.com/v1/"
    private static let owner: HTTPFields = [.authorization: "Bearer owner"]

    private static let aliases: [(alias: String, target: String)] = [
        ("createAuthUri", "accounts:createAuthUri"), ("deleteAccount", "accounts:delete"),
        ("emailLinkSignin", "accounts:signInWithEmailLink"), ("getAccountInfo", "accounts:lookup"),
        ("getOobConfirmationCode", "accounts:sendOobCode"), ("resetPassword", "accounts:resetPassword"),
        ("setAccountInfo", "accounts:update"), ("verifyCustomToken", "accounts:signInWithCustomToken"),
        ("verifyPassword", "accounts:signInWithPassword"),
    ]

    @Test(arguments: aliases)
    func `an alias answers as its method does`(alias: String, target: String) async throws {
        let server = try TestServer(.emulator)

        for body in [
            [:], ["email": true], ["idToken": "x", "oobCode": "y", "email": "a@example.test", "localId": "z"],
        ] as [JSON] {
            let old = try await server.send(.post, Self.v3 + alias + "?key=k", body)
            let new = try await server.send(.post, Self.v1 + target + "?key=k", body)
            #expect(old.status == new.status)
            #expect(old.json == new.json)
        }
        #expect(try await server.send(.post, Self.v3 + alias, [:]).status == 403)
        let wrong = try await server.send(.get, Self.v3 + alias)
        #expect(wrong.status == 405)
        #expect(wrong.headers[.allow] == "POST")
    }

    @Test func `signupNewUser signs up`() async throws {
        let server = try TestServer(.emulator)

        let answer = try await server.send(
            .post, Self.v3 + "signupNewUser?key=k", ["email": "a@example.test", "password": "correct-horse"])

        #expect(answer.status == 200)
        #expect(answer["kind"] == "identitytoolkit#SignupNewUserResponse")
    }

    @Test(arguments: [
        ("getProjectConfig", "projects"), ("getRecaptchaParam", "recaptchaParams"), ("publicKeys", "publicKeys"),
    ])
    func `an alias of a GET method is one`(alias: String, target: String) async throws {
        let server = try TestServer(.emulator)

        let old = try await server.send(.get, Self.v3 + alias + "?key=k")
        let new = try await server.send(.get, Self.v1 + target + "?key=k")
        #expect(old.status == 200)
        #expect(old.json == new.json)
        let post = try await server.send(.post, Self.v3 + alias + "?key=k", [:])
        #expect(post.status == 405)
        #expect(post.headers[.allow] == "GET")
    }

    @Test func `the rewritten request keeps no query but the key`() async throws {
        let answer = try await TestServer(.emulator).send(
            .get, Self.v3 + "getProjectConfig?key=k&alt=xml&prettyPrint=1")

        #expect(answer.status == 200)
    }

    // MARK: signOutUser

    @Test func `signOutUser ends an account's sessions for an admin`() async throws {
        let server = try TestServer(.local)
        let user = try await server.signUp("a@x.test")
        let body: JSON = ["localId": user["localId"] ?? "", "targetProjectId": "example"]
        let path = Self.v3 + "signOutUser"
        #expect(try await server.refresh(user.string("refreshToken")).status == 200)

        #expect(try await server.send(.post, path, body).status == 403)
        #expect(try await server.send(.post, path + "?key=k", ["localId": "a"]).message == "INSUFFICIENT_PERMISSION")
        let answer = try await server.send(.post, path, body, headers: [.authorization: "Bearer owner"])
        #expect(answer["localId"] == user["localId"])
        #expect(try await server.refresh(user.string("refreshToken")).message == "TOKEN_EXPIRED")
        let unknown = try await server.send(
            .post, path, ["localId": "nobody"], headers: [.authorization: "Bearer owner"])
        #expect(unknown.message == "USER_NOT_FOUND")
    }

    @Test(arguments: ["signOutUser", "downloadAccount", "uploadAccount"])
    func `the special ones exist as POST only`(name: String) async throws {
        let server = try TestServer(.emulator)

        for method in [HTTPRequest.Method.get, .delete, .put, .patch] {
            #expect(try await server.send(method, Self.v3 + name + "?key=k").status == 404)
        }
    }

    // MARK: downloadAccount and uploadAccount

    @Test(arguments: ["downloadAccount", "uploadAccount"], [[:], ["targetProjectId": ""], ["project": "x"]] as [JSON])
    func `the bulk aliases want a project before they want a credential`(name: String, body: JSON) async throws {
        let answer = try await TestServer(.emulator).send(.post, Self.v3 + name, body)

        #expect(answer.status == 400)
        #expect(answer.message == "INSUFFICIENT_PERMISSION")
    }

    @Test(arguments: ["downloadAccount", "uploadAccount"])
    func `the bulk aliases are for admins`(name: String) async throws {
        let server = try TestServer(.emulator)
        let body: JSON = ["targetProjectId": "example", "users": [["localId": "a"]]]

        #expect(try await server.send(.post, Self.v3 + name, body).status == 403)
        let byKey = try await server.send(.post, Self.v3 + name + "?key=k", body)
        #expect(byKey.status == 400)
        #expect(
            byKey.message == "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.")
    }

    @Test func `accounts are uploaded and downloaded page by page`() async throws {
        let server = try TestServer(.emulator)
        let users: JSON = [["localId": "a", "email": "a@example.test"], ["localId": "b"], ["local_id": "c"]]

        let upload = try await server.send(
            .post, Self.v3 + "uploadAccount", ["target_project_id": "bulk", "users": users], headers: Self.owner)
        #expect(upload.status == 200)
        #expect(upload.json == ["kind": "identitytoolkit#UploadAccountResponse", "error": []])

        let first = try await server.send(
            .post, Self.v3 + "downloadAccount", ["targetProjectId": "bulk", "max_results": 2, "unknown": [1]],
            headers: Self.owner)
        #expect(first["kind"] == "identitytoolkit#DownloadAccountResponse")
        #expect(first["users"]?.arrayValue?.map { $0["localId"] } == ["a", "b"])
        let token = try #require(first["nextPageToken"])
        let second = try await server.send(
            .post, Self.v3 + "downloadAccount", ["targetProjectId": "bulk", "nextPageToken": token], headers: Self.owner
        )
        #expect(second["users"]?.arrayValue?.map { $0["localId"] } == ["c"])
    }

    @Test(arguments: ["downloadAccount", "uploadAccount"])
    func `the reference reads the bodies of the bulk aliases by a parser of its own`(name: String) async throws {
        let server = try TestServer(.emulator)
        let headers: HTTPFields = [.contentType: "application/json", .authorization: "Bearer owner"]

        let broken = try await server.send(.post, Self.v3 + name, headers: headers, body: Array("{".utf8))
        #expect(broken.status == 400)
        #expect(broken["error"] == nil)
        #expect(broken["type"] == "entity.parse.failed")
        #expect(broken["statusCode"] == 400)
        let large = "{\"targetProjectId\":\"example\",\"x\":\"\(String(repeating: "x", count: 102_400))\"}"
        let refused = try await server.send(.post, Self.v3 + name, headers: headers, body: Array(large.utf8))
        #expect(refused.status == 413)
    }
}
