import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The console's pages of the catalogue of errors: the list, and the errors of one code.
enum ErrorPage {
    private static let template = Template(asset: "console/errors")

    private static let maximumCause = 160

    @Sendable static func list(_ request: ConsoleRequest) async throws -> RouteResponse {
        let words = request.query["q"]?.trimmed.nonEmpty
        let search = try words.map { words throws(WireError) in try SearchText(words) }
        let errors = try await request.run(ListErrors.self).errors.filter { error in
            search.map { error.has($0) } ?? true
        }
        return request.page(title: "Errors", sheet: .requests, html(errors, words: words))
    }

    @Sendable static func entry(_ request: ConsoleRequest) async throws -> RouteResponse {
        let code = request.parameter("code")
        do {
            let errors = try await request.run(GetErrors.self, ["code": .string(code)]).errors
            let shown = code.uppercased()
            return request.page(title: shown, sheet: .requests, html(shown, errors))
        } catch let error as WireError {
            throw ConsoleProblem.notFound(error.sentence(in: request.call.settings.profile) + ".")
        }
    }

    // MARK: The pages

    /// - Parameters:
    ///   - errors: Those that have the words.
    ///   - words: What the reader looks for.
    private static func html(_ errors: [ErrorEntry], words: String?) -> HTML {
        var groups: [String: [ErrorEntry]] = [:]
        for error in errors { groups[error.code, default: []].append(error) }
        let rows = groups.sorted { $0.key < $1.key }.map { row($0.key, $0.value) }
        return template.filled([
            "filter": FilterBar(list: "errors", path: .errors, chips: [], value: { _ in words }).html,
            "list": rows.isEmpty
                ? template.part("noMatch").filled() : template.part("list").filled(["rows": "\(rows)"]),
        ])
    }

    private static func row(_ code: String, _ errors: [ErrorEntry]) -> HTML {
        let statuses = Set(errors.map(\.httpStatus)).sorted().map { badge($0) }
        let others = errors.count - 1
        return template.part("row").filled([
            "url": "\(ConsolePath.errors.below(code).text)", "code": "\(code)", "statuses": "\(statuses)",
            "cause": ShortText.html(InlineCode.plain(errors.first?.cause ?? ""), maximumCause),
            "others": others == 0 ? "" : template.part("others").filled(["count": "\(others)"]),
        ])
    }

    /// All errors that have a code.
    private static func html(_ code: String, _ errors: [ErrorEntry]) -> HTML {
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
            "cause": InlineCode.html(error.cause), "remedy": InlineCode.html(error.remedy),
            "operations": operations.isEmpty
                ? "" : Controls.fact("Answered by", template.part("words").filled(["words": "\(operations)"])),
            "profiles": Controls.fact("Profiles", profiles(error)),
            "unreachable": error.unreachable.map { Controls.fact("Unreachable", InlineCode.html($0)) } ?? "",
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
        Controls.badge(String(status), JournalRecord.badgeKind(of: status))
    }
}

extension ErrorEntry {
    fileprivate func has(_ search: SearchText) -> Bool {
        search.isIn([code, message, cause, remedy, area] + operations + profiles.map(\.message))
    }
}

/// Finds the error of the catalogue that a call was answered with: many have one code.
struct ErrorMatch {
    /// `error.message` of the answer.
    let message: String?
    let operation: String?

    /// The one that the message is of; else the only one that the operation answers.
    func best(of errors: [ErrorEntry]) -> ErrorEntry? {
        let matches = errors.map { ($0, rank($0)) }.filter { $0.1 > 0 }
        if let best = matches.max(by: { $0.1 < $1.1 }) { return best.0 }
        let likely = errors.filter { entry in
            entry.operations.contains("*") || operation.map(entry.operations.contains) ?? false
        }
        if errors.count == 1 { return errors.first }
        return likely.count == 1 ? likely.first : nil
    }

    /// How much of a message of the error is in the answer; 0 where none is the answer's.
    private func rank(_ error: ErrorEntry) -> Int {
        guard let message else { return 0 }
        return ([error.message] + error.profiles.compactMap(\.message)).map { Self.rank($0, message) }.max() ?? 0
    }

    /// - Parameter pattern: A message in which what differs from answer to answer is in angle brackets.
    private static func rank(_ pattern: String, _ message: String) -> Int {
        if pattern == message { return .max }
        let parts = literals(of: pattern)
        guard parts.count > 1, let first = parts.first, let last = parts.last,
            var rest = message.rest(afterBytes: first),
            message.endsWithBytes(of: last)
        else { return 0 }
        for part in parts.dropFirst() where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return 0 }
            rest = rest[range.upperBound...]
        }
        return 1 + parts.reduce(0) { $0 + $1.utf8.count }
    }

    /// The texts around what is in angle brackets.
    private static func literals(of pattern: String) -> [String] {
        var parts: [String] = []
        var rest = pattern[...]
        while let (text, placeholder) = rest.parted(at: "<"), let (_, after) = placeholder.parted(at: ">") {
            parts.append(String(text))
            rest = after
        }
        return parts + [String(rest)]
    }
}
