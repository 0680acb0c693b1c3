import FirebreakPages
import FirebreakWire

/// What surrounds each section of the settings: the other sections, and the choice of a tenant.
struct SettingsFrame: Sendable {
    struct Section: Sendable {
        var id: String
        var title: String
        /// How many of its settings differ from the profile's defaults.
        var changes: Int
        /// Whether tenants have settings of their own in it.
        var hasTenants: Bool
    }

    struct Tenant: Sendable {
        var id: String
        var name: String?
    }

    let sections: [Section]
    /// The ID of the one that is shown.
    let current: String
    /// The tenants to choose from; not all where there are many.
    let tenants: [Tenant]
    /// The one whose settings are shown; `nil` for the project's.
    let tenant: String?
    let context: ConsoleContext

    init(
        sections: [Section], current: String, tenants: [Tenant], tenant: String?, _ context: ConsoleContext
    ) {
        self.sections = sections
        self.current = current
        self.tenants = tenants
        self.tenant = tenant
        self.context = context
    }

    /// Where a section is: the overview has the empty ID.
    static func path(_ section: String, tenant: String? = nil, _ context: ConsoleContext) -> ConsolePath {
        let root = context.path(.settings)
        return (section.isEmpty ? root : root.below(section)).with([("tenant", tenant)])
    }

    /// The whole view.
    func page(_ content: HTML) -> HTML {
        SettingsPages.template.filled([
            "tenants": choice, "sections": "\(sections.map(link))", "content": content,
        ])
    }

    private func link(_ section: Section) -> HTML {
        let count: HTML =
            section.changes == 0
            ? "" : SettingsPages.template.part("count").filled(["number": "\(section.changes)"])
        return SettingsPages.template.part("section").filled([
            "url": "\(Self.path(section.id, tenant: section.hasTenants ? tenant : nil, context).text)",
            "title": "\(section.title)", "count": count,
            "current": section.id == current ? #" aria-current="page""# : "",
        ])
    }

    /// Where the section is of tenants as well, and there are some.
    private var choice: HTML {
        guard sections.contains(where: { $0.id == current && $0.hasTenants }), !tenants.isEmpty || tenant != nil else {
            return ""
        }
        var choices = [(value: "", label: "None: the project")]
        choices += tenants.map { tenant in
            (value: tenant.id, label: tenant.name.map { "\($0) (\(tenant.id))" } ?? tenant.id)
        }
        if let tenant, !tenants.contains(where: { $0.id == tenant }) { choices.append((tenant, tenant)) }
        let options: [HTML] = choices.map { choice in
            SettingsPages.template.part("option").filled([
                "value": "\(choice.value)", "label": "\(choice.label)",
                "selected": choice.value == tenant ?? "" ? " selected" : "",
            ])
        }
        return SettingsPages.template.part("tenants").filled([
            "url": "\(Self.path(current, context).text)", "options": "\(options)",
        ])
    }
}
