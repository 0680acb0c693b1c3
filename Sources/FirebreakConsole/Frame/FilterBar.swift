import FirebreakHTTP
import FirebreakPages
import FirebreakWire

/// What is above every list: the field of the one search, and a chip for each filter.
///
/// Everything in it keeps its place whatever is chosen, so that the list below does not move.
struct FilterBar {
    /// A condition that is chosen from some values.
    struct Chip {
        var name: String
        var label: String
        var options: [(value: String, label: String)]

        init(_ name: String, _ label: String, _ options: [(value: String, label: String)]) {
            self.name = name
            self.label = label
            self.options = options
        }

        /// Whether something is so or not.
        init(_ name: String, _ label: String, yes: String, no: String) {
            self.init(name, label, [("true", yes), ("false", no)])
        }
    }

    static let template = Template(asset: "console/filters")

    /// Which chip's removal the form asks for, where there are no scripts.
    static let removal = "without"
    private static let maximumLabel = 60

    /// The element that has the list, which is shown anew when a filter changes.
    var list: String
    var path: ConsolePath
    var chips: [Chip]
    /// The value of a filter; `nil` where it does not filter.
    var value: (String) -> String?
    /// Conditions without a chip, which other pages link to, with what they are called.
    var others: [(name: String, label: String)] = []
    /// What the form sends besides: the tenant, the order.
    var kept: [(name: String, value: String?)] = []

    var html: HTML {
        let search = value("q")
        let shown: [HTML] = chips.map(chip) + others.compactMap { other in value(other.name).map { fixed(other, $0) } }
        let hidden: [HTML] = kept.compactMap { name, value in value.map { Controls.hidden(name, $0) } }
        let count = (chips.map(\.name) + others.map(\.name)).count { value($0) != nil }
        return Self.template.filled([
            "url": "\(path.text)", "list": "\(list)", "search": "\(search ?? "")",
            "state": count > 0 || search != nil ? " on" : "", "maximum": "\(Limit.search.maximum)",
            "fold": chips.isEmpty
                ? ""
                : Self.template.part("fold").filled([
                    "chips": "\(shown)", "count": count == 0 ? "" : " (\(count))",
                ]), "clear": "\(path.with(kept).text)", "hidden": "\(hidden)",
        ])
    }

    private func chip(_ chip: Chip) -> HTML {
        let chosen = value(chip.name)
        var options = chip.options
        // A value that is not offered is shown as well: the list is filtered by it.
        if let chosen, !options.contains(where: { $0.value == chosen }) { options.append((chosen, chosen)) }
        let rows: [HTML] = ([("", chip.label)] + options).map { value, label in
            Controls.template.part("option").filled([
                "value": "\(value)", "label": "\(label.clipped(to: Self.maximumLabel))",
                "selected": value == chosen ?? "" ? " selected" : "",
            ])
        }
        return Self.template.part("chip").filled([
            "name": "\(chip.name)", "label": "\(chip.label)", "options": "\(rows)", "state": chosen == nil ? "" : " on",
        ])
    }

    private func fixed(_ other: (name: String, label: String), _ value: String) -> HTML {
        Self.template.part("fixed").filled([
            "name": "\(other.name)", "label": "\(other.label)", "value": "\(value)",
            "shown": "\(value.clipped(to: Self.maximumLabel))",
        ])
    }

    /// Where the form leads that removes a chip, without scripts.
    static func removal(in request: ConsoleRequest, _ path: ConsolePath, _ names: [String]) -> ConsolePath? {
        guard let removed = request.query[removal] else { return nil }
        return path.with(names.filter { $0 != removed }.map { ($0, request.query[$0]) })
    }
}
