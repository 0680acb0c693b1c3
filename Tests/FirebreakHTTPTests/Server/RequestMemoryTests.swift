import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import NIOCore
import Testing

@testable import FirebreakHTTP

struct RequestMemoryTests {
    @Test func `what is held together is bounded, and comes back`() {
        let memory = RequestMemory(limit: 100)
        var first: RequestMemory.Hold? = memory.hold()
        let second = memory.hold()

        #expect(first?.grow(by: 60) == true)
        #expect(!second.grow(by: 41))
        #expect(second.grow(by: 40))
        #expect(first?.grow(by: 1) == false)
        first = nil
        #expect(second.grow(by: 60))
        // What exists already counts, and is never refused.
        second.note(500)
        #expect(!memory.hold().grow(by: 1))
    }

    @Test func `a text is taken for as many values as its separators say, up to the parser's limit`() {
        let empty = RequestMemory.parsedSize(of: ByteBuffer(), atMost: 100)

        #expect(RequestMemory.parsedSize(of: ByteBuffer(string: "[0,0,0]"), atMost: 100) == 4 * empty)
        #expect(RequestMemory.parsedSize(of: ByteBuffer(string: #"{"a":{"b":[1,2]}}"#), atMost: 100) == 7 * empty)
        #expect(
            RequestMemory.parsedSize(of: ByteBuffer(string: String(repeating: ",", count: 500)), atMost: 100)
                == 100 * empty)
    }

    @Test func `a request that would need more than there is gets 503, in its API's envelope, and others go on`()
        async throws
    {
        for profile in [Profile.local, .production] {
            let server = try TestServer(profile, requestMemory: RequestMemory(limit: 1 << 20))
            let body = "{\"users\":[" + Array(repeating: "{}", count: 20_000).joined(separator: ",") + "]}"
            let path = "/identitytoolkit.googleapis.com/v1/projects/example/accounts:batchCreate"

            let answer = try await server.send(
                .post, path, headers: [.contentType: "application/json", .authorization: "Bearer owner"],
                body: Array(body.utf8))

            #expect(answer.status == 503)
            #expect(answer.json[path: "error.status"] == "UNAVAILABLE")
            #expect(answer.message?.hasPrefix("UNAVAILABLE : ") == true)
            #expect(try await server.signUp("a@example.test").status == 200)
        }
    }
}
