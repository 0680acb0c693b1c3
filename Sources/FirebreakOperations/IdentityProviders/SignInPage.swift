import FirebreakStore
package import FirebreakWire

/// The content of the page on which the user picks an account of an identity provider (idp.md section 3).
package enum SignInPage {
    package enum Answer: Sendable, Equatable {
        case picker(Picker)
        /// What the provider would answer, as parameters: for the page's script.
        case signed(JSON)
        case refused(Refusal)
    }

    /// Why the page offers no sign-in.
    package struct Refusal: Error, Sendable, Equatable {
        package var status: Int
        package var text: String
        /// What else a developer wants to know.
        package var advice: String?
        /// As SDKs have it, without `auth/`; `nil` where no app asked.
        package var code: String?
        /// How the app is told (idp.md section 3.3); none where that would lead to a page that may not be led to.
        package var wayBack = WayBack.none

        package init(
            status: Int, _ text: String, advice: String? = nil, code: String? = nil, wayBack: WayBack = .none
        ) {
            self.status = status
            self.text = text
            self.advice = advice
            self.code = code
            self.wayBack = wayBack
        }
    }

    /// Everything the page needs for the choice and for the response.
    package struct Picker: Sendable, Equatable {
        package var request: Request
        package var wayBack: WayBack
        package var identities: [Identity]
        /// What the page's script asks this server for a SAML response with; `nil` where it needs none.
        package var samlState: String?
        /// Whether the page's script has this server sign what the provider would say.
        package var isSigned = false
        /// The session that this page began; `nil` if the app knows its session.
        package var sessionID: String?
        /// Whether there are more accounts than are listed.
        package var isCut: Bool
    }

    /// How the response is delivered.
    package enum WayBack: Sendable, Equatable {
        /// To the window that opened the page.
        case popup
        /// To an Android app, by an intent for this package.
        case android(package: String)
        /// To an Apple app, by this URL, which lacks only its query.
        case apple(callback: String)
        /// To this page of a web app, which reads the response from the session storage.
        case redirect(to: String)
        /// To this URL, with the response in its query: the end of a flow started by accounts:createAuthUri.
        case continued(at: String)
        /// The page knows no recipient.
        case none
    }

    /// A longer list would make the page slow without being useful.
    static let maximumIdentities = 1000

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Answer {
        if let error = request.error { return .refused(Refusal(status: 200, error)) }
        guard request.namesAnApp || request.continueURI != nil else {
            return .refused(
                Refusal(
                    status: 200,
                    "Auth Emulator Internal Error: Missing one of appName / clientId / appId / apn / ibi query params.")
            )
        }
        let wayBack: WayBack
        do throws(Refusal) { wayBack = try request.wayBack(call) } catch { return .refused(error) }
        do {
            let config = try await checkedConfig(request, wayBack, call)
            if BuiltinSAMLProvider.speaks(for: request.providerID, call) {
                return try await saml(request, wayBack, call)
            }
            let issuer = try await CredentialIssuer.ofPage(request.providerID, config, call)
            if let issuer, let claims = request.claims {
                return .signed([
                    "providerId": .string(request.providerID), "id_token": .string(try issuer.sign(claims)),
                ])
            }
            var picker = try await picker(request, wayBack, call)
            picker.isSigned = issuer != nil
            return .picker(picker)
        } catch let refusal as Refusal {
            return .refused(refusal)
        } catch let error as WireError {
            call.record.note(error)
            return .refused(Refusal(error, call.profile, wayBack))
        }
    }

    /// The provider's configuration, after the checks that signInWithIdp would make.
    ///
    /// - Throws: `OPERATION_NOT_ALLOWED` for a provider that is switched off or not configured; ``Refusal`` for one of our
    ///   own ways to sign in, and for a provider that users sign in at themselves.
    private static func checkedConfig(
        _ request: Request, _ wayBack: WayBack, _ call: OperationContext
    ) async throws -> JSON? {
        let id = request.providerID
        if !call.profile.isReference {
            try call.requireEnabled()
            guard IdentityProvider.isFederated(id.lowercased()) else {
                throw Refusal(
                    status: 400, "INVALID_PROVIDER_ID",
                    advice: """
                        `\(id)` is a way to sign in of its own, and no identity provider. Name one, such as \
                        `google.com` or `oidc.acme`.
                        """, code: "invalid-provider-id", wayBack: wayBack)
            }
        }
        _ = try await IdentityProvider.admit(id, call)
        let config = try await IdentityProvider.config(of: id, call)
        if BuiltinSAMLProvider.speaks(for: id, call), call.rules.idpPages == .provider {
            call.record.update { $0.reason = .rule(name: "idpPages", value: "provider", other: "builtin") }
            throw Refusal(
                status: 400, "Rule idpPages is provider: users of \(id) sign in at the provider itself.",
                advice: "Begin with `createAuthUri`, which leads there, or set rule `idpPages` to `builtin`.",
                code: "operation-not-allowed", wayBack: wayBack)
        }
        return config
    }

    private static func saml(_ request: Request, _ wayBack: WayBack, _ call: OperationContext) async throws -> Answer {
        if let name = request.samlNameID {
            let response = try await BuiltinSAMLProvider.response(
                about: name, request.claims, by: request.providerID, state: request.state ?? request.sessionDigest,
                call)
            return .signed(["providerId": .string(request.providerID), "SAMLResponse": .string(response)])
        }
        let session = try await BuiltinSAMLProvider.session(request, call)
        var picker = try await picker(request, wayBack, call)
        picker.samlState = session.state
        picker.sessionID = session.id
        return .picker(picker)
    }

    private static func picker(_ request: Request, _ wayBack: WayBack, _ call: OperationContext) async throws -> Picker
    {
        let accounts = try await call.read { tx in
            try tx.accounts(providerID: request.providerID, limit: maximumIdentities + 1)
        }
        return Picker(
            request: request, wayBack: wayBack,
            identities: accounts.prefix(maximumIdentities).compactMap {
                Identity($0, request.providerID, call.profile)
            },
            isCut: accounts.count > maximumIdentities)
    }
}

