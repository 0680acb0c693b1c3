import FirebreakPages
import FirebreakWire

/// The controls that forms of the console are made of. The ID of a control is its name, unless another is given because
/// two controls of a page have one name.
enum Controls {
    static let template = Template(asset: "console/controls")

    // MARK: Fields

    /// A field of one line.
    ///
    /// - Parameters:
    ///   - type: As `input` has it: `text`, `search`, `password`, `number`.
    ///   - problem: What is wrong with the value; it is said in the place of the hint, and typing starts here.
    ///   - attributes: Further attributes, each after a space.
    static func field(
        _ name: String, _ label: HTML, id: String? = nil, type: String = "text", value: String? = nil,
        hint: HTML? = nil, problem: String? = nil,
        class style: String = "", attributes: HTML = ""
    ) -> HTML {
        let id = id ?? name
        let hint = problem.map { #"<span class="error">\#($0)</span>"# } ?? hint
        let attributes: HTML = problem == nil ? attributes : #"\#(attributes) aria-invalid="true" autofocus"#
        return template.part("field").filled([
            "id": "\(id)", "name": "\(name)", "label": label, "type": "\(type)", "value": "\(value ?? "")",
            "class": "\(style)", "attributes": "\(attributes)\(described(by: hint, id))", "hint": shown(hint, id),
        ])
    }

    /// A field of several lines.
    static func area(
        _ name: String, _ label: HTML, id: String? = nil, value: String? = nil, rows: Int = 8, hint: HTML? = nil,
        attributes: HTML = ""
    ) -> HTML {
        let id = id ?? name
        return template.part("area").filled([
            "id": "\(id)", "name": "\(name)", "label": label, "rows": "\(rows)", "value": "\(value ?? "")",
            "attributes": "\(attributes)\(described(by: hint, id))", "hint": shown(hint, id),
        ])
    }

    /// A choice of one of several values.
    static func select(
        _ name: String, _ label: HTML, id: String? = nil, _ options: [(value: String, label: String)],
        selected: String?, hint: HTML? = nil, attributes: HTML = ""
    ) -> HTML {
        let id = id ?? name
        let options: [HTML] = options.map { option in
            template.part("option").filled([
                "value": "\(option.value)", "label": "\(option.label)",
                "selected": option.value == selected ? " selected" : "",
            ])
        }
        return template.part("select").filled([
            "id": "\(id)", "name": "\(name)", "label": label, "options": "\(options)",
            "attributes": "\(attributes)\(described(by: hint, id))", "hint": shown(hint, id),
        ])
    }

    /// A box to tick.
    static func choice(
        _ name: String, _ label: HTML, id: String? = nil, value: String = "on", isOn: Bool, hint: HTML? = nil,
        attributes: HTML = ""
    ) -> HTML {
        template.part("choice").filled([
            "id": "\(id ?? name)", "name": "\(name)", "label": label, "value": "\(value)",
            "checked": isOn ? " checked" : "", "attributes": attributes,
            "hint": hint.map { template.part("inlineHint").filled(["text": $0]) } ?? "",
        ])
    }

    private static func shown(_ hint: HTML?, _ id: String) -> HTML {
        hint.map { template.part("hint").filled(["id": "\(id)", "text": $0]) } ?? ""
    }

    private static func described(by hint: HTML?, _ id: String) -> HTML {
        hint == nil ? "" : #" aria-describedby="\#(id)-hint""#
    }

    // MARK: Buttons

    /// A button that changes something: a form of its own.
    ///
    /// - Parameters:
    ///   - kind: Classes of the button: `primary`, `danger`, `small`.
    ///   - fields: What the form sends besides its token.
    ///   - confirm: The question to ask before.
    static func button(
        _ label: HTML, to path: ConsolePath, kind: String = "", fields: [(name: String, value: String)] = [],
        confirm: String? = nil, _ request: ConsoleRequest
    ) -> HTML {
        let fields: [HTML] = (fields + (confirm.map { [(SentForm.question, $0)] } ?? [])).map(hidden)
        return template.part("button").filled([
            "url": "\(path.text)", "label": label, "kind": "\(kind)", "token": request.formToken, "fields": "\(fields)",
        ])
    }

    /// A field that is not shown.
    static func hidden(_ name: String, _ value: String) -> HTML {
        template.part("hidden").filled(["name": "\(name)", "value": "\(value)"])
    }

    /// A button that copies a text; there only with scripts.
    static func copy(_ text: String, label: HTML = "Copy") -> HTML {
        template.part("copy").filled(["text": "\(text)", "label": label])
    }

    /// A button that copies what an element says.
    static func copy(from id: String, label: HTML = "Copy") -> HTML {
        template.part("copyFrom").filled(["id": "\(id)", "label": label])
    }

    // MARK: What is shown

    /// - Parameters:
    ///   - kind: `success`, `warning`, `failure`, `information` or nothing.
    ///   - word: What the API calls it, where that is another word.
    static func badge(_ text: String, _ kind: String = "", api word: String? = nil) -> HTML {
        let title = word.flatMap { $0 == text ? nil : #" title="\#($0) in the API""# as HTML } ?? ""
        return template.part("badge").filled(["text": "\(text)", "kind": "\(kind)", "title": title])
    }

    /// What differs between two states of an element, for lists that keep the elements that stay the same.
    static func version(of element: HTML) -> HTML {
        let hash = stableHash(element.text.utf8).bigEndian
        return "\(withUnsafeBytes(of: hash) { Hex.encode($0) })"
    }

    /// An entry of a list of facts (`<dl class="facts">`).
    static func fact(_ name: HTML, _ value: HTML) -> HTML {
        template.part("fact").filled(["name": name, "value": value])
    }
}
