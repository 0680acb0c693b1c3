import FirebreakClient
import FirebreakModel
import Testing

struct FirebreakFailureTests {
    private func failure(_ transport: FakeTransport) async throws -> FirebreakFailure {
        try await #require(throws: FirebreakFailure.self) {
            try await FirebreakProject("p", at: transport).summary()
        }
    }

    @Test(
        arguments: [
            (#"{"error":{"code":404,"message":"NOT_FOUND : There is none : no."}}"#, "NOT_FOUND"),
            (#"{"error":{"code":400,"message":"USER_DISABLED"}}"#, "USER_DISABLED"),
            (
                #"{"error":{"code":408,"message":"OUTBOX_TIMEOUT : Waited","errors":[{"message":"x"}],"status":"S"}}"#,
                "OUTBOX_TIMEOUT"
            ),
        ])
    func `the code is the server's word before the explanation`(body: String, code: String) async throws {
        let failure = try await failure(FakeTransport(body, status: 418))

        #expect(failure.code.rawValue == code)
        #expect(failure.message.hasPrefix(code))
        #expect(failure.status == 418)
        #expect("\(failure)" == failure.message)
    }

    @Test func `details come along`() async throws {
        let body = #"{"error":{"code":400,"message":"INVALID_FIXTURE : f:1:2","details":[{"path":"/a","line":1}]}}"#
        let failure = try await failure(FakeTransport(body, status: 400))

        #expect(failure.code == .invalidFixture)
        #expect(failure.details == [["path": "/a", "line": 1]])
    }

    @Test(arguments: [
        ("<html>", "<html>"), ("", "the server answered with status 502"), ("{}", "{}"),
        (#"{"error":{"code":400,"message":""}}"#, #"{"error":{"code":400,"message":""}}"#),
    ])
    func `an answer without an envelope was refused on the way`(body: String, message: String) async throws {
        let failure = try await failure(FakeTransport(body, status: 502))

        #expect(failure == FirebreakFailure(.refused, message, status: 502))
    }

    @Test(arguments: ["<html>", "", "[]", #"{"projectId":"p"}"#])
    func `a success that is none was not expected`(body: String) async throws {
        let failure = try await failure(FakeTransport(body))

        #expect(failure.code == .unexpectedAnswer)
        #expect(failure.status == 200)
    }

    @Test func `what the transport throws is what is thrown`() async throws {
        let lost = FirebreakFailure(.unreachable, "nobody there")

        #expect(try await failure(FakeTransport(lost)) == lost)
    }
}
