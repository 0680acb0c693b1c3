import FirebreakModel
import FirebreakOperations
package import FirebreakWire

extension Reason {
    /// What a call was about, for the words that explain it.
    struct Scope: Sendable {
        var project: ProjectID?
        var tenant: TenantID?
        var profile: Profile
        /// As they are now, so that what was added since the call is kept; `nil` for those that the call met.
        var settings: ProjectSettings?
    }

    /// What decided, its value, and the request that changes it.
    func explanation(in scope: Scope) -> Explanation {
        switch self {
        case .unauthorizedDomain(let host, let allowed): scope.unauthorizedDomain(host, allowed)
        case .hostingDomain(let domain, let allowed): scope.hostingDomain(domain, allowed)
        case .hidden(let what): scope.hidden(what)
        case .passwordPolicy(let missing): scope.passwordPolicy(missing)
        case .provider(let id, isConfigured: true): scope.switchedOffProvider(id)
        case .provider(let id, isConfigured: false): scope.unconfiguredProvider(id)
        case .unknownTenant(let tenant): scope.missing(tenant, "The project has no tenant ")
        case .deletedTenant(let tenant): scope.missing(tenant, "The tenant ", " was deleted")
        case .setting(let setting): setting.explanation(in: scope)
        case .rule(let name, let value, let other): scope.rule(name, value, other)
        case .takeover(let value): scope.takeover(value)
        case .limit(let name, let count, let seconds): scope.limit(name, count, seconds)
        case .expired(let lifetime, let end): scope.expired(lifetime, end)
        case .notNow(let time): scope.notNow(time)
        case .superseded(let time): scope.superseded(time)
        case .appScheme(let scheme): scope.appScheme(scheme)
        case .option(let name, let value, let other): scope.option(name, value, other)
        case .unknownKey: scope.unknownKey()
        case .otherProject(let other): scope.otherProject(other)
        case .used(let time): Explanation("The code was used at \(time.rfc3339), and works once: ask for a new one")
        case .code(let problem): Explanation(problem.words(of: scope.kind))
        case .link(let parameter): scope.link(parameter)
        case .blockingFunction(let event, let url, isFound: true, let outcome):
            Explanation(outcome.wordsOfFound(event, url))
        case .blockingFunction(let event, let url, isFound: false, let outcome):
            scope.blockingFunction(event, url, outcome)
        case .fault(let id, let effect): scope.fault(id, effect)
        case .credential(let credential): Explanation(credential.words)
        case .member(let path): scope.member(path)
        }
    }
}

// The longer ones, each by the name of its reason.
extension Reason.Scope {
    fileprivate func unauthorizedDomain(_ host: String, _ allowed: [String]) -> Explanation {
        Explanation(
            "\(host.onOneLine) is not in `authorizedDomains` of the project's configuration, which are "
                + allowed.listed,
            patch(
                "authorizedDomains",
                ["authorizedDomains": (settings?.authorizedDomains ?? allowed).adding(host)]),
            effect: "adds it", button: "Add \(host.onOneLine.excerpt)")
    }

    fileprivate func hostingDomain(_ domain: String, _ allowed: [String]) -> Explanation {
        Explanation(
            "\(domain.onOneLine) is not in rule `hostingDomains`, which are \(allowed.listed)",
            rules(["hostingDomains": (hostingDomains ?? allowed).adding(domain)]),
            effect: "adds it", button: "Add \(domain.onOneLine.excerpt)")
    }

