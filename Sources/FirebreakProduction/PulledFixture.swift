import FirebreakDiscovery
package import FirebreakFixtures
package import FirebreakWire

/// The settings of a real project as a fixture that a person would have written: what differs from a new project, and
/// comments for what could not be known or was left out on purpose.
package struct PulledFixture: Sendable {
    /// The project's part of the document.
    package private(set) var part: JSON
    /// Lines above members of the part, by the path of the member. Those of the empty path stand above all.
    package private(set) var comments: [[String]: [String]] = [:]

    private let keepsSecrets: Bool

    /// - Parameters:
    ///   - settings: Production's.
    ///   - project: The project's ID.
    ///   - profile: That the fixture is for.
    ///   - fresh: Of a new project with that ID and profile.
    ///   - keepsSecrets: Whether passwords, keys and codes are taken along.
    package init(
        _ settings: ServiceSettings, of project: String, for profile: Profile, differingFrom fresh: ServiceSettings,
        keepsSecrets: Bool
    ) {
        self.keepsSecrets = keepsSecrets
        part = ["profile": .string(profile.rawValue)]
        for gap in settings.gaps { note(gap, at: []) }
        let document = settings.project.document
        if keepsSecrets, let key = document[path: "client.apiKey"]?.stringValue?.nonEmpty {
            part["apiKeys"] = [.string(key)]
            note("What the key is restricted to is not known here.", at: ["apiKeys"])
        }
        let config = differences(
            document, FixtureShapes.config, AdminResource.config.shape, at: ["config"],
            from: fresh.project.document)
        if config != .emptyObject { part["config"] = config }
        addRules(document, of: project)
        let providers = providers(settings.project, at: [])
        if providers != .emptyObject { part["providers"] = providers }
        var tenants: [JSON.Member] = []
        for tenant in settings.tenants {
            let path = ["tenants", tenant.id]
            var entry = differences(
                tenant.scope.document, FixtureShapes.tenant, AdminResource.tenant.shape, at: path, from: .emptyObject)
            let providers = self.providers(tenant.scope, at: path)
            if providers != .emptyObject { entry["providers"] = providers }
            tenants.append(JSON.Member(tenant.id, entry))
        }
        if !tenants.isEmpty { part["tenants"] = .object(tenants) }
    }

    private mutating func note(_ text: String, at path: [String]) { comments[path, default: []].append(text) }

    // MARK: Resources

    private mutating func differences(
        _ document: JSON, _ shape: MessageShape, _ whole: MessageShape, at path: [String], from fresh: JSON
    ) -> JSON {
        var result = JSON.emptyObject
        let ofFresh = shape.settings(of: fresh)
        let known = Dictionary(ofFresh.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
        var omitted: [Omission: [String]] = [:]
        var seen: Set<[String]> = []
        for setting in shape.settings(of: document) {
            seen.insert(setting.path)
            if let omission = Omission(setting), omission != .secret || !keepsSecrets {
                let name = omission.name(setting.path)
                if omitted[omission]?.last != name { omitted[omission, default: []].append(name) }
            } else if known[setting.path].map({ !$0.isSame(as: setting) }) ?? true {
                result.set(setting.value, at: setting.path[...])
            }
        }
        for setting in ofFresh where !seen.contains(setting.path) {
            guard Omission(setting) == nil else { continue }
            // Of members of which there is one at most, the other one that is there takes its place.
            guard !setting.shape.isObject else { continue }
            result.set(setting.shape.off, at: setting.path[...])
        }
        for (omission, paths) in omitted.sorted(by: { $0.value[0] < $1.value[0] }) {
            for line in omission.comment(paths, document) { note(line, at: path) }
        }
        for unknown in whole.unknown(in: document) {
            let isSecret = unknown.path.contains { SecretMembers.kind(of: $0) != nil }
            let value = isSecret ? "…" : unknown.value.withoutSecrets.text.visible
            note("Not known to this version: \(unknown.path.joined(separator: ".")): \(value)", at: path)
        }
        return shape.ordered(result)
    }

    private mutating func providers(_ scope: ServiceSettings.Scope, at path: [String]) -> JSON {
        var providers: [JSON.Member] = []
        for provider in scope.providers {
            var entry = differences(
                provider.value, FixtureShapes.provider(provider.key), AdminResource.provider(provider.key).shape,
                at: path + ["providers", provider.key], from: .emptyObject)
            // Without one, nobody could sign in by a code, and the configuration would be refused.
            if entry["clientSecret"] == nil, entry[path: "responseType.code"] == true {
                entry["clientSecret"] = "made-up"
            }
            // In a fixture, a provider is on unless it says otherwise.
            entry["enabled"] = provider.value["enabled"] == true ? nil : false
            providers.append(JSON.Member(provider.key, entry))
        }
        return .object(providers)
    }

    /// Rules that follow from settings. That a host serves the handler of links tells that it belongs to Hosting.
    private mutating func addRules(_ document: JSON, of project: String) {
        guard let uri = document[path: "notification.sendEmail.callbackUri"]?.stringValue, let url = AbsoluteURL(uri),
            let host = url.host, url.path.startsWithBytes(of: "/__/auth/"),
            host != "\(project).firebaseapp.com", host != "\(project).web.app"
        else { return }
        part["rules"] = ["hostingDomains": [.string(host)]]
        note("From the address of the links; other domains of Firebase Hosting are not known here.", at: ["rules"])
    }

    // MARK: Users

    /// Adds accounts.
    ///
    /// - Parameter settings: Of the same project, for how passwords are hashed.
    /// - Returns: The names of the members of custom claims whose values are in the fixture.
    package mutating func add(
        _ accounts: ServiceAccounts, of settings: ServiceSettings, _ options: PulledUsers.Options
    ) -> Set<String> {
        for gap in accounts.gaps { note(gap, at: []) }
        var users = PulledUsers(options)
        let document = settings.project.document
        let hash = document[path: "signIn.hashConfig"] ?? document[path: "signIn.email.hashConfig"]
        add(users.part(accounts.project, hashConfig: hash), at: [])
        for (tenant, list) in accounts.tenants.sorted(by: { $0.key < $1.key }) {
            add(users.part(list, hashConfig: accounts.hashConfigs[tenant]), at: ["tenants", tenant])
        }
        return options.claims == .all ? users.claimNames : []
    }

    private mutating func add(_ scope: PulledUsers.Part, at path: [String]) {
        guard !scope.users.isEmpty || !scope.comments.isEmpty else { return }
        // A tenant's is the project's unless it says otherwise.
        if let hash = scope.hash, hash != part["hash"] { part.set(hash, at: (path + ["hash"])[...]) }
        part.set(.array(scope.users), at: (path + ["users"])[...])
        for comment in scope.comments { note(comment, at: path + ["users"]) }
    }

    /// Takes users out whom a project cannot have here, and says so above the others.
    ///
    /// - Returns: Whether there were some.
    package mutating func removeUsers(_ problems: [FixtureProblem]) -> Bool {
        var reasons: [[String]: [Int: String]] = [:]
        for problem in problems {
            let steps = problem.path.steps
            // Of the project, or of a tenant.
            let place = steps.first == "users" ? steps.prefix(1) : steps.prefix(3)
            guard place.last == "users", let number = steps.dropFirst(place.count).first.flatMap({ Int($0) }) else {
                continue
            }
            reasons[Array(place), default: [:]][number] = problem.message
        }
        for (path, numbers) in reasons {
            guard let users = part.value(at: path[...])?.arrayValue else { continue }
            part.set(.array(users.enumerated().filter { numbers[$0.offset] == nil }.map(\.element)), at: path[...])
            for reason in Set(numbers.values).sorted().prefix(Self.maximumReasons) {
                let count = numbers.values.count { $0 == reason }
                note("Left out, for they cannot be here (\(reason.visible)): \(count) of the accounts", at: path)
            }
        }
        return !reasons.isEmpty
    }

    /// As many as a person would read.
    private static let maximumReasons = 20

    // MARK: What does not go into a project

    /// Takes a value out that a project cannot have here, and says so above what it was in.
    ///
    /// - Parameters:
    ///   - path: In the part.
    ///   - problem: Why not.
    /// - Returns: Whether there was something to take out.
    package mutating func remove(_ path: [String], because problem: String) -> Bool {
        // What is within a list goes with the list.
        var path = path
        // Users are looked at by themselves.
        guard path.first != "users", path.dropFirst(2).first != "users" else { return false }
        while path.count > 2, part.value(at: path[...]) == nil { path.removeLast() }
        guard path.count > 1, let value = part.value(at: path[...]) else { return false }
        part.set(nil, at: path[...])
        let isSecret = path.contains { SecretMembers.kind(of: $0) != nil }
        let name = path.last ?? ""
        note(
            "Left out, for it cannot be here (\(problem.visible)): \(name): \(isSecret ? "…" : value.withoutSecrets.text.visible)",
            at: Array(path.dropLast()))
        return true
    }

    /// Says what is another one in a project that was made of the fixture.
    package mutating func note(_ difference: SettingDifference) {
        let (production, here) = difference.excerpts
        note("Different here: \(difference.setting) is \(here), and \(production) in production.", at: difference.path)
    }

    // MARK: The document

    /// The whole document in YAML.
    ///
    /// - Parameter heading: Lines above it.
    package func document(of project: String, heading: [String]) -> [UInt8] {
        var placed: [[String]: [String]] = [[]: heading]
        for (path, lines) in comments.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            // Above the nearest member that there is.
            var path = path
            while !path.isEmpty, part.value(at: path[...]) == nil { path.removeLast() }
            placed[["projects", project] + path, default: []] += lines
        }
        let document: JSON = ["version": 1, "projects": .object([JSON.Member(project, part)])]
        return YAMLWriter.document(document.escapingExpansions, comments: placed)
    }
}

