import FirebreakControl
import FirebreakHTTP
import FirebreakWire

/// Which calls a list shows, as its URL says.
typealias JournalQuery = ListingQuery<JournalFilter>

extension JournalQuery {
    /// The status of errors, and of calls that got no answer; the control API does not have it.
    static var failed: String { "failed" }
    /// The field that takes an address, an ID or a phone number.
    static var accountField: String { "account" }

    init(_ query: QueryParameters) {
        func text(_ name: String) -> String? {
            // A plus sign that was not escaped came as a space.
            query[name].map { String($0.reversed().drop { $0 == " " }.reversed()) }?.nonEmpty
        }
        self.init(text)
        self["error"] = self["error"]?.uppercased()
        guard let account = text(Self.accountField).map({ text in text.rest(after: " ").map { "+" + $0 } ?? text })
        else { return }
        let name = account.includes("@") ? "email" : account.begins(with: "+") ? "phoneNumber" : "localId"
        self[name] = account
    }

    /// The account that the calls are about, as the field shows it.
    var account: String? { self["email"] ?? self["localId"] ?? self["phoneNumber"] }

    /// The same calls of another status.
    func with(status: String?) -> JournalQuery {
        var query = self
        query["status"] = status
        return query
    }

    private var isOfFailed: Bool { self["status"] == Self.failed }

    /// The parameters of the stream of calls, which tells of more rather than of less.
    var parametersOfStream: [(name: String, value: String?)] {
        isOfFailed ? with(status: nil).parameters : parameters
    }

    /// The query for pages of calls that are left through by it; none if it is so long that it would make a list heavy.
    var carried: [(name: String, value: String?)] {
        let length = parameters.reduce(0) { $0 + $1.name.utf8.count + ($1.value?.utf8.count ?? 0) }
        return length <= 120 ? parameters : []
    }

    /// - Throws: `INVALID_ARGUMENT` for an invalid value; it names the valid ones.
    func journalFilter() throws(WireError) -> JournalFilter {
        guard isOfFailed else { return try selection.filter() }
        var filter = try with(status: nil).selection.filter()
        filter.status = .failed
        return filter
    }
}
