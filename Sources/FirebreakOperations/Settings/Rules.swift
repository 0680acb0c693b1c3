package import FirebreakWire

/// Named behaviours for which Google's configuration has no field (firebreak.md section 3).
package struct Rules: Sendable, Equatable {
    package enum Switch: String, Sendable, CaseIterable { case on, off }

    /// Which identity providers can be used.
    package enum Providers: String, Sendable, CaseIterable {
        case any
        /// Those in the project's configuration.
        case configured
    }

    /// Whether federated credentials are accepted without verification.
    enum Credentials: String, Sendable, CaseIterable {
        /// Fake JSON, unsigned and signed tokens alike; nothing in them is verified.
        case unverified
        /// Only ID tokens signed by a key of ``Rules/credentialKeys``, SAML responses signed by one of the provider's
        /// configuration, and custom tokens signed by one of ``Rules/serviceAccounts``, with production's other checks.
        case verified
    }

    /// Where users sign in with a SAML provider.
    enum IdpPages: String, Sendable, CaseIterable {
        /// At this server's page, which stands in for the provider.
        case builtin
        /// At the provider itself.
        case provider
    }

    /// How the project's own tokens are made.
    enum IDTokens: String, Sendable, CaseIterable {
        /// As required by Admin SDKs in emulator mode.
        case unsigned
        /// With RS256, as in production.
        case signed
    }

    /// When signing in removes the unverified sign-in methods of an account whose address was never verified.
    enum Takeover: String, Sendable, CaseIterable {
        case on
        /// Only by a verified federated address, as in the reference.
        case federated
        case off
    }

    /// The origins whose pages may act as an admin.
    package enum AdminOrigins: String, Sendable, CaseIterable {
        /// Every page that knows `Bearer owner`, as in the reference.
        case any
        /// Those whose host is an authorized domain, and this server's own. Clients other than pages are not affected.
        case authorized
    }

    /// Whether codes and tokens expire.
    package var expiry: Switch
    /// Whether a newer code voids the older ones of the same type and address.
    package var supersedeCodes: Switch
    var takeover: Takeover
    package var lifetimes = Lifetimes()
    var limits = ThrottleLimits()
    /// Custom domains that `linkDomain` may name.
    var hostingDomains: [String] = []
    package var providers: Providers
    var credentials = Credentials.unverified
    /// Keys of identity providers by provider ID, for ``Credentials/verified``: JWKS documents or `certificates`, each
    /// of which may also say its `issuer` and a list of `audiences`.
    var credentialKeys = JSON.emptyObject
    /// Keys of the service accounts that may make custom tokens, for ``Credentials/verified``: by e-mail address a JWKS
    /// document or an object of key IDs and certificates.
    var serviceAccounts = JSON.emptyObject
    var idpPages: IdpPages
    var idTokens = IDTokens.unsigned
    /// Whether passkeys can be enrolled and used. The reference has no such switch, so they always can in its profile.
    var passkeys = Switch.on
    package var adminOrigins: AdminOrigins
    /// The six digits in every SMS; `nil` for random ones.
    var smsCode: String?
    /// Where account events are posted; `nil` for nowhere.
    var accountEvents: AccountEventRule?
    /// Where each record of the outbox is posted; `nil` for nowhere.
    var messageWebhook: MessageWebhook?
    /// `%APP_NAME%` in messages; `nil` for the project ID.
    package var appName: String?

    /// What a project of a profile starts with (firebreak.md section 3.2, saml.md section 7).
    package init(profile: Profile) {
        let isProduction = profile == .production
        providers = isProduction ? .configured : .any
        idpPages = isProduction ? .provider : .builtin
        adminOrigins = profile.isReference ? .any : .authorized
        expiry = profile.isReference ? .off : .on
        supersedeCodes = profile.isReference ? .off : .on
        takeover = profile.isReference ? .federated : .on
    }
}

// MARK: - As a document

