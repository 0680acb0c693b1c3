import FirebreakWire

extension OperationName {
    /// What faults can be on besides operations: the messages that operations send.
    package static let messages = ["outbox.email", "outbox.sms"]

    /// Everything that has a name, sorted.
    package static let allWithMessages: [String] = (all + messages).sorted()

    /// Operations that are of no project, or look at none: no fault can be on them.
    private static let ofNoProject: Set<String> = [
        "keys.certificates", "keys.idTokenIssuer", "keys.jwks", "keys.sessionCookieIssuer", "pages.iframe",
        "pages.links", "pages.openapi", "pages.status",
    ]

    /// The calls that faults can be on.
    package static let calls: [String] = all.filter { !ofNoProject.contains($0) }

    /// What a name in a fault stands for: an operation or a kind of message, those that begin alike (`accounts.*`), or
    /// all calls (`*`).
    ///
    /// - Returns: Nothing for a name that stands for nothing a fault can be on.
    package static func named(_ name: String) -> [String] {
        if name == "*" { return calls }
        let known = calls + messages
        guard name.ends(with: ".*") else { return known.contains(name) ? [name] : [] }
        return known.filter { $0.begins(with: name.dropLast()) }
    }
}
