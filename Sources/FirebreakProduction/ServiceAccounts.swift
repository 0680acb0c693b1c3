package import FirebreakWire

/// The accounts of a project and of its tenants, as the service answers them.
package struct ServiceAccounts: Sendable {
    package private(set) var project: [JSON] = []
    /// By tenant.
    package private(set) var tenants: [String: [JSON]] = [:]
    /// How tenants hash passwords, which their list does not tell.
    package private(set) var hashConfigs: [String: JSON] = [:]
    /// What could not be read, and why, in sentences.
    package private(set) var gaps: [String] = []

    /// The service gives as many at a time.
    private static let pageSize = 1000

    /// The requests that reading makes, as lines.
    ///
    /// - Throws: As ``ServiceConnection`` for an address that is none.
    package static func requests(
        project: String, at address: String, readsHashes: Bool
    ) throws(ServiceFailure) -> [String] {
        let base = try ServiceConnection.base(of: address)
        let tenant = "projects/\(project)/tenants/{each tenant}"
        let paths = ["v1/projects/\(project)/accounts:batchGet", "v1/\(tenant)/accounts:batchGet"]
        return (paths + (readsHashes ? ["v2/\(tenant)"] : [])).map { "GET \(base)/\($0)" }
    }

    /// - Parameters:
    ///   - tenants: The IDs of all tenants.
    ///   - limit: How many of the project, and of each tenant; `nil` for all.
    ///   - readsHashes: Whether it matters how passwords were hashed.
    /// - Throws: ``ServiceFailure``. What is refused is a gap.
    package init(
        of project: String, tenants: [String], limit: Int?, readsHashes: Bool, from source: some SettingsSource
    ) async throws {
        let path = "projects/\(PercentEncoding.encode(project))"
        do {
            self.project = try await read("/v1/\(path)", limit, "accounts of the project", source)
            for tenant in tenants {
                let place = "\(path)/tenants/\(PercentEncoding.encode(tenant))"
                self.tenants[tenant] = try await read("/v1/\(place)", limit, "accounts of tenant \(tenant)", source)
                if readsHashes {
                    let what = "hash parameters of tenant \(tenant)"
                    hashConfigs[tenant] = try await source.get("/v2/\(place)", [], what, gaps: &gaps)?["hashConfig"]
                }
            }
        } catch let refusal as ServiceRefusal {
            throw refusal.failure(reading: project)
        }
    }

    private mutating func read(
        _ path: String, _ limit: Int?, _ what: String, _ source: some SettingsSource
    ) async throws -> [JSON] {
        var accounts: [JSON] = []
        var size = 0
        var token: String?
        while accounts.count < limit ?? .max {
            let count = min(Self.pageSize, (limit ?? .max) - accounts.count)
            var query = [("maxResults", String(count))]
            if let token { query.append(("nextPageToken", token)) }
            // The last page may have a token for another one, which is empty.
            guard let page = try await source.get("\(path)/accounts:batchGet", query, what, gaps: &gaps),
                let users = page["users"]?.arrayValue, !users.isEmpty
            else { return accounts }
            // A user of a fixture has at least half of the members.
            size += page.bytes.count
            guard Limit.fixture.allows(size / 2) else { throw ServiceFailure.tooManyAccounts }
            accounts += users
            guard let next = page["nextPageToken"]?.stringValue?.nonEmpty, next != token else { return accounts }
            token = next
        }
        return accounts
    }
}

extension ServiceFailure {
    /// No server would take the fixture.
    package static var tooManyAccounts: Self {
        .usage("the accounts would make a fixture of more than \(Limit.fixture.amount): take fewer with --users N")
    }
}
