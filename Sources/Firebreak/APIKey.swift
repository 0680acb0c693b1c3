import FirebreakWire

/// API keys that select a project without being registered.
public enum APIKey {
    /// The derived key of a project: 39 characters that start with `AIza`, always the same for the same project.
    ///
    /// - Parameter project: The project's ID.
    /// - Throws: ``EmulatorError/invalidConfiguration`` for IDs that are empty, longer than 30 characters, or contain
    ///   characters other than `a-z0-9-`; register a key for those.
    public static func derived(for project: String) throws(EmulatorError) -> String {
        guard let key = DerivedAPIKey.key(for: ProjectID(rawValue: project)) else {
            throw EmulatorError(
                .invalidConfiguration,
                "A key can be derived for project IDs of 1 to 30 characters a-z, 0-9 and -; register one for \(project)."
            )
        }
        return key
    }
}