// MARK: - The way back

extension SignInPage.Request {
    /// The first that applies, in the order of idp.md section 3.3; the last one is an addition.
    fileprivate func wayBack(_ call: OperationContext) throws(SignInPage.Refusal) -> SignInPage.WayBack {
        if isPopup {
            if let redirectURL, call.behavior.checksRedirects { try checkPage(redirectURL, call) }
            return .popup
        }
        if let package = androidPackage { return .android(package: package) }
        if let bundle = appleBundle {
            guard let callback = appleCallback(bundle: bundle) else {
                throw SignInPage.Refusal(
                    status: 400, "clientId, appId or ibi makes no URL scheme that an app can have.")
            }
            return .apple(callback: callback)
        }
        if let target = redirectURL {
            guard call.behavior.checksRedirects else { return .redirect(to: try Self.web(target, "redirectUrl")) }
            return .redirect(
                to: try Self.checked(target, "redirectUrl", call) { AuthorizedDomain.allows(page: $0, $1) })
        }
        if let target = continueURI {
            return .continued(
                at: try Self.checked(target, "continueUri", call) { AuthorizedDomain.allows($0, $1) })
        }
        return .none
    }

    private var isPopup: Bool { authType?.lowercased().containsBytes(of: "popup") == true }

    /// How an app is told of a refusal that comes before its tenant or provider is known.
    ///
    /// - Parameter settings: The project's; `nil` where there is none, and so no page that is known to be the app's.
    package func wayBack(ofRefusalIn settings: ProjectSettings?) -> SignInPage.WayBack {
        if isPopup { return .popup }
        if let package = androidPackage { return .android(package: package) }
        if let bundle = appleBundle { return appleCallback(bundle: bundle).map { .apple(callback: $0) } ?? .none }
        guard let settings, let url = redirectURL.flatMap({ AbsoluteURL($0) }), RedirectScheme.allows(url),
            !settings.behavior.checksRedirects || AuthorizedDomain.allows(page: url, settings)
        else { return .none }
        return .redirect(to: url.text)
    }

