import FirebreakControl
import FirebreakHTTP
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The project's tenants in the console's settings.
enum TenantViews {
    @Sendable static func view(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let settings = try await SettingsVisit(.tenants, visit)
        return settings.answer(html(settings))
    }

    @Sendable static func save(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let settings = try await SettingsVisit(.tenants, visit)
        let name = (visit.form["displayName"] ?? "").trimmed
        do {
            if let id = visit.form["remove"] {
                guard settings.hasMoreTenants || settings.tenants.contains(where: { $0.id == id }) else {
                    throw WireError.tenantNotFound
                }
                _ = try await visit.runAsAdmin(DeleteTenant.self, .emptyObject, tenant: TenantID(rawValue: id))
                return settings.saved(.settingsRemoved)
            }
            _ = try await visit.runAsAdmin(
                CreateTenant.self, name.isEmpty ? .emptyObject : ["displayName": .string(name)])
        } catch {
            return settings.answer(html(settings, entered: name), notice: try settings.notice(of: error))
        }
        return settings.saved(.settingsAdded)
    }

    private static func html(_ settings: SettingsVisit, entered: String? = nil) -> HTML {
        TenantPages.list(
            settings.tenants, isAllowed: settings.visit.call.settings.allowsTenants, hasMore: settings.hasMoreTenants,
            entered: entered, settings.context)
    }
}

/// The project's tenants in the settings.
enum TenantPages {
    /// - Parameters:
    ///   - isAllowed: Whether the project may have tenants.
    ///   - hasMore: Whether there are more than these.
    ///   - entered: The name that was to be added, where that failed.
    static func list(
        _ tenants: [SettingsFrame.Tenant], isAllowed: Bool, hasMore: Bool, entered: String?, _ context: ConsoleContext
    ) -> HTML {
        guard isAllowed else {
            let users = SettingsFrame.path("users", context).text
            return SettingsPages.panel(
                id: "tenants", title: "Tenants", introduction: "",
                #"<p>Tenants are switched off for this project (<a href="\#(users)">users</a>).</p>"#)
        }
        let path = SettingsFrame.path("tenants", context)
        let add = SettingsPages.add(
            Controls.field("displayName", "Display name", value: entered), label: "Add tenant", to: path, context)
        let more: HTML = hasMore ? #"<p class="quiet">These are the first ones; there are more.</p>"# : ""
        let panel = SettingsPages.panel(
            id: "tenants", title: "Tenants",
            introduction: "Each has accounts and settings of its own: choose one to see its settings.",
            "\([table(tenants, path, context), more, add])")
        return panel
    }

    private static func table(
        _ tenants: [SettingsFrame.Tenant], _ path: ConsolePath, _ context: ConsoleContext
    ) -> HTML {
        let template = SettingsPages.template
        guard !tenants.isEmpty else { return template.part("nothing").filled(["text": "No tenants yet."]) }
        let rows: [HTML] = tenants.map { tenant in
            let button = Controls.button(
                #"Delete<span class="visually-hidden"> \#(tenant.id)</span>"#, to: path, kind: "small danger",
                fields: [("remove", tenant.id)], confirm: "Delete this tenant and all its accounts?", context)
            return template.part("tenant").filled([
                "id": "\(tenant.id)", "name": "\(tenant.name ?? "")", "action": button,
                "url": "\(SettingsFrame.path("sign-in", tenant: tenant.id, context).text)",
            ])
        }
        return template.part("tenantTable").filled(["rows": "\(rows)"])
    }
}
