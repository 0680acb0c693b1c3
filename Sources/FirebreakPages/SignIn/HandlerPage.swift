package import FirebreakOperations
package import FirebreakWire

/// The page on which the user picks an account of an identity provider, or adds one (idp.md section 3).
///
/// Tests of SDKs rely on the IDs and classes of section 3.2; `js-` classes are only for the script.
package struct HandlerPage {
    private static let template = Template(asset: "pages/sign-in")
    private static let script = HTML(trusted: PageAsset.text("pages/sign-in.js"))

    /// As sent.
    private let providerID: String
    private let providerName: String
    private let nonce: String

    /// - Parameters:
    ///   - providerID: The identity provider that the page stands in for.
    ///   - providerName: What people call it.
    ///   - nonce: That of the page's ``PagePolicy``.
    package init(providerID: String, providerName: String, nonce: String) {
        self.providerID = providerID
        self.providerName = providerName
        self.nonce = nonce
    }

    /// With at least this many accounts, there is a search field.
    private static let manyAccounts = 11

    // MARK: The page

    package func html(_ picker: SignInPage.Picker, _ call: Call) -> HTML {
        let tenant = picker.request.tenant.map { part("tenant", ["tenant": "\($0.rawValue)"]) }
        let warning = picker.request.isOnlyInEmulator ? part("warning", ["name": "\(providerName)"]) : ""
        return frame(
            project: part("project", ["project": "\(call.projectID.rawValue)", "tenant": tenant ?? ""]),
            part("picker", ["warning": warning, "accounts": accounts(picker), "form": form(call.profile)]),
            scripts: part(
                "scripts",
                [
                    "request": Self.scriptData(Self.document(of: picker)), "nonce": "\(nonce)",
                    "script": Self.script,
                ]))
    }

    /// The page with an error in place of everything else.
    package func html(failure: String) -> HTML { frame(part("failure", ["text": "\(failure)"])) }

    private func frame(project: HTML = "", _ content: HTML, scripts: HTML = "") -> HTML {
        CardPage.html(
            title: "Auth Emulator IDP Login Widget", language: "en", nonce: nonce, sheet: "pages/sign-in.css",
            content: Self.template.filled([
                "name": "\(providerName)", "id": "\(shownID)", "project": project, "content": content,
            ]),
            scripts: scripts)
    }

    private func part(_ id: String, _ values: [String: HTML] = [:]) -> HTML {
        Self.template.part(id).filled(values)
    }

    /// The provider's ID as the reference shows it.
    private var shownID: String { providerID.prefix(1).uppercased() + providerID.dropFirst() }

    // MARK: Accounts

    private func accounts(_ picker: SignInPage.Picker) -> HTML {
        let isEmpty = picker.identities.isEmpty
        return part(
            "accounts",
            [
                "title": isEmpty ? "No accounts yet" : "Choose an account",
                "list": isEmpty ? part("none", ["id": "\(shownID)"]) : list(picker),
            ])
    }

    private func list(_ picker: SignInPage.Picker) -> HTML {
        let count = picker.identities.count
        return part(
            "list",
            [
                "search": count < Self.manyAccounts ? "" : part("search", ["count": "\(count)"]),
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
        if let photo = identity.photoURL, photo.hasPrefix("data:image/") { return part("photo", ["photo": "\(photo)"]) }
        let initial = (identity.displayName ?? identity.email)?.prefix(1).uppercased() ?? "?"
        let tint = Int(stableHash((identity.claims["sub"]?.stringValue ?? "").utf8) % 6)
        return part("initial", ["tint": "\(tint)", "initial": "\(initial)"])
    }

    // MARK: New account

    private func form(_ profile: Profile) -> HTML {
        // On whether the provider vouches for the address depends what happens to an account that has it.
        let isWeighed = profile.facts.weighsProviders && !providerID.hasPrefix("saml.")
        return part(
            "form",
            [
                // Apple's option for new users: the app gets an address that only forwards.
                "hideEmail": providerID == "apple.com" ? part("hideEmail") : "",
                "verified": isWeighed ? part("verified") : "",
            ])
    }

    // MARK: What the script gets

    /// The return URL is determined here, so that the script only goes to a checked target.
    private static func document(of picker: SignInPage.Picker) -> JSON {
        let request = picker.request
        func text(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }
        let (kind, target): (String, String?) =
            switch picker.wayBack {
            case .popup: ("popup", nil)
            case .android(let package): ("android", package)
            case .apple(let callback): ("apple", callback)
            case .redirect(let url): ("redirect", url)
            case .continued(let url): ("continue", url)
            case .none: ("none", nil)
            }
        return [
            "providerId": .string(request.providerID), "apiKey": .string(request.apiKey),
            "appName": text(request.appName), "authType": text(request.authType), "eventId": text(request.eventID),
            "samlState": text(picker.samlState), "sessionId": text(picker.sessionID), "tid": text(request.tid),
            "state": text(request.state),
            "wayBack": .string(kind), "target": text(target),
        ]
    }

    /// JSON that cannot close its own script element.
    private static func scriptData(_ document: JSON) -> HTML {
        HTML(trusted: document.text.replacing("<", with: #"\u003c"#))
    }
}
