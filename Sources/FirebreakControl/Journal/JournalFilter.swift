package import FirebreakOperations
package import FirebreakWire

/// Which calls; all conditions that are given must hold.
package struct JournalFilter: Sendable {
    /// Operations by name.
    package enum Operation: Sendable, Equatable {
        case named(String)
        /// All whose names begin so, with the point: `accounts.`.
        case below(String)
    }

    package enum Status: Sendable, Equatable {
        case code(Int)
        /// By the first digit.
        case category(Int)
    }

    package var operation: Operation?
    package var status: Status?
    package var error: String?
    package var localID: String?
    /// Folded.
    package var email: String?
    package var phoneNumber: String?
    package var caller: Call.Caller?
    /// Only calls after this one: by `seq` in the list of a project, by `id` in that of all.
    package var after: Int64?

    package init() {}

    /// Whether everything but the cursor matches.
    package func matches(_ call: JournalCall) -> Bool {
        let content = call.content
        switch operation {
        case .named(let name): guard content.operation == name else { return false }
        case .below(let prefix): guard content.operation?.hasPrefix(prefix) == true else { return false }
        case nil: break
        }
        switch status {
        case .code(let code): guard content.status == code else { return false }
        case .category(let digit): guard content.status / 100 == digit else { return false }
        case nil: break
        }
        guard caller == nil || content.record.caller == caller else { return false }
        guard asksForFacts else { return true }
        let facts = call.facts
        return Self.holds(error, facts.error) && Self.holds(localID, facts.localID)
            && Self.holds(email, facts.email.map(EmailAddress.folded)) && Self.holds(phoneNumber, facts.phoneNumber)
    }

    private var asksForFacts: Bool { error != nil || localID != nil || email != nil || phoneNumber != nil }

    private static func holds(_ wanted: String?, _ value: String?) -> Bool { wanted == nil || wanted == value }
}

extension JournalFilter: WaiterFilter {
    package var waiterKey: String? { nil }

    package static func waiterKeys(of entry: JournalEntry) -> [String] { [] }

    /// The cursor does not count: a new call is after those that are known.
    package func matches(_ entry: JournalEntry, at now: Timestamp) -> Bool { matches(entry.call) }
}
