import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// The order in which a request is looked at (wire.md section 7).
struct RequestContextTests {
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

    @Test func `a method override is ignored`() async throws {
        let server = try TestServer(.emulator)
        let name = try #require(HTTPField.Name("X-HTTP-Method-Override"))

        #expect(
            try await server.send(.get, Self.v1 + "accounts:signUp?key=k", nil, headers: [name: "POST"]).status == 405)
    }
}
