import FirebreakControl
import FirebreakPages
import FirebreakWire

/// A fault as the form has it.
struct EnteredFault {
    let definition: JSON
    /// What is wrong with it.
    let problems: [AddFault.Problem]

    init(_ form: ConsoleForm) {
        var definition: JSON = ["on": Self.names(form["on"] ?? "")]
        let conditions = FaultForm.conditions.compactMap { name in
            form[FaultForm.field(name)].map { JSON.Member(name, .string($0)) }
        }
        if !conditions.isEmpty { definition["where"] = .object(conditions) }
        for name in ["error", "status", "deliverAfter", "delay", "times", "skip", "probability"] {
            definition[name] = form[name].map(JSON.string)
        }
        definition["body"] = form["body"].map(Self.body)
        switch form["effect"] {
        case "drop-before": definition["drop"] = "before"
        case "drop-after": definition["drop"] = "after"
        case "hang": definition["hang"] = true
        case "lose": definition["lose"] = true
        default: break
        }
        self.definition = definition
        problems = AddFault.problems(in: definition) + Self.missingEffect(form, definition)
    }

    /// The field of a place in the definition; `nil` for the whole definition, and for what has no field.
    static func field(of place: String) -> String? {
        if place.begins(with: "where.") { return place }
        let name = place.prefix { $0 != "." }
        if ["drop", "hang", "lose"].contains(name) { return "effect" }
        return name.isEmpty || name == "where" ? nil : String(name)
    }

    private static func names(_ text: String) -> JSON {
        let names = text.separated { $0 == "," || $0.properties.isWhitespace }.map { JSON.string(String($0)) }
        if let name = names.first, names.count == 1 { return name }
        return .array(names)
    }

    private static func body(_ text: String) -> JSON {
        guard let value = try? JSON(parsing: text) else { return .string(text) }  // no JSON: a text
        switch value {
        case .object, .array: return value
        case .null, .bool, .number, .string: return .string(text)
        }
    }

    /// Without it, what was meant as an error would be a mere delay.
    private static func missingEffect(_ form: ConsoleForm, _ definition: JSON) -> [AddFault.Problem] {
        guard let effect = form["effect"], ["error", "status", "deliverAfter", "delay"].contains(effect),
            ["error", "status", "deliverAfter"].allSatisfy({ definition[$0] == nil }), definition[effect] == nil
        else { return [] }
        return [AddFault.Problem(place: effect, message: "is missing")]
    }
}
