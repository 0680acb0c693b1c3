import FirebreakModel
import FirebreakPages
import FirebreakWire

/// The console's page of failures on demand.
enum FaultPages {
    private static let template = Template(asset: "console/faults")

    /// What a definition may name.
    struct Vocabulary: Sendable {
        var operations: [String]
        var errorCodes: [String]

        init(operations: [String], errorCodes: [String]) {
            self.operations = operations
            self.errorCodes = errorCodes
        }
    }

    /// A fault, and how it is added elsewhere.
    struct Entry: Sendable {
        var fault: Fault
        var command: CurlCommand
        var fixture: String

        init(_ fault: Fault, command: CurlCommand, fixture: String) {
            self.fault = fault
            self.command = command
            self.fixture = fixture
        }
    }

    /// - Parameters:
    ///   - number: Which page of the list, from 1; one that there is not is the last one.
    ///   - isLive: Whether there is a journal, whose stream says when something has happened.
    static func page(
        _ faults: [Entry], number: Int, _ vocabulary: Vocabulary, isLive: Bool, refused: RefusedForm? = nil,
        _ context: ConsoleContext
    ) -> HTML {
        let stream = ConsolePath.control(context.project, "requests:stream")
        var slots = FaultForm(fields: EnteredFields(refused, of: "fault"), template: template).slots
        slots["title"] = StatePages.title(.faults, ProjectState.FaultSummary(faults.map(\.fault)), context)
        slots["live"] = isLive ? #" data-live="\#(stream)""# : ""
        slots["list"] = list(faults, number, context)
        slots["failure"] =
            refused.map { StatePages.template.part("failure").filled(["text": "\($0.message)"]) } ?? ""
        slots["url"] = "\(path(context).text)"
        slots["token"] = context.token
        slots["operations"] = dataList("operations", vocabulary.operations)
        slots["codes"] = dataList("codes", vocabulary.errorCodes)
        return template.filled(slots)
    }

    private static func path(_ context: ConsoleContext) -> ConsolePath { context.path(.state).below("faults") }

    private static func dataList(_ id: String, _ values: [String]) -> HTML {
        let options = values.map { template.part("option").filled(["value": "\($0)"]) }
        return template.part("datalist").filled(["id": "\(id)", "options": "\(options)"])
    }

    // MARK: The list

    private static let pageSize = 40
    /// What all texts to copy on a page may add to it, in bytes of markup.
    private static let copyBudget = 30_000

    private static func list(_ faults: [Entry], _ number: Int, _ context: ConsoleContext) -> HTML {
        guard !faults.isEmpty else { return template.part("empty").filled() }
        let pages = (faults.count + pageSize - 1) / pageSize
        let number = min(max(1, number), pages)
        var budget = copyBudget
        let rows = faults.dropFirst((number - 1) * pageSize).prefix(pageSize).map { row($0, &budget, context) }
        let others: [HTML] = [
            number > 1 ? page(number - 1, "prev", "Previous", context) : "",
            number < pages ? page(number + 1, "next", "Next", context) : "",
        ]
        return template.part("list").filled([
            "rows": "\(rows)", "others": "\(others)",
            "clear": Controls.button(
                "Remove all", to: path(context).below("clear"), kind: "small danger",
                confirm: "Remove all faults of \(context.project.rawValue)?", context),
        ])
    }

    private static func page(_ number: Int, _ rel: String, _ label: String, _ context: ConsoleContext) -> HTML {
        template.part("page").filled([
            "url": "\(path(context).with([("page", String(number))]).text)", "rel": "\(rel)", "label": "\(label)",
        ])
    }

    private static func row(_ entry: Entry, _ budget: inout Int, _ context: ConsoleContext) -> HTML {
        let fault = entry.fault
        let details = fault.definition.details
        let left: HTML =
            switch fault.left {
            case .always: Controls.badge("acts always", "warning")
            case .count(0): Controls.badge("done")
            case .count(let count): Controls.badge("\(count) left", "warning")
            }
        return template.part("fault").filled([
            "id": "\(fault.id)", "version": "\(String(fault.hits))",
            "on": ShortText.html(fault.definition.on.joined(separator: ", "), 300),
            "effect": ShortText.html(fault.definition.effectWithBody, 300),
            "details": details.isEmpty ? "" : template.part("details").filled(["text": ShortText.html(details, 500)]),
            "hits": "\(CountText.text(Int(clamping: fault.hits), "hit"))", "left": left,
            "copies": "\(copies(entry, &budget))", "url": "\(path(context).below("remove").text)",
            "token": context.token,
        ])
    }

    private static func copies(_ entry: Entry, _ budget: inout Int) -> [HTML] {
        let copies = [
            Controls.copy(entry.command.text, label: "Copy as curl"),
            Controls.copy(entry.fixture, label: "Copy as fixture"),
        ]
        let size = copies.reduce(0) { $0 + $1.text.utf8.count }
        guard size <= budget else { return [] }
        budget -= size
        return copies
    }
}

extension FaultDefinition {
    /// What it does.
    fileprivate var effectWithBody: String {
        guard effect == .status, let body else { return effectInWords }
        return effectInWords + " with " + (body.stringValue ?? JSONText.compact(body))
    }

    /// When it does that, besides the calls it is on.
    fileprivate var details: String {
        var parts: [String] = []
        let conditions = (condition ?? [:]).sorted { $0.key < $1.key }
        if !conditions.isEmpty {
            parts.append("where " + conditions.map { "\($0.key) is \($0.value)" }.joined(separator: " and "))
        }
        if let delay, effect != .delay { parts.append("after \(delay)") }
        if let skip, skip > 0 { parts.append("lets the first \(skip) through") }
        if let probability, probability < 1 { parts.append("with probability \(probability)") }
        return parts.joined(separator: "; ")
    }
}
