import FirebreakPages
import FirebreakWire

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
