package import FirebreakModel
import FirebreakWire

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
