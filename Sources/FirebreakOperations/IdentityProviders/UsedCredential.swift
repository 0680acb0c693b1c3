import FirebreakCredentials
import FirebreakStore
import FirebreakWire

/// The memory of identity providers' credentials that are good once: ID tokens with a nonce (production.md section 10).
enum UsedCredential {
    /// How long a credential is remembered at least, in milliseconds.
    private static let shortestMemory: Int64 = 3_600_000

    /// Uses a credential up, in the project or tenant of the call.
    ///
    /// - Parameters:
    ///   - credential: What distinguishes it from the provider's others.
    ///   - end: When the credential itself is no good any more.
    /// - Throws: `MISSING_OR_INVALID_NONCE` if it was used before.
    static func use(
        _ credential: String, of providerID: String, until end: Timestamp?, _ tx: Transaction, _ call: OperationContext
    ) throws {
        // Tokens of flows are unique in the project, and the same credential may be good once in each of its tenants.
        let token =
            "used:\(call.tenant?.rawValue ?? ""):" + Digest.sha256Hex(Array("\(providerID) \(credential)".utf8))
        if let flow = try tx.flow(.usedCredential, token: token), !flow.isExpired(at: call.now) {
            throw WireError.duplicateCredential
        }
        let memory = call.now.advanced(byMilliseconds: shortestMemory)
        let flow = Flow(
            token: token, kind: .usedCredential, content: .emptyObject, expiresAt: max(end ?? memory, memory))
        try tx.insert(flow, at: call.now)
    }
}