extension Rules {
    private static let lifetimeFields: [(name: String, path: any WritableKeyPath<Lifetimes, Int64?> & Sendable)] = [
        ("smsCode", \.smsCode), ("temporaryProof", \.temporaryProof),
        ("smsPendingCredential", \.smsPendingCredential), ("totpPendingCredential", \.totpPendingCredential),
        ("totpEnrollment", \.totpEnrollment), ("pendingToken", \.pendingToken),
        ("passkeyChallenge", \.passkeyChallenge), ("recentLogin", \.recentLogin),
    ]

    package var document: JSON {
        var lifetimes: JSON = ["idToken": .int(self.lifetimes.idToken)]
        for type in ActionCodeType.allCases {
            lifetimes[type.rawValue] = self.lifetimes.codes[type].map(JSON.int) ?? .null
        }
        for field in Self.lifetimeFields {
            lifetimes[field.name] = self.lifetimes[keyPath: field.path].map(JSON.int) ?? .null
        }
        var document: JSON = ["idTokens": .string(idTokens.rawValue)]
        document["providers"] = .string(providers.rawValue)
        document["credentials"] = .string(credentials.rawValue)
        document["credentialKeys"] = credentialKeys
        document["serviceAccounts"] = serviceAccounts
        document["idpPages"] = .string(idpPages.rawValue)
        document["passkeys"] = .string(passkeys.rawValue)
        document["expiry"] = .string(expiry.rawValue)
        document["supersedeCodes"] = .string(supersedeCodes.rawValue)
        document["takeover"] = .string(takeover.rawValue)
        document["lifetimes"] = lifetimes
        document["limits"] = limits.document
        document["hostingDomains"] = .array(hostingDomains.map(JSON.string))
        document["appName"] = appName.map(JSON.string) ?? .null
        document["adminOrigins"] = .string(adminOrigins.rawValue)
        document["smsCode"] = smsCode.map(JSON.string) ?? .null
        document["accountEvents"] = accountEvents?.document ?? .null
        document["messageWebhook"] = messageWebhook?.document ?? .null
        return document
    }

    /// Sets the rules that a document names and keeps the others.
    ///
    /// - Throws: `INVALID_ARGUMENT` naming the rule, for an unknown rule or an invalid value.
    package mutating func apply(_ document: JSON) throws(WireError) {
        guard case .object(let members) = document else {
            throw .invalidArgument(member: "rules", "must be an object of names and values")
        }
        for member in members { try apply(name: member.key, member.value) }
    }

    /// Sets one rule as written on a command line: `expiry=off`, `lifetimes={"idToken":60}`,
    /// `hostingDomains=a.test,b.test`.
    mutating func apply(name: String, text: String) throws(WireError) {
        switch name {
        case "hostingDomains" where !text.startsWithBytes(of: "["):
            try apply(name: name, .array(text.separated(by: ",").map { JSON.string(String($0)) }))
        case "accountEvents" where !text.startsWithBytes(of: "{"),
            "messageWebhook" where !text.startsWithBytes(of: "{"):
            try apply(name: name, .string(text))
        case "accountEvents", "messageWebhook", "credentialKeys", "hostingDomains", "lifetimes", "limits",
            "serviceAccounts":
            do { try apply(name: name, JSON(parsing: text)) } catch let error as WireError { throw error } catch {
                throw .invalidArgument(member: name, "must be JSON", called: "rule \(name)")
            }
        default: try apply(name: name, .string(text))
        }
    }

