package import FirebreakOperations
package import FirebreakWire

/// The page on which the user picks an account of an identity provider, or adds one (idp.md section 3).
///
/// Tests of SDKs rely on the IDs and classes of section 3.2; `js-` classes are only for the script.
package struct HandlerPage {
    /// As sent.
    private let providerID: String
    private let nonce: String

    /// - Parameters:
    ///   - providerID: The identity provider that the page stands for.
    ///   - nonce: That of the page's ``PagePolicy``.
    package init(providerID: String, nonce: String) {
        self.providerID = providerID
        self.nonce = nonce
    }

    /// With at least this many accounts, there is a search field.
    private static let manyAccounts = 11

    // MARK: The page

    package func html(_ picker: SignInPage.Picker, _ call: Call) -> HTML {
        let tenant: HTML = picker.request.tenant.map { " · tenant <strong>\($0.rawValue)</strong>" } ?? ""
        return frame(
            """
            <p class="scope">Project <strong>\(call.projectID.rawValue)</strong>\(tenant)</p>
            \(picker.request.isOnlyInEmulator ? warning : "")
            <p id="error" class="failure" role="alert" hidden></p>
            <div id="sign-in-ui">
            \(chooser(picker))
            \(form(call.profile))
            </div>
            <p id="status" class="status" role="status"></p>
            """,
            script: """
                <script type="application/json" id="sign-in-request">\(Self.scriptData(Self.document(of: picker)))</script>
                <script nonce="\(nonce)">
                \(HTML(trusted: Self.script))
                </script>
                """)
    }

    /// The page with an error in place of everything else.
    package func html(failure: String) -> HTML {
        frame(#"<p id="error" class="failure" role="alert">\#(failure)</p>"#, script: "")
    }

    private func frame(_ content: HTML, script: HTML) -> HTML {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>Auth Emulator IDP Login Widget</title>
        <link rel="icon" href="data:,">
        <style nonce="\(nonce)">
        \(HTML(trusted: Self.style))
        </style>
        </head>
        <body>
        <main>
        <p class="product">Auth Emulator</p>
        <h1>Sign in with \(provider)</h1>
        <noscript><p class="failure">This page needs JavaScript.</p></noscript>
        \(content)
        </main>
        \(script)
        </body>
        </html>

        """
    }

    /// The provider's ID as a name.
    private var provider: HTML {
        #"<span class="js-provider-id">\#(providerID.prefix(1).uppercased() + providerID.dropFirst())</span>"#
    }

    private var warning: HTML {
        """
        <p class="warning" role="note"><strong>This works in the Auth Emulator only.</strong> In production, \
        \(provider) has no sign-in through a generic identity provider on this platform: use the provider’s own SDK \
        there, and sign in with its credential.</p>
        """
    }

    // MARK: Accounts

    private func chooser(_ picker: SignInPage.Picker) -> HTML {
        """
        <section id="choose-account" aria-labelledby="choose-title">
        <h2 id="choose-title">\(picker.identities.isEmpty ? "No accounts yet" : "Choose an account")</h2>
        \(picker.identities.isEmpty ? noAccounts : list(picker))
        <button type="button" id="new-account" class="js-new-account wide" aria-controls="add-user">
        <span class="avatar plus" aria-hidden="true">+</span> Add new account
        </button>
        </section>
        """
    }

    private var noAccounts: HTML {
        """
        <p class="help" id="no-accounts">No \(provider) accounts exist in the Auth Emulator.</p>
        """
    }

    private func list(_ picker: SignInPage.Picker) -> HTML {
        let count = picker.identities.count
        let filter: HTML =
            count < Self.manyAccounts
            ? ""
            : """
            <div class="field">
            <label for="account-filter">Search \(count) accounts</label>
            <input type="search" id="account-filter" autocomplete="off" spellcheck="false" aria-controls="accounts-list">
            <p class="hint" id="filter-result" role="status"></p>
            </div>
            """
        let rest: HTML =
            picker.isCut ? #"<p class="help">There are more accounts; only \#(count) are listed.</p>"# : ""
        return """
            \(filter)
            <ul id="accounts-list">
            \(picker.identities.map(item))
            </ul>
            \(rest)
            """
    }

    private func item(_ identity: SignInPage.Identity) -> HTML {
        let name = identity.displayName ?? "(No display name)"
        return """
            <li class="js-reuse-account" data-id-token="\(PercentEncoding.encodeComponent(identity.claims.text))">\
            <button type="button" class="account">\(avatar(identity))<span class="who">\
            <span class="name">\(name)</span><span class="email">\(identity.email ?? "")</span></span></button></li>
            """
    }

    /// The photo if the account itself contains it, because the page loads nothing from elsewhere; else an initial.
    private func avatar(_ identity: SignInPage.Identity) -> HTML {
        if let photo = identity.photoURL, photo.hasPrefix("data:image/") {
            return #"<img class="avatar" src="\#(photo)" alt="">"#
        }
        let initial = (identity.displayName ?? identity.email)?.prefix(1).uppercased() ?? "?"
        let tint = Int(stableHash((identity.claims["sub"]?.stringValue ?? "").utf8) % 6)
        return #"<span class="avatar tint-\#(tint)" aria-hidden="true">\#(initial)</span>"#
    }

    // MARK: New account

    private func form(_ profile: Profile) -> HTML {
        """
        <section id="add-user" aria-labelledby="form-title" hidden>
        <h2 id="form-title">Add new account</h2>
        <form id="main-form" novalidate>
        <div class="field">
        <label for="email-input">Email</label>
        <input type="text" inputmode="email" id="email-input" autocomplete="off" autocapitalize="none" spellcheck="false" \
        required aria-describedby="email-error">
        <p class="error" id="email-error" role="alert"></p>
        </div>
        \(providerID == "apple.com" ? hideMyEmail : "")
        \(profile.facts.weighsProviders && !providerID.hasPrefix("saml.") ? verifiedEmail : "")
        \(field("display-name-input", "Display name"))
        \(field("screen-name-input", "Screen name"))
        \(field("profile-photo-input", "Profile photo URL"))
        <div class="actions">
        <button type="button" id="back-button" class="plain">Back</button>
        <button type="button" id="autogen-button" class="plain">Auto-generate</button>
        <button type="submit" id="sign-in" class="primary" disabled>Sign in</button>
        </div>
        </form>
        </section>
        """
    }

    private func field(_ id: String, _ label: String) -> HTML {
        """
        <div class="field">
        <label for="\(id)">\(label) <span class="hint">(optional)</span></label>
        <input type="text" id="\(id)" autocomplete="off" spellcheck="false">
        </div>
        """
    }

    /// Apple's option for new users: the app gets an address that only forwards.
    private var hideMyEmail: HTML {
        """
        <p class="choice"><input type="checkbox" id="hide-email">
        <label for="hide-email">Hide my email <span class="hint">(use a private relay address)</span></label></p>
        """
    }

    /// Whether the provider vouches for the address, on which it depends what happens to an account that has it.
    private var verifiedEmail: HTML {
        """
        <p class="choice"><input type="checkbox" id="email-verified" checked>
        <label for="email-verified">Email is verified <span class="hint">(what the provider says of it)</span></label></p>
        """
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