    /// The page that opened this one as a pop-up has to be on an authorized domain; it is not led to.
    private func checkPage(_ text: String, _ call: OperationContext) throws(SignInPage.Refusal) {
        let settings = call.settings.project
        let url = AbsoluteURL(text)
        guard !settings.authorizedHosts.areAll,
            url.map({ !AuthorizedDomain.allows(page: $0, settings) }) != false
        else { return }
        throw Self.unauthorized(url, text, call, .popup)
    }

    /// Reference: the page redirects to any web page, even one whose URL has no host, with the URL unchanged.
    private static func web(_ target: String, _ name: String) throws(SignInPage.Refusal) -> String {
        let hasScheme = target.utf8.prefix { !"/\\?#".utf8.contains($0) }.contains(UInt8(ascii: ":"))
        guard !hasScheme || AbsoluteURL(target).map({ RedirectScheme.allows($0) }) == true else {
            throw SignInPage.Refusal(status: 400, "\(name) is not the URL of a web page.", code: "unauthorized-domain")
        }
        return target
    }

    /// The URL in its normal form, which a browser cannot read differently from what was checked.
    private static func checked(
        _ target: String, _ name: String, _ call: OperationContext, allows: (AbsoluteURL, ProjectSettings) -> Bool
    ) throws(SignInPage.Refusal) -> String {
        guard let url = AbsoluteURL(target), RedirectScheme.allows(url) else {
            throw SignInPage.Refusal(
                status: 400, "\(name) is not an absolute URL of a web page.", code: "unauthorized-domain")
        }
        guard allows(url, call.settings.project) else { throw unauthorized(url, target, call, .none) }
        return url.text
    }

    private static func unauthorized(
        _ url: AbsoluteURL?, _ text: String, _ call: OperationContext, _ wayBack: SignInPage.WayBack
    ) -> SignInPage.Refusal {
        if let url {
            let reason = AuthorizedDomain.reason(page: url, call.settings.project)
            AuthorizedDomain.logRefusal(of: url, because: reason, call)
            call.record.note(.unauthorizedDomain.because(reason))
        }
        return SignInPage.Refusal(
            status: 400,
            """
            \(url?.host ?? text) is not an authorized domain of project \(call.projectID). To let sign-ins \
            return there, add it to authorizedDomains of the project's configuration.
            """, code: "unauthorized-domain", wayBack: wayBack)
    }
}

extension SignInPage.Refusal {
    /// What an API would refuse as well.
    package init(_ error: WireError, _ profile: Profile, _ wayBack: SignInPage.WayBack) {
        let wording = error.wording(in: profile)
        self.init(
            status: wording.kind.httpStatus, wording.message, advice: "\(error.row.cause) \(error.row.remedy)",
            code: Self.code(of: error), wayBack: wayBack)
    }

    /// As the JS SDK names server codes (clients.md section 2.5).
    private static func code(of error: WireError) -> String {
        if error == .apiKeyInvalid() { return "invalid-api-key" }
        guard error.message(in: .local).startsWithBytes(of: error.code) else { return "internal-error" }
        return error.code.lowercased().substituting("_", with: "-")
    }

    /// As APIs have it, for the journal.
    package var errorCode: String {
        code?.uppercased().substituting("-", with: "_") ?? "INVALID_ARGUMENT"
    }
}

