import FirebreakControl
import FirebreakHTTP
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// A request to a section of the settings: of the project, or of the tenant that the query names.
struct SettingsPage: Sendable {
    let request: ConsoleRequest
    let section: SettingsSection
    /// What the section's settings are stored in.
    let scope: SettingsScope
    /// The first tenants, to choose from.
    let tenants: [SettingsFrame.Tenant]
    let hasMoreTenants: Bool
    private let projectScope: SettingsScope
    private let rules: SettingsScope

    private static let maximumTenants = 200

    init(_ section: SettingsSection, _ request: ConsoleRequest) async throws {
        self.request = request
        self.section = section
        var tenants: [SettingsFrame.Tenant] = []
        if request.call.settings.allowsTenants {
            // All of them where a look at one that does not exist would make it.
            let size = request.call.settings.profile.facts.createsTenantsOnMention ? -1 : Self.maximumTenants + 1
            let list = try await request.runAsAdmin(ListTenants.self, ["pageSize": .int(size)])
            tenants = list.tenants.compactMap(Self.tenant)
        }
        projectScope = SettingsScope.project(request)
        rules = try SettingsScope.rules(request)
        if section.hasTenants, let id = request.query["tenant"] {
            guard
                !request.call.settings.profile.facts.createsTenantsOnMention || tenants.contains(where: { $0.id == id })
            else {
                throw ConsoleProblem.notFound("The project has no tenant \(id).")
            }
            scope = try await SettingsScope.tenant(TenantID(rawValue: id), request)
        } else {
            scope = section.id == SettingsSection.rules.id ? rules : projectScope
        }
        hasMoreTenants = tenants.count > Self.maximumTenants
        self.tenants = Array(tenants.prefix(Self.maximumTenants))
    }

    private static func tenant(_ resource: JSON) -> SettingsFrame.Tenant? {
        guard let id = resource["name"]?.stringValue?.separated(by: "/").last else { return nil }
        return SettingsFrame.Tenant(id: String(id), name: resource["displayName"]?.stringValue)
    }

    var tenant: TenantID? { scope.tenant }

    /// Where the section is.
    var path: ConsolePath { SettingsFrame.path(section.id, tenant: tenant?.rawValue, request) }

    /// The section's form.
    var form: SettingsForm { scope.form(section.parts(scope)) }

    // MARK: Answers

    func answer(_ content: HTML, notice: ConsoleFrame.Notice? = nil) -> RouteResponse {
        let frame = SettingsFrame(
            sections: SettingsSection.all.map(describe), current: section.id, tenants: tenants,
            tenant: tenant?.rawValue, request)
        let title = section.id.isEmpty ? "Settings" : "\(section.title) – Settings"
        let status = notice?.kind == .failure ? 400 : 200
        return request.page(.settings, title: title, notice: notice, status: status, frame.page(content))
    }

    func saved(_ notice: ConsoleNotice = .settingsSaved) -> RouteResponse { request.redirect(to: path, notice: notice) }

    func describe(_ section: SettingsSection) -> SettingsFrame.Section {
        SettingsFrame.Section(
            id: section.id, title: section.title, changes: deviations(section).count, hasTenants: section.hasTenants)
    }

    /// The settings of a section that differ from their defaults, of the tenant where the section is of tenants.
    func deviations(_ section: SettingsSection) -> [SettingValue] {
        let scope =
            if section.id == SettingsSection.rules.id { rules } else if section.hasTenants, tenant != nil {
                self.scope
            } else { projectScope }
        return section.settings(scope).deviations
    }

    // MARK: Failures

    /// What is said above a form that was refused.
    ///
    /// - Throws: Errors that are not about what was entered.
    func notice(of error: any Error) throws -> ConsoleFrame.Notice {
        if let problem = error as? SettingProblem { return ConsoleFrame.Notice(.failure, "\(problem.text)") }
        let violation = (error as? SchemaViolation).map(WireError.schemaViolation)
        guard let error = error as? WireError ?? violation else { throw error }
        let message = error.message(in: request.call.settings.profile)
        return ConsoleFrame.Notice(.failure, "<code>\(message)</code><br>\(Self.withCode(error.row.remedy))")
    }

    /// A text in which words stand between backquotes.
    private static func withCode(_ text: String) -> HTML {
        let parts = text.separated(by: "`", omittingEmptySubsequences: false).map(String.init)
        let html: [HTML] = parts.enumerated().map {
            $0.offset.isMultiple(of: 2) ? "\($0.element)" : "<code>\($0.element)</code>"
        }
        return html.reduce("") { "\($0)\($1)" }
    }
}

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
    let request: ConsoleRequest

    init(
        sections: [Section], current: String, tenants: [Tenant], tenant: String?, _ request: ConsoleRequest
    ) {
        self.sections = sections
        self.current = current
        self.tenants = tenants
        self.tenant = tenant
        self.request = request
    }

    /// Where a section is: the overview has the empty ID.
    static func path(_ section: String, tenant: String? = nil, _ request: ConsoleRequest) -> ConsolePath {
        let root = request.path(.settings)
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
            "url": "\(Self.path(section.id, tenant: section.hasTenants ? tenant : nil, request).text)",
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
            "url": "\(Self.path(current, request).text)", "options": "\(options)",
        ])
    }
}
