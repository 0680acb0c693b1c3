import FirebreakWire

/// A setting as its form asks for it: what it is called, what it means, and by which control it is chosen.
///
/// Values of controls are texts, as forms send them; that of a box is `on` or `off`.
struct SettingField: Sendable {
    struct Option: Sendable {
        var value: String
        var label: String

        init(_ value: String, _ label: String) {
            self.value = value
            self.label = label
        }
    }

    enum Control: Sendable {
        /// A box to tick.
        case box
        case choice([Option])
        case line
        /// A whole number.
        case number
        /// A text that is never shown again.
        case secret
        /// A list, one entry on each line.
        case list(rows: Int)
        /// A text of several lines.
        case text(rows: Int)
        case json(rows: Int)
    }

    /// The name of the control.
    let name: String
    let label: String
    let hint: HTML
    let control: Control
    /// What an empty control stands for.
    var placeholder = ""
    /// The heading of this setting and of those around it that have the same one.
    var group: String?
    /// Whether the default is shown also where it is in effect.
    var showsDefault = false

    init(
        _ name: String, _ label: String, _ hint: HTML = "", _ control: Control = .line, placeholder: String = "",
        group: String? = nil, showsDefault: Bool = false
    ) {
        self.name = name
        self.label = label
        self.hint = hint
        self.control = control
        self.placeholder = placeholder
        self.group = group
        self.showsDefault = showsDefault
    }

    /// The ID of the control.
    var id: String { name.substituting(".", with: "-") }

    /// A value in words.
    fileprivate func words(for value: String) -> String {
        if case .choice(let options) = control { return options.first { $0.value == value }?.label ?? value }
        if case .list = control { return value.isEmpty ? "none" : value.substituting("\n", with: ", ") }
        return value.isEmpty ? placeholder.nonEmpty ?? "none" : value
    }
}

/// A setting with its values.
struct SettingValue: Sendable {
    let field: SettingField
    /// What the control shows.
    var value: String
    /// What is in effect.
    var stored: String
    /// What the profile starts with.
    var standard: String
    /// Why the value was not taken.
    var problem: String?

    /// Whether it differs from what the profile starts with.
    var isChanged: Bool { stored != standard }

    /// What is in effect and what the profile starts with, in words; of objects only the members that differ.
    var difference: (stored: String, standard: String) {
        if case .json = field.control, let ours = try? JSON(parsing: stored), let theirs = try? JSON(parsing: standard)
        {
            return (Self.members(of: ours, besides: theirs), Self.members(of: theirs, besides: ours))
        }
        return (field.words(for: stored), field.words(for: standard))
    }

    private static func members(of object: JSON, besides other: JSON) -> String {
        let members = (object.objectValue ?? []).filter { other[$0.key] != $0.value }
        return members.isEmpty ? "none" : members.map { "\($0.key): \($0.value.text)" }.joined(separator: "\n")
    }
}
