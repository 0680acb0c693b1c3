import FirebreakPages
import FirebreakWire

/// What an operation refused, in the words of a form: a sentence for a person, and the field that it is about. Every form
/// of the console says errors by it.
struct FormProblem: Sendable {
    /// The name of the field; `nil` for what is about none.
    let field: String?
    /// As it stands at the field.
    var text: String
    /// Of a message that begins with the name of its member: as a whole.
    private let whole: String?
    /// What a developer can do about it, where the sentence does not say it.
    private let remedy: String
    /// Of the catalogue.
    private let code: String

    init(_ error: WireError, in profile: Profile) {
        let words = error.words(in: profile)
        code = error.code
        field = error.field
        if let form = error.form {
            text = form
            (whole, remedy) = (nil, "")
        } else if let words, field != nil {
            text = Self.sentence(error.demand.map { "This \($0)" } ?? words)
            (whole, remedy) = (Self.sentence(words), "")
        } else {
            text = Self.sentence(words ?? InlineCode.plain(error.row.cause))
            (whole, remedy) = (nil, error.row.remedy)
        }
    }

    /// The sentence, what to do, and the code for those who look it up.
    var notice: ConsoleFrame.Notice {
        let url = ConsolePath.errors.below(code).text
        let link: HTML = #" <a href="\#(url)">\#(code)</a>"#
        let rest: HTML = remedy.isEmpty ? "" : " \(InlineCode.html(remedy))"
        return ConsoleFrame.Notice(.failure, "\(ShortText.html(whole ?? text, 2000))\(rest)\(link)")
    }

    /// With a full stop, and beginning as a sentence does.
    static func sentence(_ text: String) -> String {
        let beginning = text.prefix(1).uppercased() + text.dropFirst()
        return [".", "!", "?"].contains { beginning.endsWithBytes(of: $0) } ? beginning : beginning + "."
    }
}

extension WireError {
    /// What the error says in words, without the code before them; `nil` where it is a mere code.
    fileprivate func words(in profile: Profile) -> String? {
        let sentence = sentence(in: profile)
        return sentence == wording(in: profile).code ? nil : sentence
    }
}
