import FirebreakFixtures
import FirebreakOperations
package import FirebreakWire

/// Fills the project from a fixture document (product.md section 6).
///
/// It is no ``ControlOperation``, because the body is a document, YAML or JSON, whose keys are data.
package enum SeedProject {
    /// Parameters of the query.
    package struct Request: Decodable, Sendable {
        /// How messages name the document.
        package var file: String?
        /// `merge`, `replace` or `fail`; else what the document says.
        package var strategy: String?
        /// Whether users with a ref are signed in, and their tokens answered.
        package var tokens: Bool?
        /// Whether to find out what would happen, and change nothing.
        package var dryRun: Bool?
    }

    /// - Parameter document: A whole document that has a part of the project, or such a part alone. There is no
    ///   environment: of `${NAME:-default}` the default counts.
    /// - Returns: ``SeedAnswer``.
    /// - Throws: `INVALID_FIXTURE` with everything that is wrong with it; nothing has changed then.
    package static func run(_ document: [UInt8], _ request: Request, _ call: ControlCall) async throws -> JSON {
        do { return try await seed(document, request, call) } catch let error as FixtureError {
            throw WireError.invalidFixture(error)
        }
    }

    private static func seed(_ document: [UInt8], _ request: Request, _ call: ControlCall) async throws -> JSON {
        let strategy: FixtureStrategy? = try ControlParameter.choice("strategy", request.strategy)
        let source = try FixtureSource(document, file: request.file?.nonEmpty ?? "document", environment: nil)
        let fixture = try Fixture(source, partOf: call.project.id)
        guard let seed = fixture.seeds(strategy).first(where: { $0.part.id == call.project.id }) else {
            throw source.error([
                FixtureProblem(FixturePath() / "projects", "there is nothing for project \(call.project.id)")
            ])
        }
        let seeder = ProjectSeeder(call.project, origin: call.origin, call.services)
        if request.dryRun == true { return SeedAnswer.document(try await seeder.check([seed]), refs: []) }
        let result = try await seeder.apply([seed])
        call.control.fixtures.keepLast(seed)
        return try await SeedAnswer.document(result, withTokens: request.tokens == true, call)
    }
}

/// What seeding answers: who the refs of the fixture stand for.
enum SeedAnswer {
    /// `{project, created, changed, refs: {alice: {uid, tenant, email, idToken, refreshToken, expiresIn}}}`
    static func document(_ result: SeedResult, withTokens: Bool, _ call: ControlCall) async throws -> JSON {
        var refs: [JSON.Member] = []
        for user in result.users {
            guard let ref = user.ref else { continue }
            var document: JSON = ["uid": .string(user.id.rawValue)]
            document["tenant"] = user.tenant.map { .string($0.rawValue) }
            document["email"] = user.email.map(JSON.string)
            if withTokens, let tokens = try await MintToken.tokens(for: user.id, in: user.tenant, call) {
                document["idToken"] = .string(tokens.idToken)
                document["refreshToken"] = tokens.refreshToken.map(JSON.string)
                document["expiresIn"] = tokens.expiresIn.map(JSON.string)
            }
            refs.append(JSON.Member(ref, document))
        }
        return document(result, refs: refs)
    }

    static func document(_ result: SeedResult, refs: [JSON.Member]) -> JSON {
        [
            "project": .string(result.project.rawValue), "created": .int(result.created),
            "changed": .int(result.changed), "refs": .object(refs),
        ]
    }
}
