package import FirebreakStore
package import FirebreakWire

/// The content of the page on which the user picks an account of an identity provider (idp.md section 3).
package enum SignInPage {
    package enum Answer: Sendable, Equatable {
        case picker(Picker)
        /// What a SAML provider would answer, in Base64: for the page's script.
        case samlResponse(String)
        /// The page shows only this error.
        case failure(status: Int, String)
    }

    /// Everything the page needs for the choice and for the response.
    package struct Picker: Sendable, Equatable {
        package var request: Request
        package var wayBack: WayBack
        package var identities: [Identity]
        /// What the page's script asks this server for a SAML response with; `nil` where it needs none.
        package var samlState: String?
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
    package static let maximumIdentities = 1000

    package static func run(_ request: Request, _ call: Call) async throws -> Answer {
        if let error = request.error { return .failure(status: 200, error) }
        guard request.namesAnApp || request.continueURI != nil else {
            return .failure(
                status: 200,
                "Auth Emulator Internal Error: Missing one of appName / clientId / appId / apn / ibi query params.")
        }
        let isSAML = BuiltinSAMLProvider.speaks(for: request.providerID, call)
        if isSAML {
            guard call.rules.idpPages == .builtin else {
                call.record.update { $0.reason = .rule(name: "idpPages", value: "provider", other: "builtin") }
                return .failure(
                    status: 200,
                    "Rule idpPages is provider: users of \(request.providerID) sign in at the provider itself.")
            }
            if let name = request.samlNameID {
                return .samlResponse(
                    try await BuiltinSAMLProvider.response(
                        about: name, by: request.providerID, state: request.state ?? request.sessionDigest, call))
            }
        }
        let wayBack: WayBack
        do throws(Refusal) { wayBack = try self.wayBack(request, call) } catch {
            return .failure(status: 400, error.text)
        }

        let session = isSAML ? try await BuiltinSAMLProvider.session(request, call) : nil
        let accounts = try await call.read { tx in
            try tx.accounts(providerID: request.providerID, limit: maximumIdentities + 1)
        }
        return .picker(
            Picker(
                request: request, wayBack: wayBack,
                identities: accounts.prefix(maximumIdentities).compactMap { Identity($0, request.providerID) },
                samlState: session?.state, sessionID: session?.id, isCut: accounts.count > maximumIdentities))
    }

    // MARK: The way back

    private struct Refusal: Error { var text: String }

    /// The first that applies, in the order of idp.md section 3.3; the last one is an addition.
    private static func wayBack(_ request: Request, _ call: Call) throws(Refusal) -> WayBack {
        if request.authType?.lowercased().firstRange(of: "popup") != nil { return .popup }
        if let package = request.androidPackage { return .android(package: package) }
        if let bundle = request.appleBundle {
            guard let callback = request.appleCallback(bundle: bundle) else {
                throw Refusal(text: "clientId, appId or ibi makes no URL scheme that an app can have.")
            }
            return .apple(callback: callback)
        }
        if let target = request.redirectURL {
            guard call.facts.checksRedirects else { return .redirect(to: try web(target, "redirectUrl")) }
            return .redirect(to: try checked(target, "redirectUrl", call))
        }
        if let target = request.continueURI { return .continued(at: try checked(target, "continueUri", call)) }
        return .none
    }

    /// Reference: the page redirects to any web page, even one whose URL has no host, with the URL unchanged.
    private static func web(_ target: String, _ name: String) throws(Refusal) -> String {
        let hasScheme = target.prefix { !"/\\?#".contains($0) }.contains(":")
        guard !hasScheme || AbsoluteURL(target).map({ RedirectScheme.allows($0) }) == true else {
            throw Refusal(text: "\(name) is not the URL of a web page.")
        }
        return target
    }

    /// The URL in its normal form, which a browser cannot read differently from what was checked.
    private static func checked(_ target: String, _ name: String, _ call: Call) throws(Refusal) -> String {
        guard let url = AbsoluteURL(target), RedirectScheme.allows(url) else {
            throw Refusal(text: "\(name) is not an absolute URL of a web page.")
        }
        guard AuthorizedDomain.allows(url, call.settings.project) else {
            AuthorizedDomain.logRefusal(of: url, call)
            call.record.update { $0.reason = AuthorizedDomain.reason(url, call.settings.project) }
            throw Refusal(
                text: """
                    \(url.host ?? url.text) is not an authorized domain of project \(call.projectID). To let sign-ins \
                    return there, add it to authorizedDomains of the project's configuration.
                    """)
        }
        return url.text
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
        package var redirectURL: String?
        package var continueURI: String?
        package var state: String?
        /// What apps that keep their session to themselves tell of it, which is what ``state`` is of other sessions.
        package var sessionDigest: String?
        package var clientID: String?
        package var appID: String?
        package var appleBundle: String?
        package var androidPackage: String?
        package var error: String?
        /// Whom a SAML response is to be about: the page's script asks for it.
        package var samlNameID: String?

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
        fileprivate func appleCallback(bundle: String) -> String? {
            let scheme =
                if let clientID {
                    clientID.split(separator: ".", omittingEmptySubsequences: false).reversed().joined(separator: ".")
                } else if let appID {
                    "app-" + String(appID.map { $0 == ":" ? "-" : $0 })
                } else {
                    bundle
                }
            guard RedirectScheme.isOfApp(scheme) else { return nil }
            return "\(scheme)://\(clientID == nil && appID == nil ? "google" : "firebaseauth")/link"
        }
    }

    /// An account as the provider knows it.
    package struct Identity: Sendable, Equatable {
        package var displayName: String?
        /// The provider's, or else the account's own, which is then shown but not a claim.
        package var email: String?
        package var photoURL: String?
        /// The claims that the provider's ID token would have for the account (idp.md section 3.2).
        package var claims: JSON

        /// - Returns: `nil` for an account without an identity at the provider.
        package init?(_ account: Account, _ providerID: String) {
            guard let identity = account.identity(at: providerID), let rawID = identity.rawID else { return nil }
            displayName = identity.displayName?.nonEmpty
            photoURL = identity.photoURL?.nonEmpty
            let ownEmail = identity.email?.nonEmpty
            email = ownEmail ?? account.email

            claims = ["sub": .string(rawID), "iss": "", "aud": "", "exp": 0, "iat": 0]
            claims["name"] = displayName.map(JSON.string)
            claims["screen_name"] = identity.screenName?.nonEmpty.map(JSON.string)
            claims["email"] = ownEmail.map(JSON.string)
            claims["email_verified"] = true
            claims["picture"] = photoURL.map(JSON.string)
        }
    }
}
