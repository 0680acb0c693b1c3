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
