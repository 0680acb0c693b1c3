import FirebreakDiscovery
package import FirebreakWire

extension Fixture {
    /// Reads a document and checks everything that can be checked without a server.
    ///
    /// - Parameters:
    ///   - source: The document.
    ///   - project: The project of a document that has no `projects`.
    package init(_ source: FixtureSource, partOf project: ProjectID) {
        var reader = FixtureReader()
        self = reader.read(source, partOf: project)
        problems = source.problems + reader.problems
    }

    /// - Throws: ``FixtureError`` with all ``problems``.
    package func check() throws(FixtureError) {
        guard problems.isEmpty else { throw source.error(problems) }
    }
}

/// Turns a document's value into a ``Fixture`` and collects problems.
private struct FixtureReader {
    private(set) var problems: [FixtureProblem] = []
    private var defaults = FixtureDefaults()

    mutating func read(_ source: FixtureSource, partOf project: ProjectID) -> Fixture {
        let isPart = source.value["projects"] == nil
        var top = ObjectReader(source.value, FixturePath(), keys: isPart ? FixtureKeys.part : FixtureKeys.document)
        var fixture = Fixture(source: source, projects: [])
        defer { problems += top.problems }
        guard let members = source.value.objectValue else { return fixture }

        if !top.has("version"), !isPart { top.note("version is missing: write version: 1") }
        if let version = top.value("version"), version.integerValue != 1 { top.note("version", "must be 1") }
        fixture.strategy = top.choice("strategy", FixtureStrategy.allCases.map(\.rawValue))
            .flatMap(FixtureStrategy.init(rawValue:))
        if let value = top.value("defaults") {
            var reader = ObjectReader(value, top.path / "defaults", keys: FixtureKeys.defaults)
            defaults = FixtureDefaults(&reader)
            problems += reader.problems
        }
        if isPart {
            let part = JSON.object(members.filter { FixtureKeys.project.contains($0.key) })
            if part == .emptyObject { top.note("projects is missing") }
            fixture.projects = [read(project, part, top.path)]
        } else {
            let path = top.path / "projects"
            fixture.projects = (top.object("projects")?.objectValue ?? []).map { member in
                read(ProjectID(rawValue: member.key), member.value, path / member.key)
            }
            if fixture.projects.isEmpty, top.problems.isEmpty { top.note("projects", "must name a project") }
        }
        noteRepeatedKeys(fixture.projects)
        return fixture
    }

    private mutating func noteRepeatedKeys(_ projects: [ProjectFixture]) {
        var owners: [ExactText: ProjectID] = [:]
        for project in projects {
            for (index, key) in project.apiKeys.enumerated() {
                if let owner = owners.updateValue(project.id, forKey: ExactText(key)) {
                    problems.append(
                        FixtureProblem(
                            project.path / "apiKeys" / index, "the key \(key) selects project \(owner) already"))
                }
            }
        }
    }

    // MARK: Projects and tenants

    private mutating func read(_ id: ProjectID, _ value: JSON, _ path: FixturePath) -> ProjectFixture {
        // An empty project is created all the same.
        var reader = ObjectReader(value.isNull ? .emptyObject : value, path, keys: FixtureKeys.project)
        defer { problems += reader.problems }
        var project = ProjectFixture(id: id, path: path)
        if !id.isValid {
            reader.note("a project ID has 1 to \(ProjectID.maximumBytes) bytes, none of them a control character")
        }
        project.apiKeys = apiKeys(&reader)
        project.profile = reader.choice("profile", FixtureKeys.profiles)
        project.config = reader.resource("config", FixtureShapes.config)
        project.rules = reader.object("rules")
        project.clock = clock(&reader)
        for (index, value) in reader.list("faults").enumerated()
        where reader.problems.count < FixtureSource.maximumIssues {
            let (fault, problems) = FaultFixture.read(value, path / "faults" / index)
            if let fault { project.faults.append(fault) }
            reader.note(problems)
        }
        var refs: Set<ExactText> = []
        let hash = reader.passwordHash()
        project.content = content(&reader, ScopeName(project: id, tenant: nil), hash, &refs)
        for member in reader.object("tenants")?.objectValue ?? [] where problems.count < FixtureSource.maximumIssues {
            project.tenants.append(tenant(member, of: id, path / "tenants" / member.key, hash, &refs))
        }
        return project
    }

    private func clock(_ reader: inout ObjectReader) -> ClockFixture? {
        guard let value = reader.value("clock") else { return nil }
        guard value.objectValue != nil else {
            return reader.moment("clock").map { ClockFixture(at: $0, isFrozen: false) }
        }
        var clock = ObjectReader(value, reader.path / "clock", keys: FixtureKeys.clock)
        let at = clock.moment("at")
        if !clock.has("at") { clock.note("at is missing: the time that the clock shows") }
        let isFrozen = clock.flag("frozen")
        reader.note(clock.problems)
        return at.map { ClockFixture(at: $0, isFrozen: isFrozen ?? false) }
    }

