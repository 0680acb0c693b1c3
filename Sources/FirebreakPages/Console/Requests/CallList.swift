package import FirebreakModel

/// A page of the list of calls.
package struct CallList: Sendable {
    /// Newest first.
    package var calls: [JournalRecord] = []
    package var filter: CallFilter
    /// Whether it begins with the last call, so that the next one belongs on it.
    package var isNewest = true
    package var hasNewer = false
    package var hasOlder = false
    /// The operations that there are calls of.
    package var operations: [String]
    /// How many calls the journal has, and at most.
    package var count: Int
    package var capacity: Int
    /// The date of now: `2026-06-01`.
    package var today: String
    /// A call to begin with.
    package var example: CurlCommand

    package init(
        filter: CallFilter, operations: [String], count: Int, capacity: Int, today: String, example: CurlCommand
    ) {
        self.filter = filter
        self.operations = operations
        self.count = count
        self.capacity = capacity
        self.today = today
        self.example = example
    }
}
