import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

struct MessageStatusTests {
    @Test func `a code that outlived its time works again once nothing expires, and the outbox says so`() async throws {
        let server = try TestServer(.local)
        let send: JSON = [
            "requestType": "EMAIL_SIGNIN", "email": "a@x.test", "continueUrl": "http://localhost/",
        ]
        _ = try await server.app("accounts:sendOobCode", send)
        server.clock.advance(seconds: 6 * 3600 + 1)
        #expect(try await server.latestMessage(to: "a@x.test")["status"] == "expired")
        #expect(try await server.control(.get, "/outbox?status=expired").json["messages"]?.arrayValue?.count == 1)

        _ = try await server.control(.patch, "/rules", ["expiry": "off"])

        let message = try await server.latestMessage(to: "a@x.test")
        #expect(message["status"] == "pending")
        #expect(try await server.control(.get, "/outbox?status=expired").json["messages"] == [])
        let code = try #require(message["oobCode"])
        let answer = try await server.app("accounts:signInWithEmailLink", ["email": "a@x.test", "oobCode": code])
        #expect(answer.status == 200)
    }
}
