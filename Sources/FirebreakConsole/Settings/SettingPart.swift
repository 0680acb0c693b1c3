import FirebreakPages
import FirebreakWire

/// One setting that is one member of its document.
struct StoredSetting: SettingPart {
    let path: String
    let field: SettingField
    /// Whether a ticked box means `false`.
    let isInverted: Bool
    private let isURL: Bool

    /// - Parameters:
    ///   - path: Also the name of the control.
    ///   - isURL: Whether only URLs of the web are taken.
    init(
        _ path: String, _ label: String, _ hint: HTML = "", _ control: SettingField.Control = .line,
        placeholder: String = "", group: String? = nil, isInverted: Bool = false, isURL: Bool = false,
        showsDefault: Bool = false
    ) {
        self.isURL = isURL
        self.path = path
        self.isInverted = isInverted
        field = SettingField(
            path, label, hint, control, placeholder: placeholder, group: group, showsDefault: showsDefault)
    }

    var fields: [SettingField] { [field] }
    var paths: [String] { [path] }

    var empty: JSON {
        switch field.control {
        case .box: false
        case .list: []
        case .json: .emptyObject
        case .choice, .line, .number, .secret, .text: ""
        }
    }

    // MARK: Reading

    func values(of document: JSON) -> [String: String] { [field.name: shown(document[path: path])] }

    private func shown(_ value: JSON?) -> String {
        switch field.control {
        case .box: (value?.boolValue ?? false) != isInverted ? "on" : "off"
        case .choice(let options): value?.stringValue ?? options.first?.value ?? ""
        case .number: value?.integerValue.map { String($0) } ?? ""
        case .list: (value?.arrayValue ?? []).compactMap(\.stringValue).joined(separator: "\n")
        case .json: value.flatMap { $0.isNull ? nil : $0.indentedText } ?? ""
        case .line, .secret, .text: (value?.stringValue ?? "").withPlainLineBreaks
        }
    }

    // MARK: Writing

    func write(_ values: [String: String], to change: inout SettingsChange) throws(SettingProblem) {
        change.set(try value(values[field.name] ?? ""), at: path, empty: empty)
    }

    private func value(_ text: String) throws(SettingProblem) -> JSON? {
        if isURL, !text.isEmpty, AbsoluteURL(text)?.isWeb != true {
            throw SettingProblem(
                field: field.name, text: "\(field.label) must be an absolute http or https URL.")
        }
        return switch field.control {
        case .box: .bool((text == "on") != isInverted)
        case .number: try number(text)
        case .list: .array(text.lines.map(JSON.string))
        case .json: try json(text)
        case .choice, .line, .secret, .text: text.nonEmpty.map(JSON.string)
        }
    }

    private func number(_ text: String) throws(SettingProblem) -> JSON? {
        guard !text.isEmpty else { return nil }
        guard let number = Int64(text) else {
            throw SettingProblem(field: field.name, text: "\(field.label) must be a whole number.")
        }
        return .int(number)
    }

    private func json(_ text: String) throws(SettingProblem) -> JSON? {
        guard !text.isEmpty else { return nil }
        do throws(JSONSyntaxError) { return try JSON(parsing: text) } catch {
            throw SettingProblem(field: field.name, text: "\(field.label) must be JSON: \(error.explanation).")
        }
    }
}

extension String {
    /// With line breaks as the server writes them: forms send them as carriage return and line feed.
    var withPlainLineBreaks: String { replacing("\r\n", with: "\n") }

    /// The lines that say something.
    var lines: [String] { split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty } }
}

/// Settings that are stored together, between their document and their form.
protocol SettingPart: Sendable {
    var fields: [SettingField] { get }
    /// Where they are in the document.
    var paths: [String] { get }
    /// What stands for nothing in the reference, which cannot clear a member.
    var empty: JSON { get }

    /// What the controls show of a document, by name.
    func values(of document: JSON) -> [String: String]

    /// Writes what the controls say.
    func write(_ values: [String: String], to change: inout SettingsChange) throws(SettingProblem)
}

extension SettingPart {
    var empty: JSON { .emptyObject }
}

/// A value that a form cannot take.
struct SettingProblem: Error {
    /// The name of its control.
    let field: String
    let text: String
}

/// Members of a document to set, and to clear.
struct SettingsChange: Sendable {
    /// The members it names.
    private(set) var paths: [String] = []
    private(set) var body = JSON.emptyObject
    /// Whether a member is cleared by leaving it out; the reference has to be given something empty instead.
    let clearsByAbsence: Bool

    init(clearsByAbsence: Bool) { self.clearsByAbsence = clearsByAbsence }

    /// - Parameters:
    ///   - value: `nil` clears the member.
    ///   - empty: What clears it in the reference.
    mutating func set(_ value: JSON?, at path: String, empty: JSON) {
        paths.append(path)
        guard let value = value ?? (clearsByAbsence ? JSON?.none : empty) else { return }
        body.set(value, at: path.separated(by: ".").map(String.init)[...])
    }
}

extension JSON {
    /// Sets a value deep inside, making the objects around it.
    fileprivate mutating func set(_ value: JSON, at path: ArraySlice<String>) {
        guard let name = path.first else { return self = value }
        var member = self[name] ?? .emptyObject
        member.set(value, at: path.dropFirst())
        self[name] = member
    }
}
