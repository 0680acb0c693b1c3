import FirebreakStore
import FirebreakWire
import Synchronization

/// A project's random numbers if the server was given a seed: the same on each run for the same sequence of calls.
///
/// Each project has a sequence of its own, derived from the seed and its ID, so that projects do not affect each other,
/// nor a fork its original. The position in the sequence is stored in the same transaction as what was made from it; so
/// a server that continues with a data directory repeats nothing, and a restored project draws the same numbers again
/// as after the snapshot. A fork starts its own sequence, and a reset continues it.
package final class SeededGenerator: Sendable {
    private struct State {
        /// The number of words drawn.
        var position: UInt64 = 0
        /// The stored part of it.
        var stored: UInt64 = 0
        /// Whether the position is known to agree with the project's database.
        var isPlaced = false
    }

    private let key: UInt64
    private let state = Mutex(State())

    init(seed: UInt64, project: ProjectID) {
        key = SplitMix64.mixed(SplitMix64.mixed(seed) ^ stableHash(project.rawValue.utf8))
    }

    /// The next numbers.
    package func bytes(_ count: Int) -> [UInt8] {
        let words = UInt64((max(0, count) + 7) / 8)
        let start = state.withLock { state in
            defer { state.position &+= words }
            return state.position
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(words) * 8)
        var generator = SplitMix64(state: key, skipping: start)
        for _ in 0..<words {
            withUnsafeBytes(of: generator.next().littleEndian) { bytes.append(contentsOf: $0) }
        }
        bytes.removeLast(bytes.count - max(0, count))
        return bytes
    }

    // MARK: Position

    /// Continues from the position in the project's database, unless numbers were drawn already.
    func place(from tx: Transaction) throws {
        guard !state.withLock({ $0.isPlaced }) else { return }
        let position = try Self.position(in: tx)
        state.withLock { if !$0.isPlaced { $0 = State(position: position, stored: position, isPlaced: true) } }
    }

    /// Moves to the position in the project's database, after it was replaced.
    func move(to tx: Transaction) throws {
        let position = try Self.position(in: tx)
        state.withLock { $0 = State(position: position, stored: position, isPlaced: true) }
    }

    /// Returns to the beginning, for an empty project.
    func restart() { state.withLock { $0 = State() } }

    /// Stores the position if it changed.
    ///
    /// - Returns: The argument for ``noteStored(_:)`` after the commit.
    func store(in tx: Transaction) throws -> UInt64? {
        let (position, stored) = state.withLock { ($0.position, $0.stored) }
        guard position != stored else { return nil }
        try tx.set(.random, to: .int(Int64(bitPattern: position)))
        return position
    }

    func noteStored(_ position: UInt64) { state.withLock { $0.stored = max($0.stored, position) } }

    private static func position(in tx: Transaction) throws -> UInt64 {
        UInt64(bitPattern: try tx.setting(.random)?.integerValue ?? 0)
    }
}

/// The generators of all projects. They are kept, because a project that is not in use is released, and may have drawn
/// numbers without writing.
final class SeededGenerators: Sendable {
    private let seed: UInt64
    private let generators = Mutex<[ProjectID: SeededGenerator]>([:])

    init(seed: UInt64) { self.seed = seed }

    func generator(for project: ProjectID) -> SeededGenerator {
        generators.withLock { generators in
            if let generator = generators[project] { return generator }
            let generator = SeededGenerator(seed: seed, project: project)
            generators[project] = generator
            return generator
        }
    }
}
