package import FirebreakStore
package import FirebreakWire
import Synchronization

/// Finds projects. Every ID exists as soon as it is mentioned (firebreak.md section 2).
package final class ProjectRegistry: Sendable {
    private let storage: Storage
    package let defaults: ProjectDefaults
    private let signer: TokenSigner
    /// Tells of all projects what each tells of itself.
    package let views = ChangeNotifier()
    private let generators: SeededGenerators?
    private let state: Mutex<State>

    /// Projects in use are held by their requests and waiters; of the others the most recently used are kept, so that
    /// their database files stay open. The rest are closed, and opened again when they are next mentioned; those in
    /// memory stay open, with less memory.
    private struct State {
        struct Weak { weak var project: Project? }

        var known: [ProjectID: Weak] = [:]
        var recent: [ProjectID: (project: Project, use: UInt64)] = [:]
        /// Projects that were referred to by their number.
        var numbered: [String: ProjectID] = [:]
        /// Numbers that no project had when they were looked for; forgotten whenever one is used that was not known.
        var unused: Set<String> = []
        var uses: UInt64 = 0
        /// The one that was used last, which the next request is for as well in most installations.
        var latest: ObjectIdentifier?
        let capacity: Int

        static let maximumUnused = 1000

        init(capacity: Int) { self.capacity = capacity }

        /// Notes that the project is used.
        ///
        /// - Returns: The project that is no longer kept, to be released outside the lock, because closing takes time.
        mutating func keep(_ project: Project) -> Project? {
            // It is among the recent ones, so no other object has this identity.
            guard latest != ObjectIdentifier(project) else { return nil }
            latest = ObjectIdentifier(project)
            uses += 1
            let isNew = recent.updateValue((project, uses), forKey: project.id) == nil
            guard isNew, recent.count > capacity,
                let oldest = recent.min(by: { $0.value.use < $1.value.use })?.key
            else { return nil }
            if known.count > capacity * 4 { known = known.filter { $0.value.project != nil } }
            return recent.removeValue(forKey: oldest)?.project
        }
    }

    /// - Parameter seed: Makes all random values of a project depend only on it and the project's ID.
    package init(
        storage: Storage, defaults: ProjectDefaults, signer: TokenSigner, seed: UInt64? = nil, openProjects: Int = 128
    ) {
        generators = seed.map(SeededGenerators.init(seed:))
        self.storage = storage
        self.defaults = defaults
        self.signer = signer
        state = Mutex(State(capacity: max(1, openProjects)))
    }

    /// The project with this ID.
    ///
    /// - Throws: `INVALID_PROJECT_ID` for an ID that is empty, over 128 bytes, or has control characters.
    package func project(_ id: ProjectID) throws(WireError) -> Project { try project(id, isKept: true) }

    /// - Parameter isKept: Whether the project counts as used.
    private func project(_ id: ProjectID, isKept: Bool) throws(WireError) -> Project {
        guard id.isValid else { throw .invalidProjectID }
        let (project, released) = state.withLock { state -> (Project, Project?) in
            if let project = state.known[id]?.project { return (project, isKept ? state.keep(project) : nil) }
            let project = Project(
                id: id, storage: storage, defaults: defaults, signer: signer, generator: generators?.generator(for: id),
                in: views)
            state.known[id] = State.Weak(project: project)
            state.unused.removeAll()
            return (project, isKept ? state.keep(project) : nil)
        }
        released?.rest()
        return project
    }

    /// The project with this number, among those that were written to or used recently.
    ///
    /// Searches all of them, but not for a number that was looked for before.
    func projectID(numbered number: String) throws -> ProjectID? {
        guard ProjectNumber.isPossible(number, defaults.profile) else { return nil }
        let (found, isUnused, used) = state.withLock {
            ($0.numbered[number], $0.unused.contains(number), Array($0.known.keys))
        }
        if found != nil || isUnused { return found }
        let profile = defaults.profile
        let isMeant = { (id: ProjectID) in ProjectNumber.of(id, profile) == number }
        guard let project = try used.first(where: isMeant) ?? storage.projects().first(where: isMeant) else {
            state.withLock { state in
                // One that was made during the search is not taken for none from then on.
                guard !state.known.keys.contains(where: isMeant) else { return }
                if state.unused.count >= State.maximumUnused { state.unused.removeAll() }
                state.unused.insert(number)
            }
            return nil
        }
        state.withLock { $0.numbered[number] = project }
        return project
    }

    /// The number of a project, for lists of all: a file that is closed stays so, and closes no other.
    ///
    /// - Throws: ``StorageFailure`` if the project is unavailable.
    package func number(of id: ProjectID) async throws -> String {
        let defaults = defaults
        if let profile = try project(id, isKept: false).readClosedFile({ tx in try defaults.profile(in: tx) }) {
            return ProjectNumber.of(id, profile)
        }
        let project = try project(id)
        if let failure = await project.checkAgain() { throw failure }
        return try await project.settings().projectNumber
    }

    /// Tells the viewers of a project, or of all where it is of none, that there was a call.
    package func noteCall(of id: ProjectID?) {
        let project = id.flatMap { id in state.withLock { $0.known[id]?.project } }
        (project?.views ?? views).note([.requests])
    }

    /// Closes all database files, when the server stops.
    package func close() {
        for project in state.withLock({ $0.known.values.compactMap(\.project) }) { project.close() }
    }

    /// All projects that were written to.
    package func projects() throws -> [ProjectID] {
        // Earlier versions accepted IDs that are now invalid.
        try storage.projects().filter(\.isValid)
    }

    /// The projects with an open database that were used last, the latest first.
    package func recentProjects(_ count: Int) -> [ProjectID] {
        let recent = state.withLock { Array($0.recent.values) }
        return Array(
            recent.sorted { $0.use > $1.use }.lazy.filter { $0.project.isOpen }.map { $0.project.id }.prefix(count))
    }

    /// Drops the project with everything in it.
    ///
    /// - Returns: Whether it existed.
    package func drop(_ id: ProjectID) throws -> Bool {
        state.withLock { state in state.numbered = state.numbered.filter { $0.value != id } }
        return try project(id).drop()
    }
}
