import FirebreakStore
package import FirebreakWire
import Synchronization

extension Services {
    /// What an API key that names no project means.
    package enum UnknownKeys: String, Sendable, CaseIterable {
        /// The default project, as in the reference.
        case `default`
        /// 400, as production answers.
        case reject
    }

    /// The project that an API key selects (firebreak.md section 2).
    ///
    /// - Throws: `apiKeyInvalid` for an unknown key, if the server rejects those.
    package func projectID(of key: String) throws(WireError) -> ProjectID {
        if let project = storage.apiKeys.project(of: key) ?? DerivedAPIKey.project(of: key) ?? Self.project(in: key) {
            // Whoever uses such keys knows that there are several projects.
            if project != defaultProject, !knowsOtherProjects.load(ordering: .relaxed) {
                knowsOtherProjects.store(true, ordering: .relaxed)
            }
            return project
        }
        guard unknownKeys == .default else { throw .apiKeyInvalid().because(.unknownKey) }
        return defaultProject
    }

    /// The project of a key that says it in plain words.
    private static func project(in key: String) -> ProjectID? {
        guard let id = key.rest(after: "project:"), !id.isEmpty else { return nil }
        return ProjectID(rawValue: String(id))
    }

    /// The project that a request names: by its ID, or by its number in responses (production.md section 14).
    package func projectID(named name: String) throws -> ProjectID {
        try projects.projectID(numbered: name) ?? ProjectID(rawValue: name)
    }

    /// A key for links that selects the project: the caller's if it does, else the derived one, else `project:ID`.
    package func apiKey(for project: Project, calledWith key: String?) -> String {
        if let key, (try? projectID(of: key)) == project.id { return key }  // a key of no project is not used
        return project.ownAPIKey
    }
}
