import FirebreakWire

extension JSON {
    /// The message that a form's fields describe: dots lead to fields of nested messages, repeated names are lists, all
    /// values are texts. Names are read as those of a JSON body.
    init(form fields: [(name: String, value: String)]) {
        var root = FormMessage()
        for field in fields {
            let path = field.name.split(separator: ".", maxSplits: Self.maximumDepth, omittingEmptySubsequences: true)
            guard (1...Self.maximumDepth).contains(path.count) else { continue }
            root.add(.string(field.value), at: path[...], isData: false)
        }
        self = root.json
    }
}

/// A message while its fields are being collected.
private struct FormMessage {
    private enum Field {
        case values([JSON])
        case message(FormMessage)
    }

    private var names: [String] = []
    private var fields: [String: Field] = [:]

    /// - Parameters:
    ///   - path: Of at most ``JSON/maximumDepth`` names.
    ///   - isData: Whether the names are data, which stay as they are.
    mutating func add(_ value: JSON, at path: ArraySlice<Substring>, isData: Bool) {
        guard let first = path.first else { return }
        let name = isData ? String(first) : String(first).lodashCamelCased
        // Taken out while it is changed, so that nothing is copied.
        let present = fields.removeValue(forKey: name)
        if present == nil { names.append(name) }
        let rest = path.dropFirst()
        if rest.isEmpty {
            var values: [JSON] = if case .values(let values) = present { values } else { [] }
            values.append(value)
            fields[name] = .values(values)
        } else {
            var message = if case .message(let message) = present { message } else { FormMessage() }
            message.add(value, at: rest, isData: isData || JSON.isKeyOfData(name))
            fields[name] = .message(message)
        }
    }

    var json: JSON {
        .object(
            names.map { name in
                switch fields[name] {
                case .values(let values)?: JSON.Member(name, values.count == 1 ? values[0] : .array(values))
                case .message(let message)?: JSON.Member(name, message.json)
                case nil: JSON.Member(name, .null)
                }
            })
    }
}
