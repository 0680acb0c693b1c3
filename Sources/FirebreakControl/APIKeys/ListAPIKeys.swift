package import FirebreakModel
package import FirebreakOperations

/// Lists the API keys that select the project (firebreak.md section 2).
package enum ListAPIKeys: ControlOperation {
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> APIKeyList {
        APIKeyList(apiKeys: APIKeyEntry.all(of: call))
    }
}
