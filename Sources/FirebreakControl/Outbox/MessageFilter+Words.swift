import FirebreakOperations
import FirebreakStore
import FirebreakWire

extension MessageFilter {
    /// The conditions as a query would write them, such as ` with to=a@b.test, type=EMAIL_SIGNIN`; empty when there are
    /// none.
    var words: String {
        let conditions: [(name: String, value: String?)] = [
            ("to", recipient), ("type", type), ("channel", channel?.rawValue), ("delivery", delivery?.rawValue),
            ("status", status?.rawValue), ("tenant", tenant?.rawValue), ("after", after.map { String($0) }),
        ]
        let given = conditions.compactMap { name, value in value.map { "\(name)=\($0.onOneLine)" } }
        return given.isEmpty ? "" : " with " + given.joined(separator: ", ")
    }

    /// Names of the conditions that the message does not meet, apart from its place in the outbox.
    func conditions(notMetBy message: Message, at now: Timestamp) -> [String] {
        let conditions: [(name: String, isMet: Bool)] = [
            ("to", recipient.map { $0 == message.recipient } ?? true),
            ("type", type.map { $0 == message.type } ?? true),
            ("channel", channel.map { $0 == message.channel } ?? true),
            ("delivery", delivery.map { $0 == message.delivery } ?? true),
            ("status", status.map { $0 == message.status(at: now) } ?? true),
            ("tenant", tenant.map { $0 == message.tenant } ?? true),
        ]
        return conditions.filter { !$0.isMet }.map(\.name)
    }
}

extension String {
    private static let maximumShown = 200

    /// The text as part of a sentence: addresses come from whoever called the server and may contain anything.
    var onOneLine: String {
        let shown = prefix(Self.maximumShown)
        let scalars = shown.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: "?"
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars)) + (shown.endIndex < endIndex ? "…" : "")
    }
}
