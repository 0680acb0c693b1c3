import FirebreakModel
import FirebreakPages
import FirebreakWire

/// What pages say of a call.
struct JournalEntryWords {
    let call: JournalRecord

    /// The operation, or method and path where there is none.
    var name: String { call.operation ?? "\(call.method) \(call.path)" }

    /// Milliseconds with one decimal: `12.3 ms`.
    var duration: String {
        let tenths = (call.durationMicroseconds + 50) / 100
        return "\(tenths / 10).\(tenths % 10) ms"
    }

    /// The time of day with milliseconds, and the date unless it is today.
    func time(today: String?) -> HTML {
        let parts = TimeText.text(call.at).separated(by: " ").map(String.init)
        guard parts.count == 2, let date = parts.first, let time = parts.last else { return TimeText.html(call.at) }
        let milliseconds = call.at.separated(by: ".").last.map { "." + $0.prefix(3) } ?? ""
        let day = date == today ? "" : date + " "
        return #"<time datetime="\#(call.at)">\#(day)\#(time)\#(milliseconds)</time>"#
    }

    var status: HTML {
        guard let status = call.status else { return Controls.badge("no answer", "failure") }
        return Controls.badge(String(status), Self.kind(of: status))
    }

    static func kind(of status: Int) -> String {
        switch status / 100 {
        case 2: "success"
        case 3: "information"
        case 4: "warning"
        default: "failure"
        }
    }

    /// What it was about: an address, a number, or an ID.
    var account: String? { call.email ?? call.phoneNumber ?? call.localID }

    /// Such as `accounts.signUp, 400 EMAIL_EXISTS`.
    var news: String {
        let answer = [call.status.map(String.init) ?? "no answer", call.error].compactMap(\.self)
        return "\(call.operation ?? call.method), \(answer.joined(separator: " "))"
    }

    /// The page of its account, if it names one by ID.
    var accountPath: ConsolePath? {
        guard let id = call.localID, let project = call.project else { return nil }
        return ConsolePath(ProjectID(rawValue: project), .accounts).below(id).with([("tenant", call.tenant)])
    }
}
