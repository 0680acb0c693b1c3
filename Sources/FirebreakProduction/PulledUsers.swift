import FirebreakFixtures
import FirebreakWire

/// Accounts of the service as users of a fixture: as they are, or under pseudonyms.
package struct PulledUsers: Sendable {
    /// What is taken along of custom claims.
    package enum Claims: String, Sendable, CaseIterable {
        /// Nothing.
        case none
        /// The members, with made-up values.
        case keys
        /// All of them; under pseudonyms, but for what tells who somebody is.
        case all
    }

    /// Whose accounts, and how.
    package struct Options: Sendable {
        /// How many of the project, and of each tenant; `nil` for all.
        package var limit: Int?
        package var claims: Claims
        /// `nil` to take the accounts as they are, with the hashes of their passwords.
        package var pseudonyms: Pseudonyms?

        package init(limit: Int?, claims: Claims, pseudonyms: Pseudonyms?) {
            self.limit = limit
            self.claims = claims
            self.pseudonyms = pseudonyms
        }
    }

    /// Names of the members of claims whose values are in the fixture.
    private(set) var claimNames: Set<String> = []
    private var pseudonyms: Pseudonyms?
    private let claims: Claims
    /// How many accounts of the scope lack something, by what that is.
    private var losses: [Loss: Int] = [:]

    private enum Loss: Int, Comparable {
        case hash, parameters, imported, link, secret, factor, passkeys, claims, other

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    init(_ options: Options) {
        pseudonyms = options.pseudonyms
        claims = options.claims
    }

    // MARK: A scope

    /// What a fixture says of the accounts of a project or tenant.
    struct Part {
        var users: [JSON]
        /// How the hashes of the passwords were made; `nil` without such hashes.
        var hash: JSON?
        var comments: [String]
    }

    /// - Parameter hashConfig: Of the project or tenant, if it could be read.
    mutating func part(_ accounts: [JSON], hashConfig: JSON?) -> Part {
        losses = [:]
        let hash = hashConfig.flatMap(Self.hash)
        let users = accounts.compactMap { user($0, hasParameters: hash != nil) }
        let comments = losses.sorted { $0.key < $1.key }.map { comment($0.key, $0.value) }
        let isNeeded = users.contains { $0["passwordHash"] != nil && $0["hash"] == nil }
        return Part(users: users, hash: isNeeded ? hash : nil, comments: comments)
    }

    /// `hashConfig` as the members of an import request.
    private static func hash(_ config: JSON) -> JSON? {
        guard config["signerKey"]?.stringValue?.nonEmpty != nil, let algorithm = config["algorithm"] else { return nil }
        var hash: JSON = ["hashAlgorithm": algorithm]
        for name in ["signerKey", "saltSeparator", "rounds", "memoryCost"] { hash[name] = config[name] }
        return hash
    }

    private func comment(_ loss: Loss, _ count: Int) -> String {
        let what =
            switch loss {
            case .hash:
                """
                Without their password, since the role roles/firebaseauth.admin alone may read the hashes of passwords
                """
            case .parameters:
                """
                Without their password, since the service did not tell how it hashes passwords; the role \
                roles/firebaseauth.admin has the permission, firebaseauth.configs.getHashConfig
                """
            case .imported:
                """
                Without their password, since they came with an import and have not signed in since; the service does \
                not tell how such passwords were hashed
                """
            case .link: "Without provider password, since they sign in by e-mail link alone, which a fixture cannot say"
            case .secret: "With made-up secrets of authenticator apps, since the service does not tell them"
            case .factor: "Without second factors that a fixture cannot have"
            case .passkeys: "Without their passkeys, which a fixture cannot have"
            case .claims: "Without custom claims that are not an object"
            case .other: "Left out, for they have no ID"
            }
        return "\(what): \(count == 1 ? "1 account" : "\(count) accounts")"
    }

    // MARK: An account

    private mutating func user(_ account: JSON, hasParameters: Bool) -> JSON? {
        guard let id = text(account, "localId") else {
            losses[.other, default: 0] += 1
            return nil
        }
        var user: JSON = ["uid": .string(shown(id, .userID))]
        let email = text(account, "email")
        user["email"] = email.map { .string(shown($0, .email)) }
        let factors = secondFactors(account)
        // Who has second factors has a verified address, unless the fixture denies it.
        let isVerified = account["emailVerified"] == true
        if email != nil, isVerified || !factors.isEmpty { user["emailVerified"] = .bool(isVerified) }
        addPassword(account, to: &user, hasParameters: hasParameters)
        user["phoneNumber"] = text(account, "phoneNumber").map { .string(shown($0, .phoneNumber)) }
        user["displayName"] = text(account, "displayName").map { .string(shown($0, .name)) }
        user["photoUrl"] = text(account, "photoUrl").map { .string(shown($0, .picture)) }
        if account["disabled"] == true { user["disabled"] = true }
        user["claims"] = customClaims(account)
        user["createdAt"] = time(account, "createdAt")
        user["lastLoginAt"] = time(account, "lastLoginAt")
        let identities = identities(account)
        if !identities.isEmpty { user["providers"] = .array(identities) }
        if !factors.isEmpty { user["mfa"] = .array(factors) }
        if account["passkeyInfo"]?.arrayValue?.isEmpty == false { losses[.passkeys, default: 0] += 1 }
        return user
    }

    /// A fixture has no empty texts.
    private func text(_ document: JSON, _ name: String) -> String? { document[name]?.stringValue?.nonEmpty }

    private mutating func shown(_ original: String, _ kind: Pseudonyms.Kind) -> String {
        pseudonyms?.replacement(for: original, kind) ?? original
    }

    private func time(_ account: JSON, _ name: String) -> JSON? {
        text(account, name).flatMap(Int64.init).map { .string(Timestamp(milliseconds: $0).rfc3339) }
    }

    // MARK: Passwords

    /// What the service shows those who may not see hashes: Base64 of `REDACTED` (production.md section 1).
    private static let redacted = "UkVEQUNURUQ="

    private mutating func addPassword(_ account: JSON, to user: inout JSON, hasParameters: Bool) {
        let hash = text(account, "passwordHash")
        let isProvider = account["providerUserInfo"]?.arrayValue?.contains { $0["providerId"] == "password" } ?? false
        guard hash != nil || isProvider else { return }
        guard hash != nil || account["emailLinkSignin"] != true else {
            losses[.link, default: 0] += 1
            return
        }
        guard pseudonyms == nil else {
            user["password"] = .string(Pseudonyms.password)
            return
        }
        guard let hash, hash != Self.redacted else {
            losses[.hash, default: 0] += 1
            return
        }
        // Hashes of bcrypt tell themselves how they were made.
        let isBcrypt = ["$2a$", "$2b$", "$2y$"].contains { start in
            Base64.decode(hash)?.starts(with: Array(start.utf8)) ?? false
        }
        // As the CLI has it: a hash without this version was made in another way than the project's.
        guard isBcrypt || account["version"]?.integerValue == 0 else {
            losses[.imported, default: 0] += 1
            return
        }
        guard isBcrypt || hasParameters else {
            losses[.parameters, default: 0] += 1
            return
        }
        user["passwordHash"] = .string(hash)
        if isBcrypt {
            user["hash"] = ["hashAlgorithm": "BCRYPT"]
        } else {
            user["salt"] = text(account, "salt").map(JSON.string)
        }
    }

    // MARK: Providers and factors

    private mutating func identities(_ account: JSON) -> [JSON] {
        var identities: [JSON] = []
        for info in account["providerUserInfo"]?.arrayValue ?? [] {
            guard let provider = text(info, "providerId"), provider != "password", provider != "phone",
                let id = text(info, "rawId") ?? text(info, "federatedId")
            else { continue }
            var identity: JSON = ["providerId": .string(provider), "rawId": .string(shown(id, .providerID))]
            identity["email"] = text(info, "email").map { .string(shown($0, .email)) }
            identity["displayName"] = text(info, "displayName").map { .string(shown($0, .name)) }
            identity["photoUrl"] = text(info, "photoUrl").map { .string(shown($0, .picture)) }
            identity["screenName"] = text(info, "screenName").map { .string(shown($0, .name)) }
            // It has the ID in it.
            if pseudonyms == nil { identity["federatedId"] = text(info, "federatedId").map(JSON.string) }
            identities.append(identity)
        }
        return identities
    }

    private mutating func secondFactors(_ account: JSON) -> [JSON] {
        var factors: [JSON] = []
        var isLost = false
        var isMadeUp = false
        for info in account["mfaInfo"]?.arrayValue ?? [] {
            guard let id = text(info, "mfaEnrollmentId") else {
                isLost = true
                continue
            }
            var factor: JSON = ["enrollmentId": .string(shown(id, .factorID))]
            factor["displayName"] = text(info, "displayName").map { .string(shown($0, .name)) }
            factor["enrolledAt"] = text(info, "enrolledAt").map(JSON.string)
            if let number = text(info, "unobfuscatedPhoneInfo") ?? text(info, "phoneInfo") {
                factor["phone"] = .string(shown(number, .phoneNumber))
            } else if info["totpInfo"] != nil {
                isMadeUp = true
                var names = pseudonyms ?? Pseudonyms(key: "")
                factor["totp"] = .string(names.replacement(for: id, .secret))
            } else {
                isLost = true
                continue
            }
            factors.append(factor)
        }
        if isLost { losses[.factor, default: 0] += 1 }
        if isMadeUp { losses[.secret, default: 0] += 1 }
        return factors
    }

    // MARK: Claims

    private mutating func customClaims(_ account: JSON) -> JSON? {
        guard claims != .none, let given = text(account, "customAttributes") else { return nil }
        guard let document = try? JSON(parsing: Array(given.utf8)), let members = document.objectValue else {
            losses[.claims, default: 0] += 1
            return nil
        }
        guard !members.isEmpty else { return nil }
        claimNames.formUnion(members.map(\.key))
        let shown = claims == .all ? document : document.withMadeUpValues
        guard var names = pseudonyms else { return shown }
        defer { pseudonyms = names }
        return PersonalTexts(of: account).replaced(in: shown, &names)
    }
}

extension JSON {
    /// The same members with values of the same types that tell nothing.
    fileprivate var withMadeUpValues: JSON {
        switch self {
        case .null, .bool: self
        case .number: 0
        case .string: "made-up"
        case .array(let elements): .array(elements.map(\.withMadeUpValues))
        case .object(let members): .object(members.map { Member($0.key, $0.value.withMadeUpValues) })
        }
    }
}

/// What tells whose account it is, to be found in claims.
private struct PersonalTexts {
    private var texts: [(text: ExactText, original: String, folded: TextSearch, kind: Pseudonyms.Kind)] = []
    private var words: [ExactText: String] = [:]

    /// Shorter ones are found where they are all of a text, longer ones anywhere.
    private static let shortest = 6

    init(of account: JSON) {
        add(account, ["localId": .userID, "phoneNumber": .phoneNumber])
        for info in account["providerUserInfo"]?.arrayValue ?? [] {
            add(info, ["rawId": .providerID, "federatedId": .providerID, "screenName": .name])
        }
        for info in account["mfaInfo"]?.arrayValue ?? [] {
            add(
                info,
                [
                    "phoneInfo": .phoneNumber, "unobfuscatedPhoneInfo": .phoneNumber, "mfaEnrollmentId": .factorID,
                ])
        }
    }

    private mutating func add(_ document: JSON, _ kinds: [String: Pseudonyms.Kind]) {
        let all = kinds.merging(["email": .email, "displayName": .name, "photoUrl": .picture]) { first, _ in first }
        for (name, kind) in all.sorted(by: { $0.key < $1.key }) {
            guard let text = document[name]?.stringValue?.nonEmpty else { continue }
            add(text, kind)
            let parts = text.separated(by: "@")
            if kind == .email, parts.count == 2, let user = parts.first, let domain = parts.last {
                add(String(user), .name)
                add(String(domain), .domain)
            }
            guard kind == .name else { continue }
            for word in text.separated(by: " ") where word.utf8.count > 2 { words[ExactText(String(word))] = text }
        }
    }

    private mutating func add(_ text: String, _ kind: Pseudonyms.Kind) {
        texts.append((ExactText(text), text, TextSearch(FoldedText(text)), kind))
    }

    func replaced(in value: JSON, _ names: inout Pseudonyms) -> JSON {
        switch value {
        case .null, .bool: return value
        case .number:
            let digits = value.text
            let isKnown = texts.contains { known in
                let original = known.original.rest(afterBytes: "+").map { String($0) } ?? known.original
                return original.utf8.count >= Self.shortest && original.hasSameBytes(as: digits)
            }
            return isKnown ? 0 : value
        case .string(let text): return .string(replaced(text, &names))
        case .array(let elements):
            var result: [JSON] = []
            for element in elements { result.append(replaced(in: element, &names)) }
            return .array(result)
        case .object(let members):
            var result: [JSON.Member] = []
            for member in members {
                result.append(JSON.Member(replaced(member.key, &names), replaced(in: member.value, &names)))
            }
            return .object(result)
        }
    }

    private func replaced(_ text: String, _ names: inout Pseudonyms) -> String {
        let exact = ExactText(text)
        if let known = texts.first(where: { $0.text == exact }) {
            return names.replacement(for: known.original, known.kind)
        }
        // Another person's address may have the same domain, or this one's name in it.
        let isAddress = text.containsByte(UInt8(ascii: "@"))
        let folded = FoldedText(text)
        func contained(_ isMeant: (Pseudonyms.Kind) -> Bool) -> String? {
            let known = texts.first { known in
                isMeant(known.kind) && known.original.utf8.count >= Self.shortest && known.folded.isIn(folded)
            }
            return known.map { names.replacement(for: $0.original, $0.kind) }
        }
        if let shown = contained({ isAddress ? $0 == .email : $0 != .domain }) { return shown }
        if let name = words[exact] { return names.replacement(for: name, .name) }
        // Of others, what looks like it.
        if isAddress { return names.replacement(for: text, .email) }
        let digits = text.utf8.dropFirst()
        let isNumber = text.utf8.first == UInt8(ascii: "+") && digits.count > 6 && digits.allSatisfy { $0 &- 0x30 < 10 }
        if isNumber { return names.replacement(for: text, .phoneNumber) }
        return contained { $0 == .domain } ?? text
    }
}
