import FirebreakStore
package import FirebreakWire
import Synchronization

/// Tells those who look at a project, in the console, that a part of it may look different now; not what has changed.
///
/// Changes are only counted, so that it costs the same however many pages are open, and a page that was made before a
/// change and begins to listen after it still hears of it.
package final class ChangeNotifier: Sendable {
    /// What one can look at.
    package enum Part: String, Sendable, CaseIterable {
        case outbox, accounts, requests, faults, snapshots
        /// Configuration, rules, tenants and the clock.
        case settings
        /// Which projects there are.
        case projects

        /// The place of its count. Every call counts something, so nothing is hashed for it.
        fileprivate var index: Int {
            switch self {
            case .outbox: 0
            case .accounts: 1
            case .requests: 2
            case .faults: 3
            case .snapshots: 4
            case .settings: 5
            case .projects: 6
            }
        }
    }

    /// How often each part has changed.
    package struct Counts: Sendable {
        fileprivate var changes = [Int](repeating: 0, count: Part.allCases.count)

        /// A number that grows with every change.
        package var total: Int { changes.reduce(0, +) }

        /// A number that grows with every change of these parts.
        package func position(of parts: Set<Part>) -> Int { parts.reduce(0) { $0 + changes[$1.index] } }
    }

    /// The parts that a viewer looks at.
    package struct Interest: WaiterFilter {
        fileprivate let parts: Set<Part>

        package init(_ parts: Set<Part>) { self.parts = parts }

        package var waiterKey: String? { nil }
        package static func waiterKeys(of part: Part) -> [String] { [] }
        package func matches(_ part: Part, at now: Timestamp) -> Bool { parts.contains(part) }
    }

    package let viewers = Waiters<Interest>()
    private let state = Mutex(Counts())
    /// Those of the server, which has all its projects.
    private let ofServer: ChangeNotifier?

    init(in ofServer: ChangeNotifier? = nil) { self.ofServer = ofServer }

    package var counts: Counts { state.withLock { $0 } }

    /// Counts a change of these parts, and wakes who looks at one of them.
    package func note(_ parts: [Part]) {
        guard !parts.isEmpty else { return }
        state.withLock { counts in
            for part in parts { counts.changes[part.index] += 1 }
        }
        viewers.notify(parts, at: Timestamp(milliseconds: 0))
        ofServer?.note(parts)
    }

    /// To be called when all that a project has may be another now.
    func noteEverything() { note(Part.allCases) }
}

extension ChangeNotifier.Part {
    /// The parts that a transaction has changed.
    static func changed(by effects: Transaction.Effects) -> [Self] {
        var parts: [Self] = []
        if effects.concernOutbox { parts.append(.outbox) }
        if effects.accountsChanged { parts.append(.accounts) }
        if effects.faultsChanged { parts.append(.faults) }
        if effects.settingsChanged { parts.append(.settings) }
        return parts
    }
}
