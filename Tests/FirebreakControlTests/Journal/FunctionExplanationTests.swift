import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// What the journal says of calls that a blocking function did not let pass (firebreak.md section 12.1).
struct FunctionExplanationTests {
    private static let found = "http://127.0.0.1:5001/example/us-central1/before"

    /// What a function does, and what the journal says of it.
    struct Outcome: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: @Sendable () throws(OutgoingRequest.Failure) -> OutgoingRequest.Response
        /// Between the name of the function and the request that takes it away.
        let words: String

        init(
            _ name: String, _ words: String,
            _ answer: @escaping @Sendable () throws(OutgoingRequest.Failure) -> OutgoingRequest.Response
        ) {
            testDescription = name
            self.words = words
            self.answer = answer
        }

        static func answering(_ name: String, status: Int = 200, _ text: String, _ words: String) -> Outcome {
            Outcome(name, words) { () throws(OutgoingRequest.Failure) in
                .init(status: status, body: Array(text.utf8))
            }
        }

        static func failing(_ name: String, _ failure: OutgoingRequest.Failure, _ words: String) -> Outcome {
            Outcome(name, words) { () throws(OutgoingRequest.Failure) in throw failure }
        }
    }

    private static let log = ": look at its log"
    static let outcomes: [Outcome] = [
        .answering("refusal", status: 403, "{}", "refused with HTTP status 403, which its own code decides"),
        .answering("redirect", status: 302, "{}", "refused with HTTP status 302, which its own code decides"),
        .answering("breakdown", status: 500, "{}", "failed with HTTP status 500" + log),
        .answering("quota", status: 429, "{}", "failed with HTTP status 429" + log),
        .answering(
            "page", "<html>", "answered, but not with a JSON object: let it return an object, or nothing"),
        .answering(
            "record without mask", #"{"userRecord":{"displayName":"x"}}"#,
            "answered with a change that cannot be made, as the error says: correct what it returns"),
        .answering(
            "reserved claim", #"{"userRecord":{"updateMask":"customClaims","customClaims":{"aud":1}}}"#,
            "answered with a change that cannot be made, as the error says: correct what it returns"),
        .failing("silence", .timedOut, "did not answer within 7 seconds" + log + " for what it waits for"),
        .failing("large", .tooLarge, "answered more than 1 MiB, which is not read: let it answer only what it changes"),
        .failing(
            "broken off", .interrupted("the connection was closed"),
            "sent an incomplete answer, the connection was closed" + log),
    ]
    private static let gone = Outcome.failing("gone", .unreachable("connection refused\u{1B}[2J"), "")

    /// Signs up where a function has a say.
    ///
    /// - Returns: What the journal says.
    private static func explanation(of outcome: Outcome, isFound: Bool, _ profile: Profile = .local) async throws
        -> String
    {
        let finder = FoundFunctions(
            origin: "http://127.0.0.1:5001",
            triggers: [.init(event: "beforeCreate", region: "us-central1", name: "before")], forwarded: [:])
        let server = try TestServer(profile, finder: isFound ? KnownFunctions(finder) : nil)
        if !isFound { try await server.guardWith(["beforeCreate": FunctionURL.create]) }
        server.functions.handle(isFound ? found : FunctionURL.create) { _ throws(OutgoingRequest.Failure) in
            try outcome.answer()
        }
        #expect(try await server.signUp("a@x.test").status >= 400)
        return try await server.explanation()
    }

    @Test(arguments: outcomes) func `each end of a call has a sentence`(_ outcome: Outcome) async throws {
        let own = try await Self.explanation(of: outcome, isFound: false)
        #expect(
            own.hasPrefix(
                "The blocking function beforeCreate of the project, \(FunctionURL.create), \(outcome.words); `PATCH "))
        #expect(own.hasSuffix("/config?updateMask=blockingFunctions.triggers.beforeCreate {}` takes it away."))
        #expect(
            try await Self.explanation(of: outcome, isFound: true)
                == "The function that the Functions emulator has for beforeCreate, \(Self.found), \(outcome.words).")
    }

    @Test func `one that cannot be reached is started, or done without`() async throws {
        let own = try await Self.explanation(of: Self.gone, isFound: false)
        #expect(
            own.hasPrefix(
                "The blocking function beforeCreate of the project, \(FunctionURL.create), cannot be reached, connection "
                    + #"refused\u{1B}[2J: start what serves it, or correct its address; `PATCH "#))
        #expect(
            try await Self.explanation(of: Self.gone, isFound: true)
                == "The Functions emulator had a function for beforeCreate, \(Self.found), and cannot be reached any "
                + #"more, connection refused\u{1B}[2J: start it again, or this server with `--functions off`."#)
    }

    @Test func `the reference waits longer`() async throws {
        let silence = Outcome.failing("silence", .timedOut, "")
        #expect(
            try await Self.explanation(of: silence, isFound: true, .emulator).contains("answer within 60 seconds:"))
    }
}
