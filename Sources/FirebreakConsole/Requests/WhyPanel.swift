import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// Why a call or a message ended as it did, and the button that changes what decided it: it sends the very request that
/// is shown as a command.
struct WhyPanel {
    static let template = Template(asset: "console/why")

    /// How much of a text it shows, in bytes of markup.
    private enum Shown {
        static let value = 600
        static let label = 80
        static let command = 20 * 1024
    }

    let explanation: Explanation
    /// What can be changed from here.
    private let steps: [RemedyStep]
    private let change: Explanation.Change?
    private let isMended: Bool
    /// Where what decided is set.
    private let place: SettingPlace?
    /// The page that it stands on; `nil` where there is no project whose settings could be changed.
    private let page: Page?
    private let request: ConsoleRequest

    /// The page that a panel stands on.
    struct Page {
        /// Within its project, such as `requests/7`.
        var id: String
        var path: ConsolePath
        /// What the buttons send along, so that their answer is the same page.
        var query: [(name: String, value: String?)] = []
        /// Where the call is sent once more; `nil` where it cannot be.
        var again: ConsolePath?
        /// Whether it is about a message: a new one can be sent without any change, and is what is shown then.
        var isOfMessage = false

        /// A path of the page, with its query.
        func below(_ name: String) -> ConsolePath { path.below(name).with(query) }
    }

    /// - Parameter change: What the button does; `nil` for an explanation that only tells.
    init(
        _ explanation: Explanation, _ change: Explanation.Change?, on page: Page?, _ request: ConsoleRequest
    ) async throws {
        self.explanation = explanation
        self.page = page
        self.request = request
        let parts = explanation.change?.parts ?? []
        place = try await page == nil ? nil : SettingPlace.of(parts, request)
        isMended = page.map { request.call.control.remedies.remedy(of: $0.id, in: request.project) != nil } ?? false
        self.change = page == nil || parts.isEmpty ? nil : change
        steps = if let change = self.change { try await RemedyStep.all(change, request) } else { [] }
    }

    private func part(_ name: String, _ values: [String: HTML] = [:]) -> HTML {
        Self.template.part(name).filled(values)
    }

    /// The whole panel.
    ///
    /// - Parameter lead: What is said before the explanation.
    func html(lead: HTML = "") -> HTML {
        part(
            "why",
            [
                "lead": lead, "words": words, "action": action,
                "place": place.map { part("place", ["url": "\($0.path.text)", "name": "\($0.name)"]) } ?? "",
                "command": command,
            ])
    }

    /// The explanation, with its times as people read them.
    private var words: HTML {
        let words = explanation.words.separated(by: " ", omittingEmptySubsequences: false).map { word in
            let end = word.last == "," ? "," : ""
            let time = String(word.dropLast(end.count))
            return Timestamp(rfc3339: time) == nil ? String(word) : TimeText.zoned(time) + end
        }
        return InlineCode.html(words.joined(separator: " "))
    }

    // MARK: The button

    private var action: HTML {
        guard let page else { return "" }
        if isMended {
            return part(
                "mended",
                [
                    "now": now, "again": again(page),
                    "undo": Controls.button("Undo", to: page.below("undo"), request),
                ])
        }
        guard change != nil, !steps.isEmpty else {
            return page.isOfMessage ? part("actions", ["buttons": again(page)]) : ""
        }
        guard steps.contains(where: { $0.from != $0.to }) else {
            return part("settled", ["again": again(page)])
        }
        return part(
            "mend",
            [
                "steps": "\(steps.map(row))",
                "button": Controls.button(
                    "\(explanation.button.clipped(to: Shown.label))", to: page.below("mend"), kind: "primary", request),
                "again": page.isOfMessage ? again(page, kind: "") : "",
            ])
    }

    /// What the change has made of it; a clock has gone on since.
    private var now: HTML {
        let made = steps.filter { $0.from == $0.to }
        guard !made.isEmpty else { return "" }
        let rows = made.map { step in
            part(
                "nowStep",
                [
                    "name": "\(step.name.clipped(to: Shown.value))", "to": ShortText.html(step.to, Shown.value),
                ])
        }
        return part("now", ["steps": "\(rows)"])
    }

    private func again(_ page: Page, kind: String = "primary") -> HTML {
        page.again.map { path in
            Controls.button(
                page.isOfMessage ? "Send it again" : "Send the call again", to: path, kind: kind,
                fields: page.isOfMessage ? [("showsMessage", "on")] : [], request)
        } ?? ""
    }

    private func row(_ step: RemedyStep) -> HTML {
        part(
            "step",
            [
                "name": "\(step.name.clipped(to: Shown.value))", "from": ShortText.html(step.from, Shown.value),
                "to": ShortText.html(step.to, Shown.value),
            ])
    }

