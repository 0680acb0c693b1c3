import FirebreakStore
package import FirebreakWire
import Synchronization

/// The generators of all projects. They are kept, because a project that is not in use is released, and may have drawn
/// numbers without writing.
package final class SeededGenerators: Sendable {
    private let seed: UInt64
    private let generators = Mutex<[ProjectID: SeededGenerator]>([:])

    package init(seed: UInt64) { self.seed = seed }

    package func generator(for project: ProjectID) -> SeededGenerator {
        generators.withLock { generators in
            if let generator = generators[project] { return generator }
            let generator = SeededGenerator(seed: seed, project: project)
            generators[project] = generator
            return generator
        }
    }
}
