import FirebreakControl
import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Faults as they are defined, listed and removed (firebreak.md section 11).
struct FaultDefinitionTests {
    @Test func `a fault is answered and listed with its definition and its counts`() async throws {
        let server = try TestServer()
        let added = try await server.control(
            .post, "/faults",
            [
                "on": "accounts.*", "where": ["email": "A@example.test"], "status": 503,
                "headers": ["Retry-After": "7"], "body": ["odd_key": [1]], "delay": "1ms", "times": "always", "skip": 2,
                "probability": .number("0.5"),
            ])
        let id = try #require(added.string("id"))
        let other = try await server.control(.post, "/faults", ["on": ["token"], "drop": "after"])

        #expect(id.hasPrefix("fault_") && id.count == 22)
        #expect(
            added.json == [
                "id": .string(id), "on": ["accounts.*"], "where": ["email": "A@example.test"], "status": 503,
                "headers": ["Retry-After": "7"], "body": ["odd_key": [1]], "delay": "1ms", "times": "always", "skip": 2,
                "probability": .number("0.5"), "hits": 0, "left": "always",
            ])
        #expect(other["left"] == 1)
        #expect(try await server.control(.get, "/faults").json == ["faults": [added.json, other.json]])
    }

    @Test func `faults are removed one by one, or all of them`() async throws {
        let server = try TestServer()
        var ids: [String] = []
        for _ in 0..<3 {
            let answer = try await server.control(.post, "/faults", ["on": "token", "hang": true])
            ids.append(try #require(answer.string("id")))
        }
        let first = try #require(ids.first)

        #expect(try await server.control(.delete, "/faults/\(first)").json == [:])
        #expect(try await server.control(.delete, "/faults/\(first)").status == 404)
        #expect(try await server.control(.get, "/faults")["faults"]?.arrayValue?.count == 2)
        #expect(try await server.control(.delete, "/faults").json == ["deleted": 2])
        #expect(try await server.control(.delete, "/faults").json == ["deleted": 0])
        #expect(try await server.control(.delete, "/faults", project: "other").json == ["deleted": 0])
    }

    @Test(arguments: [
        (
            #"{"on":"accounts.signup","hang":true}"#,
            "on: there is no operation accounts.signup; did you mean accounts.signUp?"
        ),
        (
            #"{"on":"token","error":"EMAIL_EXIST"}"#,
            "error: there is no error code EMAIL_EXIST; did you mean EMAIL_EXISTS?"
        ),
        (
            #"{"on":"token","error":"NOBODY_ANSWERS_THAT"}"#,
            "error: there is no error code NOBODY_ANSWERS_THAT; GET /firebreak/v1/errors lists them"
        ),
        (#"{"on":"token","hangs":true}"#, "hangs: there is no key hangs here; did you mean hang?"),
        (
            #"{"on":"token","hang":true,"where":{"emial":"a"}}"#,
            "where.emial: there is no key emial here; did you mean email?"
        ),
        (#"{"hang":true}"#, "on is missing: an operation, or a list of them"),
    ])
    func `an unknown name is refused with the nearest one`(body: String, message: String) async throws {
        let server = try TestServer()
        let answer = try await server.control(.post, "/faults", JSON(parsing: body))

        #expect(answer.status == 400)
        #expect(answer.message == "INVALID_ARGUMENT : \(message)")
        #expect(try await server.control(.get, "/faults")["faults"] == [])
    }

    @Test func `a project has so many faults and no more`() async throws {
        let server = try TestServer()
        let faults = Array(repeating: "{ on: token, hang: true }", count: 999).joined(separator: ", ")
        _ = try await server.seed("faults: [ \(faults) ]")
        #expect(try await server.control(.post, "/faults", ["on": "token", "hang": true]).status == 200)
        let refused = try await server.control(.post, "/faults", ["on": "token", "hang": true])

        #expect(refused.message?.hasPrefix("FAILED_PRECONDITION : ") == true)
    }

    @Test func `a code stands for the row that consists of it, a message for itself`() throws {
        func message(_ name: String, _ profile: Profile = .local) -> String? {
            ErrorCatalogue.error(named: name)?.message(in: profile)
        }

        #expect(message("TOO_MANY_ATTEMPTS_TRY_LATER") == "TOO_MANY_ATTEMPTS_TRY_LATER")
        #expect(message("QUOTA_EXCEEDED") == "QUOTA_EXCEEDED")
        #expect(message("QUOTA_EXCEEDED : Exceeded quota.") == "QUOTA_EXCEEDED : Exceeded quota.")
        #expect(message("QUOTA_EXCEEDED : whatever I say", .production) == "QUOTA_EXCEEDED : whatever I say")
        #expect(message("QUOTA") == nil)
        #expect(message("just words") == nil)
        var call = QuotedCall(service: "s.test", method: "m", projectNumber: "1")
        (call.referrer, call.bundleID, call.packageName) = ("r", "b", "p")
        for code in ErrorCatalogue.codes {
            for profile in Profile.allCases {
                let answered = ErrorCatalogue.error(named: code, of: call)?.message(in: profile)
                #expect(answered?.contains("<") == false, "\(code)")
            }
        }
        // The reference's row for a claim that a function may not set has another code.
        for profile in Profile.allCases {
            #expect(message("BLOCKING_FUNCTION_ERROR_RESPONSE", profile)?.hasPrefix("BLOCKING_FUNCTION_ERROR") == true)
        }
    }
}
