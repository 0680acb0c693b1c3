import FirebreakWire

/// Reads the users of one project or tenant.
struct UserReader {
    private let scope: ScopeName
    private let defaults: FixtureDefaults
    private let hash: PasswordHashFixture?
    private(set) var users: [UserFixture] = []
    var problems: [FixtureProblem] = []
    private var emails: [ExactText: String?] = [:]
    private var uids: Set<ExactText> = []

    /// - Parameter hash: How the password hashes were made of users who do not say it themselves.
    init(_ scope: ScopeName, _ defaults: FixtureDefaults, hash: PasswordHashFixture?) {
        self.scope = scope
        self.defaults = defaults
        self.hash = hash
    }

    func hasRef(_ ref: String) -> Bool { emails[ExactText(ref)] != nil }

    func email(ofRef ref: String) -> String? { emails[ExactText(ref)] ?? nil }

    mutating func add(_ value: JSON, _ path: FixturePath, isMade: Bool, _ refs: inout Set<ExactText>) {
        var reader = ObjectReader(value, path, keys: FixtureKeys.user)
        defer { problems += reader.problems }
        guard value.objectValue != nil else { return }
        let ref = reader.text("ref")
        if let ref, !Limit.ref.allows(ref) { reader.note("ref", Limit.ref.sentence) }
        if let ref, ref.containsBytes(of: "@") {
            reader.note("ref", "must not contain @, to be distinct from an address")
        }
        if let ref, !refs.insert(ExactText(ref)).inserted {
            reader.note(isMade ? "factory" : "ref", "the ref \(ref) stands for another user of the project already")
        }
        let uid = reader.text("uid")
        if let uid, uid.utf8.count > 128 { reader.note("uid", "must have at most 128 bytes") }
        let email = reader.text("email")
        let phoneNumber = reader.text("phoneNumber")
        guard let name = ref ?? email.map(EmailAddress.folded) ?? phoneNumber ?? uid else {
            if reader.problems.isEmpty { reader.note("a user needs a ref, a uid, an email or a phoneNumber") }
            return
        }
        let id = uid ?? StableName.userID(name, in: scope.parts)
        if !uids.insert(ExactText(id)).inserted {
            let text = isMade ? "every user needs an address of its own: use {n}" : "another user has this ID already"
            reader.note(uid == nil ? text : "another user has the uid \(id) already")
        }
        var user = UserFixture(path: path, ref: ref, uid: id)
        user.email = email
        user.phoneNumber = phoneNumber
        user.emailVerified = reader.flag("emailVerified") ?? (email == nil ? nil : defaults.emailVerified)
        for member in UserProfile.Member.allCases { user.userProfile[member] = reader.text(member.rawValue) }
        user.userProfile.photoURL = user.userProfile.photoURL ?? defaults.photoURL
        user.disabled = reader.flag("disabled") ?? defaults.disabled
        user.claims = reader.object("claims") ?? (reader.has("claims") ? nil : defaults.claims)
        user.createdAt = reader.moment("createdAt")
        user.lastLoginAt = reader.moment("lastLoginAt")
        readPassword(&reader, &user)
        user.identities = identities(&reader)
        if reader.has("mfa") {
            user.secondFactors = secondFactors(&reader, of: id)
            // Only verified addresses can have second factors; listing a factor implies it.
            if user.secondFactors?.isEmpty == false { user.emailVerified = user.emailVerified ?? true }
        }
        if let ref { emails[ExactText(ref)] = .some(email) }
        users.append(user)
    }

    private func readPassword(_ reader: inout ObjectReader, _ user: inout UserFixture) {
        user.passwordHash = reader.text("passwordHash")
        user.salt = reader.text("salt")
        user.hash = reader.passwordHash() ?? hash
        user.password = reader.text("password")
        if user.password != nil, user.passwordHash != nil {
            reader.note("passwordHash", "a user has a password or a passwordHash, not both")
        }
        if user.salt != nil, user.passwordHash == nil { reader.note("salt", "a salt needs a passwordHash") }
        if let hash = user.passwordHash, user.hash == nil, !hash.startsWithBytes(of: "fakeHash:") {
            reader.note(
                "passwordHash", "the project's hash must say how the hash was made: an object with hashAlgorithm")
        }
        // `password: null` leaves a user without one.
        if user.email != nil, user.passwordHash == nil, !reader.has("password") { user.password = defaults.password }
    }

    private func identities(_ reader: inout ObjectReader) -> [JSON] {
        var identities: [JSON] = []
        for (index, value) in reader.list("providers").enumerated() {
            var entry = ObjectReader(value, reader.path / "providers" / index, keys: FixtureKeys.identity)
            let isObject = value.objectValue != nil
            var identity = JSON.emptyObject
            for key in FixtureKeys.identity.sorted() { identity[key] = entry.text(key).map(JSON.string) }
            for key in ["providerId", "rawId"] where isObject && !entry.has(key) { entry.note("\(key) is missing") }
            if let id = identity["providerId"]?.stringValue, id == "password" || id == "phone" {
                entry.note("providerId", "\(id) follows from email and phoneNumber")
            }
            identities.append(identity)
            reader.note(entry.problems)
        }
        return identities
    }

