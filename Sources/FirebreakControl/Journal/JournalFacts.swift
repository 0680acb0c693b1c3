/// What filters compare of a call, and its record shows.
struct JournalFacts: Sendable, Equatable {
    var localID: String?
    var email: String?
    var phoneNumber: String?
    /// The code of the error.
    var error: String?
}

extension JournalFacts {
    init(of call: JournalCall) {}
}
