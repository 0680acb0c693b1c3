import FirebreakControl
import FirebreakHTTP
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// A section of the console’s settings: of the project, or of the tenant that the query names.
struct SettingsPage: Sendable {
    struct Tenant: Sendable {
        var id: String
        var name: String?
    }

    let request: ConsoleRequest
    let section: SettingsSection
    /// What the section's settings are stored in.
    let scope: SettingsScope
    /// The first tenants, to choose from.
    let tenants: [Tenant]
    let hasMoreTenants: Bool
    private let projectScope: SettingsScope
    private let rules: SettingsScope

    private static let maximumTenants = 200

    init(_ section: SettingsSection, _ request: ConsoleRequest) async throws {
        self.request = request
        self.section = section
        var tenants: [Tenant] = []
        if request.call.settings.allowsTenants {
            // All of them where a look at one that does not exist would make it.
            let size = request.call.settings.profile.behavior.createsTenantsOnMention ? -1 : Self.maximumTenants + 1
            let list = try await request.runAsAdmin(ListTenants.self, ["pageSize": .int(size)])
            tenants = list.tenants.compactMap(Self.tenant)
        }
        projectScope = SettingsScope.project(request)
        rules = try SettingsScope.rules(request)
        if section.hasTenants, let id = request.tenant {
            guard
                !request.call.settings.profile.behavior.createsTenantsOnMention
                    || tenants.contains(where: { $0.id == id })
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

    private static func tenant(_ resource: JSON) -> Tenant? {
        guard let id = resource["name"]?.stringValue?.separated(by: "/").last else { return nil }
        return Tenant(id: String(id), name: resource["displayName"]?.stringValue)
    }

    var tenant: TenantID? { scope.tenant }

    /// Where the section is.
    var path: ConsolePath { Self.path(section.id, tenant: request.tenant, request) }

    /// The section's form.
    var form: SettingsForm { scope.form(section.parts(scope)) }

    /// Where a section is: the overview has the empty ID.
    static func path(_ section: String, tenant: String? = nil, _ request: ConsoleRequest) -> ConsolePath {
        let root = request.path(.settings)
        return (section.isEmpty ? root : root.below(section)).with([("tenant", tenant)])
    }

    // MARK: Sections that are one form

    typealias Handler = @Sendable (ConsoleRequest) async throws -> RouteResponse

    /// A section as it is.
    static func view(_ section: SettingsSection) -> Handler {
        { request in
            let page = try await SettingsPage(section, request)
            return page.answer(page.html())
        }
    }

    /// Saves the form of a section, or puts settings back to their defaults.
    static func save(_ section: SettingsSection) -> Handler {
        { request in
            let page = try await SettingsPage(section, request)
            return try await page.save(page.form) { page.html($0, problem: $1) }
        }
    }

    /// Saves what was entered in a form, or puts settings back to their defaults.
    ///
    /// - Parameters:
    ///   - path: Where to go then; by default to the section.
    ///   - html: The view for an error, with what was entered and what is wrong with it.
    func save(
        _ form: SettingsForm, to path: ConsolePath? = nil,
        _ html: (_ entered: [String: String]?, _ problem: SettingProblem?) throws -> HTML
    ) async throws -> RouteResponse {
        if let name = request.form["reset"] {
            return try await reset(name, of: form, to: path) { try html(nil, nil) }
        }
        let entered = form.entered(in: request.form)
        do {
            try await scope.save(entered, of: form, request)
        } catch {
            let notice = try notice(of: error)
            return answer(try html(entered, problem(of: error)), notice: notice)
        }
        return request.redirect(to: path ?? self.path, notice: .settingsSaved)
    }

    /// - Parameter html: The view, for an error.
    func reset(
        _ name: String, of form: SettingsForm, to path: ConsolePath? = nil, _ html: () throws -> HTML
    ) async throws -> RouteResponse {
        do {
            try await scope.save(scope.reset(name, of: form), request)
        } catch {
            return answer(try html(), notice: try notice(of: error))
        }
        return request.redirect(to: path ?? self.path, notice: .settingsReset)
    }

    /// A section with its form.
    ///
    /// - Parameter lists: What is below the form, by default as it is stored.
    func html(
        _ entered: [String: String]? = nil, problem: SettingProblem? = nil, lists: HTML? = nil
    ) -> HTML {
        let panel = SettingsPanel.Form(
            id: section.id, title: section.title, introduction: section.introduction(scope),
            settings: form.shown(entered, problem: problem), path: path)
        return "\(SettingsPanel.form(panel, request))\(lists ?? TestNumberSettings.panel(self))"
    }

    // MARK: Answers

    func answer(_ content: HTML, notice: ConsoleFrame.Notice? = nil) -> RouteResponse {
        let title = section.id.isEmpty ? "Settings" : "\(section.title) – Settings"
        let html = SettingsPanel.template.filled([
            "sections": "\(SettingsSection.all.map(link))", "content": content,
        ])
        return request.page(
            .settings, title: title, place: Self.path(section.id, request), notice: notice,
            status: notice?.kind == .failure ? 400 : 200, html)
    }

    func saved(_ notice: ConsoleNotice = .settingsSaved) -> RouteResponse { request.redirect(to: path, notice: notice) }

    /// The settings of a section that differ from their defaults, of the tenant where the section is of tenants.
    func deviations(_ section: SettingsSection) -> [SettingValue] {
        let scope =
            if section.id == SettingsSection.rules.id { rules } else if section.hasTenants, tenant != nil {
                self.scope
            } else { projectScope }
        return section.settings(scope).deviations
    }

    // MARK: Around the section

    private func link(_ section: SettingsSection) -> HTML {
        let changes = deviations(section).count
        let count: HTML =
            changes == 0
            ? "" : SettingsPanel.template.part("count").filled(["number": "\(changes)"])
        return SettingsPanel.template.part("section").filled([
            "url": "\(Self.path(section.id, tenant: request.tenant, request).text)",
            "title": "\(section.title)", "count": count,
            "current": section.id == self.section.id ? #" aria-current="page""# : "",
        ])
    }

    // MARK: Failures

    /// What is said above a form that was refused.
    ///
    /// - Throws: Errors that are not about what was entered.
    func notice(of error: any Error) throws -> ConsoleFrame.Notice {
        if let problem = error as? SettingProblem { return ConsoleFrame.Notice(.failure, "\(problem.text)") }
        let violation = (error as? SchemaViolation).map(WireError.schemaViolation)
        guard let error = error as? WireError ?? violation else { throw error }
        return request.notice(of: error)
    }

    /// What is wrong with a setting of a form; `nil` for what is about none.
    func problem(of error: any Error) -> SettingProblem? {
        if let problem = error as? SettingProblem { return problem }
        let problem = (error as? WireError).map { FormProblem($0, in: request.call.settings.profile) }
        return problem?.field.map { SettingProblem(field: $0, text: problem?.text ?? "") }
    }
}
