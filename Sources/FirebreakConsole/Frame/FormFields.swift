import FirebreakWire

/// The fields of a form that may have been refused: what was entered stands in them again, and what is wrong beside them.
struct FormFields {
    /// Which of the page's forms.
    private let form: String
    /// `nil` for a form that was not sent yet.
    private let refused: RefusedForm?

    /// - Parameter name: Which of the page's forms; a refusal of another one does not matter.
    init(_ refused: RefusedForm?, of name: String) {
        form = name
        self.refused = refused?.name == name ? refused : nil
    }

    /// What was entered.
    func value(_ name: String, otherwise value: String = "") -> String {
        guard let refused else { return value }
        return refused.fields[name] ?? ""
    }

    /// Whether a box was ticked.
    func isOn(_ name: String, otherwise value: Bool = false) -> Bool {
        guard let refused else { return value }
        return refused.fields[name] != nil
    }

    /// Whether anything was entered in one of these.
    func hasAny(_ names: [String]) -> Bool { names.contains { !value($0).isEmpty } }

    /// A field of one line.
    ///
    /// - Parameter isSubject: Whether the whole refusal is about it, so that it is shown here.
    func field(
        _ name: String, _ label: HTML, value: String = "", type: String = "text", hint: HTML? = nil,
        attributes: HTML = "", isSubject: Bool = false
    ) -> HTML {
        Controls.field(
            name, label, id: id(name), type: type, value: self.value(name, otherwise: value),
            hint: remark(name, hint, isSubject),
            attributes: "\(attributes)\(mark(name, isSubject))")
    }

    /// A field of several lines.
    func area(_ name: String, _ label: HTML, rows: Int, hint: HTML? = nil, attributes: HTML = "") -> HTML {
        Controls.area(
            name, label, id: id(name), value: value(name), rows: rows, hint: remark(name, hint, false),
            attributes: "\(attributes)\(mark(name, false))")
    }

    /// A choice of one of several values.
    func select(
        _ name: String, _ label: HTML, _ options: [(value: String, label: String)], selected: String = ""
    ) -> HTML {
        Controls.select(
            name, label, id: id(name), options, selected: value(name, otherwise: selected),
            hint: remark(name, nil, false), attributes: mark(name, false))
    }

    private func problem(_ name: String, _ isSubject: Bool) -> String? {
        refused?.problems[name] ?? (isSubject ? refused?.message : nil)
    }

    private func remark(_ name: String, _ hint: HTML?, _ isSubject: Bool) -> HTML? {
        problem(name, isSubject).map { #"<span class="error">\#($0)</span>"# } ?? hint
    }

    /// The reader begins where something is wrong.
    private func mark(_ name: String, _ isSubject: Bool) -> HTML {
        guard problem(name, isSubject) != nil else { return "" }
        let isFirst = isSubject || refused?.problems.keys.min() == name
        return isFirst ? #" aria-invalid="true" autofocus"# : #" aria-invalid="true""#
    }

    /// Forms of one page may have fields of one name.
    private func id(_ name: String) -> String { "\(form)-\(name.substituting(".", with: "-"))" }
}

/// A form that could not be applied: its page shows it again with what was entered, and says what is wrong with it.
struct RefusedForm: Sendable {
    /// Which of the page's forms.
    let name: String
    /// What is wrong.
    let message: String
    /// The fields by name, as they were sent.
    let fields: [String: String]
    /// What is wrong with single fields, by name.
    var problems: [String: String] = [:]
}
