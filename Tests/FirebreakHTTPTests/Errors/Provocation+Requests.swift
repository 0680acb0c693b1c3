import FirebreakTestSupport
import Foundation
import HTTPTypes

@testable import FirebreakControl
@testable import FirebreakHTTP
@testable import FirebreakOperations
@testable import FirebreakWire

extension Provocation {
    private static let signUp = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=fake-api-key"

    static let requests: [Provocation] = [
        Provocation(.invalidFieldSelection("<path>"), in: [.production], isAnywhere: true) { server in
            try await server.send(.get, "/identitytoolkit.googleapis.com/v1/projects?key=fake-api-key&fields=nothing")
        },
        Provocation(.invalidContentType("<type>"), isAnywhere: true) { server in
            try await server.send(.post, signUp, headers: [.contentType: "text/plain"], body: Array("x".utf8))
        },
        Provocation(.invalidHost("<host>"), isAnywhere: true) { server in
            try await server.send(.post, signUp, host: "an example.test")
        },
        Provocation(.invalidJSON("<explanation>"), isAnywhere: true) { server in
            try await server.send(.post, signUp, headers: [.contentType: "application/json"], body: Array("{".utf8))
        },
        Provocation(
            .schemaViolation(
                SchemaViolation(
                    path: [.key("<member>")], problem: .type("<type>"), value: "<value>", protobufType: "<type>")),
            isAnywhere: true
        ) { server in try await server.app("accounts:signUp", ["emailVerified": "sometimes"]) },
        Provocation(.unknownFormField("<name>", part: "<part>"), in: .ours, isAnywhere: true) { server in
            try await server.send(
                .post, signUp, headers: [.contentType: "application/x-www-form-urlencoded"],
                body: Array(#"{"returnSecureToken":true}"#.utf8))
        },
        Provocation(.unknownPath, in: [.local, .emulator]) { server in try await server.send(.get, "/nowhere", nil) },
        Provocation(.shuttingDown) { server in
            let waiting = Task { try await server.control(.get, "/outbox:wait?timeout=60s") }
            waiting.cancel()
            return try await waiting.value
        },
        Provocation(.storageUnavailable("<sentence>"), isAnywhere: true) { other in
            try await withTemporaryDirectory { directory in
                let server = try TestServer(other.profile, dataDirectory: directory)
                _ = try await server.signUp("a@example.test", key: "project:bad")
                try FileManager.default.moveItem(
                    atPath: directory + "/projects/bad.sqlite", toPath: directory + "/kept")
                return try await server.signUp("b@example.test", key: "project:bad")
            }
        },
        Provocation(
            .tooManyProjects(maximum: "<number>"), isAnywhere: true, on: { try TestServer($0, maximumProjects: 0) }
        ) { try await $0.signUp("alice@example.test") },
        Provocation(
            .tooMuchAtOnce, isAnywhere: true, on: { try TestServer($0, requestMemory: RequestMemory(limit: 1 << 20)) }
        ) { server in try await server.admin("accounts:batchCreate", ["users": .array(many(20_000, [:]))]) },
        Provocation(.invalidArgument("<explanation>")) { server in
            try await server.control(.patch, "/rules", ["nonsense": 1])
        },
        Provocation(.invalidArgument("<explanation>")) { server in
            try await server.control(.post, "/clock:advance", ["by": "soon"])
        },
        Provocation(.requestArgumentInvalid, in: .ours) { server in
            try await server.appV2("accounts/mfaSignIn:start", ["mfaPendingCredential": "x", "mfaEnrollmentId": "y"])
        },
        Provocation(
            .notImplemented("<what> is not implemented in the Auth Emulator."),
            as: .notImplemented("provider is not implemented yet."), in: .reference
        ) { server in try await server.app("accounts:update", ["provider": ["google.com"]]) },
        Provocation(
            .notImplemented("<what> is not implemented in the Auth Emulator."),
            as: .notImplemented("captcha unimplemented"), in: .reference
        ) { server in
            try await server.app(
                "accounts:signInWithPassword", ["email": "a@x.test", "password": "x", "captchaChallenge": "x"])
        },
    ]

    static let callers: [Provocation] = [
        Provocation(.adminTokenRequired, on: { try TestServer($0, adminToken: "secret") }) { server in
            try await server.send(.get, "/emulator/v1/projects/example/oobCodes", from: "10.0.0.1")
        },
        Provocation(.apiKeyNotSupported) { server in
            try await server.send(
                .post, "/identitytoolkit.googleapis.com/v1/projects/example:createSessionCookie?key=fake-api-key",
                ["idToken": "x"])
        },
        Provocation(.insufficientPermission) { server in
            let user = try await server.user()
            return try await server.app("accounts:update", ["idToken": user.token, "customAttributes": "{}"])
        },
        Provocation(.insufficientPermission) { server in
            try await server.app(
                "accounts:sendOobCode",
                ["requestType": "PASSWORD_RESET", "email": "alice@example.test", "returnOobLink": true])
        },
        Provocation(.insufficientPermissionForProject) { server in
            try await server.send(
                .post, "/identitytoolkit.googleapis.com/v1/projects/example/accounts:query?key=fake-api-key", [:])
        },
        Provocation(.insufficientPermissionForProject) { server in
            try await server.app("accounts:signUp", ["targetProjectId": "example"])
        },
        Provocation(.apiKeyInvalid(), isAnywhere: true, on: { try TestServer($0, unknownKeys: .reject) }) { server in
            try await server.app("accounts:signUp", key: "nobodys")
        },
        Provocation(
            .otherProject("<projectId>", than: "<projectId>"),
            isAnywhere: true, on: { try TestServer($0, singleProject: .error) }
        ) { server in try await server.admin("accounts:query", project: "other") },
        Provocation(.adminOriginNotAllowed, in: .ours) { server in
            try await server.send(
                .post, "/identitytoolkit.googleapis.com/v1/projects/example/accounts:query", [:],
                headers: [.authorization: "Bearer owner", .origin: "https://evil.test"])
        },
        Provocation(.adminHostNotAllowed, in: .ours) { server in
            try await server.send(.get, "/emulator/v1/projects/example/oobCodes", host: "evil.test:9099")
        },
        Provocation(.missingAPIKey, isAnywhere: true) { server in
            try await server.send(.post, "/identitytoolkit.googleapis.com/v1/accounts:signUp", [:])
        },
        Provocation(.invalidCredentials, isAnywhere: true) { server in
            try await server.send(
                .post, "/identitytoolkit.googleapis.com/v1/projects/example/accounts:query", [:],
                headers: [.authorization: "Bearer nobody"])
        },
    ]

    static let control: [Provocation] = [
        Provocation(.alreadyExists("<what>")) { server in
            _ = try await server.user()
            _ = try await server.fork("copy")
            return try await server.fork("copy")
        },
        Provocation(.failedPrecondition("<what>")) { server in
            _ = try await server.user()
            for number in 0..<64 {
                _ = try await server.control(.post, ":snapshot", ["name": .string("s\(number)")])
            }
            return try await server.control(.post, ":snapshot", ["name": "one more"])
        },
        Provocation(.hostNotAllowed) { server in
            try await server.send(.get, "/firebreak/v1/info", host: "evil.test")
        },
        Provocation(invalidFixture) { server in try await server.seed("nonsense: 1") },
        Provocation(.notFound("<what>")) { server in try await server.control(.get, "/outbox/latest") },
        Provocation(.notFound("<what>")) { server in try await server.send(.get, "/firebreak/v1/errors/EMAIL", nil) },
        Provocation(.notFound("<what>")) { server in try await server.control(.get, "/refs/nobody") },
        Provocation(.outboxTimeout("<explanation>")) { server in
            try await server.control(.get, "/outbox:wait?timeout=10ms")
        },
        Provocation(.requestTimeout("<explanation>")) { server in
            try await server.control(.get, "/requests:wait?operation=token&timeout=10ms")
        },
        Provocation(.controlTokenRequired, on: { try TestServer($0, controlToken: "secret") }) { server in
            try await server.send(.get, "/firebreak/v1/info", nil)
        },
    ]

    /// Only the control API makes it.
    private static let invalidFixture = WireError(ErrorTable.all["invalidFixture"])

    /// A value so many times.
    static func many(_ count: Int, _ value: JSON) -> [JSON] { Array(repeating: value, count: count) }
}
