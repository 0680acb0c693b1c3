import FirebreakControl
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// Phone numbers with a fixed code in the console's settings.
enum TestNumberViews {
    @Sendable static func save(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let settings = try await SettingsVisit(.signIn, visit)
        let scope = settings.scope
        guard let numbers = numbers(settings) else { throw ConsoleProblem.notFound("There are no test numbers here.") }
        if let name = visit.form["reset"] {
            return try await SettingsViews.reset(name, of: scope.form([numbers]), settings) {
                SettingsViews.html(settings)
            }
        }
        let removed = visit.form["remove"]
        let number = (visit.form["number"] ?? "").trimmed
        let code = (visit.form["code"] ?? "").trimmed
        var change = scope.change
        if let removed {
            numbers.removing(removed, from: scope.document, &change)
        } else {
            numbers.adding(number, code: code, to: scope.document, &change)
        }
        do {
            try await scope.save(change, visit)
        } catch {
            let lists = panel(settings, number: number, code: code)
            return settings.answer(
                SettingsViews.html(settings, lists: lists), notice: try settings.notice(of: error))
        }
        return settings.saved(removed == nil ? .settingsAdded : .settingsRemoved)
    }

    private static func numbers(_ settings: SettingsVisit) -> TestNumbers? {
        settings.section.lists(settings.scope).lazy.compactMap { $0 as? TestNumbers }.first
    }

    /// Nothing for sections without test numbers.
    static func panel(_ settings: SettingsVisit, number: String? = nil, code: String? = nil) -> HTML {
        guard let numbers = numbers(settings) else { return "" }
        let context = settings.context
        let path = SettingsFrame.path("sign-in", context).below("numbers")
            .with([("tenant", settings.tenant?.rawValue)])
        let entries = numbers.entries(of: settings.scope.document).map { entry in
            (text: "\(entry.number) – \(entry.code)", value: entry.number)
        }
        let list = SettingsPages.list(entries, empty: "No test numbers yet.", removing: path, context)
        let fields = [
            Controls.field("number", "Phone number", value: number, attributes: #" placeholder="+1 555-555-0100""#),
            Controls.field("code", "Code", value: code, attributes: #" placeholder="123456" inputmode="numeric""#),
        ]
        return SettingsPages.panel(
            id: "numbers", title: "Test phone numbers",
            introduction: "Their code is always the same, and nothing is sent to them. Ten at most.",
            "\(list)\(SettingsPages.add("\(fields)", label: "Add number", to: path, context))")
    }
}
