import FirebreakModel
import FirebreakPages
import FirebreakWire

/// Calls in the words of people.
extension JournalRecord {
    /// The operation, or method and path where there is none.
    var name: String { operation ?? "\(method) \(path)" }

    /// Milliseconds with one decimal: `12.3 ms`.
    var duration: String {
        let tenths = (durationMicroseconds + 50) / 100
        return "\(tenths / 10).\(tenths % 10) ms"
    }

    /// The time of day with milliseconds, and the date unless it is today.
    func time(today: String?) -> HTML {
        let parts = TimeText.text(at).separated(by: " ").map(String.init)
        guard parts.count == 2, let date = parts.first, let time = parts.last else { return TimeText.html(at) }
        let milliseconds = at.separated(by: ".").last.map { "." + $0.prefix(3) } ?? ""
        let day = date == today ? "" : date + " "
        return #"<time datetime="\#(at)" title="\#(TimeText.zoned(at))">\#(day)\#(time)\#(milliseconds)</time>"#
    }

    var statusBadge: HTML {
        guard let status else { return Controls.badge("no answer", "failure") }
        return Controls.badge(String(status), Self.badgeKind(of: status))
    }

    static func badgeKind(of status: Int) -> String {
        switch status / 100 {
        case 2: "success"
        case 3: "information"
        case 4: "warning"
        default: "failure"
        }
    }

    /// What it was about: an address, a number, or an ID.
    var account: String? { email ?? phoneNumber ?? localID }

    /// Such as `accounts.signUp, 400 EMAIL_EXISTS`.
    var news: String {
        let answer = [status.map(String.init) ?? "no answer", error].compactMap(\.self)
        return "\(operation ?? method), \(answer.joined(separator: " "))"
    }

    /// The page of its account, if it names one by ID.
    var accountPath: ConsolePath? {
        guard let id = localID, let project else { return nil }
        return ConsolePath(ProjectID(rawValue: project), .accounts).below(id).with([("tenant", tenant)])
    }
}
