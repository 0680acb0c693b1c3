package import FirebreakStore
package import FirebreakWire

/// Creates an action code and mails it, or returns its link to an admin (email-actions.md section 2, production.md
/// 3.1).
package enum SendOobCode: APIOperation {
    package struct Request: Decodable, Sendable {
        package var androidInstallApp: Bool?
        package var androidMinimumVersion: String?
        package var androidPackageName: String?
        package var canHandleCodeInApp: Bool?
        package var captchaResp: String?
        package var continueUrl: String?
        package var dynamicLinkDomain: String?
        package var email: String?
        /// `iOSAppStoreId` and `iOSBundleId` after the camel-casing of keys; never type-checked, as in the reference.
        package var iOsAppStoreId: JSON?
        package var iOsBundleId: JSON?
        package var idToken: String?
        package var linkDomain: String?
        package var newEmail: String?
        package var requestType: OobReqType?
        package var returnOobLink: Bool?

        package init() {}
    }

    package struct Response: Encodable, Sendable {
        var kind = "identitytoolkit#GetOobConfirmationCodeResponse"
        var email: String?
        var oobCode: String?
        var oobLink: String?
    }

    package static func run(_ request: Request, _ call: Call) async throws -> Response {
        try call.requireEnabled()
        let isReference = call.profile.isReference
        guard let type = request.requestType, type != .unspecified || !isReference else {
            throw WireError.missingReqType
        }
        guard type != .unspecified else { throw WireError.invalidReqType }
        let returnsLink = request.returnOobLink == true
        guard !returnsLink || call.isAdmin else { throw WireError.insufficientPermission }
        if isReference, let url = request.continueUrl, !url.isEmpty, AbsoluteURL(url) == nil {
            throw WireError.invalidContinueURL
        }

        if type == .passwordReset || type == .emailSignIn {
            try RecaptchaSettings.check(request.captchaResp, call.settings.recaptcha.emailPassword, call)
        }
        let sender = CodeSender(call, settings: request.settings, isReturned: returnsLink)
        try await askFunction(request, type, sender, call)
        let message = try await call.write { tx in
            let target = try checkedTarget(request, type, tx, call)
            if let reason = target.suppression {
                try sender.withhold(target.type, for: target.email, newEmail: target.newEmail, reason: reason, tx)
                return (email: target.email, sent: nil as Message?)
            }
            let sent = try sender.send(
                target.type, for: target.email, newEmail: target.newEmail, about: target.account, tx)
            return (email: target.email, sent: sent)
        }
        return Response(
            email: message.email, oobCode: returnsLink ? message.sent?.code : nil,
            oobLink: returnsLink ? message.sent?.mailedLink : nil)
    }

    /// The recipient of the code, after all checks.
    package static func checkedTarget(
        _ request: Request, _ type: OobReqType, _ tx: Transaction, _ call: Call
    ) throws -> OobTarget {
        let target = try OobTarget(request, type, tx, call)
        guard target.suppression == nil else { return target }
        try checkContinueURL(request, target, call)
        try checkLinkDomain(request, call)
        return target
    }

    /// Lets beforeSendEmail block a mail that would be sent (blocking-functions.md section 7).
    private static func askFunction(
        _ request: Request, _ type: OobReqType, _ sender: CodeSender, _ call: Call
    ) async throws {
        guard call.settings.project.blockingFunctions.functions[.beforeSendEmail] != nil, request.returnOobLink != true
        else { return }
        let kind: GuardedMessage.EmailType
        switch type {
        case .emailSignIn: kind = .emailSignIn
        case .passwordReset: kind = .passwordReset
        default: return
        }
        let target = try await call.read { tx in try checkedTarget(request, type, tx, call) }
        guard target.suppression == nil,
            let refusal = try await BlockingFunction.refusal(of: .email(target.email, kind), call)
        else { return }
        try await call.write { tx in
            try sender.withhold(
                target.type, for: target.email, about: target.account, .blocked,
                reason: "beforeSendEmail refused: \(refusal.message(in: call.profile))", tx)
        }
        throw refusal
    }

    /// The authorized-domain check, which comes after the check whether there is anything to send.
    private static func checkContinueURL(_ request: Request, _ target: OobTarget, _ call: Call) throws(WireError) {
        guard let text = request.continueUrl, !text.isEmpty || call.facts.emptyCountsAsGiven else {
            let needsOne = target.type == .emailSignIn || request.canHandleCodeInApp == true
            // An admin's link for a tenant needs none (production.md section 2).
            let isExempt = call.profile.isReference || (call.isAdmin && call.tenant != nil)
            guard !needsOne || isExempt else { throw .missingContinueURI }
            return
        }
        guard let url = AbsoluteURL(text), call.profile.isReference || url.host?.isEmpty == false else {
            throw .missingDomainInContinueURL
        }
        guard AuthorizedDomain.allows(url, call.settings.project, apps: request.settings.apps) else {
            AuthorizedDomain.logRefusal(of: url, call)
            throw .unauthorizedDomain
        }
    }

    private static func checkLinkDomain(_ request: Request, _ call: Call) throws(WireError) {
        guard call.facts.hasHostingLinks else { return }
        if let domain = request.linkDomain, !domain.isEmpty {
            guard call.rules.hostingDomains.contains(domain.lowercased()) else { throw .invalidHostingLinkDomain }
        }
        let usesDynamicLinks =
            call.settings.project.config[path: "mobileLinksConfig.domain"]?.stringValue
            == "FIREBASE_DYNAMIC_LINK_DOMAIN"
        let settings = request.settings
        guard !usesDynamicLinks || (settings.iOSBundleID == nil && settings.androidPackageName == nil) else {
            throw .dynamicLinkNotActivated
        }
    }
}

extension SendOobCode.Request {
    fileprivate var settings: ActionSettings {
        var settings = ActionSettings()
        settings.continueURL = continueUrl
        settings.handlesCodeInApp = canHandleCodeInApp ?? false
        settings.iOSBundleID = iOsBundleId?.stringValue
        settings.androidPackageName = androidPackageName
        settings.linkDomain = linkDomain
        return settings
    }
}
