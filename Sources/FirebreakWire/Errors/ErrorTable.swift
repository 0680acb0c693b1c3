/// The errors of `Sources/CResources/Resources/errors/errors.txt`, whose first lines say what stands in it.
package struct ErrorTable: Sendable {
    /// In the order of the file.
    package private(set) var rows: [ErrorRow] = []
    /// What cannot be read, by line. Tests expect none; a server does without these rows.
    private(set) var problems: [String] = []
    private var byName: [String: ErrorRow] = [:]

    /// Read when the first error is worded.
    package static let all = ErrorTable(Resource.all["errors/errors.txt"]?.text ?? "")

    init(_ text: String) {
        var reader = ErrorReader()
        for line in ErrorReader.lines(text) {
            do throws(ErrorReader.Problem) { try reader.read(line) } catch {
                problems.append("\(line.number): \(error.text)")
            }
        }
        for draft in reader.drafts {
            guard let row = ErrorRow(draft), byName[row.name] == nil else {
                problems.append("\(draft.name) lacks a message, a cause or a remedy, or is there twice")
                continue
            }
            rows.append(row)
            byName[row.name] = row
        }
    }

    /// The row of a name. For one that the file does not have, the message says so: what is thrown must be answered.
    subscript(name: String) -> ErrorRow { byName[name] ?? ErrorRow(missing: name) }
}

/// What is known of an error.
package final class ErrorRow: Sendable {
    /// The member of ``WireError`` that makes it.
    package let name: String
    package let area: WireError.Area
    /// Whether nothing in the server throws it, so that only faults answer it.
    let isByFaultsAlone: Bool
    /// The member of requests that it is about; `nil` if it is about none, or about another one at each place.
    let field: String?
    /// What a form says at the field, with names in angle brackets as in messages.
    private let form: String?
    /// What raises it, in sentences.
    package let cause: String
    /// What a developer can do about it, in sentences.
    package let remedy: String
    /// Why no request provokes it.
    package let unreachable: String?
    /// What the catalogue shows where something is filled in, by its name.
    package let shown: [String: String]

    private let message: Pattern
    private let emulator: Pattern?
    private let production: Pattern?
    private let code: String?
    private let details: [JSON]

    /// A message with names in angle brackets where something is filled in.
    struct Pattern: Sendable {
        var kind: WireError.Kind
        var precedesService = false
        var text: String
    }

    fileprivate init?(_ draft: ErrorReader.Draft) {
        guard let message = draft.patterns["message"], let cause = draft.texts["cause"],
            let remedy = draft.texts["remedy"]
        else { return nil }
        name = draft.name
        area = draft.area
        isByFaultsAlone = draft.isByFaultsAlone
        field = draft.texts["field"]
        form = draft.texts["form"]
        self.cause = cause
        self.remedy = remedy
        unreachable =
            isByFaultsAlone
            ? "Firebreak has no reason of its own to answer it: a fault does." : draft.texts["unreachable"]
        shown = draft.shown
        self.message = message
        emulator = draft.patterns["emulator"]
        production = draft.patterns["production"]
        code = draft.texts["code"]
        details = draft.details
    }

    fileprivate init(missing name: String) {
        self.name = name
        area = .requests
        isByFaultsAlone = false
        cause = "The server has an error that its catalogue does not have."
        remedy = "Report it as a defect."
        (field, form, unreachable, shown, emulator, production, code, details) = (nil, nil, nil, [:], nil, nil, nil, [])
        message = Pattern(kind: WireError.Kind(500, "INTERNAL"), text: "INTERNAL_ERROR : errors.txt lacks \(name)")
    }

    /// The error in a profile.
    ///
    /// - Parameters:
    ///   - values: What is filled in, by name.
    ///   - details: Those of the call, in place of the row's.
    package func wording(
        in profile: Profile, _ values: [String: String], details other: [JSON]? = nil
    ) -> WireError.Wording {
        let pattern =
            switch profile {
            case .local: message
            case .emulator: emulator ?? message
            case .production: production ?? message
            }
        let text = pattern.text.filled(values)
        let details = other ?? details.map { $0.filled(values.merging(["message": text]) { $1 }) }
        var wording = WireError.Wording(
            text, pattern.kind.filled(values), details: details.isEmpty ? nil : details)
        wording.name = code
        wording.precedesService = pattern.precedesService
        return wording
    }

    /// What a form says at the field; `nil` where it says the message.
    func form(_ values: [String: String]) -> String? { form?.filled(values) }

    /// The names of all that is filled in.
    package var placeholders: Set<String> {
        let patterns = [message, emulator, production].compactMap(\.self)
        let texts =
            [form ?? ""] + patterns.map(\.text) + patterns.flatMap { $0.kind.detail ?? [] }.map(\.value)
            + details.map(\.text)
        let names = texts.flatMap { text in
            text.separated(by: "<", omittingEmptySubsequences: false).dropFirst().compactMap {
                $0.parted(at: ">")?.before
            }
        }
        return Set(
            names.filter { name in
                ("a"..."z").contains(name.unicodeScalars.first ?? "_")
                    && name.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
            }.map(String.init)
        ).subtracting(["message"])
    }
}

