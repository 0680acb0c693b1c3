import FirebreakModel
import FirebreakOperations
import FirebreakWire

/// What a request waits for, and how long (firebreak.md sections 5 and 12).
package struct ListingWaitRequest<Filter: ListingFilter>: Decodable, Sendable {
    /// Which elements; a `limit` below ``count`` is raised to it.
    var selection: ListingSelection<Filter>
    /// How many elements must match, 1 through 1,000; by default one.
    package var count: String?
    /// As ``WaitTime`` reads it; by default `10s`.
    package var timeout: String?

    package init(from decoder: any Decoder) throws {
        selection = try ListingSelection(from: decoder)
        let container = try decoder.container(keyedBy: MemberName.self)
        count = try container.decodeIfPresent(String.self, forKey: MemberName("count"))
        timeout = try container.decodeIfPresent(String.self, forKey: MemberName("timeout"))
    }
}

/// How long a call waits, as people write it: `10s`, `500ms`, `2m`, or seconds as a plain number.
struct WaitTime: Sendable, Equatable {
    /// Milliseconds, 0 through 600,000.
    let milliseconds: Int64

    private static let format = DurationText(
        units: [.minutes, .seconds, .milliseconds], form: .decimal, maximum: 600_000)

    /// - Parameter text: A decimal number and a unit; `nil` for ten seconds. Zero means not to wait.
    /// - Throws: `INVALID_ARGUMENT` for anything else, and for more than ten minutes.
    init(_ text: String?) throws(WireError) {
        do throws(DurationText.Failure) { milliseconds = try Self.format.milliseconds(text ?? "10s") } catch {
            throw .invalidArgument(member: "timeout", "must be a time such as 10s, 500ms or 2m, and at most 10m")
        }
    }

    var duration: Duration { .milliseconds(milliseconds) }

    /// The shortest way to write it.
    var words: String {
        milliseconds.isMultiple(of: 1000) ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}

/// Elements that a caller waits for.
struct ListingWait<Filter: ListingFilter>: Sendable {
    var filter: Filter
    /// How many must match.
    var count: Int
    /// How long to wait, by the real clock.
    var time: WaitTime
    var limit: Int
    var isDescending: Bool

    init(_ request: ListingWaitRequest<Filter>) throws(WireError) {
        let paging = try request.selection.paging()
        let count = try ControlParameter.number("count", request.count, in: 1...ListingPaging.maximumLimit) ?? 1
        self.count = Int(count)
        filter = try request.selection.filter()
        time = try WaitTime(request.timeout)
        limit = max(paging.limit, self.count)
        isDescending = paging.isDescending
    }
}

extension Listing {
    /// Waits until enough elements match, and answers like ``list(_:)``.
    ///
    /// - Throws: The listing's timeout with an explanation when the time is over, `CancellationError` when the task was
    ///   cancelled.
    func wait(_ wait: ListingWait<Filter>) async throws -> Page {
        let found = try await elements(wait)
        // The time and the settings may have changed during the wait.
        let now = try await renewed()
        guard found.count < wait.count else { return try now.page(found, after: 0) }
        throw Self.timeout(try await now.explanation(of: wait, matched: found.count))
    }

    /// It looks when it starts and after every element that could matter, when one arrives by the clock, never in
    /// between, and once more when the time is over.
    ///
    /// - Returns: What the last look found; fewer than are waited for when the time is over.
    private func elements(_ wait: ListingWait<Filter>) async throws -> [Element] {
        let deadline = ContinuousClock.now + wait.time.duration
        let waiters = waiters
        while true {
            // Before the look, so that nothing is missed in between.
            let ticket = waiters.ticket(for: wait.filter.waking)
            let found: [Element]
            let arrival: ContinuousClock.Instant?
            do {
                let now = try await renewed()
                found = try await now.elements(wait.filter, descending: wait.isDescending, limit: wait.limit)
                arrival = found.count < wait.count ? try await now.nextArrival().map { ContinuousClock.now + $0 } : nil
            } catch {
                waiters.discard(ticket)
                throw error
            }
            guard found.count < wait.count else {
                waiters.discard(ticket)
                return found
            }
            let end = arrival.map { min($0, deadline) } ?? deadline
            switch await waiters.wait(ticket, until: end) {
            case .element: continue
            case .cancellation: throw CancellationError()
            case .deadline:
                waiters.discard(ticket)
                if end < deadline { continue }
                return try await renewed().elements(
                    wait.filter, descending: wait.isDescending, limit: wait.limit)
            }
        }
    }
}

extension Listing {
    /// Why a wait timed out, for the reader of the failed test: what did come, whether an earlier element was meant, and
    /// whether another project got it.
    ///
    /// - Parameter matched: How many elements matched, fewer than were waited for.
    func explanation(of wait: ListingWait<Filter>, matched: Int) async throws -> String {
        let maximumShown = 10
        let filter = wait.filter
        let latest = try await elements(Filter().after(filter.after), descending: true, limit: maximumShown + 1)
        let scope = latest.count > maximumShown ? " (the latest \(maximumShown))" : ""
        let shown = latest.prefix(maximumShown).reversed().map { words($0, against: filter) }.joined(separator: "; ")

        let elements = wait.count == 1 ? "1 \(Self.terms.element)" : "\(wait.count) \(Self.terms.element)s"
        let place = project.map { " in project \($0)" } ?? ""
        var sentences = ["Waited \(wait.time.words) for \(elements)\(filter.words)\(place): \(matched) matched."]
        switch (filter.after, latest.isEmpty) {
        case (let after?, true): sentences.append("Since \(after) \(Self.terms.nothingCame).")
        case (let after?, false): sentences.append("Since \(after) \(Self.terms.came)\(scope): \(shown).")
        case (nil, true): sentences.append("The project's \(Self.terms.place) is empty.")
        case (nil, false): sentences.append("The project's \(Self.terms.place) has\(scope): \(shown).")
        }
        if matched == 0, let after = filter.after {
            let missed = try await self.elements(filter.after(nil), descending: true, limit: 1).first
            if let missed, position(of: missed) <= after {
                let words = words(missed, against: filter.after(nil))
                sentences.append("A matching \(Self.terms.element) came before the cursor: \(words).")
            }
        }
        if let elsewhere = try await elsewhere(filter, latest: latest, matched: matched) { sentences.append(elsewhere) }
        return sentences.joined(separator: " ")
    }
}
