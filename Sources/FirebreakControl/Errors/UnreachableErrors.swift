import FirebreakOperations
package import FirebreakWire

/// Errors that no request provokes, each with the reason.
package enum UnreachableErrors {
    package static let all: [(error: WireError, reason: String)] = [
        (
            .internalError,
            "It takes a defect of the server; no request is known that meets one."
        ),
        (
            .tenantTokenInProject,
            "An ID token selects its tenant before it is looked at, so none is ever used with the project itself."
        ),
    ]

    /// By ``WireError/signature``.
    static let reasons: [String: String] = Dictionary(all.map { ($0.error.signature, $0.reason) }) { first, _ in first }
}
