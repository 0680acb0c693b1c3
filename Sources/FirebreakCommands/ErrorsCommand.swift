package import ArgumentParser
import Firebreak
package import FirebreakModel
import FirebreakWire

/// `firebreak errors [CODE]`: what the errors of a server mean.
package struct ErrorsCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "errors",
        abstract: "Explain the errors that a server answers: what causes them and what to do.",
        discussion: """
            Without a code, a list of all of them. It needs no server: the errors are those of this version. \
            Remedies name settings of the configuration (PATCH /identitytoolkit.googleapis.com/v2/projects/PROJECT/config) \
            and rules (PATCH /firebreak/v1/projects/PROJECT/rules, or serve --rule NAME=VALUE).

            Examples:
              firebreak errors
              firebreak errors INVALID_OOB_CODE
              firebreak errors --json EMAIL_EXISTS
            """
    )

    @Argument(help: "The word in capitals that the error's message begins with.", completion: .errorCodes)
    var code: String?

    @Flag(help: "Print what GET /firebreak/v1/errors answers.")
    var json = false

    @Flag(help: .private)
    var markdown = false

    package init() {}

    package func run() throws {
        let errors = code.map(KnownErrors.errors) ?? KnownErrors.all
        guard !errors.isEmpty else {
            let code = code ?? ""
            let similar = KnownErrors.codes(like: code).joined(separator: ", ")
            throw CommandFailure("there is no error \(code); the most similar are \(similar)", status: .usage)
        }
        try StandardStream.output.write(try text(errors))
    }

    private func text(_ errors: [ErrorEntry]) throws -> String {
        if markdown { return ErrorsPage.text(errors) }
        if json {
            let body = JSON.indented(try WireEncoder().encode(ErrorList(errors: errors)))
            return String(decoding: body, as: UTF8.self) + "\n"
        }
        return code == nil ? ErrorsRendering.table(errors) : ErrorsRendering.details(errors)
    }
}

/// Errors as text for people.
package enum ErrorsRendering {
    /// A line for each, with columns that fit the content.
    package static func table(_ errors: [ErrorEntry]) -> String {
        let rows =
            [["CODE", "STATUS", "AREA", "MESSAGE"]]
            + errors.map { [$0.code, String($0.httpStatus), $0.area, shortened($0.message)] }
        let widths = [0, 1, 2].map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width + 2 - cell.count) }
                .joined() + row[3] + "\n"
        }.joined()
    }

    /// Each with all that is known of it.
    package static func details(_ errors: [ErrorEntry]) -> String { errors.map(details).joined(separator: "\n") }

    private static func details(_ error: ErrorEntry) -> String {
        let others = error.profiles.compactMap { profile -> String? in
            let parts = [profile.httpStatus.map { "status \($0)" }, profile.message].compactMap(\.self)
            return parts.isEmpty ? nil : "in \(profile.name): \(parts.joined(separator: ", "))"
        }
        let fields: [(name: String, value: String?)] = [
            ("Message", error.message), ("Status", String(error.httpStatus)),
            ("Otherwise", others.isEmpty ? nil : others.joined(separator: "; ")),
            ("Profiles", error.profiles.map(\.name).joined(separator: ", ")),
            ("Answered by", error.operations.isEmpty ? nil : error.operations.joined(separator: ", ")),
            ("Cause", error.cause), ("Remedy", error.remedy), ("Provoke", fault(error)),
            ("Never here", error.unreachable),
        ]
        return fields.map { field in
            field.value.map { value in
                (field.name + ":").padded(to: 13) + value + "\n"
            } ?? ""
        }.joined()
    }

    /// The request that lets an operation answer the error (firebreak.md section 11).
    private static func fault(_ error: ErrorEntry) -> String? {
        // What no operation answers by itself, a fault can let any of them answer.
        let operations = error.operations.isEmpty ? ["*"] : error.operations
        guard let operation = operations.first(where: { !$0.begins(with: "firebreak.") }) else { return nil }
        return #"POST …/faults {"on":"\#(operation)","error":"\#(error.code)"}"#
    }

    private static func shortened(_ text: String) -> String {
        text.count > 80 ? text.prefix(79) + "…" : text
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

/// The page of the documentation about errors, which scripts/update-errors.sh makes.
package enum ErrorsPage {
    /// The page as Markdown.
    package static func text(_ errors: [ErrorEntry]) -> String {
        var areas: [(name: String, errors: [ErrorEntry])] = []
        for error in errors {
            if areas.last?.name != error.area { areas.append((error.area, [])) }
            areas[areas.count - 1].errors.append(error)
        }
        return introduction + areas.map { section($0.name, $0.errors) }.joined()
    }

    private static let introduction = """
        # Errors

        <!-- Generated by scripts/update-errors.sh. Do not edit. -->

        Every error that Firebreak can answer: what causes it, and what to do. `firebreak errors CODE` and
        `GET /firebreak/v1/errors/CODE` say the same and, for each, which operations answer it. What differs from answer
        to answer is in angle brackets. Where a profile has other words or another status, they stand below the message.

        Remedies name what to change. The configuration is changed by an Admin SDK, or by
        `PATCH /identitytoolkit.googleapis.com/v2/projects/PROJECT/config?updateMask=NAME` with `Authorization: Bearer owner`,
        and a tenant in the same way at `…/projects/PROJECT/tenants/TENANT`; rules by
        `PATCH /firebreak/v1/projects/PROJECT/rules` or, for all projects, `firebreak serve --rule NAME=VALUE`; the clock by
        `firebreak clock`. Fixtures set all of them.

        """

    private static func section(_ area: String, _ errors: [ErrorEntry]) -> String {
        """

        ## \(title(of: area))

        | Message | Status | Profiles | Cause | Remedy |
        |---|---|---|---|---|

        """ + errors.map(row).joined()
    }

    private static func row(_ error: ErrorEntry) -> String {
        let others = error.profiles.compactMap { profile -> String? in
            let parts = [profile.message.map(code), profile.httpStatus.map(String.init)].compactMap(\.self)
            return parts.isEmpty ? nil : "<br>\(profile.name): \(parts.joined(separator: ", "))"
        }
        let profiles = error.profiles.count == 3 ? "all" : error.profiles.map(\.name).joined(separator: ", ")
        let cause = error.cause + (error.unreachable.map { " No request provokes it: \($0)" } ?? "")
        let cells = [
            code(error.message) + others.joined(), String(error.httpStatus), profiles, cell(cause), cell(error.remedy),
        ]
        return "| \(cells.joined(separator: " | ")) |\n"
    }

    private static func code(_ text: String) -> String { "`\(cell(text))`" }

    /// A text that does not end its cell.
    private static func cell(_ text: String) -> String { text.substituting("|", with: "\\|") }

    /// `secondFactors` as `Second factors`.
    private static func title(of area: String) -> String {
        let words = area.map { $0.isUppercase ? " " + $0.lowercased() : String($0) }.joined()
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
