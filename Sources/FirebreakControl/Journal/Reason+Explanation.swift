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
        Explanation(words: words(in: scope), change: change(in: scope), effect: effect(in: scope), button: button)
    }

    private func words(in scope: Scope) -> String {
        switch self {
        case .unauthorizedDomain(let host, let allowed):
            "\(host.onOneLine) is not in `authorizedDomains` of the project's configuration, which are \(allowed.listed)"
        case .appScheme(let scheme):
            "Links lead to pages of the web, or to an app that their request names, and the scheme "
                + "\(scheme.onOneLine) is that of neither"
        case .hostingDomain(let domain, let allowed):
            "\(domain.onOneLine) is not in rule `hostingDomains`, which are \(allowed.listed)"
        case .hidden(let what):
            "`emailPrivacyConfig.enableImprovedEmailPrivacy` of the \(scope.hider.kind) is true, and hides from the "
                + "caller that \(what.words)"
        case .setting(let setting): setting.words(ofTenant: scope.tenant != nil)
        case .passwordPolicy(let missing):
            "`passwordPolicyConfig.passwordPolicyEnforcementState` of the \(scope.kind) is `ENFORCE`, and the policy "
                + "says: " + missing.joined(separator: "; ")
        case .provider(let id, isConfigured: false):
            "Rule `providers` is `configured`, and the \(scope.kind) has no configuration of the provider "
                + id.onOneLine
        case .provider(let id, isConfigured: true):
            "The \(scope.kind) has a configuration of the provider \(id.onOneLine), in which it is switched off"
        case .rule(let name, let value, _): "Rule `\(name)` is `\(value)`"
        case .takeover(let value):
            "Rule `takeover` is `\(value)`, and the account's address was not verified: this sign-in removed its "
                + "password and what else was not verified, and ended its sessions"
        case .option(let name, let value, let other):
            "The server runs with `--\(name) \(value)`, which `--\(name) \(other)` would change"
        case .unknownKey: "No project has this API key, and the server runs with `--unknown-keys reject`"
        case .otherProject(let other):
            "The token was made for project \(other.onOneLine)"
                + (scope.project.map { ", and the call goes to project \($0): it takes the tokens of sign-ins to that" }
                    ?? "")
        case .expired(let lifetime, let end):
            "By the project's clock it ended at \(end.rfc3339)"
                + (lifetime.map { ", after the lifetime `\($0)` of rule `lifetimes`" } ?? "")
                + (Self.endsAnyway(lifetime) ? "" : ", and rule `expiry` is `on`")
        case .notNow(let time): "By the project's clock it is not the time for it, which would be \(time.rfc3339)"
        case .superseded(let time):
            "Rule `supersedeCodes` is `on`, and a newer code of this type and address took its place at \(time.rfc3339)"
        case .used(let time): "The code was used at \(time.rfc3339), and works once: ask for a new one"
        case .code(let problem): problem.words(of: scope.kind)
        case .link(let parameter):
            "The link has no `\(parameter)` that can be followed: open it whole, as it is in the mail"
        case .unknownTenant(let tenant): "The project has no tenant \(tenant.rawValue.onOneLine)"
        case .deletedTenant(let tenant): "The tenant \(tenant.rawValue.onOneLine) was deleted"
        case .blockingFunction(let event, let url, isFound: true, .unreachable(let reason)):
            "The Functions emulator had a function for \(event), \(url.onOneLine), and cannot be reached any more, "
                + "\(reason.onOneLine): start it again, or this server with `--functions off`"
        case .blockingFunction(let event, let url, isFound: true, let outcome):
            "The function that the Functions emulator has for \(event), \(url.onOneLine), \(outcome.words)"
        case .blockingFunction(let event, let url, isFound: false, let outcome):
            "The blocking function \(event) of the project, \(url.onOneLine), \(outcome.words)"
        case .limit(let name, let count, let seconds):
            "Limit `\(name)` of rule `limits` is \(count) in \(seconds) seconds by the project's clock"
        case .fault(let id, let effect): "The fault \(id) of the project took this call: it \(effect.onOneLine)"
        case .credential(let credential): credential.words
        case .member(let path):
            path.isEmpty
                ? "The body is not a JSON object of the members that the method declares"
                : "The member `\(path.onOneLine)` was not understood"
        }
    }

    private func effect(in scope: Scope) -> String {
        switch self {
        case .unauthorizedDomain, .hostingDomain, .unknownTenant, .deletedTenant: "adds it"
        case .unknownKey: "gives it to a project"
        case .limit: "begins a new window"
        case .fault: "removes it"
        case .provider(_, isConfigured: false): "allows any provider"
        case .notNow: "sets the clock to that"
        case .blockingFunction(_, _, isFound: false, _):
            scope.knowsOtherFunctions ? "takes it away" : "takes all functions away"
        default: "changes that"
        }
    }

    /// The label of a button that sends the request.
    private var button: String {
        switch self {
        case .unauthorizedDomain(let host, _), .hostingDomain(let host, _): "Add \(host.onOneLine.excerpt)"
        case .unknownTenant, .deletedTenant: "Add the tenant"
        case .hidden: "Switch it off"
        case .setting(.emailRecaptcha), .setting(.phoneRecaptcha): "Audit only"
        case .setting(.signUpQuota): "Remove the quota"
        case .setting(.dynamicLinks): "Use hosting links"
        case .setting: "Allow it"
        case .passwordPolicy: "Stop enforcing it"
        case .provider(_, isConfigured: false): "Allow any provider"
        case .provider(let id, isConfigured: true): "Switch \(id.onOneLine.excerpt) on"
        case .rule(let name, _, let other): "Set \(name) to \(other)"
        case .takeover: "Set takeover to off"
        case .expired(let lifetime, _) where Self.endsAnyway(lifetime): "Let it last"
        case .expired: "Let nothing expire"
        case .superseded: "Keep older codes from now on"
        case .notNow: "Set the clock to that"
        case .limit(_, _, let seconds): "Move the clock on by \(seconds) s"
        case .fault: "Remove the fault"
        case .blockingFunction(let event, _, _, _): "Take \(event) away"
        default: "Change that"
        }
    }

    /// The request that changes it; `nil` where no setting does.
    private func change(in scope: Scope) -> Explanation.Change? {
        switch self {
        case .unauthorizedDomain(let host, let allowed):
            scope.patch(
                "authorizedDomains",
                ["authorizedDomains": (scope.settings?.authorizedDomains ?? allowed).adding(host)])
        case .hidden:
            scope.hider.patchOwn(
                "emailPrivacyConfig.enableImprovedEmailPrivacy",
                ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": false]])
        case .hostingDomain(let domain, let allowed):
            scope.rules(["hostingDomains": (scope.hostingDomains ?? allowed).adding(domain)])
        case .takeover: scope.rules(["takeover": "off"])
        case .setting(let setting): setting.change(in: scope)
        case .passwordPolicy:
            scope.patchOwn(
                "passwordPolicyConfig.passwordPolicyEnforcementState",
                ["passwordPolicyConfig": ["passwordPolicyEnforcementState": "OFF"]])
        case .provider(_, isConfigured: false): scope.rules(["providers": "any"])
        case .provider(let id, isConfigured: true):
            scope.patch(provider: id, "enabled", ["enabled": true])
        case .rule(let name, _, let other): scope.rules([name: .string(other)])
        case .unknownKey: scope.call(APIKeysAPI.create, CreateAPIKeyRequest(key: "<apiKey>"), parts: [])
        case .expired(let lifetime?, _) where Self.endsAnyway(lifetime):
            scope.rules(["lifetimes": [lifetime: nil]])
        case .expired: scope.rules(["expiry": "off"])
        case .notNow(let time): scope.call(ClockAPI.set, SetClockRequest(to: time.rfc3339), parts: [.clock])
        case .superseded: scope.rules(["supersedeCodes": "off"])
        case .unknownTenant(let tenant), .deletedTenant(let tenant):
            scope.call(
                SeedingAPI.seed.entry,
                [
                    JSON.Member("config", ["multiTenant": ["allowTenants": true]]),
                    JSON.Member("tenants", [tenant.rawValue: ["displayName": "tenant"]]),
                ], parts: [.config(path: "multiTenant.allowTenants"), .tenant(tenant, path: nil)])
        case .blockingFunction(let event, _, isFound: false, _): scope.takeAway(function: event)
        case .limit(_, _, let seconds):
            scope.call(ClockAPI.advance, AdvanceClockRequest(by: "\(seconds)s"), parts: [.clock])
        case .fault(let id, _): scope.call(FaultsAPI.remove, FaultID(id), parts: [.fault(id)])
        case .appScheme, .option, .otherProject, .used, .code, .link, .credential, .member,
            .blockingFunction(_, _, isFound: true, _):
            nil
        }
    }

    /// Whether it has nothing to do with rule `expiry`.
    private static func endsAnyway(_ lifetime: String?) -> Bool { lifetime == "pendingToken" }
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
    /// What the function did, and what helps.
    fileprivate var words: String {
        switch self {
        case .refused(let status, let message):
            "refused with HTTP status \(status), which its own code decides"
                + (message.map { ": \($0.onOneLine.excerpt)" } ?? "")
        case .blocked: "answered `recaptchaActionOverride` with `BLOCK`, which its own code decides"
        case .failed(let status): "broke down with HTTP status \(status): look at its log"
        case .timedOut(let seconds): "did not answer within \(seconds) seconds: look at its log for what it waits for"
        case .unreachable(let reason):
            "cannot be reached, \(reason.onOneLine): start what serves it, or correct its address"
        case .interrupted(let reason): "gave no whole answer, \(reason.onOneLine): look at its log"
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
