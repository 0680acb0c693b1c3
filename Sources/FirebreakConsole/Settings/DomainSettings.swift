import FirebreakControl
import FirebreakHTTP
import FirebreakOperations
import FirebreakPages
import FirebreakWire

extension SettingsSection {
    static let domains = SettingsSection(
        id: "domains", title: "Authorized domains",
        lists: { _ in
            [
                StoredSetting(
                    "authorizedDomains", "Authorized domains", "", .list(rows: 6))
            ]
        })
}

/// Authorized domains in the console's settings: each is added and removed by itself.
enum DomainSettings {
    private static let path = "authorizedDomains"
    /// The ID of the field for another domain.
    static let fieldID = "domain"

    @Sendable static func view(_ request: ConsoleRequest) async throws -> RouteResponse {
        let settings = try await SettingsPage(.domains, request)
        return settings.answer(html(settings))
    }

    @Sendable static func save(_ request: ConsoleRequest) async throws -> RouteResponse {
        let settings = try await SettingsPage(.domains, request)
        let scope = settings.scope
        if let name = request.form["reset"] {
            return try await settings.reset(name, of: SettingsSection.domains.settings(scope)) {
                html(settings)
            }
        }
        var domains = scope.document[path]?.arrayValue ?? []
        let added = host(in: (request.form["domain"] ?? "").trimmed)
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
            let notice = try settings.notice(of: error)
            let isWrong = (error as? WireError)?.field == "authorizedDomains"
            guard isWrong else { return settings.answer(html(settings, entered: added), notice: notice) }
            let problem = problem(with: added, settings)
            return settings.answer(
                html(settings, entered: added, problem: problem), notice: .init(.failure, "\(problem)"))
        }
        return settings.saved(removed == nil ? .settingsAdded : .settingsRemoved)
    }

    /// The host of a URL that was pasted, with or without its scheme; any other text as it is.
    static func host(in text: String) -> String {
        guard text.containsBytes(of: "/") || text.containsBytes(of: ":") else { return text }
        return AbsoluteURL(text.containsBytes(of: "://") ? text : "http://" + text)?.host ?? text
    }

    private static func problem(with entered: String, _ settings: SettingsPage) -> String {
        let subject = entered.isEmpty ? "Enter a host" : "“\(entered.clipped(to: 200))” is not a host. Enter one"
        let all = settings.scope.profile.behavior.allowsAnyDomain ? ", or * alone for all" : ""
        return "\(subject), such as app.example.com\(all)."
    }

    private static func html(_ settings: SettingsPage, entered: String? = nil, problem: String? = nil) -> HTML {
        let domains = (settings.scope.document[path]?.arrayValue ?? []).compactMap(\.stringValue)
        let list = SettingsPanel.list(
            domains.map { ($0, $0) }, empty: "No domain is authorized.", removing: settings.path, settings.request)
        let allowsAny = settings.scope.profile.behavior.allowsAnyDomain
        let hint: HTML =
            allowsAny
            ? "A host such as <code>app.example.com</code>, or <code>*</code> alone for all."
            : "A host such as <code>app.example.com</code>."
        let add = SettingsPanel.add(
            Controls.field(fieldID, "Domain", value: entered, hint: hint, problem: problem), label: "Add domain",
            to: settings.path,
            settings.request)
        let standard = SettingsSection.domains.settings(settings.scope).shown().map {
            SettingsPanel.standardList($0, to: settings.path, settings.request)
        }
        let introduction: HTML =
            settings.request.call.settings.enforcesAuthorizedDomains
            ? "Where links in emails and identity providers may send users back to."
            : "Until the list is changed, links in emails and identity providers may send users back to any place."
        return SettingsPanel.panel(
            id: "domains", title: "Authorized domains", introduction: introduction,
            "\(list)\(add)\(standard)")
    }
}
