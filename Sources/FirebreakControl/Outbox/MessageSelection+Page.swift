import FirebreakWire

extension MessageSelection {
    /// The maximum number of messages to return, and their order.
    struct Page: Sendable {
        var limit: Int
        var isDescending: Bool
    }

    private enum Order: String, CaseIterable { case ascending = "asc", descending = "desc" }

    private static let defaultLimit: Int64 = 100
    static let maximumLimit: Int64 = 1000

    /// - Throws: `INVALID_ARGUMENT` for a limit below 1 and for an unknown order.
    func page() throws(WireError) -> Page {
        let limit = try ControlParameter.number("limit", limit, in: 1...Int64.max) ?? Self.defaultLimit
        let order: Order? = try ControlParameter.choice("order", order)
        return Page(limit: Int(min(limit, Self.maximumLimit)), isDescending: order == .descending)
    }
}
