import FirebreakOperations
import FirebreakWire

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
