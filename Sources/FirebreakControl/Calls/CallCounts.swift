import Synchronization

/// Counts the calls of the server since it started, for `/metrics` (firebreak.md section 4.7).
package final class CallCounts: Sendable {
    /// What a call is of.
    package enum Area: String, CaseIterable, Sendable {
        case identityToolkit = "identitytoolkit"
        case secureToken = "securetoken"
        /// The official emulator's own paths, and all pages.
        case emulator
        /// The control API.
        case control
        case console
        /// No path of the server.
        case unknown
    }

    /// The counts of an area.
    package struct Counts: Sendable {
        /// Calls by status; 0 for connections that ended without an answer.
        package fileprivate(set) var statuses: [Int: UInt64] = [:]
        /// Calls that took at most as long as the ``CallCounts/bounds`` of the same place, and none of the earlier
        /// ones; then those that took longer. Calls that wait for something are not among them.
        package fileprivate(set) var durations = [UInt64](repeating: 0, count: bounds.count + 1)
        /// How long those took together.
        package fileprivate(set) var total = Duration.zero

        fileprivate mutating func add(_ status: Int, _ duration: Duration?, at place: Int?) {
            statuses[status, default: 0] += 1
            guard let place, let duration else { return }
            durations[place] += 1
            total += duration
        }
    }

    /// Milliseconds.
    package static let bounds = [1, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000]

    private let counts = Mutex<[Area: Counts]>([:])

    init() {}

    /// - Parameters:
    ///   - status: `nil` for a connection that ended without an answer.
    ///   - duration: `nil` for a call that waited for something.
    package func add(_ area: Area, status: Int?, duration: Duration?) {
        let place = duration.map { duration in
            Self.bounds.firstIndex { duration <= .milliseconds($0) } ?? Self.bounds.count
        }
        counts.withLock { counts in
            counts[area, default: Counts()].add(status ?? 0, duration, at: place)
        }
    }

    package var all: [(area: Area, counts: Counts)] {
        let counts = counts.withLock { $0 }
        return Area.allCases.compactMap { area in counts[area].map { (area, $0) } }
    }
}
