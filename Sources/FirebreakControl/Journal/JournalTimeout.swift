import FirebreakOperations
import FirebreakWire

/// Finds out why a wait timed out, for the reader of the failed test: which calls did arrive, whether an earlier call
/// was meant, and whether another project got the call.
struct JournalTimeout {
    private static let maximumShown = 10

    let filter: JournalFilter
    let count: Int
    let matched: Int
    let time: WaitTime
    let project: ProjectID
    let journal: Journal

    /// The error with the whole explanation.
    var error: WireError {
        let calls = count == 1 ? "1 call" : "\(count) calls"
        var sentences = [
            "Waited \(time.words) for \(calls)\(filter.words) in project \(project): \(matched) matched.", arrivals,
        ]
        if matched == 0 {
            if let missed { sentences.append("A matching call came before the cursor: \(words(missed)).") }
            if let elsewhere { sentences.append(elsewhere) }
        }
        return .requestTimeout(sentences.joined(separator: " "))
    }

    private var arrivals: String {
        var everything = JournalFilter()
        everything.after = filter.after
        let latest = journal.entries(everything, of: project, descending: true, limit: Self.maximumShown + 1)
        let since = filter.after.map { "Since \($0)" }
        guard !latest.isEmpty else {
            return since.map { "\($0) nothing was called at all." } ?? "The project's journal is empty."
        }
        let list = latest.prefix(Self.maximumShown).reversed().map(words).joined(separator: "; ")
        let scope = latest.count > Self.maximumShown ? " (the latest \(Self.maximumShown))" : ""
        return (since.map { "\($0) there were" } ?? "The project's journal has") + "\(scope): \(list)."
    }

    private var missed: JournalEntry? {
        guard filter.after != nil else { return nil }
        var anytime = filter
        anytime.after = nil
        return journal.entries(anytime, of: project, descending: true, limit: 1).first
    }

    /// The newest such call of another project, or of none: the API key may select another project than the test expects.
    private var elsewhere: String? {
        var anytime = filter
        anytime.after = nil
        let newest = journal.entries(anytime, of: nil, descending: true, limit: Self.maximumShown).first {
            $0.project != project
        }
        guard let newest else { return nil }
        let place = newest.project.map { "Project \($0)" } ?? "No project"
        return "\(place) got such a call: \(newest.call.words)."
    }

    /// Such as `#7 accounts.signUp (400 EMAIL_EXISTS; other email)`.
    private func words(_ entry: JournalEntry) -> String {
        let unmet = filter.conditions(notMetBy: entry.call)
        let remark = unmet.isEmpty ? "" : "; other \(unmet.joined(separator: " and "))"
        return "#\(entry.seq) \(entry.call.words)\(remark)"
    }
}

extension JournalCall {
    /// Such as `accounts.signUp (400 EMAIL_EXISTS)`.
    fileprivate var words: String {
        let answer = [content.status.map(String.init) ?? "no answer", facts.error].compactMap(\.self).joined(
            separator: " ")
        return "\(content.operation ?? "\(content.method) of an unknown path") (\(answer))"
    }
}
