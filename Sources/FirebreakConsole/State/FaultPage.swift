import FirebreakControl
import FirebreakDiscovery
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The console's page of failures on demand.
struct FaultPage {
    private static let template = Template(asset: "console/faults")

    private typealias Effect = FaultDefinition.Effect

    private let request: ConsoleRequest
    private let faults: [Fault]
    private let refused: RefusedForm?

    private init(_ request: ConsoleRequest, refused: RefusedForm? = nil) async throws {
        self.request = request
        self.refused = refused
        faults = try await request.run(ListFaults.self).faults
    }

    // MARK: Requests

    @Sendable static func show(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await FaultPage(request).answer()
    }

    @Sendable static func add(_ request: ConsoleRequest) async throws -> RouteResponse {
        let entered = SubmittedFault(request.form)
        let problems = entered.problems
        guard problems.isEmpty else { return try await refuse(problems, request) }
        do {
            _ = try await AddFault.run(.init(definition: entered.definition), request.call)
        } catch let error as WireError {
            let message = FormProblem(error, in: request.call.settings.profile).text
            return try await refuse([AddFault.Problem(place: "", message: message)], request)
        }
        return back(request, .faultAdded)
    }

    @Sendable static func remove(_ request: ConsoleRequest) async throws -> RouteResponse {
        _ = try await RemoveFault.run(FaultID(request.form["id"] ?? ""), request.call)
        return back(request, .faultRemoved)
    }

    @Sendable static func clear(_ request: ConsoleRequest) async throws -> RouteResponse {
        _ = try await request.run(RemoveFaults.self)
        return back(request, .faultsRemoved)
    }

    private static func back(_ request: ConsoleRequest, _ notice: ConsoleNotice) -> RouteResponse {
        request.redirect(to: request.path(.state).below("faults"), notice: notice)
    }

    /// Shows the form again: beside a field what is wrong with that, above the form the rest.
    private static func refuse(_ problems: [AddFault.Problem], _ request: ConsoleRequest) async throws -> RouteResponse
    {
        var ofFields: [String: String] = [:]
        var others: [String] = []
        for problem in problems {
            if let field = SubmittedFault.field(of: problem.place) {
                // A sentence of its own, or what is said of the field.
                let start = problem.message.startsWithBytes(of: "there ") ? "" : "This "
                ofFields[field] = (ofFields[field].map { $0 + "; " } ?? start) + problem.message
            } else {
                others.append(problem.message)
            }
        }
        ofFields = ofFields.mapValues(FormProblem.sentence)
        let message = ["The fault was not added."] + others.map(FormProblem.sentence)
        let refused = RefusedForm(
            name: "fault", message: message.joined(separator: " "), fields: request.form.fields, problems: ofFields)
        return try await FaultPage(request, refused: refused).answer()
    }

    // MARK: The page

    private func answer() throws -> RouteResponse {
        request.page(
            .state, title: "Faults", count: faults.count, of: [.faults], status: refused == nil ? 200 : 400, try html())
    }

    private func html() throws -> HTML {
        var slots = slots(of: FormFields(refused, of: "fault"))
        slots["title"] = StatePage.title(.faults, faults, request)
        slots["list"] = try list()
        slots["failure"] = refused.map { StatePage.template.part("failure").filled(["text": "\($0.message)"]) } ?? ""
        slots["url"] = "\(path.text)"
        slots["token"] = request.formToken
        let operations = ["*", "accounts.*"] + (OperationName.calls + OperationName.messages).sorted()
        slots["operations"] = dataList("operations", operations)
        slots["codes"] = dataList("codes", ErrorCatalogue.codes)
        return Self.template.filled(slots)
    }

    private var path: ConsolePath { request.path(.state).below("faults") }

    private func dataList(_ id: String, _ values: [String]) -> HTML {
        let options = values.map { Self.template.part("option").filled(["value": "\($0)"]) }
        return Self.template.part("datalist").filled(["id": "\(id)", "options": "\(options)"])
    }

    // MARK: The list

    private static let pageSize = 40
    /// What all texts to copy on a page may add to it, in bytes of markup.
    private static let copyBudget = 30_000

