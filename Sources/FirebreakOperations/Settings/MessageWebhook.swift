import FirebreakStore
package import FirebreakWire

/// Rule `messageWebhook`: where each record of the outbox is posted (firebreak.md section 5.4).
struct MessageWebhook: Sendable, Equatable {
    /// `{project}` in it stands for the project's ID.
    private let url: String
    /// The key of the signature.
    private let secret: String?

    /// - Parameter value: A URL, or `{"url", "secret"}`.
    /// - Throws: `INVALID_ARGUMENT` for anything else. User and password have no place in the URL, which is shown.
    init(_ value: JSON) throws(WireError) {
        let members = value.objectValue ?? [JSON.Member("url", value)]
        var url: String?
        var secret: String?
        for member in members {
            switch (member.key, member.value) {
            case ("url", .string(let text)): url = text
            case ("secret", .string(let text)) where !text.isEmpty: secret = text
            case ("secret", .null): secret = nil
            default: throw Self.invalid
            }
        }
        guard let url, let parsed = AbsoluteURL(url), parsed.isWeb, !parsed.hasUserInfo else { throw Self.invalid }
        self.url = url
        self.secret = secret
    }

    private static let invalid = WireError.invalidArgument(
        member: "messageWebhook",
        "must be an absolute http or https URL without user and password, or {\"url\": …, \"secret\": …}",
        called: "rule messageWebhook")

    /// As it is shown: without the secret, and in a form that cannot be sent back by mistake, which would remove it.
    var document: JSON { secret == nil ? .string(url) : ["url": .string(url), "signed": true] }

    /// A stored rule without its secret.
    static func withoutSecret(_ stored: JSON) -> JSON {
        guard var members = stored.objectValue else { return stored }
        members.removeAll { $0.key == "secret" }
        return .object(members)
    }

    func destination(for project: ProjectID) -> MessageDestination {
        let url = url.substituting("{project}", with: PercentEncoding.encodeComponent(project.rawValue))
        var target: JSON = ["url": .string(url)]
        target["secret"] = secret.map(JSON.string)
        return MessageDestination(
            kind: .webhook, name: AbsoluteURL(url)?.withoutSecrets ?? "webhook", target: target)
    }
}

extension Rules {
    /// Stored rules as they may be shown and exported.
    package static func withoutSecrets(_ stored: JSON) -> JSON {
        var stored = stored
        if let webhook = stored["messageWebhook"] { stored["messageWebhook"] = MessageWebhook.withoutSecret(webhook) }
        return stored
    }
}