    // MARK: The command

    private var command: HTML {
        guard let change = explanation.change else { return "" }
        let isOwn = change.path.startsWithBytes(of: ConsolePath.root)
        // The control API takes another token, and only where the server has one.
        let token = isOwn ? (request.context.guardian.needsSession ? "<control token>" : nil) : "owner"
        let command = CurlCommand(change.method, change.path, body: change.body, token: token, at: request.call.origin)
        guard ShortText.beginning(of: command.text, Shown.command).isWhole else { return "" }
        return part(
            "command",
            [
                "effect": "\(explanation.effect)", "command": "\(command.text)", "copy": Controls.copy(from: "change"),
                "open": page == nil || self.change == nil ? " open" : "",
            ])
    }

    // MARK: Forms

    /// Sends the request of a change, and keeps what an undo needs.
    ///
    /// - Returns: What is wrong, where it was refused.
    static func mend(
        _ change: Explanation.Change?, on page: Page, _ request: ConsoleRequest
    ) async throws -> ConsoleFrame.Notice? {
        guard let change, !change.parts.isEmpty else {
            throw ConsoleProblem.notFound("There is nothing here that a setting would change.")
        }
        do {
            let remedy = try await Remedy(change.parts, request.call) {
                let answer = try await request.send(change.method, change.path, change.body)
                guard answer.status.code >= 400 else { return }
                let error = (try? JSON(parsing: answer.body))?[path: "error.message"]?.stringValue
                throw ConsoleProblem.refused(error ?? "The server answered \(answer.status.code).")
            }
            if let remedy { request.call.control.remedies.keep(remedy, of: page.id, in: request.project) }
            return nil
        } catch ConsoleProblem.refused(let message) {
            return ConsoleFrame.Notice(.failure, "That was refused: \(message.clipped(to: Shown.value))")
        }
    }

    /// Puts back what was there before.
    ///
    /// - Returns: What is wrong, where it was refused.
    static func undo(on page: Page, _ request: ConsoleRequest) async throws -> ConsoleFrame.Notice? {
        let remedies = request.call.control.remedies
        guard let remedy = remedies.remedy(of: page.id, in: request.project) else {
            return ConsoleFrame.Notice(
                .failure, "There is nothing to undo: it was undone, or the server has restarted.")
        }
        remedies.forget(page.id, in: request.project)
        do { try await remedy.undo(request.call) } catch let error as WireError {
            let sentence = error.sentence(in: request.call.settings.profile)
            return ConsoleFrame.Notice(.failure, "Not undone: \(InlineCode.html(sentence))")
        }
        return nil
    }
}

/// One thing that a change makes different, in words.
private struct RemedyStep {
    var name: String
    var from: String
    var to: String

    static func all(_ change: Explanation.Change, _ request: ConsoleRequest) async throws -> [RemedyStep] {
        var steps: [RemedyStep] = []
        for part in change.parts {
            if let step = try await step(part, change, request) { steps.append(step) }
        }
        return steps
    }

    private static func step(
        _ part: StoredPart, _ change: Explanation.Change, _ request: ConsoleRequest
    ) async throws -> RemedyStep? {
        switch part {
        case .rule(let path):
            let rules = request.call.settings.rules.document
            return RemedyStep(path, rules[path], changed(rules[path], by: change.body?[path]))
        case .config(let path):
            let config = SettingsScope.project(request).document
            let body = change.body?["config"] ?? change.body
            return RemedyStep(path, config[path: path], body?[path: path])
        case .tenant(let id, let path?):
            let tenant = try await SettingsScope.tenant(id, request).document
            return RemedyStep("\(path) of tenant \(id.rawValue)", tenant[path: path], change.body?[path: path])
        case .tenant(let id, nil):
            let isThere = try await part.stored(request.call)?["deleted"] == false
            return RemedyStep(name: "Tenant \(id.rawValue)", from: isThere ? "there" : "not there", to: "there")
        case .provider(_, let id, _, let path):
            let value = try await part.stored(request.call) ?? false
            return RemedyStep("\(path) of \(id)", value, change.body?[path])
        case .clock: return clock(change, request.call)
        case .fault(let id):
            let fault = try await request.run(ListFaults.self).faults.first { $0.id == id }
            guard let definition = fault?.definition else {
                return RemedyStep(name: "Fault \(id)", from: "removed", to: "removed")
            }
            let effect = "\(definition.on.joined(separator: ", ")) \(definition.effectInWords)"
            // Then the call gets through as it is.
            let end = if case .count(0)? = fault?.left { ", and has nothing left" } else { "" }
            return RemedyStep(name: "Fault \(id)", from: effect + end, to: "removed")
        }
    }