    private func list() throws -> HTML {
        guard !faults.isEmpty else { return Self.template.part("empty").filled() }
        let pages = (faults.count + Self.pageSize - 1) / Self.pageSize
        let number = min(max(1, request.query["page"].flatMap { Int($0) } ?? 1), pages)
        var budget = Self.copyBudget
        let shown = faults.dropFirst((number - 1) * Self.pageSize).prefix(Self.pageSize)
        let rows = try shown.map { try row($0, &budget) }
        let others: [HTML] = [
            number > 1 ? page(number - 1, "prev", "Previous") : "",
            number < pages ? page(number + 1, "next", "Next") : "",
        ]
        return Self.template.part("list").filled([
            "rows": "\(rows)", "others": "\(others)",
            "clear": Controls.button(
                "Remove all", to: path.below("clear"), kind: "small danger",
                confirm: "Remove all faults of \(request.project.rawValue)?", request),
        ])
    }

    private func page(_ number: Int, _ rel: String, _ label: String) -> HTML {
        Self.template.part("page").filled([
            "url": "\(path.with([("page", String(number))]).text)", "rel": "\(rel)", "label": "\(label)",
        ])
    }

    private func row(_ fault: Fault, _ budget: inout Int) throws -> HTML {
        let details = fault.definition.details
        let copies = try copies(fault.definition, &budget)
        let left: HTML =
            switch fault.left {
            case .always: Controls.badge("acts always", "warning")
            case .count(0): Controls.badge("done")
            case .count(let count): Controls.badge("\(count) left", "warning")
            }
        return Self.template.part("fault").filled([
            "id": "\(fault.id)", "version": "\(String(fault.hits))",
            "on": ShortText.html(fault.definition.on.joined(separator: ", "), 300),
            "effect": ShortText.html(fault.definition.effectWithBody, 300),
            "details": details.isEmpty
                ? "" : Self.template.part("details").filled(["text": ShortText.html(details, 500)]),
            "hits": "\(Formatting.count(Int(clamping: fault.hits), "hit"))", "left": left,
            "copies": "\(copies)", "url": "\(path.below("remove").text)", "touched": touched(fault.id),
            "token": request.formToken,
            "question": "Remove the fault on \(fault.definition.on.joined(separator: ", ").clipped(to: 300))?",
        ])
    }

    /// The newest calls that it took, and the messages of those.
    private func touched(_ fault: String) -> HTML {
        let calls = request.journal(.project(request))?.calls(takenBy: fault, limit: Self.maximumTouched) ?? []
        guard !calls.isEmpty else { return "" }
        let links: [HTML] = calls.map { call in
            let page = request.path(.requests).below(String(call.seq))
            let link = Self.template.part("touched").filled([
                "url": "\(page.text)", "text": "\(call.name.clipped(to: 80)) (request \(String(call.seq)))",
            ])
            guard let seq = call.messages.first else { return link }
            let message = request.path(.outbox).below("seq", String(seq))
            return
                "\(link) and \(Self.template.part("touched").filled(["url": "\(message.text)", "text": "its message"]))"
        }
        let list = links.enumerated().map { $0.offset == 0 ? $0.element : ", \($0.element)" as HTML }
        return Self.template.part("touchedList").filled(["links": "\(list)"])
    }

    private static let maximumTouched = 3

    /// How it is added elsewhere.
    private func copies(_ fault: FaultDefinition, _ budget: inout Int) throws -> [HTML] {
        let command = CurlCommand(
            "POST", ConsolePath.control(request.project, "faults"), body: try fault.json,
            token: request.context.guardian.needsSession ? "<control token>" : nil, at: request.call.origin)
        let fixture = "faults:\n  - \(try fault.fixtureElement.text)\n"
        let copies = [
            Controls.copy(command.text, label: "Copy as curl"),
            Controls.copy(fixture, label: "Copy as fixture"),
        ]
        let size = copies.reduce(0) { $0 + $1.text.utf8.count }
        guard size <= budget else { return [] }
        budget -= size
        return copies
    }

    // MARK: The form

