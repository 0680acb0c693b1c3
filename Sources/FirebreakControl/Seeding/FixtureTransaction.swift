import FirebreakCredentials
import FirebreakFixtures
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// One fixture on its way into a project: goes through all of it, noting what will not do. What is wrong with the document
/// by itself is left out, and so is what would only be wrong because of that.
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
    /// The places at and above those where the document is wrong.
    private let wrongPlaces: Set<FixturePath>
    /// Whether settings are not what the document says: what depends on them cannot be judged.
    private(set) var areSettingsWrong = false
    /// Addresses of users who were not made.
    private var unmadeEmails: Set<ExactText> = []

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
        wrongPlaces = Set(
            part.problems.flatMap { problem in
                (0...problem.path.steps.count).map { FixturePath(Array(problem.path.steps.prefix($0))) }
            })
    }

    /// Whether the document by itself is right at this place and below it.
    private func isRight(_ path: FixturePath) -> Bool { !wrongPlaces.contains(path) }

    /// The members of an object that are right.
    func right(_ document: JSON, at path: FixturePath) -> JSON {
        guard let members = document.objectValue, !isRight(path) else { return document }
        return .object(members.filter { isRight(path / $0.key) })
    }

    /// - Throws: Only what the storage throws; everything else is in ``problems``.
    mutating func apply() throws {
        if strategy == .replace { try tx.reset(keeping: [], at: services.now()) }
        // In another profile everything else would be judged by other rules.
        guard try storeProfile() else { return }
        let settings = try settings()
        areSettingsWrong =
            !problems.isEmpty || ["config", "rules", "clock"].contains { !isRight(part.path / $0) }

        let call = call(EffectiveSettings(project: settings, tenant: nil))
        tx.destinations = services.deliveries.destinations(of: project.id, settings.rules)
        checkKeys()
        try applyFaults()
        try apply(part.content, at: part.path, call, tx)
        for tenant in part.tenants {
            guard let scope = try scope(of: tenant, call) else { continue }
            try apply(tenant.content, at: tenant.path, call.scoped(to: scope), tx.scoped(to: tenant.id))
        }
    }

    private mutating func apply(
        _ content: ScopeFixture, at path: FixturePath, _ call: OperationContext, _ tx: Transaction
    ) throws {
        for provider in content.providers where provider.document.objectValue != nil {
            var provider = provider
            provider.document = right(provider.document, at: provider.path)
            try attempt(provider.path) { [provider] seeding in try seeding.store(provider, call, tx) }
        }
        try applyUsers(content.users, call, tx)
        guard !areSettingsWrong else { return }
        var targets: Set<[ExactText]> = []
        var texts: Set<ExactText> = []
        for code in content.codes where isRight(code.path) {
            // A code for a user who was not made says nothing new.
            guard !unmadeEmails.contains(Self.key(code.email)) else { continue }
            // Such a code would void the one before it, each time that the document is applied.
            let isFirst = targets.insert([ExactText(code.type), Self.key(code.email)]).inserted
            guard isFirst || call.rules.supersedeCodes == .off else {
                note(code.path, "another code has this type and address, and only the last one would work")
                continue
            }
            guard texts.insert(ExactText(code.oobCode)).inserted else {
                note(code.path / "oobCode", "another code has this text")
                continue
            }
            try attempt(code.path) { seeding in try FixtureCode(code, isStrict: seeding.isStrict).send(tx, call) }
        }
    }

    private mutating func applyUsers(_ users: [UserFixture], _ call: OperationContext, _ tx: Transaction) throws {
        guard !users.isEmpty else { return }
        var hashes: [FixturePath?: PasswordHashSettings?] = [:]
        let options = AccountImport.Options(allowsOverwrite: true, sanityCheck: true, acceptsTOTP: true)
        var accounts = try AccountImport(options, tx, call)
        for user in users {
            try Task.checkCancellation()
            guard problems.count < Self.maximumProblems else { return }
            guard isRight(user.path) else {
                noteUnmade(user)
                continue
            }
            let path = user.hash?.path
            let hash = try hashes[path] ?? hashSettings(user.hash, call)
            hashes[path] = .some(hash)
            switch try FixtureAccount(user, hash, isStrict: isStrict, call).store(&accounts, tx) {
            case .failure(let failure):
                problems += failure.problems
                noteUnmade(user)
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

    private mutating func noteUnmade(_ user: UserFixture) {
        if let email = user.email { unmadeEmails.insert(Self.key(email)) }
    }

    /// By which addresses are compared.
    private static func key(_ email: String) -> ExactText { ExactText(EmailAddress.key(EmailAddress.folded(email))) }

    /// More are not told.
    static let maximumProblems = 200

    /// How password hashes were made; `nil` for those that the reference keeps as they are.
    private mutating func hashSettings(
        _ hash: PasswordHashFixture?, _ call: OperationContext
    ) throws -> PasswordHashSettings? {
        var settings: PasswordHashSettings?
        let path = hash?.path ?? part.path / "hash"
        try attempt(path) { seeding in
            guard hash != nil || call.behavior.verifiesPasswordHashes else { return }
            let document = seeding.right(hash?.document ?? .emptyObject, at: path)
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

    private func call(_ settings: EffectiveSettings) -> OperationContext {
        OperationContext(
            services: services, project: project, settings: settings, caller: .admin, client: OperationContext.Client(),
            origin: origin)
    }

    // MARK: Problems

    mutating func forgetProblems(_ range: Range<Int>) { problems.removeSubrange(range) }

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

extension FixtureTransaction {
    /// Adds the faults. One that is there already stays as it is, with what it has left to do.
    mutating func applyFaults() throws {
        guard !part.faults.isEmpty else { return }
        var others = try tx.faults()
        var occurrences: [String: Int] = [:]
        for fault in part.faults {
            if let problem = fault.unknownError {
                note(problem.path, problem.message)
                continue
            }
            let text = fault.definition.text
            let occurrence = occurrences[text, default: 0]
            occurrences[text] = occurrence + 1
            // The same on every machine, and for the same fault each time that the document is applied.
            let id = "fault_" + StableName.make(16, from: ["fault", project.id.rawValue, text, String(occurrence)])
            guard try tx.fault(id: id) == nil else {
                if isStrict { note(fault.path, "there is such a fault already") }
                continue
            }
            let record = FaultRecord(fault, id: id)
            do throws(WireError) { try AddFault.checkRoom(for: record, besides: others, project.id) } catch {
                return note(fault.path, error.explanation(in: services.profile))
            }
            others.append(record)
            try tx.insert(record)
        }
    }
}

/// An action code of a fixture, sent by the rules of `sendOobCode`; its mail is in the outbox like any other.
struct FixtureCode {
    private let code: CodeFixture
    private let isStrict: Bool

    /// - Parameter isStrict: Whether a code of the same text is a conflict.
    init(_ code: CodeFixture, isStrict: Bool) {
        self.code = code
        self.isStrict = isStrict
    }

    /// Sends the code, unless it is there and works.
    ///
    /// - Throws: What `sendOobCode` would answer, or a ``FixtureProblem``.
    func send(_ tx: Transaction, _ call: OperationContext) throws {
        if let known = try tx.openMessage(code: code.oobCode) {
            guard !isStrict else { throw FixtureProblem(code.path / "oobCode", "there is such a code already") }
            guard
                call.isExpired(known) || known.type != code.type
                    || !EmailAddress.areSame(EmailAddress.folded(code.email), known.email)
            else { return }
            // Two codes of one text would be each other's.
            try tx.supersede(known, at: call.now)
        }
        guard let type = OobReqType(rawValue: code.type) else { throw WireError.invalidReqType }
        var settings = ActionSettings()
        settings.continueURL = code.continueURL
        settings.handlesCodeInApp = code.handlesCodeInApp
        var order = ActionCodeRequest(
            type, email: code.email, newEmail: code.newEmail, subject: .address, settings: settings)
        order.takesOldAddresses = true
        let call = call.speaking(code.locale)
        let target = try order.target(tx, call)
        if let reason = target.suppression { throw FixtureProblem(code.path, "nothing would be sent: \(reason)") }
        try CodeSender(call, settings: settings).send(to: target, code: code.oobCode, tx)
    }
}

extension OperationContext {
    /// The same call by a client that wants messages in this language.
    fileprivate func speaking(_ locale: String?) -> OperationContext {
        guard let locale else { return self }
        var client = client
        client.locale = locale
        return OperationContext(
            services: services, project: project, settings: settings, caller: caller, client: client, origin: origin)
    }
}
