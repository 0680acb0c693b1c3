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
        /// An error, or no answer at all; only the console asks for it.
        case failed
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
    /// Only calls before this one, counted likewise.
    package var before: Int64?

    package init() {}

    /// Whether everything but the cursor matches.
    package func matches(_ call: JournalCall) -> Bool {
        // The facts last: they cost a look into the bodies.
        isAboutOperation(of: call) && hasStatus(of: call) && isHeld(caller, call.content.record.caller)
            && factsMatch(call)
    }

    /// The names of the conditions that do not hold.
    func conditions(notMetBy call: JournalCall) -> [String] {
        let facts = call.facts
        let held: [(String, Bool)] = [
            ("operation", isAboutOperation(of: call)), ("status", hasStatus(of: call)),
            ("error", isHeld(error, facts.error)), ("localId", isHeld(localID, facts.localID)),
            ("email", isHeld(email, facts.foldedEmail)), ("phoneNumber", isHeld(phoneNumber, facts.phoneNumber)),
            ("caller", isHeld(caller, call.content.record.caller)),
        ]
        return held.filter { !$0.1 }.map(\.0)
    }

    private func isAboutOperation(of call: JournalCall) -> Bool {
        switch operation {
        case .named(let name): call.content.operation == name
        case .below(let prefix): call.content.operation?.begins(with: prefix) ?? false
        case nil: true
        }
    }

    private func hasStatus(of call: JournalCall) -> Bool {
        switch status {
        case .code(let code): call.content.status == code
        case .category(let digit): call.content.status.map { $0 / 100 } == digit
        case .failed: call.content.status.map { $0 >= 400 } ?? true
        case nil: true
        }
    }

    private func factsMatch(_ call: JournalCall) -> Bool {
        guard error != nil || localID != nil || email != nil || phoneNumber != nil else { return true }
        let facts = call.facts
        return isHeld(error, facts.error) && isHeld(localID, facts.localID) && isHeld(email, facts.foldedEmail)
            && isHeld(phoneNumber, facts.phoneNumber)
    }

    private func isHeld<Value: Equatable>(_ wanted: Value?, _ value: Value?) -> Bool {
        wanted == nil || wanted == value
    }
}

extension JournalFilter: WaiterFilter {
    package var waiterKey: String? {
        if let localID { return "localId:" + localID }
        if let email { return "email:" + email }
        if let phoneNumber { return "phoneNumber:" + phoneNumber }
        if case .named(let name) = operation { return "operation:" + name }
        return nil
    }

    package static func waiterKeys(of entry: JournalEntry) -> [String] {
        let facts = entry.call.facts
        return [
            facts.localID.map { "localId:" + $0 }, facts.foldedEmail.map { "email:" + $0 },
            facts.phoneNumber.map { "phoneNumber:" + $0 }, entry.call.content.operation.map { "operation:" + $0 },
        ].compactMap(\.self)
    }

    /// The cursor does not count: a new call comes after those that are known.
    package func matches(_ entry: JournalEntry, at now: Timestamp) -> Bool { matches(entry.call) }
}

extension JournalFilter {
    /// The conditions as a query writes them, but for the cursor.
    var conditions: [(name: String, value: String)] {
        let given: [(String, String?)] = [
            ("operation", operation?.words), ("status", status?.words), ("error", error), ("localId", localID),
            ("email", email), ("phoneNumber", phoneNumber), ("caller", caller.map { JournalCaller($0).rawValue }),
        ]
        return given.compactMap { name, value in value.map { (name, $0.onOneLine) } }
    }

    /// Such as ` with operation=accounts.signUp, status=4xx`; empty when there are none.
    var words: String {
        var given = conditions.map { "\($0.name)=\($0.value)" }
        if let after { given.append("after=\(after)") }
        return given.isEmpty ? "" : " with " + given.joined(separator: ", ")
    }
}

extension JournalFilter.Operation {
    fileprivate var words: String {
        switch self {
        case .named(let name): name
        case .below(let prefix): prefix + "*"
        }
    }
}

extension JournalFilter.Status {
    fileprivate var words: String {
        switch self {
        case .code(let code): String(code)
        case .category(let digit): "\(digit)xx"
        case .failed: "failed"
        }
    }
}