extension SignInPage {
    /// The query of the page (idp.md section 3.1). Empty parameters count as absent.
    package struct Request: Sendable, Equatable {
        /// As sent, not lower-cased.
        package var providerID: String
        package var apiKey: String
        /// The tenant whose accounts are listed.
        package var tenant: TenantID?
        /// The tenant that is reported to the app, which must have named it in this very parameter.
        package var tid: String?
        package var appName: String?
        package var authType: String?
        package var eventID: String?
        var redirectURL: String?
        var continueURI: String?
        package var state: String?
        /// What apps that keep their session to themselves tell of it, which is what ``state`` is of other sessions.
        var sessionDigest: String?
        var clientID: String?
        var appID: String?
        var appleBundle: String?
        var androidPackage: String?
        package var error: String?
        /// Whom a SAML response is to be about: the page's script asks for it.
        var samlNameID: String?
        /// What an ID token that has to be signed is to say, or the attributes of a SAML response: the page's script
        /// asks for it.
        package var claims: JSON?

        /// - Parameter value: The first value of a query parameter that is not empty.
        /// - Returns: `nil` if the API key or the provider is missing.
        package init?(_ value: (_ name: String) -> String?) {
            guard let apiKey = value("apiKey"), let providerID = value("providerId") else { return nil }
            self.apiKey = apiKey
            self.providerID = providerID
            tid = value("tid")
            tenant = (value("tenantId") ?? tid).map(TenantID.init(rawValue:))
            appName = value("appName")
            authType = value("authType")
            eventID = value("eventId")
            redirectURL = value("redirectUrl")
            continueURI = value("continueUri")
            state = value("state")
            sessionDigest = value("sessionId")
            clientID = value("clientId")
            appID = value("appId")
            appleBundle = value("ibi")
            androidPackage = value("apn")
            error = value("error")
            samlNameID = value("samlNameId")
            claims = value("claims").flatMap { try? JSON(parsing: $0, keys: .claims) }  // the page's own are JSON
        }

        fileprivate var namesAnApp: Bool {
            [appName, clientID, appID, androidPackage, appleBundle].contains { $0 != nil }
        }

        /// Whether production has no generic sign-in with this provider for the requesting app, only an SDK (idp.md
        /// section 3.2).
        package var isOnlyInEmulator: Bool {
            switch providerID {
            case "facebook.com": androidPackage != nil || appleBundle != nil
            case "apple.com": appleBundle != nil
            default: false
            }
        }

        /// The deep link of idp.md section 3.3 without its query; `nil` if its scheme would be invalid or a browser's own.
        func appleCallback(bundle: String) -> String? {
            let scheme =
                if let clientID {
                    clientID.separated(by: ".", omittingEmptySubsequences: false).reversed().joined(separator: ".")
                } else if let appID {
                    "app-" + appID.substituting(":", with: "-")
                } else {
                    bundle
                }
            guard RedirectScheme.isOfApp(scheme) else { return nil }
            return "\(scheme)://\(clientID == nil && appID == nil ? "google" : "firebaseauth")/link"
        }
    }

    /// An account as the provider knows it.
    package struct Identity: Sendable, Equatable {
        /// The provider's, or else the account's own, which is then shown but not a claim. Reference: the provider's alone.
        package var displayName: String?
        /// The provider's, or else the account's own, which is then shown but not a claim.
        package var email: String?
        package var photoURL: String?
        /// The claims that the provider's ID token would have for the account (idp.md section 3.2).
        package var claims: JSON

        /// - Returns: `nil` for an account without an identity at the provider.
        init?(_ account: Account, _ providerID: String, _ profile: Profile) {
            guard let identity = account.identity(at: providerID), let rawID = identity.rawID else { return nil }
            let ownName = identity.displayName?.nonEmpty
            displayName = ownName ?? (profile.behavior.listsOwnNames ? account.userProfile.displayName?.nonEmpty : nil)
            photoURL = identity.photoURL?.nonEmpty
            let ownEmail = identity.email?.nonEmpty
            email = ownEmail ?? account.email

            claims = ["sub": .string(rawID), "iss": "", "aud": "", "exp": 0, "iat": 0]
            claims["name"] = ownName.map(JSON.string)
            claims["screen_name"] = identity.screenName?.nonEmpty.map(JSON.string)
            claims["email"] = ownEmail.map(JSON.string)
            claims["email_verified"] = true
            claims["picture"] = photoURL.map(JSON.string)
        }
    }
}
