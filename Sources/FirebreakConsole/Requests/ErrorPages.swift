import FirebreakModel
import FirebreakPages
import FirebreakWire

/// The console's pages of the catalogue of errors.
enum ErrorPages {
    private static let template = Template(asset: "console/errors")

    private static let maximumCause = 160

    /// - Parameters:
    ///   - errors: Those that have the words.
    ///   - words: What the reader looks for.
    static func list(_ errors: [ErrorEntry], words: String?) -> HTML {
        var groups: [String: [ErrorEntry]] = [:]
        for error in errors { groups[error.code, default: []].append(error) }
        let rows = groups.sorted { $0.key < $1.key }.map { row($0.key, $0.value) }
        return template.filled([
            "field": Controls.field(
                "q", "Code, message, cause or operation", type: "search", value: words, class: "search"),
            "url": "\(ConsolePath.errors.text)",
            "reset": words == nil ? "" : template.part("reset").filled(["url": "\(ConsolePath.errors.text)"]),
            "list": rows.isEmpty
                ? template.part("noMatch").filled() : template.part("list").filled(["rows": "\(rows)"]),
        ])
    }

    private static func row(_ code: String, _ errors: [ErrorEntry]) -> HTML {
        let statuses = Set(errors.map(\.httpStatus)).sorted().map { badge($0) }
        let others = errors.count - 1
        return template.part("row").filled([
            "url": "\(ConsolePath.errors.below(code).text)", "code": "\(code)", "statuses": "\(statuses)",
            "cause": ShortText.html(Prose.plain(errors.first?.cause ?? ""), maximumCause),
            "others": others == 0 ? "" : template.part("others").filled(["count": "\(others)"]),
        ])
    }

    /// All errors that have a code.
    static func entry(_ code: String, _ errors: [ErrorEntry]) -> HTML {
        let shown = errors.enumerated().map { panel($1, number: $0 + 1) }
        return template.part("entry").filled([
            "code": "\(code)", "list": "\(ConsolePath.errors.text)", "errors": "\(shown)",
            "count": errors.count == 1 ? "" : template.part("count").filled(["count": "\(errors.count)"]),
        ])
    }

    private static func panel(_ error: ErrorEntry, number: Int) -> HTML {
        let operations = error.operations.map { operation -> HTML in
            operation == "*" ? "any operation" : "<code>\(operation)</code>"
        }
        return template.part("error").filled([
            "id": "error-\(number)", "message": "\(error.message)", "status": badge(error.httpStatus),
            "cause": Prose.html(error.cause), "remedy": Prose.html(error.remedy),
            "operations": operations.isEmpty
                ? "" : Controls.fact("Answered by", template.part("words").filled(["words": "\(operations)"])),
            "profiles": Controls.fact("Profiles", profiles(error)),
            "unreachable": error.unreachable.map { Controls.fact("Unreachable", Prose.html($0)) } ?? "",
        ])
    }

    private static func profiles(_ error: ErrorEntry) -> HTML {
        let names: [HTML] = error.profiles.map { profile in
            var differences: [HTML] = []
            if let status = profile.httpStatus { differences.append(badge(status)) }
            if let message = profile.message { differences.append("<code>\(message)</code>") }
            return differences.isEmpty ? "<li>\(profile.name)</li>" : "<li>\(profile.name): \(differences)</li>"
        }
        return template.part("profiles").filled(["names": "\(names)"])
    }

    private static func badge(_ status: Int) -> HTML {
        Controls.badge(String(status), JournalEntryWords.kind(of: status))
    }
}
