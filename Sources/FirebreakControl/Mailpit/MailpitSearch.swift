import FirebreakOperations
import FirebreakStore
package import FirebreakWire

/// A search in Mailpit's words: texts, `to:`, `from:`, `subject:` and others, quotes, `-` for what must not be.
struct MailpitSearch: Sendable {
    /// The text of a mail that a word is looked for in.
    private enum Part: Hashable {
        case addressed, everything, from, messageID, nothing, replyTo, subject, to

        func text(of mail: MailpitMail) -> String {
            switch self {
            case .addressed: "\(mail.sender) \(mail.recipient) \(mail.replyTo)"
            case .everything: "\(mail.subject) \(mail.sender) \(mail.recipient) \(mail.replyTo) \(mail.text)"
            case .from: mail.sender
            case .messageID: mail.messageID
            case .nothing: ""
            case .replyTo: mail.replyTo
            case .subject: mail.subject
            case .to: mail.recipient
            }
        }
    }

    private enum Condition: Sendable {
        case contains(Part, TextSearch)
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

    /// - Throws: `INVALID_ARGUMENT` for a search without words, one that is too long, and a date that cannot be read.
    init(_ query: String?) throws(WireError) {
        let query = query ?? ""
        try Limit.search.check(query)
        let words = Self.words(query)
        try Limit.searchWords.check(words.count)
        var terms: [Term] = []
        for word in words { terms.append(try Self.term(word)) }
        guard !terms.isEmpty else { throw .invalidArgument(member: "query", "must have words to search for") }
        self.terms = terms
    }

    func matches(_ mail: MailpitMail) -> Bool {
        // Folded once for all words.
        var texts: [Part: FoldedText] = [:]
        func text(_ part: Part) -> FoldedText {
            if let text = texts[part] { return text }
            let text = FoldedText(part.text(of: mail))
            texts[part] = text
            return text
        }
        return terms.allSatisfy { term in
            let isMet =
                switch term.condition {
                case .contains(let part, let search): search.isIn(text(part))
                case .before(let time): mail.message.createdAt < time
                case .after(let time): mail.message.createdAt > time
                case .constant(let isMet): isMet
                }
            return isMet != term.isExcluded
        }
    }

    /// Splits at spaces, except inside quotes, which are removed.
    private static func words(_ query: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        for scalar in query.unicodeScalars {
            if scalar == "\"" {
                isQuoted.toggle()
            } else if scalar.properties.isWhitespace, !isQuoted {
                words.append(word)
                word = ""
            } else {
                word.unicodeScalars.append(scalar)
            }
        }
        return (words + [word]).filter { !$0.isEmpty && $0 != "-" && $0 != "!" }
    }

    private static let parts: [String: Part] = [
        "addressed": .addressed, "bcc": .nothing, "cc": .nothing, "from": .from, "message-id": .messageID,
        "reply-to": .replyTo, "subject": .subject, "to": .to,
    ]

    private static func term(_ word: String) throws(WireError) -> Term {
        let excluded = word.rest(afterBytes: "-") ?? word.rest(afterBytes: "!")
        let isExcluded = excluded != nil
        let word = excluded.map(String.init) ?? word
        guard let (field, rest) = word.parted(at: ":") else {
            return Term(condition: .contains(.everything, TextSearch(FoldedText(word))), isExcluded: isExcluded)
        }
        let name = field.lowercased()
        let condition: Condition
        switch name {
        case "before": condition = .before(try time(String(rest)))
        case "after": condition = .after(try time(String(rest)))
        // There are neither marks nor attachments.
        case "is": condition = .constant(rest.lowercased() == "unread")
        case "has", "tag": condition = .constant(false)
        default:
            let part = parts[name]
            condition = .contains(part ?? .everything, TextSearch(FoldedText(part == nil ? word : String(rest))))
        }
        return Term(condition: condition, isExcluded: isExcluded)
    }

    /// A date, or a date and a time, in UTC unless it says otherwise.
    private static func time(_ text: String) throws(WireError) -> Timestamp {
        let text = text.uppercased().substituting("/", with: "-").substituting(" ", with: "T")
        for ending in ["", "Z", ":00Z", "T00:00:00Z"] {
            if let time = Timestamp(rfc3339: text + ending) { return time }
        }
        throw .invalidArgument("before and after need a date, such as 2026-06-30")
    }
}

/// The mails that a call to Mailpit's API deletes.
package enum MailpitSelection: Sendable, Equatable {
    case all
    case these([String])

    /// As Mailpit reads it: no list, or an empty one, means all. But a list that cannot be read must not mean all.
    ///
    /// - Parameters:
    ///   - body: JSON, `{"IDs":[…]}`, or a form, `ids=…&ids=…`.
    ///   - isForm: Whether it is a form.
    /// - Throws: `INVALID_ARGUMENT`.
    package init(_ body: [UInt8], isForm: Bool) throws(WireError) {
        guard body.contains(where: { $0 > 0x20 }) else {
            self = .all
            return
        }
        let ids = try isForm ? Self.ids(inForm: body) : Self.ids(inJSON: body)
        self = ids.isEmpty ? .all : .these(ids)
    }

    private static func ids(inForm body: [UInt8]) throws(WireError) -> [String] {
        let fields = FormURLEncoding.parse(String(decoding: body, as: UTF8.self))
        guard fields.allSatisfy({ $0.name.lowercased() == "ids" && !$0.value.isEmpty }) else { throw unreadable }
        return fields.map(\.value)
    }

    private static func ids(inJSON body: [UInt8]) throws(WireError) -> [String] {
        guard let members = (try? JSON(parsing: body))?.objectValue else { throw unreadable }
        var ids: [String] = []
        for member in members {
            guard member.key.lowercased() == "ids", let list = member.value.arrayValue else { throw unreadable }
            for element in list {
                guard let id = element.stringValue else { throw unreadable }
                ids.append(id)
            }
        }
        return ids
    }

    private static let unreadable = WireError.invalidArgument(
        "the body must be {\"IDs\":[…]} or a form with ids; nothing was deleted")
}
