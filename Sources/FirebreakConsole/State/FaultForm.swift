import FirebreakPages
import FirebreakWire

/// The form that adds a fault.
struct FaultForm {
    let fields: EnteredFields
    let template: Template

    /// What a call or a message can be about, by its name in a definition; in the form behind `where.`.
    static let conditions = ["email", "phoneNumber", "localId", "tenant", "provider", "apiKey", "caller"]

    /// The name of a condition's field.
    static func field(_ condition: String) -> String { "where.\(condition)" }

    private static let labels: [String: HTML] = [
        "email": "E-mail", "phoneNumber": "Phone number", "localId": "User ID", "tenant": "Tenant",
        "provider": "Provider", "apiKey": "API key", "caller": "Caller",
    ]

    private static let effects: [(value: String, label: String)] = [
        ("error", "Answer with an error"), ("status", "Answer with a status"),
        ("drop-before", "Close the connection before anything happens"),
        ("drop-after", "Close the connection after it took effect"), ("hang", "Never answer"),
        ("delay", "Answer late"), ("lose", "Lose the message"), ("deliverAfter", "Deliver the message late"),
    ]

    /// The slots of the page that the form has.
    var slots: [String: HTML] {
        [
            "on": fields.field(
                "on", "Operation or message",
                hint: "As accounts.signUp, accounts.*, outbox.email; several with commas.",
                attributes: #" required list="operations" autocomplete="off" class="mono""#),
            "open": fields.hasAny(Self.conditions.map(Self.field)) ? " open" : "",
            "conditions": "\(Self.conditions.map(condition))",
            "effect": fields.select("effect", "What happens", Self.effects, selected: "error"),
            "error": fields.field(
                "error", "Error code", hint: "Of the catalogue, or a whole message that begins with a code.",
                attributes: #" list="codes" autocomplete="off" class="mono""#),
            "status": fields.field(
                "status", "HTTP status", attributes: #" inputmode="numeric" placeholder="503""#),
            "body": fields.area(
                "body", "Body", rows: 3, hint: "An object or a list is sent as JSON, anything else as text."),
            "deliverAfter": fields.field(
                "deliverAfter", "How much later, by the project’s clock", attributes: #" placeholder="10m""#),
            "delay": fields.field(
                "delay", "Delay", hint: "Before that, as 2s or 500ms.", attributes: #" autocomplete="off""#),
            "counts": """
            \(fields.field("times", "Times", value: "1", hint: "A number, or always."))
            \(fields.field("skip", "Let through first", attributes: #" inputmode="numeric" placeholder="0""#))
            \(fields.field("probability", "Probability", attributes: #" inputmode="decimal" placeholder="1""#))
            """,
        ]
    }

    private func condition(_ name: String) -> HTML {
        let field = Self.field(name)
        guard name == "caller" else { return fields.field(field, Self.labels[name] ?? "\(name)") }
        return fields.select(
            field, "Caller", [("", "anybody"), ("app", "an app (API key)"), ("admin", "an admin")])
    }
}
