package import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

extension ControlMethod {
    /// The methods of projects, and of what they have one of.
    static let projects: [ControlMethod] = [
        .init(ProjectsAPI.list, ListProjects.self, .bulk),
        .init(ProjectsAPI.create, CreateProject.self, .bulk),
        .init(ProjectsAPI.get, GetProject.self, .bulk),
        .init(ProjectsAPI.delete, DropProject.self, [.bulk, .withoutDatabase]),
        .init(ProjectsAPI.reset, ResetProject.self, .bulk),
        .init(SeedingAPI.seed, .bulk, run: SeedProject.run),
        .init(TokensAPI.mint, MintToken.self, [.bulk, .keepsKeys]),
        .init(AccountsAPI.list, ListAccounts.self, .bulk),
        .init(TokensAPI.browserState, MakeBrowserState.self, .keepsKeys),
        .init(SeedingAPI.refs, ListRefs.self),
        .init(SeedingAPI.ref, GetRef.self),
        .init(RulesAPI.get, GetRules.self),
        .init(RulesAPI.patch, PatchRules.self, .bulk),
        .init(APIKeysAPI.list, ListAPIKeys.self, .withoutDatabase),
        .init(APIKeysAPI.create, CreateAPIKey.self, .withoutDatabase),
        .init(APIKeysAPI.delete, DeleteAPIKey.self, .withoutDatabase),
        .init(APIKeysAPI.deleteByQuery, DeleteAPIKey.self, .withoutDatabase),
    ]
}

/// Summarises a project (firebreak.md section 4). A project that was never written to is reported as empty.
package enum GetProject: ControlOperation {
    /// - Throws: Only storage errors.
    package static func run(_ request: NoMembers, _ call: ControlCall) async throws -> ProjectSummary {
        let settings = call.settings
        let expiry = call.expiryMoment
        let (counts, cursor) = try await call.project.read { tx in
            let counts = ProjectSummary.Counts(
                accounts: try tx.accountCount(), accountsWithTenants: try tx.totalAccountCount(),
                tenants: try tx.tenantCount(), messages: try tx.messageCount(),
                openCodes: try tx.openCodeCount(at: expiry))
            return (counts, try tx.lastMessageSeq())
        }
        return ProjectSummary(
            projectID: settings.project.rawValue, projectNumber: settings.projectNumber,
            profile: settings.profile.rawValue, counts: counts,
            clock: ClockState(settings.clock, at: call.services.now()),
            configDigest: digest(of: settings.config), outboxCursor: cursor, apiKeys: APIKeyEntry.all(of: call),
            expiresAt: ProjectEnd.text(of: settings.project, call),
            functions: await call.services.functions?.current().map { ProjectSummary.Functions($0, settings) })
    }

    private static func digest(of config: JSON) -> String {
        withUnsafeBytes(of: stableHash(config.text.utf8).bigEndian) { Hex.encode($0) }
    }
}

extension ProjectSummary.Functions {
    fileprivate init(_ found: FoundFunctions, _ settings: ProjectSettings) {
        self.init(
            url: found.origin, reachable: found.isReachable,
            triggers: found.triggers.map {
                Trigger(
                    event: $0.event, region: $0.region, name: $0.name, tenant: $0.tenant,
                    active: found.calls($0, settings))
            })
    }
}

/// Lists the projects that were written to, by ID (firebreak.md section 4).
package enum ListProjects: ControlOperation {
    /// - Throws: Storage errors; `INVALID_ARGUMENT` for a search that cannot be; `CancellationError` if the caller no
    ///   longer waits for the list.
    package static func run(_ request: ListProjectsRequest, _ call: ControlCall) async throws -> ProjectList {
        let search = try ControlParameter.search(request.q)
        var entries: [ProjectList.Entry] = []
        for id in try call.services.projects.projects() {
            try Task.checkCancellation()
            let entry = try await entry(of: id, call)
            guard search?.isIn([entry.projectID, entry.projectNumber]) ?? true else { continue }
            entries.append(entry)
        }
        return ProjectList(projects: entries)
    }

    private static func entry(of id: ProjectID, _ call: ControlCall) async throws -> ProjectList.Entry {
        let projects = call.services.projects
        // The number depends on the profile, which a project may set itself.
        var entry = ProjectList.Entry(
            projectID: id.rawValue, projectNumber: ProjectNumber.of(id, projects.defaults.profile))
        entry.expiresAt = ProjectEnd.text(of: id, call)
        do {
            entry.projectNumber = try await projects.number(of: id)
        } catch {
            entry.state = .unavailable
            entry.problem = StorageFailure.sentence(for: error)
        }
        return entry
    }
}

/// Makes an empty project (firebreak.md section 4.6). Projects need not be made; one that is can have another profile
/// than the server, and an end.
package enum CreateProject: ControlOperation {
    /// - Throws: `INVALID_ARGUMENT` without an ID, for another profile and for an end that cannot be,
    ///   `INVALID_PROJECT_ID`, `ALREADY_EXISTS` for a project that is not empty, `RESOURCE_EXHAUSTED` for one too many.
    package static func run(_ request: CreateProjectRequest, _ call: ControlCall) async throws -> ProjectSummary {
        guard let id = try ControlParameter.text("projectId", request.projectID).map(ProjectID.init(rawValue:)) else {
            throw WireError.invalidArgument(member: "projectId", "must be the ID of a project")
        }
        let profile: Profile? = try ControlParameter.choice("profile", request.profile)
        let expiry = try ProjectEnd(in: request.expiresIn, call)
        let project = try call.services.requestedProject(id)
        let created = try await project.create { tx in
            try tx.set(.profile, to: .string((profile ?? call.services.profile).rawValue))
        }
        guard created else { throw WireError.alreadyExists("Project \(id) exists already; delete it first.") }
        try await expiry.set(for: id, call)
        return try await GetProject.run(
            NoMembers(), ControlCall(control: call.control, project: project, origin: call.origin))
    }
}

/// Deletes a project with everything in it, `seq` included. API keys registered for it stay registered, so that they
/// select the project when it is used again (firebreak.md section 4).
package enum DropProject: ControlOperation {
    /// - Throws: `NOT_FOUND` for a project that does not exist yet.
    package static func run(_ request: NoMembers, _ call: ControlCall) async throws -> NoMembers {
        guard try await call.control.drop(call.project.id) else {
            throw WireError.notFound("Project \(call.project.id) does not exist.")
        }
        return NoMembers()
    }
}
