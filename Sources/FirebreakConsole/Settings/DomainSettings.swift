import FirebreakControl
import FirebreakHTTP
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// Authorized domains in the console's settings: each is added and removed by itself.
enum DomainViews {
    private static let path = "authorizedDomains"

    @Sendable static func view(_ request: ConsoleRequest) async throws -> RouteResponse {
        let settings = try await SettingsPage(.domains, request)
        return settings.answer(html(settings))
    }

    @Sendable static func save(_ request: ConsoleRequest) async throws -> RouteResponse {
        let settings = try await SettingsPage(.domains, request)
        let scope = settings.scope
        if let name = request.form["reset"] {
            return try await SettingsViews.reset(name, of: SettingsSection.domains.settings(scope), settings) {
                html(settings)
            }
        }
        var domains = scope.document[path]?.arrayValue ?? []
        let added = (request.form["domain"] ?? "").trimmed
        let removed = request.form["remove"]
        if let removed {
            domains.removeAll { $0.stringValue == removed }
        } else if !domains.contains(.string(added)) {
            domains.append(.string(added))
        }
        do {
            var change = scope.change
            change.set(.array(domains), at: path, empty: [])
            try await scope.save(change, request)
        } catch {
            return settings.answer(html(settings, entered: added), notice: try settings.notice(of: error))
        }
        return settings.saved(removed == nil ? .settingsAdded : .settingsRemoved)
    }

    private static func html(_ settings: SettingsPage, entered: String? = nil) -> HTML {
        let domains = (settings.scope.document[path]?.arrayValue ?? []).compactMap(\.stringValue)
        let list = SettingsPages.list(
            domains.map { ($0, $0) }, empty: "No domain is authorized.", removing: settings.path, settings.request)
        let allowsAny = settings.scope.profile.facts.allowsAnyDomain
        let hint: HTML =
            allowsAny ? "A host without scheme and port; <code>*</code> for all." : "A host without scheme and port."
        let add = SettingsPages.add(
            Controls.field("domain", "Domain", value: entered, hint: hint), label: "Add domain", to: settings.path,
            settings.request)
        let standard = SettingsSection.domains.settings(settings.scope).shown().map {
            SettingsPages.standardList($0, to: settings.path, settings.request)
        }
        let introduction: HTML =
            settings.request.call.settings.enforcesAuthorizedDomains
            ? "Where links in mails and identity providers may send users back to."
            : "Until the list is changed, links in mails and identity providers may send users back to any place."
        return SettingsPages.panel(
            id: "domains", title: "Authorized domains", introduction: introduction,
            "\(list)\(add)\(standard)")
    }
}