    private func secondFactors(_ reader: inout ObjectReader, of uid: String) -> [SecondFactorFixture] {
        var factors: [SecondFactorFixture] = []
        for (index, value) in reader.list("mfa").enumerated() {
            let path = reader.path / "mfa" / index
            var entry = ObjectReader(value, path, keys: FixtureKeys.secondFactor)
            let phone = entry.text("phone")
            let totp = entry.text("totp")
            let id =
                entry.text("enrollmentId")
                ?? StableName.make(28, from: ["factor"] + scope.parts + [uid, "\(index)"])
            let name = entry.text("displayName")
            let enrolledAt = entry.moment("enrolledAt")
            switch (phone, totp) {
            case (let number?, nil):
                factors.append(
                    SecondFactorFixture(
                        path: path, kind: .phone(number), enrollmentID: id, displayName: name, enrolledAt: enrolledAt))
            case (nil, let secret?):
                factors.append(
                    SecondFactorFixture(
                        path: path, kind: .totp(secret), enrollmentID: id, displayName: name, enrolledAt: enrolledAt))
            default:
                if entry.problems.isEmpty { entry.note("a second factor has either phone or totp") }
            }
            reader.note(entry.problems)
        }
        if Set(factors.map(\.enrollmentID)).count < factors.count {
            reader.note("mfa", "every second factor needs an enrollmentId of its own")
        }
        return factors
    }
}

extension UserReader {
    /// How many users a factory can make.
    static let maximumCount = Int64(Limit.factory.maximum)

    /// Reads a user, or the users of a factory: the same members for each, with `{n}` for its number.
    ///
    /// - Parameter refs: Those of the whole project, where they are unique across tenants.
    mutating func read(_ value: JSON, _ path: FixturePath, _ refs: inout Set<ExactText>) {
        guard value["factory"] != nil || value["count"] != nil else { return add(value, path, isMade: false, &refs) }
        var reader = ObjectReader(value, path, keys: FixtureKeys.factory)
        let name = reader.text("factory")
        if !reader.has("factory") { reader.note("factory is missing: the name that the refs begin with") }
        let count = reader.number("count", in: 1...Self.maximumCount)
        if !reader.has("count") { reader.note("count is missing") }
        if let count, !Limit.fixture.allows(value.bytes.count * Int(count)) {
            reader.note("count", "makes more than \(Limit.fixture.amount) of users")
        }
        problems += reader.problems
        guard reader.problems.isEmpty, let name, let count else { return }
        var template = value
        for key in FixtureKeys.factoryOnly { template[key] = JSON?.none }
        for number in 1...count {
            var user = template.numbered(String(number))
            user["ref"] = .string(name + String(number))
            let known = problems.count
            add(user, path, isMade: true, &refs)
            // The remaining users have the same problems.
            guard problems.count == known else { return }
        }
    }
}

extension JSON {
    /// This value with `{n}` in every text replaced.
    fileprivate func numbered(_ number: String) -> JSON {
        switch self {
        case .null, .bool, .number: return self
        case .string(let text):
            guard text.containsByte(UInt8(ascii: "{")) else { return self }
            var result = ""
            var rest = text[...]
            while let mark = rest.firstRange(of: "{n}") {
                result += rest[..<mark.lowerBound] + number
                rest = rest[mark.upperBound...]
            }
            return .string(result + rest)
        case .array(let elements): return .array(elements.map { $0.numbered(number) })
        case .object(let members): return .object(members.map { Member($0.key, $0.value.numbered(number)) })
        }
    }
}

extension ObjectReader {
    /// `hash`: how the password hashes of a project, a tenant or a user were made.
    mutating func passwordHash() -> PasswordHashFixture? {
        resource("hash", FixtureShapes.passwordHash).map { PasswordHashFixture(path: path / "hash", document: $0) }
    }
}

/// The document's defaults for all its users and codes.
struct FixtureDefaults {
    var password: String?
    var emailVerified: Bool?
    var disabled: Bool?
    var photoURL: String?
    var claims: JSON?
    var locale: String?
    var continueURL: String?

    init() {}

    init(_ reader: inout ObjectReader) {
        password = reader.text("password")
        emailVerified = reader.flag("emailVerified")
        disabled = reader.flag("disabled")
        photoURL = reader.text("photoUrl")
        claims = reader.object("claims")
        locale = reader.text("locale")
        continueURL = reader.text("continueUrl")
    }
}