    fileprivate func hidden(_ what: Reason.Hidden) -> Explanation {
        Explanation(
            "`emailPrivacyConfig.enableImprovedEmailPrivacy` of the \(hider.kind) is true, and hides from the "
                + "caller that \(what.words)",
            hider.patchOwn(
                "emailPrivacyConfig.enableImprovedEmailPrivacy",
                ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": false]]), button: "Switch it off")
    }

    fileprivate func passwordPolicy(_ missing: [String]) -> Explanation {
        Explanation(
            "`passwordPolicyConfig.passwordPolicyEnforcementState` of the \(kind) is `ENFORCE`, and the policy "
                + "says: " + missing.joined(separator: "; "),
            patchOwn(
                "passwordPolicyConfig.passwordPolicyEnforcementState",
                ["passwordPolicyConfig": ["passwordPolicyEnforcementState": "OFF"]]), button: "Stop enforcing it")
    }

    fileprivate func switchedOffProvider(_ id: String) -> Explanation {
        Explanation(
            "The \(kind) has a configuration of the provider \(id.onOneLine), in which it is switched off",
            patch(provider: id, "enabled", ["enabled": true]), button: "Switch \(id.onOneLine.excerpt) on")
    }

    fileprivate func unconfiguredProvider(_ id: String) -> Explanation {
        Explanation(
            "Rule `providers` is `configured`, and the \(kind) has no configuration of the provider "
                + id.onOneLine,
            rules(["providers": "any"]), effect: "allows any provider", button: "Allow any provider")
    }

    fileprivate func rule(_ name: String, _ value: String, _ other: String) -> Explanation {
        Explanation(
            "Rule `\(name)` is `\(value)`", rules([name: .string(other)]), button: "Set \(name) to \(other)")
    }

    fileprivate func takeover(_ value: String) -> Explanation {
        Explanation(
            "Rule `takeover` is `\(value)`, and the account's address was not verified: this sign-in removed its "
                + "password and what else was not verified, and ended its sessions",
            rules(["takeover": "off"]), button: "Set takeover to off")
    }

    fileprivate func limit(_ name: String, _ count: Int64, _ seconds: Int64) -> Explanation {
        Explanation(
            "Limit `\(name)` of rule `limits` is \(count) in \(seconds) seconds by the project's clock",
            call(ClockAPI.advance, AdvanceClockRequest(by: "\(seconds)s"), parts: [.clock]),
            effect: "begins a new window", button: "Move the clock on by \(seconds) s")
    }

    fileprivate func expired(_ lifetime: String?, _ end: Timestamp) -> Explanation {
        let words =
            "By the project's clock it ended at \(end.rfc3339)"
            + (lifetime.map { ", after the lifetime `\($0)` of rule `lifetimes`" } ?? "")
        // This one has nothing to do with rule `expiry`.
        guard lifetime != "pendingToken" else {
            return Explanation(
                words, rules(["lifetimes": ["pendingToken": nil]]), button: "Let it last")
        }
        return Explanation(
            words + ", and rule `expiry` is `on`", rules(["expiry": "off"]), button: "Let nothing expire")
    }

    fileprivate func notNow(_ time: Timestamp) -> Explanation {
        Explanation(
            "By the project's clock it is not the time for it, which would be \(time.rfc3339)",
            call(ClockAPI.set, SetClockRequest(to: time.rfc3339), parts: [.clock]),
            effect: "sets the clock to that", button: "Set the clock to that")
    }

    fileprivate func superseded(_ time: Timestamp) -> Explanation {
        Explanation(
            "Rule `supersedeCodes` is `on`, and a newer code of this type and address took its place at "
                + time.rfc3339,
            rules(["supersedeCodes": "off"]), button: "Keep older codes from now on")
    }

    fileprivate func appScheme(_ scheme: String) -> Explanation {
        Explanation(
            "Links lead to pages of the web, or to an app that their request names, and the scheme "
                + "\(scheme.onOneLine) is that of neither")
    }

    fileprivate func option(_ name: String, _ value: String, _ other: String) -> Explanation {
        Explanation("The server runs with `--\(name) \(value)`, which `--\(name) \(other)` would change")
    }

    fileprivate func unknownKey() -> Explanation {
        Explanation(
            "No project has this API key, and the server runs with `--unknown-keys reject`",
            call(APIKeysAPI.create, CreateAPIKeyRequest(key: "<apiKey>"), parts: []),
            effect: "gives it to a project")
    }

    fileprivate func otherProject(_ other: String) -> Explanation {
        let place = project.map {
            ", and the call goes to project \($0): it takes the tokens of sign-ins to that"
        }
        return Explanation("The token was made for project \(other.onOneLine)" + (place ?? ""))
    }

    fileprivate func link(_ parameter: String) -> Explanation {
        Explanation(
            "The link has no `\(parameter)` that can be followed: open it whole, as it is in the mail")
    }

    fileprivate func blockingFunction(_ event: String, _ url: String, _ outcome: Reason.FunctionOutcome) -> Explanation
    {
        Explanation(
            "The blocking function \(event) of the project, \(url.onOneLine), \(outcome.words)",
            takeAway(function: event),
            effect: knowsOtherFunctions ? "takes it away" : "takes all functions away",
            button: "Take \(event) away")
    }

    fileprivate func fault(_ id: String, _ effect: String) -> Explanation {
        Explanation(
            "The fault \(id) of the project took this call: it \(effect.onOneLine)",
            call(FaultsAPI.remove, FaultID(id), parts: [.fault(id)]), effect: "removes it",
            button: "Remove the fault")
    }

    fileprivate func member(_ path: String) -> Explanation {
        Explanation(
            path.isEmpty
                ? "The body is not a JSON object of the members that the method declares"
                : "The member `\(path.onOneLine)` was not understood")
    }
}

extension Reason.Hidden {
    fileprivate var words: String {
        switch self {
        case .unknownAddress: "no account has this address"
        case .wrongPassword: "the account has another password, or none"
        case .withheldReset: "no account has this address: nothing was mailed"
        case .withheldChange: "an account has the new address already: nothing was mailed"
        case .signInMethods: "this may be an address with an account"
        case .directChange:
            "the new address may be taken: users change their address by a link that is mailed to the new one"
        }
    }
}

extension Reason.FunctionOutcome {
    /// What a function did that the Functions emulator has.
    fileprivate func wordsOfFound(_ event: String, _ url: String) -> String {
        guard case .unreachable(let reason) = self else {
            return "The function that the Functions emulator has for \(event), \(url.onOneLine), \(words)"
        }
        return "The Functions emulator had a function for \(event), \(url.onOneLine), and cannot be reached any more, "
            + "\(reason.onOneLine): start it again, or this server with `--functions off`"
    }

    /// What the function did, and what helps.
    fileprivate var words: String {
        switch self {
        case .refused(let status, let message):
            "refused with HTTP status \(status), which its own code decides"
                + (message.map { ": \($0.onOneLine.excerpt)" } ?? "")
        case .blocked: "answered `recaptchaActionOverride` with `BLOCK`, which its own code decides"
        case .failed(let status): "failed with HTTP status \(status): look at its log"
        case .timedOut(let seconds): "did not answer within \(seconds) seconds: look at its log for what it waits for"
        case .unreachable(let reason):
            "cannot be reached, \(reason.onOneLine): start what serves it, or correct its address"
        case .interrupted(let reason): "sent an incomplete answer, \(reason.onOneLine): look at its log"
        case .tooLarge(let maximum):
            "answered more than \(maximum >> 20) MiB, which is not read: let it answer only what it changes"
        case .notJSON: "answered, but not with a JSON object: let it return an object, or nothing"
        case .notApplicable: "answered with a change that cannot be made, as the error says: correct what it returns"
        }
    }
}

extension Reason.Code {
    /// - Parameter scope: Project or tenant.
    fileprivate func words(of scope: String) -> String {
        switch self {
        case .unknown:
            "No message of the \(scope) has this code: it is not whole, or belongs to another project or tenant"
        case .otherType: "The message with this code is for something else than what it is used for here"
        case .accountGone: "The account that the code was for was deleted, or has another address by now"
        }
    }
}

extension Reason.Credential {
    fileprivate var words: String {
        switch self {
        case .adminToken:
            "The server runs with `--admin-token`: admins on other machines show that token as `Authorization: Bearer`, "
                + "and `owner` is for those on this one"
        case .bearer:
            "The token of `Authorization` is not an admin's: send `Authorization: Bearer owner`, or the API key alone"
        case .admin: "An admin shows a token: send `Authorization: Bearer owner` instead of an API key alone"
        case .apiKey: "An app shows the API key of its project: send it as `key` of the query"
        }
    }
}

extension Reason.Scope {
    /// The scope whose setting hides addresses: in profile `emulator` tenants follow their project.
    fileprivate var hider: Reason.Scope {
        var hider = self
        if profile.behavior.tenantProtection == .followed { hider.tenant = nil }
        return hider
    }

    fileprivate var hostingDomains: [String]? {
        settings?.rules.document["hostingDomains"]?.arrayValue?.compactMap(\.stringValue)
    }

    fileprivate var kind: String { tenant == nil ? "project" : "tenant" }

    /// The explanation for a tenant that is not there, and the request that adds it.
    fileprivate func missing(_ tenant: TenantID, _ before: String, _ after: String = "") -> Explanation {
        let document: [JSON.Member] = [
            JSON.Member("config", ["multiTenant": ["allowTenants": true]]),
            JSON.Member("tenants", [tenant.rawValue: ["displayName": "tenant"]]),
        ]
        return Explanation(
            before + tenant.rawValue.onOneLine + after,
            call(
                SeedingAPI.seed.entry, document,
                parts: [.config(path: "multiTenant.allowTenants"), .tenant(tenant, path: nil)]),
            effect: "adds it", button: "Add the tenant")
    }

    /// A request that changes the project's configuration.
    func patch(_ mask: String, _ body: JSON) -> Explanation.Change {
        patch("config", mask, body, .config(path: mask))
    }

    /// The same for the tenant where the call is about one.
    func patchOwn(_ mask: String, _ body: JSON) -> Explanation.Change {
        guard let tenant else { return patch(mask, body) }
        return patch("tenants/\(PercentEncoding.encode(tenant.rawValue))", mask, body, .tenant(tenant, path: mask))
    }

    /// A request that changes a provider's configuration, in the tenant where the call is about one.
    fileprivate func patch(provider id: String, _ mask: String, _ body: JSON) -> Explanation.Change {
        let holder = tenant.map { "tenants/\(PercentEncoding.encode($0.rawValue))/" } ?? ""
        let collection = ProviderConfigKinds.of(id).collection
        return patch(
            "\(holder)\(collection)/\(PercentEncoding.encode(id))", mask, body,
            .provider(collection: collection, id: id, tenant: tenant, path: mask))
    }

    private func patch(_ resource: String, _ mask: String, _ body: JSON, _ part: StoredPart) -> Explanation.Change {
        let project = "/identitytoolkit.googleapis.com/v2/projects/\(projectInPath)"
        return Explanation.Change(
            method: "PATCH", path: "\(project)/\(resource)?updateMask=\(mask)", body: body, parts: [part])
    }

    private static let triggers = "blockingFunctions.triggers"

    /// Whether the request that takes a blocking function away can leave the others.
    fileprivate var knowsOtherFunctions: Bool { profile.behavior.modelsConfiguration || settings != nil }

    /// A request that takes a blocking function away.
    fileprivate func takeAway(function event: String) -> Explanation.Change {
        guard !profile.behavior.modelsConfiguration else { return patch("\(Self.triggers).\(event)", .emptyObject) }
        // The reference resets no member that a body lacks: what is to stay is named.
        var others = settings?.config[path: Self.triggers] ?? .emptyObject
        others[event] = nil
        return patch(Self.triggers, ["blockingFunctions": ["triggers": others]])
    }

    fileprivate func rules(_ body: JSON) -> Explanation.Change {
        let rules = body.objectValue ?? []
        return call(RulesAPI.patch.entry, rules, parts: rules.map { .rule($0.key) })
    }

    /// A call of a method of the API; `nil` for an input that is not an object.
    fileprivate func call<Input, Output>(
        _ endpoint: Endpoint<Input, Output>, _ input: Input, parts: [StoredPart]
    ) -> Explanation.Change? {
        guard let members = try? JSON(parsing: WireEncoder().encode(input)).objectValue else { return nil }
        return call(endpoint.entry, members, parts: parts)
    }

    /// The same for the members of an input.
    fileprivate func call(_ entry: EndpointEntry, _ members: [JSON.Member], parts: [StoredPart]) -> Explanation.Change {
        let id = JSON.Member(EndpointEntry.project, .string(project?.rawValue ?? "PROJECT"))
        let (path, rest) = PathTemplate.filled(entry.path, [id] + members)
        return Explanation.Change(
            method: entry.method.rawValue, path: path, body: entry.body == nil ? nil : .object(rest), parts: parts)
    }

    private var projectInPath: String { project.map { PercentEncoding.encode($0.rawValue) } ?? "PROJECT" }
}

extension [String] {
    fileprivate var listed: String { isEmpty ? "none" : joined(separator: ", ") }

    fileprivate func adding(_ element: String) -> JSON {
        .array((contains(element) ? self : self + [element]).map(JSON.string))
    }
}

/// Why a call was answered as it was, in words, and what changes that.
package struct Explanation: Sendable, Equatable {
    /// The request that changes what decided.
    package struct Change: Sendable, Equatable {
        package var method: String
        /// With the query.
        package var path: String
        package var body: JSON?
        /// What it changes of what is stored; empty where that is not the project's.
        package var parts: [StoredPart]

        /// Method, path and body.
        var text: String { [method, path, body?.text].compactMap(\.self).joined(separator: " ") }
    }

    /// What decided and its value: a sentence without its full stop.
    package var words: String
    /// `nil` where no setting decides.
    package var change: Change?
    /// What the change does, such as `adds it`.
    package var effect: String
    /// The label of a button that makes the change, such as `Add app.example`.
    package var button: String

    init(
        _ words: String, _ change: Change? = nil, effect: String = "changes that", button: String = "Change that"
    ) {
        self.words = words
        self.change = change
        self.effect = effect
        self.button = button
    }

    /// The whole sentence, with the change in backquotes.
    var sentence: String {
        let change = change.map { "; `\($0.text)` \(effect)" } ?? ""
        return words + change + "."
    }
}

extension Explanation {
    /// Why a code works no more that has ended by its time.
    package init(ofExpiryAt end: Timestamp, _ call: ControlCall) {
        let scope = Reason.Scope(project: call.project.id, tenant: nil, profile: call.settings.profile)
        self = Reason.expired(lifetime: nil, at: end).explanation(in: scope)
    }
}
