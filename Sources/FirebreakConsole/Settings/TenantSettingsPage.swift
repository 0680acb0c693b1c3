import FirebreakControl
import FirebreakHTTP
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The project's tenants in the console's settings.
enum TenantSettingsPage {
    @Sendable static func view(_ request: ConsoleRequest) async throws -> RouteResponse {
        let settings = try await SettingsPage(.tenants, request)
        return settings.answer(html(settings))
    }

    @Sendable static func save(_ request: ConsoleRequest) async throws -> RouteResponse {
        let settings = try await SettingsPage(.tenants, request)
        let name = (request.form["displayName"] ?? "").trimmed
        do {
            if let id = request.form["remove"] {
                guard settings.hasMoreTenants || settings.tenants.contains(where: { $0.id == id }) else {
                    throw WireError.tenantNotFound
                }
                _ = try await request.runAsAdmin(DeleteTenant.self, .emptyObject, tenant: TenantID(rawValue: id))
                return settings.saved(.settingsRemoved)
            }
            _ = try await request.runAsAdmin(
                CreateTenant.self, name.isEmpty ? .emptyObject : ["displayName": .string(name)])
        } catch {
            let problem = settings.problem(of: error)?.text
            return settings.answer(
                html(settings, entered: name, problem: problem), notice: try settings.notice(of: error))
        }
        return settings.saved(.settingsAdded)
    }

    /// - Parameter entered: The name that was to be added, where that failed.
    private static func html(_ settings: SettingsPage, entered: String? = nil, problem: String? = nil) -> HTML {
        let request = settings.request
        guard request.call.settings.allowsTenants else {
            let users = SettingsPage.path("users", request).text
            return SettingsPanel.panel(
                id: "tenants", title: "Tenants", introduction: "",
                #"<p>Tenants are switched off for this project (<a href="\#(users)">users</a>).</p>"#)
        }
        let path = SettingsPage.path("tenants", request)
        let add = SettingsPanel.add(
            Controls.field("displayName", "Display name", value: entered, problem: problem), label: "Add tenant",
            to: path,
            request)
        let more: HTML =
            settings.hasMoreTenants ? #"<p class="quiet">These are the first ones; there are more.</p>"# : ""
        return SettingsPanel.panel(
            id: "tenants", title: "Tenants",
            introduction: "Each has accounts and settings of its own: choose one to see its settings.",
            "\([table(settings.tenants, path, request), more, add])")
    }

    private static func table(
        _ tenants: [SettingsPage.Tenant], _ path: ConsolePath, _ request: ConsoleRequest
    ) -> HTML {
        let template = SettingsPanel.template
        guard !tenants.isEmpty else { return template.part("nothing").filled(["text": "No tenants yet."]) }
        let rows: [HTML] = tenants.map { tenant in
            let button = Controls.button(
                #"Delete<span class="visually-hidden"> \#(tenant.id)</span>"#, to: path, kind: "small danger",
                fields: [("remove", tenant.id)], confirm: "Delete this tenant and all its accounts?", request)
            return template.part("tenant").filled([
                "id": "\(tenant.id)", "name": "\(tenant.name ?? "")", "action": button,
                "url": "\(SettingsPage.path("sign-in", tenant: tenant.id, request).text)",
            ])
        }
        return template.part("tenantTable").filled(["rows": "\(rows)"])
    }
}
