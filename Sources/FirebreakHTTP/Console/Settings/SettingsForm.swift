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

    /// The settings as they are, or as somebody entered them.
    func shown(_ entered: [String: String]? = nil, problem: SettingProblem? = nil) -> [ShownSetting] {
        fields.map { field in
            let stored = stored[field.name] ?? ""
            return ShownSetting(
                field, value: entered?[field.name] ?? stored, stored: stored, standard: standard[field.name] ?? "",
                problem: problem?.field == field.name ? problem?.text : nil)
        }
    }

    /// The settings that differ from their defaults.
    var deviations: [ShownSetting] { shown().filter(\.isChanged) }

    /// What was entered, by name. What the form does not have stays as it is, but for boxes, which are not ticked then.
    func entered(in form: ConsoleForm) -> [String: String] {
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
