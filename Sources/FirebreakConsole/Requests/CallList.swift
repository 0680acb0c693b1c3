import FirebreakModel

/// A page of the list of calls.
struct CallList: Sendable {
    /// Newest first.
    var calls: [JournalRecord] = []
    var filter: CallFilter
    /// Whether it begins with the last call, so that the next one belongs on it.
    var isNewest = true
    var hasNewer = false
    var hasOlder = false
    /// The operations that there are calls of.
    var operations: [String]
    /// How many calls the journal has, and at most.
    var count: Int
    var capacity: Int
    /// The date of now: `2026-06-01`.
    var today: String
    /// A call to begin with.
    var example: CurlCommand

    init(
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
