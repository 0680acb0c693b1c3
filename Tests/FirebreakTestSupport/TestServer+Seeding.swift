package import FirebreakWire
import HTTPTypes

extension TestServer {
    /// Posts a document, YAML or JSON, to `:seed`.
    package func seed(
        _ document: String, query: String = "", project: String = TestServer.project
    ) async throws -> TestAnswer {
        try await send(
            .post, "/firebreak/v1/projects/\(project):seed?file=shop.yaml&\(query)", body: Array(document.utf8))
    }

    /// The lines that say what is wrong with a document, as they follow the file's name.
    package func complaints(_ document: String, query: String = "") async throws -> [String] {
        let answer = try await seed(document, query: query)
        guard answer.status == 400, let message = answer.json[path: "error.message"]?.stringValue else { return [] }
        return message.split(separator: "\n").map { line in
            String(line.hasPrefix("INVALID_FIXTURE : ") ? line.dropFirst("INVALID_FIXTURE : ".count) : line)
        }
    }

    /// The account as an admin sees it.
    package func seededAccount(_ id: String, tenant: String? = nil) async throws -> JSON? {
        let answer = try await admin("accounts:lookup", ["localId": [.string(id)]], tenant: tenant)
        return answer.json["users"]?.arrayValue?.first
    }

    package func signIn(_ email: String, _ password: String, tenant: String? = nil) async throws -> TestAnswer {
        var body: JSON = ["email": .string(email), "password": .string(password), "returnSecureToken": true]
        body["tenantId"] = tenant.map(JSON.string)
        return try await app("accounts:signInWithPassword", body)
    }
}
