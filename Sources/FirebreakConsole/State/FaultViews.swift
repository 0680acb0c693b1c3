import FirebreakControl
import FirebreakDiscovery
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The page of failures on demand.
enum FaultViews {
    @Sendable static func list(_ visit: ConsoleVisit) async throws -> RouteResponse { try await page(visit) }

    @Sendable static func add(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let entered = EnteredFault(visit.form)
        let problems = entered.problems
        guard problems.isEmpty else { return try await refuse(problems, visit) }
        do {
            _ = try await AddFault.run(.init(definition: entered.definition), visit.call)
        } catch let error as WireError {
            let message = error.sentence(in: visit.call.settings.profile)
            return try await refuse([AddFault.Problem(place: "", message: message)], visit)
        }
        return back(visit, .faultAdded)
    }

    @Sendable static func remove(_ visit: ConsoleVisit) async throws -> RouteResponse {
        _ = try await RemoveFault.run(.init(id: visit.form["id"] ?? ""), visit.call)
        return back(visit, .faultRemoved)
    }

    @Sendable static func clear(_ visit: ConsoleVisit) async throws -> RouteResponse {
        _ = try await visit.run(RemoveFaults.self)
        return back(visit, .faultsRemoved)
    }

    private static func back(_ visit: ConsoleVisit, _ notice: ConsoleNotice) -> RouteResponse {
        visit.redirect(to: visit.context.path(.state).below("faults"), notice: notice)
    }

    // MARK: The page

    /// Shows the form again: beside a field what is wrong with that, above the form the rest.
    private static func refuse(_ problems: [AddFault.Problem], _ visit: ConsoleVisit) async throws -> RouteResponse {
        var ofFields: [String: String] = [:]
        var others: [String] = []
        for problem in problems {
            if let field = EnteredFault.field(of: problem.place) {
                ofFields[field, default: ""] += (ofFields[field] == nil ? "" : "; ") + problem.message
            } else {
                others.append(problem.message)
            }
        }
        let message = (["The fault was not added."] + others.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." })
        return try await page(
            visit,
            refused: RefusedForm(
                name: "fault", message: message.joined(separator: " "), fields: visit.form.fields, problems: ofFields))
    }

    private static func page(_ visit: ConsoleVisit, refused: RefusedForm? = nil) async throws -> RouteResponse {
        let faults = try await visit.run(ListFaults.self).faults
        let page = FaultPages.page(
            try faults.map { try entry($0, visit) }, number: visit.query["page"].flatMap { Int($0) } ?? 1, vocabulary,
            isLive: visit.call.control.journal != nil, refused: refused, visit.context)
        return visit.page(.state, title: "Faults", status: refused == nil ? 200 : 400, page)
    }

    private static func entry(_ fault: Fault, _ visit: ConsoleVisit) throws -> FaultPages.Entry {
        let command = CurlCommand(
            "POST", ConsolePath.control(visit.project, "faults"), body: try fault.definition.json,
            token: visit.exchange.guardian.needsSession ? "<control token>" : nil, at: visit.call.origin)
        return FaultPages.Entry(
            fault, command: command, fixture: "faults:\n  - \(try fault.definition.fixtureElement.text)\n")
    }

    private static let vocabulary = FaultPages.Vocabulary(
        operations: ["*", "accounts.*"] + (OperationName.calls + OperationName.messages).sorted(),
        errorCodes: ErrorCatalogue.codes)
}

/// A fault as the form has it.
struct EnteredFault {
    let definition: JSON
    /// What is wrong with it.
    let problems: [AddFault.Problem]

    init(_ form: SubmittedForm) {
        var definition: JSON = ["on": Self.names(form["on"] ?? "")]
        let conditions = FaultDefinition.Subject.allCases.compactMap { subject in
            form[FaultForm.field(subject)].map { JSON.Member(subject.rawValue, .string($0)) }
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

    /// The field of a place in the definition; `nil` for the whole definition, and for what has no field.
    static func field(of place: String) -> String? {
        if place.begins(with: "where.") { return place }
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
