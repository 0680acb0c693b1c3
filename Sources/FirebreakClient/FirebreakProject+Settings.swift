public import FirebreakModel
import FirebreakWire

extension FirebreakProject {
    /// The project's rules: its deviations from the profile.
    public var rules: Rules { Rules(project: self) }

    /// The rules of a project.
    public struct Rules: Sendable {
        fileprivate let project: FirebreakProject

        /// All rules with their values in effect.
        public func get() async throws(FirebreakFailure) -> JSONValue {
            try await project.call(RulesAPI.get).value
        }

        /// Changes the given rules and leaves the others.
        ///
        /// - Parameter changes: An object of names and values; `null` resets a rule to the profile's value.
        /// - Returns: All rules after the change.
        /// - Throws: `INVALID_ARGUMENT` naming the rule that is unknown or has an invalid value; nothing has changed
        ///   then.
        @discardableResult
        public func patch(_ changes: JSONValue) async throws(FirebreakFailure) -> JSONValue {
            try await project.call(RulesAPI.patch, RulesPatch(changes)).value
        }
    }

    /// The project's configuration, as Google's own API has it.
    public var configuration: Configuration { Configuration(project: self) }

    /// The configuration of a project: sign-in methods, authorized domains, templates, blocking functions and so on.
    public struct Configuration: Sendable {
        fileprivate let project: FirebreakProject

        /// The whole resource.
        public func get() async throws(FirebreakFailure) -> JSONValue {
            try await project.transport.answer(project.adminRequest(.get, "v2", "/config"))
        }

        /// Changes members of the configuration.
        ///
        /// - Parameters:
        ///   - changes: A part of the resource.
        ///   - mask: Paths of the members that change, such as `signIn.email.enabled`; those that `changes` lacks get
        ///     their defaults. By default all members of `changes`.
        /// - Returns: The resource after the change.
        /// - Throws: The codes of Google's method, such as `INVALID_CONFIG`; nothing has changed then.
        @discardableResult
        public func patch(
            _ changes: JSONValue, mask: [String] = []
        ) async throws(FirebreakFailure) -> JSONValue {
            let query = mask.isEmpty ? [] : [ControlRequest.Field("updateMask", mask.joined(separator: ","))]
            return try await project.transport.answer(
                project.adminRequest(.patch, "v2", "/config", query: query, json: JSON(changes)))
        }
    }

    /// The API keys that select the project.
    public var apiKeys: APIKeys { APIKeys(project: self) }

    /// The API keys of a project.
    public struct APIKeys: Sendable {
        fileprivate let project: FirebreakProject

        /// The derived key first, then the registered ones.
        public func list() async throws(FirebreakFailure) -> [APIKeyEntry] {
            try await project.call(APIKeysAPI.list).apiKeys
        }

        /// Registers a key: from then on it selects this project, whatever it selected before.
        ///
        /// - Parameter key: 1 through 256 bytes; by default a random key.
        /// - Throws: `INVALID_ARGUMENT` for a key of another length.
        @discardableResult
        public func create(_ key: String? = nil) async throws(FirebreakFailure) -> APIKeyEntry {
            try await project.call(APIKeysAPI.create, CreateAPIKeyRequest(key: key))
        }

        /// Removes the registration of a key.
        ///
        /// - Parameter key: As clients send it.
        /// - Throws: `NOT_FOUND` for a key that is not registered for the project, such as the derived one.
        public func delete(_ key: String) async throws(FirebreakFailure) {
            _ = try await project.call(APIKeysAPI.deleteByQuery, APIKeySelection(key))
        }
    }
}
