import FirebreakCredentials
import FirebreakFixtures
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// One fixture on its way into a project: goes through all of it, noting what will not do.
struct FixtureTransaction {
    let part: ProjectFixture
    let strategy: FixtureStrategy
    let rules: [JSON.Member]
    let project: Project
    let origin: String
    let services: Services
    let tx: Transaction
    private(set) var problems: [FixtureProblem] = []
    private(set) var result: FixtureResult

    var isStrict: Bool { strategy == .fail }

    init(
        _ part: FixturePart, _ rules: [JSON.Member], _ project: Project, origin: String, _ services: Services,
        _ tx: Transaction
    ) {
        self.part = part.fixture
        strategy = part.strategy
        self.rules = rules
        self.project = project
        self.origin = origin
        self.services = services
        self.tx = tx
        result = FixtureResult(project: project.id)
    }

    /// - Throws: Only what the storage throws; everything else is in ``problems``.
    mutating func apply() throws {
        if strategy == .replace { try tx.reset(keeping: [], at: services.now()) }
        let settings = try settings()
        // Wrong settings make everything else wrong: those problems would mislead.
        guard problems.isEmpty else { return }

        let call = call(EffectiveSettings(project: settings, tenant: nil))
        tx.destinations = services.deliveries.destinations(of: project.id, settings.rules)
        checkKeys()
        try applyFaults()
        try apply(part.content, at: part.path, call, tx)
        for tenant in part.tenants {
            guard let scope = try scope(of: tenant, call) else { continue }
            try tx.within(tenant.id) { tx in
                try apply(tenant.content, at: tenant.path, call.scoped(to: scope), tx)
            }
        }
    }

    private mutating func apply(
        _ content: ScopeFixture, at path: FixturePath, _ call: Call, _ tx: Transaction
    ) throws {
        for provider in content.providers {
            try attempt(provider.path) { seeding in try seeding.store(provider, call, tx) }
        }
        try applyUsers(content.users, call, tx)
        // A code for a user who could not be made says nothing new.
        guard problems.isEmpty else { return }
        var targets: Set<[String]> = []
        var texts: Set<String> = []
        for code in content.codes {
            // Such a code would void the one before it, each time that the document is applied.
            let isFirst = targets.insert([code.type, EmailAddress.folded(code.email)]).inserted
            guard isFirst || call.rules.supersedeCodes == .off else {
                note(code.path, "another code has this type and address, and only the last one would work")
                continue
            }
            guard texts.insert(code.oobCode).inserted else {
                note(code.path / "oobCode", "another code has this text")
                continue
            }
            try attempt(code.path) { seeding in try FixtureCode(code, isStrict: seeding.isStrict).send(tx, call) }
        }
    }

    private mutating func applyUsers(_ users: [UserFixture], _ call: Call, _ tx: Transaction) throws {
        guard !users.isEmpty else { return }
        let hash = try hashSettings(call)
        let options = AccountImport.Options(allowsOverwrite: true, sanityCheck: true, acceptsTOTP: true)
        var accounts = try AccountImport(options, tx, call)
        for user in users {
            try Task.checkCancellation()
            switch try FixtureAccount(user, hash, isStrict: isStrict, call).store(&accounts, tx) {
            case .failure(let problem): problems.append(problem)
            case .success(let stored):
                switch stored.change {
                case .created: result.created += 1
                case .changed: result.changed += 1
                case .none: break
                }
                result.users.append(
                    .init(ref: user.ref, tenant: call.tenant, id: stored.account.id, email: stored.account.email))
                guard let ref = user.ref else { continue }
                try tx.save(FixtureRef(ref: ref, tenant: call.tenant, accountID: stored.account.id))
            }
        }
    }

    /// How password hashes were made; `nil` for those that the reference keeps as they are.
    private mutating func hashSettings(_ call: Call) throws -> PasswordHashSettings? {
        var settings: PasswordHashSettings?
        try attempt(part.path / "hash") { seeding in
            guard seeding.part.hash != nil || call.facts.verifiesPasswordHashes else { return }
            let document = seeding.part.hash ?? .emptyObject
            let options = try WireDecoder(nullIsAbsent: true).decode(PasswordHashOptions.self, from: document)
            settings = try ImportedPasswords.settings(options, call)
        }
        return settings
    }

    private mutating func checkKeys() {
        guard isStrict else { return }
        for (index, key) in part.apiKeys.enumerated() {
            guard let owner = services.storage.apiKeys.project(of: key), owner != project.id else { continue }
            problems.append(
                FixtureProblem(part.path / "apiKeys" / index, "the key selects project \(owner) already"))
        }
    }

    private func call(_ settings: EffectiveSettings) -> Call {
        Call(
            services: services, project: project, settings: settings, caller: .admin, client: Call.Client(),
            origin: origin)
    }

    // MARK: Problems

    mutating func note(_ path: FixturePath, _ message: String) { problems.append(FixtureProblem(path, message)) }

    /// Notes what the client would be told; passes on what the storage throws.
    mutating func attempt(_ path: FixturePath, _ body: (FixtureTransaction) throws -> Void) throws {
        do { try body(self) } catch let problem as FixtureProblem {
            problems.append(problem)
        } catch let error as WireError {
            problems.append(FixtureProblem(path, error.explanation(in: try profile())))
        } catch let violation as SchemaViolation {
            let path = violation.path.reduce(path) { path, step in
                switch step {
                case .key(let key): path / key
                case .index(let index): path / index
                }
            }
            problems.append(FixtureProblem(path, violation.phrase))
        }
    }
}
