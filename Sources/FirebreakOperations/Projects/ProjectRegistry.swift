package import FirebreakStore
package import FirebreakWire
import Synchronization

/// Finds projects. Every ID exists on mention (product.md section 2).
package final class ProjectRegistry: Sendable {
    private let storage: Storage
    private let defaults: ProjectDefaults
    private let state: Mutex<State>

    /// Projects in use are held by their requests and waiters; of the others those used last are kept, so that their
    /// database files stay open. The rest closes, and opens again on the next mention.
    private struct State {
        struct Weak { weak var project: Project? }

        var known: [ProjectID: Weak] = [:]
        var recent: [ProjectID: (project: Project, use: UInt64)] = [:]
        var uses: UInt64 = 0
        let capacity: Int

        /// Notes that the project is used.
        ///
        /// - Returns: The project that is not kept any more, to be released outside the lock: closing takes time.
        mutating func keep(_ project: Project) -> Project? {
            uses += 1
            let isNew = recent.updateValue((project, uses), forKey: project.id) == nil
            guard isNew, recent.count > capacity,
                let oldest = recent.min(by: { $0.value.use < $1.value.use })?.key
            else { return nil }
            if known.count > capacity * 4 { known = known.filter { $0.value.project != nil } }
            return recent.removeValue(forKey: oldest)?.project
        }
    }

    package init(storage: Storage, defaults: ProjectDefaults, openProjects: Int = 128) {
        self.storage = storage
        self.defaults = defaults
        state = Mutex(State(capacity: max(1, openProjects)))
    }

    /// The project with this ID.
    ///
    /// - Throws: `INVALID_PROJECT_ID` for an ID that is empty or over 128 bytes.
    package func project(_ id: ProjectID) throws(WireError) -> Project {
        guard (1...ProjectID.maximumBytes).contains(id.rawValue.utf8.count) else { throw .invalidProjectID }
        let (project, released) = state.withLock { state -> (Project, Project?) in
            if let project = state.known[id]?.project { return (project, state.keep(project)) }
            let project = Project(id: id, storage: storage, defaults: defaults)
            state.known[id] = State.Weak(project: project)
            return (project, state.keep(project))
        }
        withExtendedLifetime(released) {}
        return project
    }

    /// Closes all database files, at the end of a server.
    package func close() {
        for project in state.withLock({ $0.known.values.compactMap(\.project) }) { project.close() }
    }

    /// All projects that were written to.
    package func projects() throws -> [ProjectID] { try storage.projects() }

    /// Drops the project with everything in it.
    ///
    /// - Returns: Whether there was one.
    package func drop(_ id: ProjectID) throws -> Bool { try project(id).drop() }
}
