import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

struct ContentCodingTests {
    /// `{"email":"zip@example.test","password":"correct-horse"}`
    private static let gzip =
        "H4sIAAAAAAACA6tWSs1NzMxRslKqyixwSK1IzC3ISdUrSS0uUdJRKkgsLi7PL0oByibnFxWlJpfoZuQXFacq1QIA/6UPvTcAAAA="
    private static let deflate =
        "eJyrVkrNTczMUbJSqsoscEitSMwtyEnVK0ktLlHSUSpILC4uzy9KAcom5xcVpSaX6GbkFxWnKtUCACQJE9E="
    /// 300,000 spaces and `{}`.
    private static let bomb =
        "H4sIAAAAAAACA+3BAQ0AAAwCoCr2dHZ/jw9I" + String(repeating: "A", count: 386) + "Dgj+4AWvu9fuKTBAA="

    private static let signUp = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"

    @Test(arguments: [("gzip", gzip), ("GZIP", gzip), ("deflate", deflate), ("identity", "")])
    func `a compressed body is inflated`(encoding: String, content: String) async throws {
        let server = try TestServer(.emulator)
        let plain = Array(#"{"email":"zip@example.test","password":"correct-horse"}"#.utf8)
        let body = content.isEmpty ? plain : try #require(Base64.decode(content))

        let answer = try await server.send(
            .post, Self.signUp, headers: [.contentType: "application/json", .contentEncoding: encoding], body: body)

        #expect(answer.status == 200)
        #expect(answer["email"] == "zip@example.test")
    }

    @Test(arguments: ["br", "compress", "nonsense", "gzip, br"])
    func `another encoding is refused outside the envelope`(encoding: String) async throws {
        let answer = try await TestServer(.emulator).send(
            .post, Self.signUp, headers: [.contentType: "application/json", .contentEncoding: encoding],
            body: [1, 2, 3])

        #expect(answer.status == 415)
        #expect(
            answer.json == [
                "message": .string("unsupported content encoding \"\(encoding)\""), "encoding": .string(encoding),
                "type": "encoding.unsupported",
            ])
    }

    @Test func `bytes that are not compressed as they say are an error of the client`() async throws {
        let answer = try await TestServer(.emulator).send(
            .post, Self.signUp, headers: [.contentType: "application/json", .contentEncoding: "gzip"],
            body: Array("{}".utf8))

        #expect(answer.status == 400)
    }

    @Test(arguments: [1, 8, 12])
    func `a compressed body without its end is an error of the client`(missing: Int) async throws {
        let body = try #require(Base64.decode(Self.gzip)).dropLast(missing)
        let answer = try await TestServer(.emulator).send(
            .post, Self.signUp, headers: [.contentType: "application/json", .contentEncoding: "gzip"],
            body: Array(body))

        #expect(answer.status == 400)
    }

    @Test func `the limit counts what comes out`() async throws {
        let server = try TestServer(.emulator, maximumBody: 54)
        let body = try #require(Base64.decode(Self.gzip))
        #expect(body.count > 54)
        let larger = try TestServer(.emulator, maximumBody: body.count)

        let headers: HTTPFields = [.contentType: "application/json", .contentEncoding: "gzip"]
        #expect(try await server.send(.post, Self.signUp, headers: headers, body: body).status == 413)
        #expect(try await larger.send(.post, Self.signUp, headers: headers, body: body).status == 200)
    }

    @Test func `a body that inflates beyond the limit is refused`() async throws {
        let server = try TestServer(.emulator, maximumBody: 50_000)
        let body = try #require(Base64.decode(Self.bomb))

        let headers: HTTPFields = [.contentType: "application/json", .contentEncoding: "gzip"]
        #expect(try await server.send(.post, Self.signUp, headers: headers, body: body).status == 413)
    }
}
