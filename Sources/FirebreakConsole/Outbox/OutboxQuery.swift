import FirebreakControl
import FirebreakWire

/// What the outbox is filtered by, and the page of it that is shown, as the URLs of its views have it.
struct OutboxQuery: Sendable {
    private static let bounds = ["before", "after"]
    private static let form = "show"

    let filter: ListingQuery<OutboxListing.Filter>
    private let values: [String: String]

    /// - Parameter value: The value of a parameter.
    init(_ value: (String) -> String?) {
        // What was pasted often has a space or a line break around it.
        filter = ListingQuery { value($0)?.trimmed }
        var values: [String: String] = [:]
        for name in Self.bounds + [Self.form] { values[name] = value(name)?.trimmed.nonEmpty }
        self.values = values
    }

    private var before: Int64? { values["before"].flatMap { Int64($0) } }
    private var after: Int64? { values["after"].flatMap { Int64($0) } }
    var start: ListingStart { ListingStart(before: before, after: after) }
    var mailForm: MailForm { values[Self.form].flatMap(MailForm.init(rawValue:)) ?? .html }

    /// The parameters of a view.
    ///
    /// - Parameters:
    ///   - bounds: Those of another page; `nil` for this one.
    ///   - form: Another form of the mail; `nil` for this one.
    func parameters(
        bounds: (name: String, value: String?)? = nil, form: MailForm? = nil
    ) -> [(name: String, value: String?)] {
        let form = form ?? mailForm
        return filter.parameters + (bounds.map { [$0] } ?? Self.bounds.map { ($0, values[$0]) })
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
