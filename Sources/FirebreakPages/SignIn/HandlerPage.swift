package import FirebreakOperations
package import FirebreakWire

/// The page on which the user picks an account of an identity provider, or adds one (idp.md section 3).
///
/// Tests of SDKs and apps rely on the hooks of section 3.2; `js-` classes are only for the script.
package struct HandlerPage {
    private static let template = Template(asset: "pages/sign-in")

    /// As sent; `nil` where the page was opened for none.
    private let providerID: String?
    private let providerName: String
    private let nonce: String

    /// - Parameters:
    ///   - providerID: The identity provider that the page stands in for.
    ///   - providerName: What people call it.
    ///   - nonce: That of the page's ``PagePolicy``.
    package init(providerID: String?, providerName: String, nonce: String) {
        self.providerID = providerID
        self.providerName = providerName
        self.nonce = nonce
    }

    /// With at least this many accounts, there is a search field.
    private static let manyAccounts = 11

    // MARK: The page

    package func html(_ picker: SignInPage.Picker, _ call: OperationContext) -> HTML {
        let tenant = picker.request.tenant.map { part("tenant", ["tenant": "\($0.rawValue)"]) }
        let warnings = warnings(picker, call)
        return frame(
            project: part("project", ["project": "\(call.projectID.rawValue)", "tenant": tenant ?? ""]),
            part(
                "picker",
                ["accounts": accounts(picker, warnings), "form": form(picker, warnings, call.profile)]),
            scripts: scripts(Self.document(of: picker), "pages/sign-in.js"))
    }

    /// The page where there is no sign-in: why, what the app is told, and a way on.
    ///
    /// - Parameters:
    ///   - request: `nil` where it lacks what every request has.
    ///   - console: Where developers see more of it.
    package func html(
        _ refusal: SignInPage.Refusal, _ request: SignInPage.Request?, console: [ConsoleLink]
    ) -> HTML {
        let advice = refusal.advice.map { part("advice", ["text": InlineCode.html($0)]) }
        let isTold = refusal.code != nil && [.popup, .redirect, .apple].contains(refusal.wayBack.kind)
        let code = isTold ? refusal.code.map { part("code", ["code": "\($0)"]) } : nil
        let content = part(
            "refused",
            [
                "text": "\(refusal.text)", "advice": advice ?? "", "wayOn": wayOn(from: refusal), "code": code ?? "",
                "console": "\(console.map(\.html))",
            ])
        return frame(content, scripts: scripts(Self.document(of: refusal, request), "pages/refusal.js"))
    }

    private func wayOn(from refusal: SignInPage.Refusal) -> HTML {
        switch refusal.wayBack {
        case .popup: part("close")
        case .redirect(let url): part("toApp", ["url": "\(url)"])
        case .apple(let callback): part("toApp", ["url": "\(callback)"])
        case .android, .continued, .none: part("goBack")
        }
    }

    private func frame(project: HTML = "", _ content: HTML, scripts: HTML) -> HTML {
        let scope = part("scope", ["project": project, "name": displayName, "id": "\(displayID)"])
        return CardPage.html(
            title: "Auth Emulator IDP Login Widget", language: .english, nonce: nonce, sheet: "pages/sign-in.css",
            content: Self.template.filled([
                "heading": providerID == nil ? "Sign-in with a provider" : "Sign-in with \(displayID)",
                "scope": providerID == nil ? "" : scope, "content": content,
            ]),
            scripts: scripts)
    }

    /// - Parameter own: The script of this page, besides what is the same for all.
    private func scripts(_ document: JSON, _ own: String) -> HTML {
        let script = PageAsset.text("pages/way-back.js") + PageAsset.text(own)
        return part(
            "scripts",
            ["request": HTML(scriptData: document), "nonce": "\(nonce)", "script": HTML(trusted: script)])
    }

    private func part(_ id: String, _ values: [String: HTML] = [:]) -> HTML {
        Self.template.part(id).filled(values)
    }

    /// The provider's ID as the reference shows it; those of a project's own keep their spelling.
    private var displayID: String {
        let id = providerID ?? ""
        let isOwn = ["oidc.", "saml."].contains { id.utf8.starts(with: $0.utf8) }
        return isOwn ? id : id.prefix(1).uppercased() + id.dropFirst()
    }

    /// What people call the provider, where its ID does not say it.
    private var displayName: HTML {
        let isSaid = displayID.lowercased().utf8.starts(with: providerName.lowercased().utf8)
        return isSaid ? "" : part("name", ["name": "\(providerName)"])
    }

    private func warnings(_ picker: SignInPage.Picker, _ call: OperationContext) -> HTML {
        let isOnlyHere = picker.request.isOnlyInEmulator ? part("warning", ["name": "\(providerName)"]) : ""
        guard case .redirect(let page) = picker.wayBack, let app = AbsoluteURL(page)?.host,
            let server = AbsoluteURL(call.origin)?.host, !Self.areOneSite(app, server)
        else { return isOnlyHere }
        return "\(isOnlyHere)\(part("twoSites", ["app": "\(app)", "server": "\(server)"]))"
    }

    /// Whether a browser lets the app's page and this one share what they store: they have one host, or the same two
    /// last parts of it.
    private static func areOneSite(_ app: String, _ server: String) -> Bool {
        func site(_ host: String) -> [Substring.UTF8View] {
            let parts = host.utf8.split(separator: UInt8(ascii: "."))
            let isAddress = parts.last?.allSatisfy { (0x30...0x39).contains($0) } != false
            return isAddress ? parts : parts.suffix(2)
        }
        return site(app).elementsEqual(site(server)) { $0.elementsEqual($1) }
    }

    // MARK: Accounts

    private func accounts(_ picker: SignInPage.Picker, _ warnings: HTML) -> HTML {
        let count = picker.identities.count
        let search = count < Self.manyAccounts ? "" : part("search", ["count": "\(count)"])
        return part(
            "accounts",
            [
                "warnings": warnings, "title": count == 0 ? "No accounts yet" : "Choose an account",
                "before": count == 0 ? part("none", ["id": "\(displayID)"]) : search,
                "items": "\(picker.identities.map(item))",
                "rest": picker.isCut ? part("rest", ["count": "\(count)"]) : "",
            ])
    }

    private func item(_ identity: SignInPage.Identity) -> HTML {
        part(
            "account",
            [
                "claims": "\(PercentEncoding.encodeComponent(identity.claims.text))", "avatar": avatar(identity),
                "name": "\(identity.displayName ?? "(No display name)")", "email": "\(identity.email ?? "")",
            ])
    }

    /// The photo if the account itself contains it, because the page loads nothing from elsewhere; else an initial.
    private func avatar(_ identity: SignInPage.Identity) -> HTML {
        if let photo = identity.photoURL, photo.startsWithBytes(of: "data:image/") {
            return part("photo", ["photo": "\(photo)"])
        }
        let initial = (identity.displayName ?? identity.email)?.prefix(1).uppercased() ?? "?"
        let tint = Int(stableHash((identity.claims["sub"]?.stringValue ?? "").utf8) % 6)
        return part("initial", ["tint": "\(tint)", "initial": "\(initial)"])
    }

    // MARK: New account

    private func form(_ picker: SignInPage.Picker, _ warnings: HTML, _ profile: Profile) -> HTML {
        // On whether the provider vouches for the address depends what happens to an account that has it.
        let isWeighed = profile.behavior.weighsProviders && !picker.request.providerID.startsWithBytes(of: "saml.")
        return part(
            "form",
            [
                "warnings": warnings, "id": "\(displayID)",
                // Apple's option for new users: the app gets an address that only forwards.
                "hideEmail": providerID == "apple.com" ? part("hideEmail") : "",
                "verified": isWeighed ? part("verified") : "",
            ])
    }

    // MARK: What the script gets

    private static func document(of picker: SignInPage.Picker) -> JSON {
        var document = document(of: picker.request, picker.wayBack)
        document["providerId"] = .string(picker.request.providerID)
        document["samlState"] = picker.samlState.map(JSON.string) ?? .null
        document["isSigned"] = .bool(picker.isSigned)
        document["sessionId"] = picker.sessionID.map(JSON.string) ?? .null
        document["state"] = picker.request.state.map(JSON.string) ?? .null
        return document
    }

    private static func document(of refusal: SignInPage.Refusal, _ request: SignInPage.Request?) -> JSON {
        guard let request, let code = refusal.code else { return ["error": .null] }
        var document = document(of: request, refusal.wayBack)
        document["error"] = ["code": .string("auth/\(code)"), "message": .string(refusal.text)]
        return document
    }

    /// What every answer to the app needs. Where it goes is determined here, so that the script only goes to a checked
    /// target.
    private static func document(of request: SignInPage.Request, _ wayBack: SignInPage.WayBack) -> JSON {
        func text(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }
        return [
            "apiKey": .string(request.apiKey), "appName": text(request.appName), "authType": text(request.authType),
            "eventId": text(request.eventID), "tid": text(request.tid), "wayBack": .string(wayBack.kind.rawValue),
            "target": text(wayBack.target),
        ]
    }
}

extension SignInPage.WayBack {
    /// As the scripts know it.
    fileprivate enum Kind: String {
        case popup, android, apple, redirect
        case continued = "continue"
        case none
    }

    fileprivate var kind: Kind {
        switch self {
        case .popup: .popup
        case .android: .android
        case .apple: .apple
        case .redirect: .redirect
        case .continued: .continued
        case .none: .none
        }
    }

    fileprivate var target: String? {
        switch self {
        case .android(let target), .apple(let target), .redirect(let target), .continued(let target): target
        case .popup, .none: nil
        }
    }
}