    private func apiKeys(_ reader: inout ObjectReader) -> [String] {
        let list = reader.list("apiKeys")
        guard Limit.apiKeys.allows(list.count) else {
            reader.note("apiKeys", Limit.apiKeys.sentence)
            return []
        }
        return list.enumerated().compactMap { index, value in
            if let key = value.stringValue, !key.isEmpty, Limit.apiKey.allows(key) { return key }
            reader.note([
                FixtureProblem(
                    reader.path / "apiKeys" / index, "must be a text of 1 through \(Limit.apiKey.maximum) bytes")
            ])
            return nil
        }
    }

    private mutating func tenant(
        _ member: JSON.Member, of project: ProjectID, _ path: FixturePath, _ hash: PasswordHashFixture?,
        _ refs: inout Set<ExactText>
    ) -> TenantFixture {
        let resource = FixtureShapes.tenant.members
        var reader = ObjectReader(
            member.value.isNull ? .emptyObject : member.value, path,
            keys: FixtureKeys.tenantContent.union(resource.keys))
        defer { problems += reader.problems }
        let id = TenantID(rawValue: member.key)
        if member.key.isEmpty || member.key.utf8.count > 128 || member.key.containsBytes(of: "/") {
            reader.note("a tenant ID has 1 to 128 bytes and no /")
        }
        let document = JSON.object((member.value.objectValue ?? []).filter { resource[$0.key] != nil })
        reader.note(FixtureShapes.tenant.problems(of: document, at: path))
        var tenant = TenantFixture(id: id, path: path, document: document)
        let scope = ScopeName(project: project, tenant: id)
        tenant.content = content(&reader, scope, reader.passwordHash() ?? hash, &refs)
        return tenant
    }

    private mutating func content(
        _ reader: inout ObjectReader, _ scope: ScopeName, _ hash: PasswordHashFixture?, _ refs: inout Set<ExactText>
    ) -> ScopeFixture {
        var content = ScopeFixture()
        for member in reader.object("providers")?.objectValue ?? []
        where problems.count < FixtureSource.maximumIssues {
            content.providers.append(provider(member, reader.path / "providers" / member.key))
        }
        var users = UserReader(scope, defaults, hash: hash)
        // A document that is wrong throughout is not read to its end: no one reads that many problems.
        for (index, value) in reader.list("users").enumerated()
        where users.problems.count < FixtureSource.maximumIssues {
            users.read(value, reader.path / "users" / index, &refs)
        }
        content.users = users.users
        problems += users.problems
        for (index, value) in reader.list("codes").enumerated() where problems.count < FixtureSource.maximumIssues {
            if let code = code(value, reader.path / "codes" / index, scope, users) { content.codes.append(code) }
        }
        return content
    }

    private mutating func provider(_ member: JSON.Member, _ path: FixturePath) -> ProviderFixture {
        let shape = FixtureShapes.provider(member.key)
        var document = member.value.isNull ? JSON.emptyObject : member.value
        problems += shape.problems(of: document, at: path)
        // A provider in the document is meant to be enabled.
        if document["enabled"] == nil { document["enabled"] = true }
        return ProviderFixture(id: member.key, path: path, document: document)
    }

    // MARK: Codes

    private mutating func code(
        _ value: JSON, _ path: FixturePath, _ scope: ScopeName, _ users: UserReader
    ) -> CodeFixture? {
        var reader = ObjectReader(value, path, keys: FixtureKeys.code)
        defer { problems += reader.problems }
        guard value.objectValue != nil else { return nil }
        let type = reader.choice("type", FixtureKeys.codeTypes)
        if !reader.has("type") { reader.note("type is missing") }
        let to = reader.text("to")
        if !reader.has("to") { reader.note("to is missing: an address, or the ref of a user") }
        var email = to
        if let to, !to.containsBytes(of: "@") {
            if !users.hasRef(to) {
                reader.note("to", "there is no user with the ref \(to) here")
            } else {
                email = users.email(ofRef: to)
                if email == nil { reader.note("to", "the user \(to) has no e-mail address") }
            }
        }
        let newEmail = reader.text("newEmail")
        if type == "VERIFY_AND_CHANGE_EMAIL", !reader.has("newEmail") { reader.note("newEmail is missing") }
        if let type, type != "VERIFY_AND_CHANGE_EMAIL", newEmail != nil {
            reader.note("newEmail", "a code of type \(type) has none")
        }
        let given = reader.text("oobCode")
        if let given, given.utf8.count > 512 { reader.note("oobCode", "must have at most 512 bytes") }
        let continueURL = reader.text("continueUrl") ?? defaults.continueURL
        let locale = reader.text("locale") ?? defaults.locale
        let inApp = reader.flag("canHandleCodeInApp")
        guard let type, let email else { return nil }
        let name = ["code"] + scope.parts + [type, EmailAddress.folded(email), newEmail ?? ""]
        return CodeFixture(
            path: path, type: type, email: email, newEmail: newEmail, oobCode: given ?? StableName.make(54, from: name),
            continueURL: continueURL, locale: locale, handlesCodeInApp: inApp ?? (type == "EMAIL_SIGNIN"))
    }
}

/// The project or tenant whose users are read.
struct ScopeName {
    var project: ProjectID
    var tenant: TenantID?

    var parts: [String] { [project.rawValue, tenant?.rawValue ?? ""] }
}
