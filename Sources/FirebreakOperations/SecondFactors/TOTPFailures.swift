import FirebreakStore
import FirebreakWire

/// Wrong one-time passwords given at the sign-ins of one account, where rule `limits.totpFailures` counts them
/// (production.md section 12).
struct TOTPFailures: Sendable {
    /// Milliseconds from the first wrong code to the moment when counting begins again. Production says "some minutes".
    private static let period: Int64 = 300_000

    private let limit: Int64
    private let token: String
    private let call: Call

    /// - Returns: `nil` if failures are not counted.
    init?(of account: AccountID, _ call: Call) {
        guard let limit = call.rules.limits.totpFailures else { return nil }
        self.limit = limit
        self.call = call
        // Tokens are unique in the project; no other flow's has slashes.
        token = "totpFailures/\(call.tenant?.rawValue ?? "")/\(account.rawValue)"
    }

    private func current(_ tx: Transaction) throws -> Flow? {
        guard let flow = try tx.flow(.totpFailures, token: token), !flow.isExpired(at: call.now) else { return nil }
        return flow
    }

    /// - Throws: `QUOTA_EXCEEDED` if there were too many.
    func check(_ tx: Transaction) throws {
        guard try current(tx)?.attempts ?? 0 < limit else { throw WireError.oneTimePasswordQuotaExceeded }
    }

    /// Counts a wrong code.
    ///
    /// - Returns: The error for it; the transaction must be committed.
    func count(_ tx: Transaction) throws -> WireError {
        let flow: Flow
        if let current = try current(tx) {
            flow = current
        } else {
            flow = Flow(
                token: token, kind: .totpFailures, content: .emptyObject,
                expiresAt: call.now.advanced(byMilliseconds: Self.period))
            try tx.insert(flow, at: call.now)
        }
        try tx.noteAttempt(flow)
        return flow.attempts + 1 < limit ? .invalidCode : .oneTimePasswordQuotaExceeded
    }
}
