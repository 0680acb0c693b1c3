import FirebreakStore
package import FirebreakWire
import Logging
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
            // A caller that uses such keys knows that there are several projects.
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
        guard let id = key.rest(afterBytes: "project:"), !id.isEmpty else { return nil }
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

extension Services {
    /// What a request for another project than the default one meets (wire.md section 6, firebreak.md section 2).
    package enum SingleProject: String, Sendable, CaseIterable {
        /// Nothing: every project exists on mention.
        case off
        /// A warning in the log.
        case warn
        /// The warning, and 400.
        case error
    }

    /// The project that a request is for.
    ///
    /// - Throws: `INVALID_PROJECT_ID`, or in single-project mode the refusal of another project.
    package func requestedProject(_ id: ProjectID) throws(WireError) -> Project {
        let project = try projects.project(id)
        try checkSingleProject(id)
        return project
    }

    /// Single-project mode for a project that a request is for or that one of its tokens is of.
    package func checkSingleProject(_ id: ProjectID) throws(WireError) {
        guard singleProject != .off, id != defaultProject else { return }
        let refusal = WireError.otherProject(id.rawValue, than: defaultProject.rawValue)
        logger.warning(
            "\(refusal) Here: --single-project off.", metadata: ["project.id": .string(id.rawValue)])
        guard singleProject == .warn else {
            throw refusal.because(.option(name: "single-project", value: "error", other: "off"))
        }
    }

    /// Says once in the log that a path names another project than an app's key means: accounts that an admin makes
    /// there are not those of the app, and nothing else tells (firebreak.md section 2).
    ///
    /// - Parameter id: The project that a path names.
    package func noteProject(inPath id: ProjectID) {
        guard id != defaultProject, unknownKeys == .default, singleProject == .off,
            !knowsOtherProjects.load(ordering: .relaxed), storage.apiKeys.keys(of: id).isEmpty,
            !knowsOtherProjects.exchange(true, ordering: .relaxed)
        else { return }
        let name = id.rawValue
        let option = ShellWord.option("--project", name).joined(separator: " ")
        let text =
            "A request names project \(name) in its path, but an app's API key that is not registered means project "
            + "\(defaultProject): admin and app see different accounts. Start with \(option), or give the app's "
            + "key a project with --api-key KEY=\(name)."
        logger.notice("\(text)", metadata: ["project.id": .string(name)])
    }

    /// Single-project mode for the tokens of a request.
    ///
    /// - Parameter project: The request's project, which was checked already.
    package func checkSingleProject(
        of idToken: PresentedToken?, refreshToken: String?, besides project: ProjectID
    ) throws(WireError) {
        guard singleProject != .off else { return }
        let named = [
            idToken?.token?.payload["aud"]?.stringValue.map(ProjectID.init(rawValue:)),
            refreshToken.flatMap(ProjectID.init(namedByRefreshToken:)),
        ]
        for id in named.compactMap(\.self) where id.isValid && id != project {
            try checkSingleProject(id)
        }
    }
}