extension Omission {
    /// What a fixture says of what is not in it.
    fileprivate func comment(_ paths: [String], _ document: JSON) -> [String] {
        let names = paths.joined(separator: ", ")
        return switch self {
        case .secret: ["Left out as secret; --secrets takes it along: \(names)"]
        case .function:
            ["Left out, since tests must not call production: \(names). --functions of the server finds local ones."]
        case .link:
            [
                """
                Left out, for links lead to this server: \(names), which is \
                \((document[path: "notification.sendEmail.callbackUri"]?.stringValue ?? "").visible)
                """
            ]
        }
    }
}

extension Setting {
    /// Lists of texts are sets in all of these resources.
    func isSame(as other: Setting) -> Bool {
        if value.isEquivalent(to: other.value) { return true }
        guard let set = value.asSet else { return false }
        return set == other.value.asSet
    }
}

extension JSON {
    /// The texts of a list; `nil` for anything else.
    var asSet: Set<String>? {
        guard let texts = arrayValue?.map(\.stringValue), !texts.contains(nil), !texts.isEmpty else { return nil }
        return Set(texts.compactMap(\.self))
    }

    package func value(at path: ArraySlice<String>) -> JSON? {
        guard let name = path.first else { return self }
        return self[name]?.value(at: path.dropFirst())
    }

    /// Sets a value, with the objects on the way to it, or takes it away.
    mutating func set(_ value: JSON?, at path: ArraySlice<String>) {
        guard let name = path.first else { return }
        guard path.count > 1 else {
            self[name] = value
            return
        }
        var inner = self[name] ?? .emptyObject
        if inner.objectValue == nil { inner = .emptyObject }
        inner.set(value, at: path.dropFirst())
        self[name] = value == nil && inner == .emptyObject && self[name] == nil ? nil : inner
    }
}

extension MessageShape {
    var isObject: Bool {
        if case .object = self { return true }
        return false
    }
}
