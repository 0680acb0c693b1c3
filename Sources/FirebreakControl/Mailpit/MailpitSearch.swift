import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// A search in Mailpit's words: texts, `to:`, `from:`, `subject:` and others, quotes, `-` for what must not be.
struct MailpitSearch: Sendable {
    private enum Condition: Sendable {
        case contains(@Sendable (MailpitMail) -> String, String)
        case before(Timestamp)
        case after(Timestamp)
        /// Met by all mails, or by none.
        case constant(Bool)
    }

    private struct Term: Sendable {
        var condition: Condition
        var isExcluded: Bool
    }

    private let terms: [Term]

    /// - Throws: `INVALID_ARGUMENT` for a search without words and for a date that cannot be read.
    init(_ query: String?) throws(WireError) {
        var terms: [Term] = []
        for word in Self.words(query ?? "") { terms.append(try Self.term(word)) }
        guard !terms.isEmpty else { throw .invalidArgument("query must have words to search for") }
        self.terms = terms
    }

    func matches(_ mail: MailpitMail) -> Bool {
        terms.allSatisfy { Self.isMet($0.condition, by: mail) != $0.isExcluded }
    }

    private static func isMet(_ condition: Condition, by mail: MailpitMail) -> Bool {
        switch condition {
        case .contains(let part, let text): part(mail).lowercased().contains(text)
        case .before(let time): mail.message.createdAt < time
        case .after(let time): mail.message.createdAt > time
        case .constant(let isMet): isMet
        }
    }

    /// Splits at spaces, except inside quotes, which are removed.
    private static func words(_ query: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        for character in query {
            if character == "\"" {
                isQuoted.toggle()
            } else if character.isWhitespace, !isQuoted {
                words.append(word)
                word = ""
            } else {
                word.append(character)
            }
        }
        return (words + [word]).filter { !$0.isEmpty && $0 != "-" && $0 != "!" }
    }

    private static let parts: [String: @Sendable (MailpitMail) -> String] = [
        "addressed": { "\($0.sender) \($0.recipient) \($0.replyTo)" }, "bcc": { _ in "" }, "cc": { _ in "" },
        "from": \.sender, "message-id": \.messageID, "reply-to": \.replyTo, "subject": \.subject, "to": \.recipient,
    ]

    private static func term(_ word: String) throws(WireError) -> Term {
        let isExcluded = word.hasPrefix("-") || word.hasPrefix("!")
        let word = isExcluded ? String(word.dropFirst()) : word
        let everything: @Sendable (MailpitMail) -> String = {
            "\($0.subject) \($0.sender) \($0.recipient) \($0.replyTo) \($0.text)"
        }
        guard let colon = word.firstIndex(of: ":") else {
            return Term(condition: .contains(everything, word.lowercased()), isExcluded: isExcluded)
        }
        let name = word[..<colon].lowercased()
        let value = word[word.index(after: colon)...].lowercased()
        let condition: Condition
        switch name {
        case "before": condition = .before(try time(value))
        case "after": condition = .after(try time(value))
        // There are neither marks nor attachments.
        case "is": condition = .constant(value == "unread")
        case "has", "tag": condition = .constant(false)
        default: condition = .contains(parts[name] ?? everything, parts[name] == nil ? word.lowercased() : value)
        }
        return Term(condition: condition, isExcluded: isExcluded)
    }

    /// A date, or a date and a time, in UTC unless it says otherwise.
    private static func time(_ text: String) throws(WireError) -> Timestamp {
        let text = text.uppercased().replacing("/", with: "-").replacing(" ", with: "T")
        for ending in ["", "Z", ":00Z", "T00:00:00Z"] {
            if let time = Timestamp(rfc3339: text + ending) { return time }
        }
        throw .invalidArgument("before and after need a date, such as 2026-06-30")
    }
}
