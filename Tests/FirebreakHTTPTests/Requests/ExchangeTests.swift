import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// The order in which a request is looked at (wire.md section 7).
struct ExchangeTests {
    private static let v1 = "/identitytoolkit.googleapis.com/v1/"

    @Test func `a wrong verb comes before credentials`() async throws {
        let server = try TestServer(.emulator)

        #expect(try await server.send(.get, Self.v1 + "accounts:signUp").status == 405)
    }

    @Test func `an unacceptable content type comes before credentials`() async throws {
        let server = try TestServer(.emulator)

        let answer = try await server.send(
            .post, Self.v1 + "accounts:signUp", headers: [.contentType: "text/plain"], body: Array("{}".utf8))

        #expect(answer.status == 400)
        #expect(answer.message == "Invalid content-type: text/plain")
    }

    @Test func `missing credentials come before malformed JSON`() async throws {
        let server = try TestServer(.emulator)

        let answer = try await server.send(
            .post, Self.v1 + "accounts:signUp", headers: [.contentType: "application/json"], body: Array("{".utf8))

        #expect(answer.status == 403)
    }

    @Test func `malformed JSON comes before everything the method checks`() async throws {
        let server = try TestServer(.emulator)

        let answer = try await server.send(
            .post, Self.v1 + "accounts:lookup?key=k", headers: [.contentType: "application/json"], body: Array("{".utf8)
        )

        #expect(answer.status == 400)
        #expect(answer.message?.hasPrefix("Invalid JSON payload received. ") == true)
        #expect(answer.json[path: "error.errors"]?.arrayValue?.first?["reason"] == "parseError")
    }

    @Test func `the shape of the body comes before the question which project it may name`() async throws {
        let server = try TestServer(.emulator)

        let answer = try await server.app(
            "accounts:signUp", ["targetProjectId": "other", "email": true])

        #expect(answer.message == "Invalid JSON payload received. /email must be string")
    }

    private static let pending = "/identitytoolkit.googleapis.com/v1/accounts:signInWithGameCenter"

    @Test func `a method that is not built answers 501 after credentials and body, before project and tenant`()
        async throws
    {
        let server = try TestServer(.local)
        let json: HTTPFields = [.contentType: "application/json"]

        #expect(try await server.send(.get, Self.pending).status == 405)
        #expect(try await server.send(.post, Self.pending, [:]).status == 403)
        #expect(
            try await server.send(.post, Self.pending + "?key=k", headers: json, body: Array("{".utf8)).status == 400)
        #expect(try await server.send(.post, Self.pending + "?key=k", []).status == 400)
        let answer = try await server.send(
            .post, Self.pending + "?key=k", ["targetProjectId": "other", "tenantId": "no-such-tenant"])
        #expect(answer.status == 501)
        #expect(
            answer.json.text
                == #"{"error":{"code":501,"message":"identitytoolkit.accounts.signInWithGameCenter is not implemented in the Auth Emulator.","errors":[{"message":"identitytoolkit.accounts.signInWithGameCenter is not implemented in the Auth Emulator.","reason":"unimplemented"}],"status":"NOT_IMPLEMENTED"}}"#
        )
    }

    @Test func `an API key is enough for a project's method that is not built`() async throws {
        let server = try TestServer(.emulator)

        let answer = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v2/projects/example/tenants/t:getIamPolicy?key=k", [:])

        #expect(answer.status == 501)
        #expect(
            answer.message
                == "identitytoolkit.projects.tenants.getIamPolicy is not implemented in the Auth Emulator.")
    }

    @Test func `a method override is ignored`() async throws {
        let server = try TestServer(.emulator)
        let name = try #require(HTTPField.Name("X-HTTP-Method-Override"))

        #expect(
            try await server.send(.get, Self.v1 + "accounts:signUp?key=k", nil, headers: [name: "POST"]).status == 405)
    }
}
