package import FirebreakModel
package import FirebreakOperations
package import FirebreakWire

/// A list that grows and that callers filter, wait for and follow: an outbox, a journal.
///
/// Its elements are counted: the position of an element is the cursor to continue after it.
package protocol Listing: Sendable {
    associatedtype Filter: ListingFilter where Filter.Element: Sendable
    /// What the control API shows of an element.
    associatedtype Record: Encodable
    associatedtype Page: Encodable & Sendable
    /// A stream's place among the changes of elements that it has told.
    associatedtype Changes: Sendable

    typealias Element = Filter.Element
    typealias Selection = ListingSelection<Filter>
    typealias WaitRequest = ListingWaitRequest<Filter>

    /// How explanations and events name it.
    static var terms: ListingTerms { get }
    static func page(_ records: [Record], nextCursor: Int64) -> Page
    /// The error of a wait whose time is over.
    static func timeout(_ explanation: String) -> WireError

    /// `nil` if it is of all projects.
    var project: ProjectID? { get }
    /// The callers that wait for new elements.
    var waiters: Waiters<Filter> { get }

    /// The same listing by the time and the settings of now.
    func renewed() async throws -> Self
    /// The first elements that match: the oldest ones, or the newest ones if they are descending.
    func elements(_ filter: Filter, descending isDescending: Bool, limit: Int) async throws -> [Element]
    /// The highest position that an element ever had.
    func lastPosition() async throws -> Int64
    func position(of element: Element) -> Int64
    func record(_ element: Element) -> Record

    // MARK: Waits

    /// How long until one more element may be there without anything happening; `nil` if that cannot be.
    func nextArrival() async throws -> Duration?
    /// What an explanation says of an element: its position, what it is, and which conditions of the filter it does not
    /// meet.
    func words(_ element: Element, against filter: Filter) -> String
    /// A sentence about other projects that got what a wait timed out on.
    ///
    /// - Parameters:
    ///   - latest: The newest elements after the cursor of the filter.
    ///   - matched: How many matched.
    func elsewhere(_ filter: Filter, latest: [Element], matched: Int) async throws -> String?

    // MARK: Streams

    /// The streams, which are also woken by changes of elements that they have told.
    var followers: Waiters<Filter> { get }
    /// Adds a stream.
    func follow() -> Changes
    /// The events about elements that a stream has told before, since it last asked.
    ///
    /// - Parameters:
    ///   - cursor: Position of the last element that was told.
    ///   - filter: Without a cursor.
    /// - Returns: `nil` if the stream has to end.
    func events(_ changes: Changes, through cursor: Int64, _ filter: Filter) async throws -> [ServerEvent]?
}

/// The words of a listing.
package struct ListingTerms: Sendable {
    /// An element: `message`.
    var element: String
    /// The whole: `outbox`.
    var place: String
    /// What is said of elements before they are listed: `there arrived`.
    var came: String
    /// The same where there are none: `nothing arrived at all`.
    var nothingCame: String
    /// The event that tells a new element.
    var event: String
}

extension Listing {
    /// A page of what a request selects, newest last by default, and the cursor to continue from: the highest position on
    /// the page, else the cursor that was given, else the last position.
    ///
    /// - Throws: `INVALID_ARGUMENT` for an invalid filter, limit or order.
    package func list(_ selection: Selection) async throws -> Page {
        let filter = try selection.filter()
        let paging = try selection.paging()
        // Before the elements are looked up: one that comes in between is not skipped then.
        let last = try await lastPosition()
        let found = try await elements(filter, descending: paging.isDescending, limit: paging.limit)
        return try page(found, after: filter.after ?? last)
    }

    /// - Throws: `CancellationError` when the task was cancelled: the caller no longer waits for the records.
    func page(_ elements: [Element], after cursor: Int64) throws -> Page {
        let records = try elements.map { element in
            try Task.checkCancellation()
            return record(element)
        }
        return Self.page(records, nextCursor: elements.map(position).max() ?? cursor)
    }
}

// MARK: - Pages for people

/// Where a page of a listing begins.
package enum ListingStart: Sendable, Equatable {
    case newest
    /// On it are the newest of the elements that came before this position.
    case before(Int64)
    /// On it are the oldest of the elements that came after this position.
    case after(Int64)

    /// Positions that no element can have, which a URL may name, do not count.
    ///
    /// - Parameter after: Does not count if there is a `before`.
    package init(before: Int64?, after: Int64?) {
        func known(_ position: Int64?) -> Int64? { position.flatMap { (0..<Int64.max).contains($0) ? $0 : nil } }
        self = known(before).map(Self.before) ?? known(after).map(Self.after) ?? .newest
    }
}

/// A page of a listing that a person leafs through.
package struct ListingPage<Element: Sendable>: Sendable {
    /// Newest first.
    package var elements: [Element]
    /// Whether it begins with the last element, so that the next one belongs on it.
    package var isNewest: Bool
    package var hasNewer: Bool
    package var hasOlder: Bool

    /// What a filter that cannot be read selects.
    package static var nothing: Self { Self(elements: [], isNewest: false, hasNewer: false, hasOlder: false) }

    package func map<Other>(_ transform: (Element) throws -> Other) rethrows -> ListingPage<Other> {
        ListingPage<Other>(
            elements: try elements.map(transform), isNewest: isNewest, hasNewer: hasNewer, hasOlder: hasOlder)
    }
}

extension Listing {
    func page(_ filter: Filter, from start: ListingStart, limit: Int) async throws -> ListingPage<Element> {
        switch start {
        case .newest:
            let found = try await elements(filter, descending: true, limit: limit + 1)
            return ListingPage(
                elements: Array(found.prefix(limit)), isNewest: true, hasNewer: false, hasOlder: found.count > limit)
        case .before(let position):
            let found = try await elements(filter.before(position), descending: true, limit: limit + 1)
            let newer = try await elements(filter.after(position - 1), descending: false, limit: 1)
            return ListingPage(
                elements: Array(found.prefix(limit)), isNewest: false, hasNewer: !newer.isEmpty,
                hasOlder: found.count > limit)
        case .after(let position):
            let found = try await elements(filter.after(position), descending: false, limit: limit + 1)
            // There is no whole page of newer elements: the first page has them all.
            guard found.count > limit else { return try await page(filter, from: .newest, limit: limit) }
            let older = try await elements(filter.before(position + 1), descending: true, limit: 1)
            return ListingPage(
                elements: found.prefix(limit).reversed(), isNewest: false, hasNewer: true, hasOlder: !older.isEmpty)
        }
    }
}
