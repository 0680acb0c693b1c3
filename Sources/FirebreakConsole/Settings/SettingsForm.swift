import FirebreakControl
import FirebreakHTTP
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The settings of a form with what is stored of them, and with their defaults.
struct SettingsForm: Sendable {
    let parts: [any SettingPart]
    private let stored: [String: String]
    private let standard: [String: String]
    private let defaults: JSON

    /// - Parameters:
    ///   - defaults: What a setting is put back to.
    ///   - comparison: What a setting must differ from to be put back with all others; by default the same.
    init(_ parts: [any SettingPart], of document: JSON, defaults: JSON, comparison: JSON? = nil) {
        func values(_ document: JSON) -> [String: String] {
            parts.reduce(into: [:]) { $0.merge($1.values(of: document)) { $1 } }
        }
        self.parts = parts
        self.defaults = defaults
        stored = values(document)
        standard = values(comparison ?? defaults)
    }

    private var fields: [SettingField] { parts.flatMap(\.fields) }

    /// The settings as they are, or as they were entered.
    func shown(_ entered: [String: String]? = nil, problem: SettingProblem? = nil) -> [SettingValue] {
        fields.map { field in
            let stored = stored[field.name] ?? ""
            return SettingValue(
                field: field, value: entered?[field.name] ?? stored, stored: stored,
                standard: standard[field.name] ?? "",
                problem: problem?.field == field.name ? problem?.text : nil)
        }
    }

    /// The settings that differ from their defaults.
    var deviations: [SettingValue] { shown().filter(\.isChanged) }

    /// What was entered, by name. What the form does not have stays as it is, but for boxes, which are not ticked then.
    func entered(in form: SubmittedForm) -> [String: String] {
        var entered = stored
        for field in fields {
            switch field.control {
            case .box: entered[field.name] = form.has(field.name) ? "on" : "off"
            case .text:
                guard let value = form.value(field.name) else { continue }
                entered[field.name] = value.withPlainLineBreaks
            case .choice, .line, .number, .secret, .list, .json:
                guard let value = form.value(field.name) else { continue }
                entered[field.name] = value.withPlainLineBreaks.trimmed
            }
        }
        return entered
    }

    /// Only what differs from what is stored: all else is left alone, also by those who change it meanwhile.
    func write(_ entered: [String: String], to change: inout SettingsChange) throws(SettingProblem) {
        for part in parts where part.fields.contains(where: { entered[$0.name] != stored[$0.name] }) {
            try part.write(entered, to: &change)
        }
    }

    /// Puts a setting back to its default, and those that are stored with it; all that differ for `*`.
    func reset(_ name: String, in change: inout SettingsChange) {
        for part in parts
        where part.fields.contains(where: { name == "*" ? stored[$0.name] != standard[$0.name] : $0.name == name }) {
            for path in part.paths {
                let path = name == "*" && change.clearsByAbsence ? topOfAbsent(path) : path
                change.set(defaults[path: path], at: path, empty: part.empty)
            }
        }
    }

    /// The outermost member on the way that the defaults do not have, so that no empty object remains.
    private func topOfAbsent(_ path: String) -> String {
        let names = path.separated(by: ".")
        for count in names.indices {
            let outer = names[...count].joined(separator: ".")
            if defaults[path: outer] == nil { return outer }
        }
        return path
    }
}

/// The panels of settings: forms, and lists with an entry to add.
enum SettingsPanel {
    static let template = Template(asset: "console/settings")

    /// A form and what is around it.
    struct Form: Sendable {
        var id: String
        var title: String
        var introduction: HTML = ""
        var settings: [SettingValue]
        /// Where it is sent.
        var path: ConsolePath
        /// The label of its button.
        var submit: HTML = "Save"
        /// Whether settings can be put back to their defaults.
        var canReset = true
        /// More buttons.
        var more: HTML = ""

        /// The form that the buttons of defaults belong to, so that Enter in a field never presses one of them.
        fileprivate var resetID: String { id + "-reset" }
        fileprivate var offersReset: Bool { canReset && settings.contains { $0.isChanged } }
    }

    static func form(_ form: Form, _ request: ConsoleRequest) -> HTML {
        guard !form.settings.isEmpty else {
            return panel(id: form.id, title: form.title, introduction: "", form.introduction)
        }
        return template.part("form").filled([
            "id": "\(form.id)", "title": "\(form.title)", "introduction": introduction(form.introduction),
            "url": "\(form.path.text)", "token": request.formToken, "submit": form.submit, "more": form.more,
            "settings": settings(form.settings, resetForm: form.canReset ? form.resetID : nil),
            "reset": form.offersReset ? resetAll(form.resetID) : "",
            "resetForm": form.offersReset ? resetForm(form.resetID, form.path, request) : "",
        ])
    }

    /// A panel with a title.
    static func panel(id: String, title: String, introduction text: HTML, _ content: HTML) -> HTML {
        template.part("panel").filled([
            "id": "\(id)", "title": "\(title)", "introduction": introduction(text), "content": content,
        ])
    }

    static func introduction(_ text: HTML) -> HTML {
        text.text.isEmpty ? "" : template.part("introduction").filled(["text": text])
    }

