import FirebreakWire

extension Transaction {
    /// How many codes of the whole project still work, over all tenants and channels. Codes whose messages were deleted
    /// from the outbox count, too.
    package func openCodeCount(at moment: OutboxMoment) throws -> Int {
        try first(
            """
            SELECT COUNT(*) FROM message WHERE code IS NOT NULL AND usedAt IS NULL AND supersededAt IS NULL
            AND voidedAt IS NULL AND (expiresAt IS NULL OR expiresAt > ?)
            """, [moment.expiry.milliseconds]
        ) { $0[0] } ?? 0
    }
}
