import FirebreakControl
import FirebreakModel
import FirebreakPages
import FirebreakWire

/// What happened to an account, newest first: the calls about it that the journal has, with who made them, and its
/// messages.
struct AccountTimeline: Sendable {
    private struct Event: Sendable {
        var time: String
        var html: HTML
    }

    private static let template = Template(asset: "console/account")
    /// How many events it shows; of each kind one more is read, to know whether there are more.
    private static let length = 15

    private let events: [Event]
    private let hasMore: Bool

    init(_ account: ShownAccount, _ request: ConsoleRequest) async throws {
        var calls: [Int64: JournalRecord] = [:]
        var messages: [String: OutboxMessage] = [:]
        if let journal = request.journal(.project(request)) {
            let names: [(String, String?)] = [
                ("localId", account.id), ("email", account.email), ("phoneNumber", account.phoneNumber),
            ]
            for (name, value) in names {
                // What is not a condition selects nothing.
                guard let value, let filter = try? JournalQuery({ $0 == name ? value : nil }).journalFilter() else {
                    continue
                }
                for call in journal.newest(filter, ofTenant: account.tenant, limit: Self.length + 1) {
                    calls[call.seq] = call
                }
            }
        }
        for recipient in [account.email, account.phoneNumber].compactMap(\.self) {
            let newest = try await OutboxListing.newest(
                to: recipient, ofTenant: account.tenant, limit: Self.length + 1, request.call)
            for message in newest { messages[message.id] = message }
        }
        var all: [Event] = calls.values.map { Self.event($0, request) }
        all += messages.values.map { Self.event($0, request) }
        all.sort { $0.time > $1.time }
        events = Array(all.prefix(Self.length))
        hasMore = all.count > Self.length
    }

    var html: HTML {
        guard !events.isEmpty else {
            return Self.template.part("none").filled(["text": "Nothing that is still known."])
        }
        return Self.template.part("timeline").filled([
            "events": "\(events.map(\.html))",
            "more": hasMore ? Self.template.part("olderEvents").filled() : "",
        ])
    }

    private static func event(_ call: JournalRecord, _ request: ConsoleRequest) -> Event {
        let client = (call.client.version ?? call.client.userAgent).map { ", \($0.clipped(to: 60))" } ?? ""
        let error: HTML = call.error.map { " \(Controls.badge($0.clipped(to: 60), "failure"))" } ?? ""
        return Event(
            time: call.at,
            html: template.part("event").filled([
                "url": "\(request.path(.requests).below(String(call.seq)).text)",
                "name": "\(call.name.clipped(to: 80))",
                "badges": "\(call.statusBadge)\(error)",
                "by": "\(who(call.caller))\(client)", "time": TimeText.html(call.at),
            ]))
    }

    private static func event(_ message: OutboxMessage, _ request: ConsoleRequest) -> Event {
        Event(
            time: message.createdAt,
            html: template.part("event").filled([
                "url": "\(request.path(.outbox).below(message.id).text)",
                "name": "\(message.type.title.clipped(to: 80))", "badges": "\(message.badges)",
                "by": "to \(message.to.clipped(to: 120))", "time": TimeText.html(message.createdAt),
            ]))
    }

    private static func who(_ caller: JournalRecord.Caller?) -> String {
        switch caller {
        case .app: "by an app"
        case .admin: "by an admin"
        case .anybody: "by anybody"
        default: "by an unknown caller"
        }
    }
}
