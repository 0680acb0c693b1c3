/// The methods of the keys that select a project.
package enum APIKeysAPI {
    package static let list = Endpoint<NoMembers, APIKeyList>(
        "apiKeys.list", .get, "/apiKeys", "Lists the API keys that select the project.")
    package static let create = Endpoint<CreateAPIKeyRequest, APIKeyEntry>(
        "apiKeys.create", .post, "/apiKeys", "Registers an API key for the project.")
    package static let delete = Endpoint<APIKeySelection, NoMembers>(
        "apiKeys.delete", .delete, "/apiKeys/{key}", "Takes back the registration of an API key.")
    package static let deleteByQuery = Endpoint<APIKeySelection, NoMembers>(
        "apiKeys.deleteByQuery", .delete, "/apiKeys",
        "Takes back the registration of an API key, which may have characters that no path has.")
}

/// The key to register.
package struct CreateAPIKeyRequest: APIMessage {
    package var key: String?

    package init(key: String? = nil) { self.key = key }

    package static let notes: JSONValue = ["key": "1 through 256 bytes; by default, a random key."]
}

/// Which key.
package struct APIKeySelection: APIMessage {
    package var key: String?

    package init(_ key: String?) { self.key = key }

    package static let notes: JSONValue = ["key": ["required": true]]
}

/// An API key that selects a project.
public struct APIKeyEntry: Codable, Sendable, Equatable {
    /// The key as clients send it.
    public var key: String
    /// Whether the key follows from the project's ID and needs no registration, so that it cannot be deleted either.
    public var derived: Bool

    /// A key.
    public init(key: String, derived: Bool) {
        self.key = key
        self.derived = derived
    }
}

/// The API keys that select a project.
package struct APIKeyList: Codable, Sendable, Equatable {
    /// The derived one first, the registered ones sorted.
    package var apiKeys: [APIKeyEntry]

    /// A list of keys.
    package init(apiKeys: [APIKeyEntry]) { self.apiKeys = apiKeys }
}

extension APIKeyEntry: APIMessage {
    package static let notes: JSONValue = [
        "derived": "Whether it follows from the project's ID and needs no registration."
    ]
}

extension APIKeyList: APIMessage {
    package static let notes: JSONValue = [
        "apiKeys": "The derived one first, the registered ones sorted."
    ]
}
