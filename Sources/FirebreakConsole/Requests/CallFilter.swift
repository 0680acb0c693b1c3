import FirebreakWire

/// Which calls a list shows, as its URL says.
struct CallFilter: Sendable, Equatable {
    /// A name, or `accounts.*`.
    var operation: String?
    /// A status, a class such as `4xx`, or ``failed``.
    var status: String?
    var error: String?
    var caller: String?
    var email: String?
    var localID: String?
    var phoneNumber: String?

    /// Errors, and calls that got no answer.
    static let failed = "failed"
    /// The field that takes an address, an ID or a phone number.
    static let accountField = "account"

    init() {}

    var isEmpty: Bool { self == CallFilter() }

    /// The account that the calls are about, as the field shows it.
    var account: String? { email ?? localID ?? phoneNumber }

    /// Takes an address, a phone number or an ID for what it is.
    mutating func setAccount(_ text: String) {
        if text.includes("@") {
            email = text
        } else if text.begins(with: "+") {
            phoneNumber = text
        } else {
            localID = text
        }
    }

    /// As the query of a page has them.
    var parameters: [(name: String, value: String?)] {
        [("status", status)] + parametersOfForm
    }

    private var parametersOfForm: [(name: String, value: String?)] {
        [
            ("operation", operation), ("error", error), ("caller", caller), ("email", email), ("localId", localID),
            ("phoneNumber", phoneNumber),
        ]
    }

    /// As the stream of calls has them, which tells of more rather than of less.
    var parametersOfStream: [(name: String, value: String?)] {
        (status == Self.failed ? [] : [("status", status)]) + parametersOfForm
    }

    /// The same calls of another status.
    func with(status: String?) -> CallFilter {
        var filter = self
        filter.status = status
        return filter
    }

    /// The query for pages of calls that are left through by it; none if it is so long that it would make a list heavy.
    var carried: [(name: String, value: String?)] {
        let length = parameters.reduce(0) { $0 + $1.name.utf8.count + ($1.value?.utf8.count ?? 0) }
        return length <= 120 ? parameters : []
    }
}
