import FirebreakFixtures
package import FirebreakModel
import FirebreakOperations
import FirebreakStore
package import FirebreakWire

/// Fills the project from a fixture document (firebreak.md section 6).
///
/// It is no ``ControlOperation``, because the body is a document, YAML or JSON, whose keys are data.
package enum SeedProject {
    /// - Parameter document: A whole document that has a part of the project, or such a part alone. There is no
    ///   environment: of `${NAME:-default}` the default counts.
    /// - Returns: Who the refs of the fixture stand for.
    /// - Throws: `INVALID_FIXTURE` with everything that is wrong with it; nothing has changed then.
    package static func run(
        _ document: [UInt8], _ request: SeedProjectRequest, _ call: ControlCall
    ) async throws -> SeedSummary {
        do { return try await seed(document, request, call) } catch let error as FixtureError {
            throw WireError.invalidFixture(error)
        }
    }

    private static func seed(
        _ document: [UInt8], _ request: SeedProjectRequest, _ call: ControlCall
    ) async throws -> SeedSummary {
        let strategy: FixtureStrategy? = try ControlParameter.choice("strategy", request.strategy)
        let part = try part(of: document, file: request.file?.nonEmpty ?? "document", strategy, call)
        let writer = FixtureWriter(call.project, origin: call.origin, call.services)
        if request.dryRun == true { return SeedSummary(of: try await writer.check([part])) }
        let result = try await writer.apply([part])
        call.control.fixtures.keepLast(part)
        return try await SeedSummary(of: result, withTokens: request.tokens == true, call)
    }

    private static func part(
        of document: [UInt8], file: String, _ strategy: FixtureStrategy?, _ call: ControlCall
    ) throws -> FixturePart {
        let source = try FixtureSource(document, file: file, environment: nil)
        let fixture = Fixture(source, partOf: call.project.id)
        guard let project = fixture.projects.first(where: { $0.id == call.project.id }) else {
            try fixture.check()
            throw source.error([
                FixtureProblem(FixturePath() / "projects", "there is nothing for project \(call.project.id)")
            ])
        }
        // Those of other projects too: a document is right or wrong as a whole.
        return FixturePart(
            source: source, fixture: project, strategy: strategy ?? fixture.strategy ?? .merge,
            problems: fixture.problems)
    }

    /// Applies a part of the project that was made here. A reset does not apply it again.
    ///
    /// - Throws: As ``run(_:_:_:)``.
    static func merge(_ part: JSON, _ call: ControlCall) async throws {
        do {
            let part = try self.part(of: part.bytes, file: "form.json", .merge, call)
            _ = try await FixtureWriter(call.project, origin: call.origin, call.services).apply([part])
        } catch let error as FixtureError {
            throw WireError.invalidFixture(error)
        }
    }
}

extension SeedSummary {
    /// What the control API answers of a fixture that was applied.
    ///
    /// - Parameter withTokens: Whether users with a ref are signed in.
    init(of result: FixtureResult, withTokens: Bool, _ call: ControlCall) async throws {
        self.init(of: result)
        for user in result.users {
            guard let ref = user.ref else { continue }
            var document = User(uid: user.id.rawValue, tenant: user.tenant?.rawValue, email: user.email)
            if withTokens, let tokens = try await MintToken.tokens(for: user.id, in: user.tenant, call) {
                document.idToken = tokens.idToken
                document.refreshToken = tokens.refreshToken
                document.expiresIn = tokens.expiresIn
            }
            refs.append(Ref(ref, document))
        }
    }

    /// Numbers alone, as for a trial, whose users do not exist.
    init(of result: FixtureResult) {
        self.init(project: result.project.rawValue, created: result.created, changed: result.changed)
    }
}

/// What became of a project.
package struct FixtureResult: Sendable {
    package struct User: Sendable {
        package var ref: String?
        package var tenant: TenantID?
        package var id: AccountID
        package var email: String?
    }

    package var project: ProjectID
    /// In the order of the documents.
    package var users: [User] = []
    /// How many accounts were made.
    var created = 0
    /// How many accounts were changed.
    var changed = 0

    init(project: ProjectID) { self.project = project }

    mutating func add(_ other: FixtureResult) {
        users += other.users
        created += other.created
        changed += other.changed
    }
}
