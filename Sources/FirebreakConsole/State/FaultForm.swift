import FirebreakModel
import FirebreakPages
import FirebreakWire

/// The form that adds a fault.
struct FaultForm {
    let fields: EnteredFields
    let template: Template

    /// The name of a condition's field.
    static func field(_ subject: FaultDefinition.Subject) -> String { "where.\(subject.rawValue)" }

    private typealias Effect = FaultDefinition.Effect

    /// The slots of the page that the form has.
    var slots: [String: HTML] {
        [
            "on": fields.field(
                "on", "Operation or message",
                hint: "As accounts.signUp, accounts.*, outbox.email; several with commas.",
                attributes: #" required list="operations" autocomplete="off" class="mono""#),
            "open": fields.hasAny(FaultDefinition.Subject.allCases.map(Self.field)) ? " open" : "",
            "conditions": "\(FaultDefinition.Subject.allCases.map(condition))",
            "effect": fields.select(
                "effect", "What happens", Effect.allCases.map { ($0.rawValue, $0.label) },
                selected: Effect.error.rawValue),
            "onCalls": "\(Effect.allCases.filter { !$0.isOnMessages }.map(\.rawValue).joined(separator: " "))",
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

    private func condition(_ subject: FaultDefinition.Subject) -> HTML {
        let (field, label) = (Self.field(subject), subject.label)
        guard subject == .caller else { return fields.field(field, "\(label)") }
        return fields.select(field, "\(label)", [("", "anybody"), ("app", "an app (API key)"), ("admin", "an admin")])
    }
}
