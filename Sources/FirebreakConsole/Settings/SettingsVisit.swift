import FirebreakControl
import FirebreakHTTP
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// A request to a section of the settings: of the project, or of the tenant that the query names.
struct SettingsVisit: Sendable {
    let visit: ConsoleVisit
    let section: SettingsSection
    /// What the section's settings are stored in.
    let scope: SettingsScope
    /// The first tenants, to choose from.
    let tenants: [SettingsFrame.Tenant]
    let hasMoreTenants: Bool
    private let projectScope: SettingsScope
    private let rules: SettingsScope

    private static let maximumTenants = 200

    init(_ section: SettingsSection, _ visit: ConsoleVisit) async throws {
        self.visit = visit
        self.section = section
        var tenants: [SettingsFrame.Tenant] = []
        if visit.call.settings.allowsTenants {
            // All of them where a look at one that does not exist would make it.
            let size = visit.call.settings.profile.facts.createsTenantsOnMention ? -1 : Self.maximumTenants + 1
            let list = try await visit.runAsAdmin(ListTenants.self, ["pageSize": .int(size)])
            tenants = list.tenants.compactMap(Self.tenant)
        }
        projectScope = SettingsScope.project(visit)
        rules = try SettingsScope.rules(visit)
        if section.hasTenants, let id = visit.query["tenant"] {
            guard !visit.call.settings.profile.facts.createsTenantsOnMention || tenants.contains(where: { $0.id == id })
            else {
                throw ConsoleProblem.notFound("The project has no tenant \(id).")
            }
            scope = try await SettingsScope.tenant(TenantID(rawValue: id), visit)
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

    var context: ConsoleContext { visit.context }
    var tenant: TenantID? { scope.tenant }

    /// Where the section is.
    var path: ConsolePath { SettingsFrame.path(section.id, tenant: tenant?.rawValue, context) }

    /// The section's form.
    var form: SettingsForm { scope.form(section.parts(scope)) }

    // MARK: Answers

    func answer(_ content: HTML, notice: ConsoleFrame.Notice? = nil) -> RouteResponse {
        let frame = SettingsFrame(
            sections: SettingsSection.all.map(describe), current: section.id, tenants: tenants,
            tenant: tenant?.rawValue, context)
        let title = section.id.isEmpty ? "Settings" : "\(section.title) – Settings"
        let status = notice?.kind == .failure ? 400 : 200
        return visit.page(.settings, title: title, notice: notice, status: status, frame.page(content))
    }

    func saved(_ notice: ConsoleNotice = .settingsSaved) -> RouteResponse { visit.redirect(to: path, notice: notice) }

    func describe(_ section: SettingsSection) -> SettingsFrame.Section {
        SettingsFrame.Section(
            id: section.id, title: section.title, changes: deviations(section).count, hasTenants: section.hasTenants)
    }

    /// The settings of a section that differ from their defaults, of the tenant where the section is of tenants.
    func deviations(_ section: SettingsSection) -> [ShownSetting] {
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
        let message = error.message(in: visit.call.settings.profile)
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

/// The settings of a form with what is stored of them, and with their defaults.
struct SettingsForm: Sendable {
    let parts: [any SettingPart]
    private let stored: [String: String]
    private let standard: [String: String]
    private let defaults: JSON

    /// - Parameters:
    ///   - defaults: What a setting is put back to.
    ///   - comparison: What a setting must differ from to be put back with all others; by default the same.
    init(_ parts: [any SettingPart], of document: JSON, defaults: JSON, comparison: JSON? = nil) {
        func values(_ document: JSON) -> [String: String] {
            parts.reduce(into: [:]) { $0.merge($1.values(of: document)) { $1 } }
        }
        self.parts = parts
        self.defaults = defaults
        stored = values(document)
        standard = values(comparison ?? defaults)
    }

    private var fields: [SettingField] { parts.flatMap(\.fields) }

    /// The settings as they are, or as somebody entered them.
    func shown(_ entered: [String: String]? = nil, problem: SettingProblem? = nil) -> [ShownSetting] {
        fields.map { field in
            let stored = stored[field.name] ?? ""
            return ShownSetting(
                field, value: entered?[field.name] ?? stored, stored: stored, standard: standard[field.name] ?? "",
                problem: problem?.field == field.name ? problem?.text : nil)
        }
    }

    /// The settings that differ from their defaults.
    var deviations: [ShownSetting] { shown().filter(\.isChanged) }

    /// What was entered, by name. What the form does not have stays as it is, but for boxes, which are not ticked then.
    func entered(in form: SubmittedForm) -> [String: String] {
        var entered = stored
        for field in fields {
            switch field.control {
            case .box: entered[field.name] = form.has(field.name) ? "on" : "off"
            case .text:
                guard let value = form.value(field.name) else { continue }
                entered[field.name] = value.withPlainLineBreaks
            case .choice, .line, .number, .secret, .list, .json:
                guard let value = form.value(field.name) else { continue }
                entered[field.name] = value.withPlainLineBreaks.trimmed
            }
        }
        return entered
    }

    /// Only what differs from what is stored: all else is left alone, also by those who change it meanwhile.
    func write(_ entered: [String: String], to change: inout SettingsChange) throws(SettingProblem) {
        for part in parts where part.fields.contains(where: { entered[$0.name] != stored[$0.name] }) {
            try part.write(entered, to: &change)
        }
    }

    /// Puts a setting back to its default, and those that are stored with it; all that differ for `*`.
    func reset(_ name: String, in change: inout SettingsChange) {
        for part in parts
        where part.fields.contains(where: { name == "*" ? stored[$0.name] != standard[$0.name] : $0.name == name }) {
            for path in part.paths {
                let path = name == "*" && change.clearsByAbsence ? topOfAbsent(path) : path
                change.set(defaults[path: path], at: path, empty: part.empty)
            }
        }
    }

    /// The outermost member on the way that the defaults do not have, so that no empty object remains.
    private func topOfAbsent(_ path: String) -> String {
        let names = path.separated(by: ".")
        for count in names.indices {
            let outer = names[...count].joined(separator: ".")
            if defaults[path: outer] == nil { return outer }
        }
        return path
    }
}
