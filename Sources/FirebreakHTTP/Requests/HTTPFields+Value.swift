import FirebreakWire
import HTTPTypes

extension HTTPFields {
    /// The value of the fields with a name, joined if there are several: what the subscript gives, which joins one value
    /// too. Used for the headers of every request.
    func value(_ name: HTTPField.Name) -> String? {
        let values = self[values: name]
        return values.count > 1 ? self[name] : values.first
    }

    /// The value as records keep it: what a client says of itself is cut.
    func reported(_ name: HTTPField.Name) -> String? {
        guard let value = value(name) else { return nil }
        return Limit.reportedText.allows(value)
            ? value : String(decoding: value.utf8.prefix(Limit.reportedText.maximum), as: UTF8.self)
    }
}
