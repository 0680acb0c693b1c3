package import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Registers an API key for the project; from then on it selects this project, whatever it selected before
/// (firebreak.md section 2).
package enum CreateAPIKey: ControlOperation {
    /// The key to register; optional.
    package struct Request: Decodable, Sendable {
        /// 1 through 256 bytes; if absent, a random key in the form that the Apple and Android SDKs require.
        package var key: String?

        package init(key: String? = nil) { self.key = key }
    }

    /// - Returns: The key.
    /// - Throws: `INVALID_ARGUMENT` for a key that is empty or too long, and for one key too many.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> APIKeyEntry {
        let key = request.key ?? "AIza" + call.random.urlSafe(35)
        guard !key.isEmpty, Limit.apiKey.allows(key) else {
            throw WireError.invalidArgument("key must have 1 through \(Limit.apiKey.maximum) bytes")
        }
        let others = call.services.storage.apiKeys.keys(of: call.project.id).filter { $0 != key }
        try Limit.apiKeys.check(others.count + 1)
        try await call.services.storage.apiKeys.register(key, for: call.project.id)
        return APIKeyEntry(key: key, derived: false)
    }
}
