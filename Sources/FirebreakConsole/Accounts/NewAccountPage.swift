import FirebreakControl
import FirebreakPages
import FirebreakWire

/// The console's form for a new account.
struct NewAccountPage: Sendable {
    /// What was entered, by name of the field; without the password.
    var values: [String: String]
    /// The field that the last attempt failed at, and why.
    var failure: (field: String, text: String)?

    init(values: [String: String], failure: (field: String, text: String)? = nil) {
        self.values = values
        self.failure = failure
    }

    func html(_ tenants: TenantNames, _ context: ConsoleContext) -> HTML {
        let list = context.path(.accounts)
        return AccountListPages.template.part("form").filled([
            "list": "\(list.with([("tenant", values["tenant"])]).text)", "url": "\(list.below("new").text)",
            "token": context.token, "tenants": TenantChoice.html(tenants, selected: values["tenant"]),
            "fields": "\(fields)",
            "emailVerified": Controls.choice(
                "emailVerified", "The address is verified", isOn: values["emailVerified"] != nil),
            "disabled": Controls.choice("disabled", "Disabled", isOn: values["disabled"] != nil),
        ])
    }

    private var fields: [HTML] {
        var fields: [HTML] = []
        for field in AccountField.ofNewAccount {
            fields.append(self.field(field.name, field.label, hint: field.hint, attributes: field.attributes))
            if field.name == "email" {
                fields.append(
                    self.field("password", "Password", type: "password", autocomplete: "new-password"))
            }
        }
        return fields
    }

    /// A field with what was entered. The one that has to be corrected, else the first one, is where typing starts.
    private func field(
        _ name: String, _ label: HTML, type: String = "text", hint: HTML? = nil, autocomplete: HTML = "off",
        attributes: HTML = ""
    ) -> HTML {
        let problem = failure?.field == name ? failure?.text : nil
        var attributes: HTML = #" autocomplete="\#(autocomplete)" spellcheck="false"\#(attributes)"#
        if problem != nil { attributes = #"\#(attributes) aria-invalid="true""# }
        if name == failure?.field ?? "email" { attributes = "\(attributes) autofocus" }
        return Controls.field(
            name, label, type: type, value: values[name],
            hint: problem.map { #"<span class="error">\#($0)</span>"# } ?? hint, attributes: attributes)
    }
}