    /// The slots of the form that adds a fault.
    private func slots(of fields: FormFields) -> [String: HTML] {
        [
            "on": fields.field(
                "on", "Operation or message",
                hint: "Such as accounts.signUp, accounts.* or outbox.email; put commas between several.",
                attributes: #" required list="operations" autocomplete="off" class="mono""#),
            "open": fields.hasAny(FaultDefinition.Subject.allCases.map(SubmittedFault.field)) ? " open" : "",
            "conditions": "\(FaultDefinition.Subject.allCases.map { condition($0, fields) })",
            "effect": fields.select(
                "effect", "What happens", Effect.allCases.map { ($0.rawValue, $0.label) },
                selected: Effect.error.rawValue),
            "onCalls": "\(Effect.allCases.filter { !$0.isOnMessages }.map(\.rawValue).joined(separator: " "))",
            "error": fields.field(
                "error", "Error code", hint: "From the catalogue, or a whole message that begins with a code.",
                attributes: #" list="codes" autocomplete="off" class="mono""#),
            "status": fields.field(
                "status", "HTTP status", attributes: #" inputmode="numeric" placeholder="503""#),
            "body": fields.area(
                "body", "Body", rows: 3, hint: "An object or a list is sent as JSON, anything else as text."),
            "deliverAfter": fields.field(
                "deliverAfter", "How much later, by the project’s clock", attributes: #" placeholder="10m""#),
            "delay": fields.field(
                "delay", "Delay", hint: "How long to wait first, such as 2s or 500ms.",
                attributes: #" autocomplete="off""#),
            "counts": """
            \(fields.field("times", "Times", value: "1", hint: "A number, or always."))
            \(fields.field("skip", "Let through first", attributes: #" inputmode="numeric" placeholder="0""#))
            \(fields.field("probability", "Probability", attributes: #" inputmode="decimal" placeholder="1""#))
            """,
        ]
    }

    private func condition(_ subject: FaultDefinition.Subject, _ fields: FormFields) -> HTML {
        let (field, label) = (SubmittedFault.field(subject), subject.label)
        guard subject == .caller else { return fields.field(field, "\(label)") }
        return fields.select(field, "\(label)", [("", "anybody"), ("app", "an app (API key)"), ("admin", "an admin")])
    }
}

/// A fault as the form has it.
struct SubmittedFault {
    let definition: JSON
    /// What is wrong with it.
    let problems: [AddFault.Problem]

    init(_ form: SubmittedForm) {
        var definition: JSON = ["on": Self.names(form["on"] ?? "")]
        let conditions = FaultDefinition.Subject.allCases.compactMap { subject in
            form[Self.field(subject)].map { JSON.Member(subject.rawValue, .string($0)) }
        }
        if !conditions.isEmpty { definition["where"] = .object(conditions) }
        for name in ["error", "status", "deliverAfter", "delay", "times", "skip", "probability"] {
            definition[name] = form[name].map(JSON.string)
        }
        definition["body"] = form["body"].map(Self.body)
        let effect = form["effect"].flatMap(FaultDefinition.Effect.init(rawValue:))
        if let effect, let value = effect.value { definition[effect.member] = .string(value) }
        self.definition = definition
        problems = AddFault.problems(in: definition) + Self.missing(effect, in: definition)
    }

    /// The name of a condition's field.
    static func field(_ subject: FaultDefinition.Subject) -> String { "where.\(subject.rawValue)" }

    /// The field of a place in the definition; `nil` for the whole definition, and for what has no field.
    static func field(of place: String) -> String? {
        if place.startsWithBytes(of: "where.") { return place }
        let name = place.prefix { $0 != "." }
        if FaultDefinition.Effect.allCases.contains(where: { $0.member == name && $0.value != nil }) { return "effect" }
        return name.isEmpty || name == "where" ? nil : String(name)
    }

    private static func names(_ text: String) -> JSON {
        let names = text.separated { $0 == "," || $0.properties.isWhitespace }.map { JSON.string(String($0)) }
        if let name = names.first, names.count == 1 { return name }
        return .array(names)
    }

    private static func body(_ text: String) -> JSON {
        guard let value = try? JSON(parsing: text) else { return .string(text) }  // no JSON: a text
        switch value {
        case .object, .array: return value
        case .null, .bool, .number, .string: return .string(text)
        }
    }

    /// Without it, what was meant as an error would be a mere delay.
    private static func missing(_ effect: FaultDefinition.Effect?, in definition: JSON) -> [AddFault.Problem] {
        guard let effect, effect.value == nil, definition[effect.member] == nil,
            FaultDefinition.Effect.allCases.allSatisfy({ $0 == .delay || definition[$0.member] == nil })
        else { return [] }
        return [AddFault.Problem(place: effect.member, message: "is missing")]
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
