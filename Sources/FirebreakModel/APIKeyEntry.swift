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
