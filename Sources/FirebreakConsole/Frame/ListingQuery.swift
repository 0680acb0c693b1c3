import FirebreakControl
import FirebreakWire

/// What a list is filtered by, as the URLs of its views have it: the conditions of the control API, unread.
struct ListingQuery<Filter: ListingFilter>: Sendable, Equatable {
    private var values: [String: String] = [:]

    /// - Parameter value: The value of a condition; an empty one does not count.
    init(_ value: (String) -> String? = { _ in nil }) {
        for name in ListingSelection<Filter>.conditions { values[name] = value(name)?.nonEmpty }
    }

    subscript(name: String) -> String? {
        get { values[name] }
        set { values[name] = newValue }
    }

    var isEmpty: Bool { values.isEmpty }

    var parameters: [(name: String, value: String?)] {
        ListingSelection<Filter>.conditions.map { ($0, values[$0]) }
    }

    var selection: ListingSelection<Filter> { ListingSelection { values[$0] } }
}