// MARK: - Filling in

extension String {
    /// The text with values where it has their names in angle brackets.
    fileprivate func filled(_ values: [String: String]) -> String {
        guard !values.isEmpty else { return self }
        var filled = ""
        var rest = self[...]
        while let (before, after) = rest.parted(at: "<") {
            filled += before
            if let (name, following) = after.parted(at: ">"), let value = values[String(name)] {
                filled += value
                rest = following
            } else {
                filled += "<"
                rest = after
            }
        }
        return filled + rest
    }
}

extension JSON {
    /// The same with values in its texts, which the file nests a few levels deep.
    fileprivate func filled(_ values: [String: String]) -> JSON {
        switch self {
        case .string(let text): .string(text.filled(values))
        case .array(let elements): .array(elements.map { $0.filled(values) })
        case .object(let members): .object(members.map { Member($0.key, $0.value.filled(values)) })
        case .null, .bool, .number: self
        }
    }
}

extension WireError.Kind {
    fileprivate func filled(_ values: [String: String]) -> WireError.Kind {
        guard !values.isEmpty else { return self }
        var kind = self
        kind.detail = detail?.map { Member(key: $0.key, value: $0.value.filled(values)) }
        return kind
    }
}

// MARK: - Reading

/// Reads the file from line to line.
private struct ErrorReader {
    struct Problem: Error {
        let text: String

        init(_ text: String) { self.text = text }
    }

    /// A line with those that continue it.
    struct Line {
        let number: Int
        let isIndented: Bool
        var text: String
    }

    /// A row, of which lines are still to come.
    struct Draft {
        let name: String
        let area: WireError.Area
        let isByFaultsAlone: Bool
        var patterns: [String: ErrorRow.Pattern] = [:]
        var texts: [String: String] = [:]
        var shown: [String: String] = [:]
        var details: [JSON] = []
    }

    private enum Section {
        case kinds
        case rows(WireError.Area, isByFaultsAlone: Bool)
    }

    private(set) var drafts: [Draft] = []
    private var section: Section?
    private var kinds: [String: WireError.Kind] = [:]

    /// The lines that say something. What is indented further than by two spaces continues the line before it.
    static func lines(_ text: String) -> [Line] {
        var lines: [Line] = []
        for (index, line) in text.separated(by: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.isEmpty || line.startsWithBytes(of: "#") { continue }
            if let rest = line.rest(afterBytes: "    "), let last = lines.indices.last {
                lines[last].text += " " + rest
            } else {
                let member = line.rest(afterBytes: "  ")
                lines.append(Line(number: index + 1, isIndented: member != nil, text: String(member ?? line)))
            }
        }
        return lines
    }

