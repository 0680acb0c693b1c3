package import FirebreakDiscovery
import FirebreakFixtures
package import FirebreakWire

/// Where the settings of projects can be read: Google's service, or a project of this version for comparison.
package protocol SettingsSource: Sendable {
    /// Reads a resource or a page of a list.
    ///
    /// - Parameter path: From the version on, such as `/v2/projects/shop/config`.
    /// - Throws: ``ServiceRefusal``, ``ServiceFailure``.
    func get(_ path: String, _ query: [(name: String, value: String)]) async throws -> JSON
}

extension SettingsSource {
    /// Reads a part that the rest can do without.
    ///
    /// - Parameters:
    ///   - what: What a gap says of the part, in the plural.
    ///   - isOff: Whether the project has none of them by its configuration: the service refuses that as invalid, which tells
    ///     nothing then.
    ///   - gaps: Gets a sentence if the service refuses the part, as it does some in a project without Identity
    ///     Platform.
    /// - Returns: `nil` for a part that is refused.
    func get(
        _ path: String, _ query: [(name: String, value: String)], _ what: String, isOff: Bool = false,
        gaps: inout [String]
    ) async throws -> JSON? {
        do { return try await get(path, query) } catch let refusal as ServiceRefusal
            where [400, 403, 404].contains(refusal.status)
        {
            if !isOff || refusal.status != 400 { gaps.append(refusal.gap(what)) }
            return nil
        }
    }
}

/// The settings of a project as the service answers them: the resources, whole.
package struct ServiceSettings: Sendable {
    package struct Scope: Sendable {
        /// `Config` or `Tenant`.
        package var document: JSON
        /// By ID, in the order of the service's lists.
        package var providers: [JSON.Member]
        /// Kinds of providers whose lists could not be read.
        package var lacks: [AdminResource] = []
    }

    package var project: Scope
    /// By ID.
    package var tenants: [(id: String, scope: Scope)]
    /// Whether the list of tenants could not be read.
    package var lacksTenants = false
    /// What could not be read, and why, in sentences.
    package var gaps: [String] = []
}

extension ServiceSettings {
    /// The kinds of identity providers, by the names of their lists.
    fileprivate static let kinds: [(resource: AdminResource, name: String, what: String)] = [
        (.defaultSupportedIdpConfig, "defaultSupportedIdpConfigs", "identity providers that Google knows"),
        (.oauthIdpConfig, "oauthIdpConfigs", "OpenID Connect providers"),
        (.inboundSamlConfig, "inboundSamlConfigs", "SAML providers"),
    ]

    /// The requests that reading makes, as lines; those for each tenant are told once.
    ///
    /// - Throws: As ``ServiceConnection`` for an address that is none.
    package static func requests(project: String, at address: String) throws(ServiceFailure) -> [String] {
        let base = try ServiceConnection.base(of: address)
        let lists = kinds.map(\.name)
        let paths = ["config"] + lists + ["tenants"] + lists.map { "tenants/{each tenant}/\($0)" }
        return paths.map { "GET \(base)/v2/projects/\(project)/\($0)" }
    }

    /// Reads a project's settings.
    ///
    /// - Throws: ``ServiceFailure`` where there is nothing to read, or nobody may. A list that is refused is a gap.
    package init(of project: String, from source: some SettingsSource) async throws {
        var reader = SettingsReader(project: project, source: source)
        do {
            let path = "/v2/projects/\(PercentEncoding.encode(project))"
            var config = try await source.get(path + "/config", [])
            // A project without rules for regions sends everywhere, a new one nowhere: in a fixture it has to be said.
            if config["smsRegionConfig"] == nil { config["smsRegionConfig"] = ["allowByDefault": .emptyObject] }
            self.project = try await reader.scope(config, in: path, of: "the project")
            tenants = []
            let isOff = config[path: "multiTenant.allowTenants"] != true
            let list = try await reader.list(path, "tenants", "tenants", isOff: isOff)
            lacksTenants = list == nil
            for tenant in list ?? [] {
                let id = Self.id(of: tenant)
                let place = "\(path)/tenants/\(PercentEncoding.encode(id))"
                tenants.append((id, try await reader.scope(tenant, in: place, of: "tenant \(id)")))
            }
        } catch let refusal as ServiceRefusal {
            throw refusal.failure(reading: project)
        }
        gaps = reader.gaps
    }

    /// The last part of a resource's name.
    static func id(of resource: JSON) -> String {
        let name = resource["name"]?.stringValue ?? ""
        return name.separated(by: "/").last.map { String($0) } ?? name
    }
}

private struct SettingsReader<Source: SettingsSource> {
    let project: String
    let source: Source
    var gaps: [String] = []

    /// The Admin SDKs ask for as many.
    private static var pageSize: Int { 100 }
    /// A list of more pages has no end.
    private static var maximumPages: Int { 1000 }

    init(project: String, source: Source) {
        self.project = project
        self.source = source
    }

    mutating func scope(
        _ document: JSON, in path: String, of owner: String
    ) async throws -> ServiceSettings.Scope {
        var scope = ServiceSettings.Scope(document: document, providers: [])
        for kind in ServiceSettings.kinds {
            guard let found = try await list(path, kind.name, "\(kind.what) of \(owner)") else {
                scope.lacks.append(kind.resource)
                continue
            }
            scope.providers += found.map { JSON.Member(ServiceSettings.id(of: $0), $0) }
        }
        return scope
    }

    /// All elements of a list; `nil` for one that is refused.
    mutating func list(_ path: String, _ name: String, _ what: String, isOff: Bool = false) async throws -> [JSON]? {
        var elements: [JSON] = []
        var token: String?
        for _ in 0..<Self.maximumPages {
            var query = [("pageSize", String(Self.pageSize))]
            if let token { query.append(("pageToken", token)) }
            guard let page = try await source.get("\(path)/\(name)", query, what, isOff: isOff, gaps: &gaps)
            else { return nil }
            elements += page[name]?.arrayValue ?? []
            guard let next = page["nextPageToken"]?.stringValue?.nonEmpty else { return elements }
            guard next != token else { break }
            token = next
        }
        throw ServiceFailure.service("the service's list of \(what) does not end")
    }
}

extension ServiceRefusal {
    /// The service's words, without the full stop that they may have, or the status alone.
    private var words: String {
        message.without(ending: ".").nonEmpty.map { ": \($0) (status \(status))" } ?? " (status \(status))"
    }

    /// What is said of a part that is refused, where the rest can be read.
    func gap(_ what: String) -> String {
        status == 403
            ? "The \(what) could not be read\(words). The role roles/firebaseauth.viewer has the permission."
            : "There are no \(what), or they could not be read\(words)."
    }

    /// The failure of a whole reading.
    package func failure(reading project: String) -> ServiceFailure {
        switch status {
        case 401:
            .credentials(
                """
                the service does not accept the credentials\(words). An access token lasts an hour: get another one, or \
                log in again with `gcloud auth application-default login`
                """)
        case 403:
            .credentials(
                """
                project \(project) may not be read with these credentials\(words). They need the role \
                roles/firebaseauth.viewer on it, and a person's login serviceusage.services.use as well
                """)
        case 404 where message.startsWithBytes(of: "CONFIGURATION_NOT_FOUND"):
            .project("project \(project) has no Authentication yet: open Authentication in its Firebase console once")
        case 404: .project("the service knows no project \(project)\(words)")
        case 429, 500...: .service("the service cannot be read now\(words). Try again later")
        default: .service("the service refused to be read\(words)")
        }
    }
}
