import HTTPTypes

extension HTTPFields {
    /// The value of the fields with a name, joined if there are several: what the subscript gives, which joins one value
    /// too. Used for the headers of every request.
    func value(_ name: HTTPField.Name) -> String? {
        let values = self[values: name]
        return values.count > 1 ? self[name] : values.first
    }
}