    mutating func read(_ line: Line) throws(Problem) {
        if line.isIndented { return try readMember(line.text) }
        if let title = line.text.rest(afterBytes: "[")?.rest(beforeBytes: "]") { return try readSection(title) }
        switch section {
        case .kinds:
            let (name, text) = try parted(line.text[...])
            let (kind, precedesService) = try self.kind(text)
            guard !precedesService else { throw Problem("rows say whether they precede the service") }
            kinds[String(name)] = kind
        case .rows(let area, let isByFaultsAlone):
            drafts.append(Draft(name: line.text, area: area, isByFaultsAlone: isByFaultsAlone))
        case nil: throw Problem("a section is to begin here, such as [accounts]")
        }
    }

    private mutating func readSection(_ title: Substring) throws(Problem) {
        guard title != "kinds" else { return section = .kinds }
        let name = title.rest(beforeBytes: ", by faults alone")
        guard let area = WireError.Area(rawValue: String(name ?? title)) else { throw Problem("no area is \(title)") }
        section = .rows(area, isByFaultsAlone: name != nil)
    }

    private mutating func readMember(_ text: String) throws(Problem) {
        guard let index = drafts.indices.last else { throw Problem("a row is to begin first") }
        let (key, value) = try parted(text[...])
        switch key {
        case "cause", "remedy", "code", "unreachable", "field", "form":
            guard drafts[index].texts.updateValue(String(value), forKey: String(key)) == nil else {
                throw Problem("\(key) is there twice")
            }
        case "shown":
            guard let (name, text) = value.parted(at: " as ") else { throw Problem("no name and text: \(value)") }
            drafts[index].shown[String(name)] = String(text)
        case "detail":
            do { drafts[index].details.append(try JSON(parsing: String(value))) } catch {
                throw Problem("no JSON: \(error)")
            }
        default:
            let (profile, kind) = key.parted(at: " (") ?? (key, "business)")
            guard ["message", "emulator", "production"].contains(profile), let kind = kind.rest(beforeBytes: ")") else {
                throw Problem("no line is called \(key)")
            }
            let (known, precedes) = try self.kind(kind)
            let pattern = ErrorRow.Pattern(kind: known, precedesService: precedes, text: String(value))
            guard drafts[index].patterns.updateValue(pattern, forKey: String(profile)) == nil else {
                throw Problem("\(profile) is there twice")
            }
        }
    }

    private func parted(_ text: Substring) throws(Problem) -> (key: Substring, value: Substring) {
        guard let (key, value) = text.parted(at: ": ") else { throw Problem("no colon and space: \(text)") }
        return (key, value)
    }

    /// A kind by its name or as it is written out, and whether the error precedes the service.
    private func kind(_ text: Substring) throws(Problem) -> (kind: WireError.Kind, precedesService: Bool) {
        let parts = text.separated(by: ", ")
        let marks = parts.filter { $0 == "before the service" || $0 == "business in v1" }
        let words = parts.filter { !marks.contains($0) }
        guard let first = words.first else { throw Problem("no kind is called \(text)") }
        let members = words.dropFirst()
        let (status, canonical) = first.parted(at: " ") ?? (first, "")
        var kind: WireError.Kind
        if let status = Int(status) {
            kind = WireError.Kind(status, canonical.isEmpty ? nil : String(canonical))
            if !members.isEmpty { kind.detail = [] }
        } else if let known = first == "business" ? .business : kinds[String(first)], members.isEmpty {
            kind = known
        } else {
            throw Problem("no kind is called \(text)")
        }
        for member in members {
            guard let (key, value) = member.parted(at: " ") else { throw Problem("no member and value: \(member)") }
            if key == "message" {
                kind.detailMessage = String(value)
            } else {
                kind.detail?.append(WireError.Kind.Member(key: String(key), value: String(value)))
            }
        }
        if marks.contains(where: { $0 == "business in v1" }) { kind.isBusinessInV1 = true }
        return (kind, marks.contains { $0 == "before the service" })
    }
}
