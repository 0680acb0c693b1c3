import FirebreakOperations
package import FirebreakWire

/// Errors that no request provokes, each with the reason.
package enum UnreachableErrors {
    package static let all: [(error: WireError, reason: String)] = outOfReach + asFaults

    private static let outOfReach: [(error: WireError, reason: String)] = [
        (
            .internalError,
            "It takes a defect of the server; no request is known that meets one."
        ),
        (
            .tenantTokenInProject,
            "An ID token selects its tenant before it is looked at, so none is ever used with the project itself."
        ),
    ]

    /// What the service alone has a reason for (production.md section 1.3).
    private static let asFaults: [(error: WireError, reason: String)] = WireError.serviceErrors
        .filter { $0 != .apiKeyInvalid() }
        .map { ($0, "Firebreak has no reason of its own to answer it: a fault does.") }

    /// By ``WireError/signature``.
    static let reasons: [String: String] = Dictionary(all.map { ($0.error.signature, $0.reason) }) { first, _ in first }
}