    static func resetAll(_ form: String) -> HTML { template.part("resetAll").filled(["form": "\(form)"]) }

    static func resetForm(_ form: String, _ path: ConsolePath, _ request: ConsoleRequest) -> HTML {
        template.part("resetForm").filled(["form": "\(form)", "url": "\(path.text)", "token": request.formToken])
    }

    // MARK: Settings

    /// Settings in their groups.
    ///
    /// - Parameter resetForm: The ID of the form that puts single settings back to their defaults.
    static func settings(_ settings: [SettingValue], resetForm: String?) -> HTML {
        var groups: [(title: String?, settings: [HTML])] = []
        for setting in settings {
            let row = row(setting, resetForm: resetForm)
            if let last = groups.indices.last, groups[last].title == setting.field.group {
                groups[last].settings.append(row)
            } else {
                groups.append((setting.field.group, [row]))
            }
        }
        let parts: [HTML] = groups.map { group in
            guard let title = group.title else { return "\(group.settings)" }
            return template.part("group").filled(["title": "\(title)", "settings": "\(group.settings)"])
        }
        return "\(parts)"
    }

    private static func row(_ setting: SettingValue, resetForm: String?) -> HTML {
        let field = setting.field
        let reset: HTML =
            if let resetForm, setting.isChanged {
                template.part("resetOne").filled([
                    "form": "\(resetForm)", "name": "\(field.name)", "label": "\(field.label)",
                ])
            } else { "" }
        return template.part("setting").filled([
            "name": "\(field.name)", "id": "\(field.id)", "changed": setting.isChanged ? " changed" : "",
            "control": control(setting), "reset": reset,
            "problem": setting.problem.map { template.part("problem").filled(["text": "\($0)"]) } ?? "",
            "hint": field.hint.text.isEmpty ? "" : template.part("hint").filled(["text": field.hint]),
            "default": standard(setting),
        ])
    }

    private static func standard(_ setting: SettingValue) -> HTML {
        guard setting.isChanged || setting.field.showsDefault else { return "" }
        let badge = setting.isChanged ? Controls.badge("changed", "information") : ""
        if case .secret = setting.field.control { return badge }
        if case .json = setting.field.control, !setting.isChanged { return "" }
        return template.part("default").filled(["badge": badge, "value": "\(setting.difference.standard)"])
    }

    private static func control(_ setting: SettingValue) -> HTML {
        let field = setting.field
        let label: HTML = "\(field.label)"
        var attributes: HTML = #" aria-describedby="\#(field.id)-notes""#
        if setting.problem != nil { attributes = #"\#(attributes) aria-invalid="true" autofocus"# }
        if !field.placeholder.isEmpty { attributes = #"\#(attributes) placeholder="\#(field.placeholder)""# }
        switch field.control {
        case .box:
            return Controls.choice(
                field.name, label, id: field.id, isOn: setting.value == "on", attributes: attributes)
        case .choice(let options):
            return Controls.select(
                field.name, label, id: field.id, options.map { ($0.value, $0.label) }, selected: setting.value,
                attributes: attributes)
        case .line:
            return Controls.field(field.name, label, id: field.id, value: setting.value, attributes: attributes)
        case .number:
            return Controls.field(
                field.name, label, id: field.id, value: setting.value,
                attributes: #"\#(attributes) inputmode="numeric""#)
        case .secret:
            return Controls.field(
                field.name, label, id: field.id, type: "password", value: setting.value,
                attributes: #"\#(attributes) autocomplete="new-password""#)
        case .list(let rows), .text(let rows), .json(let rows):
            return Controls.area(
                field.name, label, id: field.id, value: setting.value, rows: rows, attributes: attributes)
        }
    }

    // MARK: Lists

    /// A form of one or two lines that adds something.
    static func add(_ fields: HTML, label: HTML, to path: ConsolePath, _ request: ConsoleRequest) -> HTML {
        template.part("add").filled([
            "url": "\(path.text)", "token": request.formToken, "fields": fields, "label": label,
        ])
    }

    /// Entries, each with a button to remove it.
    static func list(
        _ items: [(text: String, value: String)], empty: String, removing path: ConsolePath, _ request: ConsoleRequest
    ) -> HTML {
        guard !items.isEmpty else { return template.part("nothing").filled(["text": "\(empty)"]) }
        let rows: [HTML] = items.map { item in
            let button = Controls.button(
                #"Remove<span class="visually-hidden"> \#(item.text)</span>"#, to: path, kind: "small",
                fields: [("remove", item.value)], request)
            return template.part("item").filled(["text": "\(item.text)", "action": button])
        }
        return template.part("list").filled(["items": "\(rows)"])
    }

    /// What says that a list differs from its default, with the way back.
    static func standardList(_ setting: SettingValue, to path: ConsolePath, _ request: ConsoleRequest) -> HTML {
        guard setting.isChanged else { return "" }
        let button = template.part("resetButton").filled([
            "url": "\(path.text)", "token": request.formToken, "name": "\(setting.field.name)",
        ])
        return #"<div class="actions">\#(standard(setting))\#(button)</div>"#
    }
}