    private mutating func apply(name: String, _ value: JSON) throws(WireError) {
        switch name {
        case "expiry": expiry = try Self.choice(name, value)
        case "supersedeCodes": supersedeCodes = try Self.choice(name, value)
        case "takeover": takeover = try Self.choice(name, value)
        case "providers": providers = try Self.choice(name, value)
        case "credentials": credentials = try Self.choice(name, value)
        case "credentialKeys":
            // The contents are checked when the keys are parsed, which takes longer.
            guard value.objectValue != nil else {
                throw .invalidArgument(
                    member: "credentialKeys", "must be an object of provider IDs and JWKS documents",
                    called: "rule credentialKeys")
            }
            credentialKeys = value
        case "serviceAccounts":
            guard value.objectValue != nil else {
                throw .invalidArgument(
                    member: "serviceAccounts", "must be an object of e-mail addresses and keys",
                    called: "rule serviceAccounts")
            }
            serviceAccounts = value
        case "idpPages": idpPages = try Self.choice(name, value)
        case "passkeys": passkeys = try Self.choice(name, value)
        case "adminOrigins": adminOrigins = try Self.choice(name, value)
        case "idTokens": idTokens = try Self.choice(name, value)
        case "smsCode":
            // Digits without quotes are a number in YAML.
            let code = value.stringValue ?? value.integerValue.map { String($0) }
            guard value.isNull || code.map({ $0.utf8.count == 6 && $0.utf8.allSatisfy(\.isASCIIDigit) }) == true else {
                throw .invalidArgument(
                    member: "smsCode", "must be six digits, in quotes if the first one is 0", called: "rule smsCode")
            }
            smsCode = code
        case "accountEvents": accountEvents = value.isNull ? nil : try AccountEventRule(value)
        case "messageWebhook": messageWebhook = value.isNull ? nil : try MessageWebhook(value)
        case "lifetimes": try applyLifetimes(value)
        case "limits": try limits.apply(value)
        case "hostingDomains":
            guard let domains = value.arrayValue?.map(\.stringValue), domains.allSatisfy(Self.isHost) else {
                throw .invalidArgument(
                    member: "hostingDomains", "must be a list of host names", called: "rule hostingDomains")
            }
            hostingDomains = domains.compactMap { $0?.lowercased() }
        case "appName":
            guard value.isNull || value.stringValue != nil else {
                throw .invalidArgument(member: "appName", "must be a text", called: "rule appName")
            }
            appName = value.stringValue
        default: throw .invalidArgument("there is no rule \(name)")
        }
    }

    /// An enumerated value; `true` and `false` are accepted for `on` and `off`.
    private static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ name: String, _ value: JSON
    ) throws(WireError) -> Choice {
        let text = value.boolValue.map { $0 ? "on" : "off" } ?? value.stringValue
        guard let text, let choice = Choice(rawValue: text) else {
            let values = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalidArgument(member: name, "must be one of \(values)", called: "rule \(name)")
        }
        return choice
    }

    /// Letters, digits, hyphens and dots, and optionally a port.
    private static func isHost(_ text: String?) -> Bool {
        guard let host = text.flatMap(InternationalDomain.ascii), !host.isEmpty else { return false }
        return host.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-.:".utf8.contains($0) }
    }

    private mutating func applyLifetimes(_ value: JSON) throws(WireError) {
        guard case .object(let members) = value else {
            throw .invalidArgument(member: "lifetimes", "must be an object", called: "rule lifetimes")
        }
        for member in members {
            let seconds = member.value.integerValue
            guard member.value.isNull || seconds.map({ (1...3_153_600_000).contains($0) }) ?? false else {
                throw .invalidArgument("lifetime \(member.key) must be 1 to 3153600000 seconds, or null for none")
                    .about("lifetimes")
            }
            if member.key == "idToken" {
                guard let seconds else { throw .invalidArgument("ID tokens always have a lifetime").about("lifetimes") }
                lifetimes.idToken = seconds
            } else if let type = ActionCodeType(rawValue: member.key) {
                lifetimes.codes[type] = seconds
            } else if let field = Self.lifetimeFields.first(where: { $0.name == member.key }) {
                lifetimes[keyPath: field.path] = seconds
            } else {
                throw .invalidArgument("there is no lifetime \(member.key)").about("lifetimes")
            }
        }
    }

    /// When something created now expires; `nil` for never.
    func expiry(_ lifetime: KeyPath<Lifetimes, Int64?>, from now: Timestamp) -> Timestamp? {
        guard expiry == .on else { return nil }
        return lifetimes[keyPath: lifetime].map { now.advanced(byMilliseconds: $0 * 1000) }
    }

    /// Seconds until an action code of this type expires; `nil` for never.
    func lifetime(ofCode type: ActionCodeType) -> Int64? { expiry == .on ? lifetimes.codes[type] : nil }
}