    private static func clock(_ change: Explanation.Change, _ call: ControlCall) -> RemedyStep {
        let now = TimeText.text(call.now.rfc3339)
        if let time = change.body?["to"]?.stringValue {
            return RemedyStep(name: "The project’s clock", from: now, to: TimeText.text(time))
        }
        let step = change.body?["by"]?.stringValue.flatMap { Int64($0.dropLast()) } ?? 0
        let later = Timestamp(milliseconds: call.now.milliseconds + step * 1000)
        return RemedyStep(name: "The project’s clock", from: now, to: TimeText.text(later.rfc3339))
    }

    private init(name: String, from: String, to: String) {
        self.name = name
        self.from = from
        self.to = to
    }

    private init(_ name: String, _ from: JSON?, _ to: JSON?) {
        self.init(name: name, from: Self.words(from), to: Self.words(to))
    }

    /// A rule as it is after a change, which is merged into one of several members.
    private static func changed(_ value: JSON?, by change: JSON?) -> JSON? {
        guard case .object(let members)? = change, var merged = value, merged.objectValue != nil else { return change }
        for member in members { merged[member.key] = member.value }
        return merged
    }

    private static func words(_ value: JSON?) -> String {
        switch value {
        case nil: "not set"
        case .string(let text)?: text
        case .array(let elements)?: elements.isEmpty ? "none" : elements.map { words($0) }.joined(separator: ", ")
        // Of a blocking function it is where it is.
        case let value?: value["functionUri"]?.stringValue ?? JSONText.compact(value)
        }
    }
}

/// Where in the console something is set, down to its field.
struct SettingPlace {
    var name: String
    var path: ConsolePath

    static func of(_ parts: [StoredPart], _ request: ConsoleRequest) async throws -> SettingPlace? {
        guard let part = parts.last else { return nil }
        switch part {
        case .clock: return SettingPlace(name: "The clock, in Time and state", path: request.path(.state).at("clock"))
        case .fault(let id):
            return SettingPlace(name: "Faults, in Time and state", path: request.path(.state).below("faults").at(id))
        case .tenant(_, nil): return SettingPlace(name: "Tenants", path: SettingsPage.path("tenants", request))
        case .provider(_, let id, let tenant, let path):
            let page = SettingsPage.path("providers", request).below(id).with([("tenant", tenant?.rawValue)])
            return SettingPlace(name: "Settings of \(id)", path: page.at(path))
        case .rule(let path):
            return SettingPlace(name: "Rule \(path)", path: SettingsPage.path("rules", request).at(path))
        case .config(let path): return field(path, SettingsScope.project(request), request)
        case .tenant(let id, let path?):
            guard let scope = try? await SettingsScope.tenant(id, request) else { return nil }  // it is gone
            return field(path, scope, request)
        }
    }

    /// The field of a member of a document.
    private static func field(_ path: String, _ scope: SettingsScope, _ request: ConsoleRequest) -> SettingPlace {
        let last = path.separated(by: ".").last.map(String.init) ?? path
        for section in SettingsSection.all where scope.tenant == nil || section.hasTenants {
            for part in section.parts(scope) + section.lists(scope) {
                let fields = part.fields
                let isOfPart = part.paths.contains { path == $0 || path.startsWithBytes(of: $0 + ".") }
                let found =
                    fields.first { $0.name == path } ?? fields.first { $0.name.startsWithBytes(of: path + ".") }
                    ?? (isOfPart ? fields.first { $0.name == last } ?? fields.first : nil)
                guard let found else { continue }
                // A list has a field to add to it.
                let id = section.id == SettingsSection.domains.id ? DomainSettings.fieldID : found.id
                let page = SettingsPage.path(section.id, tenant: scope.tenant?.rawValue, request)
                return SettingPlace(name: "\(found.label), in the settings", path: page.at(id))
            }
        }
        return SettingPlace(name: "Settings of this project", path: request.path(.settings))
    }
}

extension ConsoleRequest {
    /// Sends a request to this server as its reader could: with what entitles to the control API, and to Google's API as
    /// an admin on this machine.
    func send(_ method: String, _ path: String, _ body: JSON?) async throws -> RouteResponse {
        guard let method = HTTPRequest.Method(method) else { throw ConsoleProblem.notFound("There is no such method.") }
        var headers: HTTPFields = [.userAgent: Self.userAgent]
        if path.startsWithBytes(of: ConsolePath.root) {
            headers[.authorization] = context.headers[.authorization]
            headers[.cookie] = context.headers[.cookie]
            headers[.formToken] = context.guardian.formToken
        } else {
            headers[.authorization] = "Bearer owner"
        }
        if body != nil { headers[.contentType] = "application/json" }
        return try await context.server.perform(method, path, headers: headers, body: body?.bytes ?? [])
    }
}
