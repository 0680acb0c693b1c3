import FirebreakWire

/// What the outbox is filtered by, and the page of it that is shown, as the URLs of its views have it.
struct OutboxQuery: Sendable {
    /// The parameters that select messages; they are those of the control API.
    static let filters = ["to", "type", "status", "delivery", "channel", "tenant"]
    private static let bounds = ["before", "after"]
    private static let form = "show"

    private let values: [String: String]

    /// - Parameter value: The value of a parameter.
    init(_ value: (String) -> String?) {
        let names = Self.filters + Self.bounds + [Self.form]
        // What was pasted often has a space or a line break around it.
        values = Dictionary(
            names.compactMap { name in
                value(name).map(\.trimmed).flatMap { $0.isEmpty ? nil : (name, $0) }
            }
        ) { $1 }
    }

    subscript(name: String) -> String? { values[name] }

    var before: Int64? { values["before"].flatMap { Int64($0) } }
    var after: Int64? { values["after"].flatMap { Int64($0) } }
    var mailForm: MailForm { values[Self.form].flatMap(MailForm.init(rawValue:)) ?? .html }

    var isFiltered: Bool { Self.filters.contains { values[$0] != nil } }

    /// The filter alone.
    var filter: [(name: String, value: String?)] { Self.filters.map { ($0, values[$0]) } }

    /// The parameters of a view.
    ///
    /// - Parameters:
    ///   - bounds: Those of another page; `nil` for this one.
    ///   - form: Another form of the mail; `nil` for this one.
    func parameters(
        bounds: (name: String, value: String?)? = nil, form: MailForm? = nil
    ) -> [(name: String, value: String?)] {
        let form = form ?? mailForm
        return filter + (bounds.map { [$0] } ?? Self.bounds.map { ($0, values[$0]) })
            + [(Self.form, form == .html ? nil : form.rawValue)]
    }
}

/// How a mail is shown.
enum MailForm: String, Sendable, CaseIterable {
    /// As its reader sees it.
    case html
    case text
    /// The HTML, as text.
    case markup
    /// The whole mail as it goes over the wire.
    case source

    var title: String {
        switch self {
        case .html: "Mail"
        case .text: "Text"
        case .markup: "HTML"
        case .source: "Source"
        }
    }
}
