package import FirebreakStore
package import FirebreakWire
import Synchronization

/// Finds projects. Every ID exists on mention (product.md section 2).
package final class ProjectRegistry: Sendable {
    private let storage: Storage
    private let defaults: ProjectDefaults
    private let state: Mutex<State>

    /// Projects in use are held by their requests and waiters; of the others the last used ones are kept, so that their
    /// database files stay open. The rest closes, and opens again on the next mention.
    private struct State {
        struct Weak { weak var project: Project? }

        var known: [ProjectID: Weak] = [:]
        var recent: [Project] = []
        var nextSlot = 0
        let capacity: Int

        /// Puts the project into a ring of recently found ones and forgets the entries of those that are gone.
        mutating func keep(_ project: Project) {
            if recent.count < capacity {
                recent.append(project)
            } else {
                recent[nextSlot] = project
                nextSlot = (nextSlot + 1) % capacity
            }
            if known.count > capacity * 4 { known = known.filter { $0.value.project != nil } }
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
        return state.withLock { state in
            if let project = state.known[id]?.project { return project }
            let project = Project(id: id, storage: storage, defaults: defaults)
            state.known[id] = State.Weak(project: project)
            state.keep(project)
            return project
        }
    }

    /// All projects that were written to.
    package func projects() throws -> [ProjectID] { try storage.projects() }

    /// Drops the project with everything in it.
    ///
    /// - Returns: Whether there was one.
    package func drop(_ id: ProjectID) throws -> Bool {
        let project = try project(id)
        project.forgetDatabase()
        let existed = try storage.drop(id)
        // A request that opened it in between must not write on into a file that is gone.
        project.forgetDatabase()
        return existed
    }
}
