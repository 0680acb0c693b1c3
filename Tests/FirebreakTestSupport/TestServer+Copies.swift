import FirebreakOperations
import FirebreakWire
import Foundation
import HTTPTypes

extension TestServer {
    package static func key(of project: String) -> String { DerivedAPIKey.ownKey(of: ProjectID(rawValue: project)) }

    package func fork(_ id: String, of project: String = TestServer.project) async throws -> TestAnswer {
        try await control(.post, ":fork", ["to": .string(id)], project: project)
    }

    package func signIn(_ email: String, _ password: String = "correct-horse", in project: String) async throws
        -> TestAnswer
    {
        try await signIn(email, password, key: Self.key(of: project))
    }

    package func signIn(
        _ email: String, _ password: String = "correct-horse", key: String
    ) async throws -> TestAnswer {
        let body: JSON = ["email": .string(email), "password": .string(password), "returnSecureToken": true]
        return try await app("accounts:signInWithPassword", body, key: key)
    }
}

extension String {
    /// What follows scheme and host of a link.
    package var pathAndQuery: String { String(drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }) }
}
