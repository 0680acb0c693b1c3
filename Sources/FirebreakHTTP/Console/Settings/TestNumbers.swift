import FirebreakPages
import FirebreakWire

/// Phone numbers with a code that is always the same, to which nothing is sent.
struct TestNumbers: SettingPart {
    let path: String

    var paths: [String] { [path] }

    var fields: [SettingField] { [SettingField("testPhoneNumbers", "Test numbers", "", .list(rows: 4))] }

    func values(of document: JSON) -> [String: String] {
        let lines = Self.entries(of: document, path).map { "\($0.number) \($0.code)" }
        return ["testPhoneNumbers": lines.joined(separator: "\n")]
    }

    /// The numbers have a form of their own.
    func write(_ values: [String: String], to change: inout SettingsChange) {}

    func entries(of document: JSON) -> [(number: String, code: String)] { Self.entries(of: document, path) }

    private static func entries(of document: JSON, _ path: String) -> [(number: String, code: String)] {
        (document[path: path]?.objectValue ?? []).map { ($0.key, $0.value.stringValue ?? "") }
    }

    /// The numbers with one more, or another code for one.
    func adding(_ number: String, code: String, to document: JSON, _ change: inout SettingsChange) {
        var numbers = document[path: path] ?? .emptyObject
        numbers[number] = .string(code)
        change.set(numbers, at: path, empty: empty)
    }

    func removing(_ number: String, from document: JSON, _ change: inout SettingsChange) {
        var numbers = document[path: path] ?? .emptyObject
        numbers[number] = nil
        change.set(numbers, at: path, empty: empty)
    }
}
