import FirebreakOperations
import FirebreakWire

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
