import FirebreakModel
package import FirebreakOperations
package import FirebreakWire

/// Selects elements of a listing. Absent conditions match everything.
package protocol ListingFilter: WaiterFilter {
    /// The parameters that set conditions, in the order in which they are read; all but the cursor.
    static var parameters: [ListingParameter<Self>] { get }

    /// Only elements with a higher position.
    var after: Int64? { get set }
    /// Only elements with a lower position.
    var before: Int64? { get set }
    /// The conditions as a query writes them.
    var given: [(name: String, value: String)] { get }
    /// Which elements wake a caller that waits for this filter: those that match, and those that change what does.
    var waking: Self { get }

    /// Selects everything.
    init()
}

extension ListingFilter {
    /// Such as ` with to=a@b.test, type=EMAIL_SIGNIN`; empty when there are no conditions.
    var words: String {
        let conditions = given.map { "\($0.name)=\($0.value.onOneLine)" }
        return conditions.isEmpty ? "" : " with " + conditions.joined(separator: ", ")
    }

    func after(_ position: Int64?) -> Self {
        var filter = self
        filter.after = position
        return filter
    }

    func before(_ position: Int64?) -> Self {
        var filter = self
        filter.before = position
        return filter
    }
}

/// A parameter of a query that sets a condition of a filter.
package struct ListingParameter<Filter>: Sendable {
    package let name: String
    /// - Throws: `INVALID_ARGUMENT` for a value that cannot be.
    let read: @Sendable (inout Filter, String) throws(WireError) -> Void

    init(_ name: String, read: @escaping @Sendable (inout Filter, String) throws(WireError) -> Void) {
        self.name = name
        self.read = read
    }

    /// A value of an enumeration.
    static func choice<Choice: CaseIterable & RawRepresentable<String> & SendableMetatype>(
        _ name: String, _ set: @escaping @Sendable (inout Filter, Choice?) -> Void
    ) -> Self {
        Self(name) { filter, text throws(WireError) in set(&filter, try ControlParameter.choice(name, text)) }
    }

    /// A text that is not empty.
    static func text(_ name: String, _ set: @escaping @Sendable (inout Filter, String) -> Void) -> Self {
        Self(name) { filter, text throws(WireError) in
            if let text = try ControlParameter.text(name, text) { set(&filter, text) }
        }
    }
}

/// The elements that a request selects, how many of them, and in which order (firebreak.md sections 5 and 12).
///
/// All values are strings, because they usually come from the query. An empty value is refused: it is an unset variable
/// in the caller's script, and ignoring it would select the wrong elements.
package struct ListingSelection<Filter: ListingFilter>: Decodable, Sendable {
    /// By the names of ``ListingFilter/parameters``; `after`, a position; `limit`, 100 by default and never more than
    /// 1,000; `order`, `asc` with the newest last by default, or `desc`.
    private var values: [String: String] = [:]

    /// The names of the conditions.
    package static var conditions: [String] { Filter.parameters.map(\.name) }

    /// Selects every element.
    init() {}

    /// - Parameter value: The value of a condition.
    package init(_ value: (String) -> String?) {
        for name in Self.conditions { values[name] = value(name) }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: MemberName.self)
        for name in Self.conditions + ["after", "limit", "order"] {
            values[name] = try container.decodeIfPresent(String.self, forKey: MemberName(name))
        }
    }

    subscript(name: String) -> String? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// The elements that are selected, regardless of limit and order.
    ///
    /// - Throws: `INVALID_ARGUMENT` for an invalid value; it names the valid ones.
    package func filter() throws(WireError) -> Filter {
        var filter = Filter()
        for parameter in Filter.parameters {
            if let value = values[parameter.name] { try parameter.read(&filter, value) }
        }
        filter.after = try ControlParameter.number("after", values["after"], in: 0...Int64.max)
        return filter
    }

    /// The same for a stream.
    ///
    /// - Parameter lastEventID: The position of the last element that the client has seen before it connected again.
    /// - Throws: As ``filter()``.
    func filter(lastEventID: String?) throws(WireError) -> Filter {
        let filter = try filter()
        let seen = try ControlParameter.number("Last-Event-ID", lastEventID, in: 0...Int64.max)
        return filter.after(seen ?? filter.after)
    }

    /// The maximum number of elements to return, and their order.
    ///
    /// - Throws: As ``ListingPaging/init(limit:order:)``.
    func paging() throws(WireError) -> ListingPaging {
        try ListingPaging(limit: values["limit"], order: values["order"])
    }
}

/// How many elements of a listing one answer has, and in which order.
struct ListingPaging: Sendable {
    static let maximumLimit: Int64 = 1000

    private enum Order: String, CaseIterable { case ascending = "asc", descending = "desc" }

    var limit: Int
    var isDescending: Bool

    /// - Throws: `INVALID_ARGUMENT` for a limit below 1 and for an unknown order.
    init(limit: String?, order: String?) throws(WireError) {
        let limit = try ControlParameter.number("limit", limit, in: 1...Int64.max) ?? 100
        let order: Order? = try ControlParameter.choice("order", order)
        self.limit = Int(min(limit, Self.maximumLimit))
        isDescending = order == .descending
    }
}
