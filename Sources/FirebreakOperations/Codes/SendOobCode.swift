import FirebreakStore
import FirebreakWire

/// Creates an action code and mails it, or returns its link to an admin (email-actions.md section 2, production.md
/// 3.1).
package enum SendOobCode: APIOperation {
    package struct Request: Decodable, Sendable {
        var androidInstallApp: Bool?
        var androidMinimumVersion: String?
        var androidPackageName: String?
        package var canHandleCodeInApp: Bool?
        var captchaResp: String?
        package var continueUrl: String?
        var dynamicLinkDomain: String?
        package var email: String?
        /// `iOSAppStoreId` and `iOSBundleId` after the camel-casing of keys; never type-checked, as in the reference.
        var iOsAppStoreId: JSON?
        var iOsBundleId: JSON?
        package var idToken: String?
        var linkDomain: String?
        var newEmail: String?
        package var requestType: OobReqType?
        var returnOobLink: Bool?
    }

    package struct Response: Encodable, Sendable {
        var kind = "identitytoolkit#GetOobConfirmationCodeResponse"
        var oobCode: String?
        var email: String?
        var oobLink: String?
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        let isReference = call.profile.isReference
        guard let type = request.requestType, type != .unspecified || !isReference else {
            throw WireError.missingReqType
        }
        guard type != .unspecified else { throw WireError.invalidReqType }
        let returnsLink = request.returnOobLink == true
        guard !returnsLink || call.isAdmin else { throw WireError.insufficientPermission.because(.credential(.admin)) }
        let wanted = request.actionCode(type)
        if isReference, request.continueUrl?.nonEmpty != nil, wanted.settings.parsedContinueURL == nil {
            throw WireError.invalidContinueURL
        }

        if type == .passwordReset || type == .emailSignIn {
            try RecaptchaSettings.check(request.captchaResp, \.emailPassword, call)
        }
        let message = try await send(wanted, isReturned: returnsLink, call)
        return Response(
            oobCode: returnsLink ? message.code : nil, email: message.email,
            oobLink: returnsLink ? message.mailedLink : nil)
    }

    /// Makes a code and mails it, or notes in the outbox why nothing is sent.
    ///
    /// - Parameter isReturned: Whether an admin gets the link instead.
    static func send(_ wanted: ActionCodeRequest, isReturned: Bool = false, _ call: OperationContext) async throws
        -> Message
    {
        let sender = CodeSender(call, settings: wanted.settings, isReturned: isReturned)
        try await askFunction(wanted, sender, call)
        return try await call.write { tx in
            let target = try wanted.target(tx, call)
            try Throttle.emails(target.type, to: target.recipient, call)?.take(tx)
            guard let reason = target.suppression else { return try sender.send(to: target, tx) }
            return try sender.withhold(
                target.type, for: target.email, newEmail: target.newEmail, reason: reason, tx)
        }
    }

    /// Lets beforeSendEmail stop a mail (blocking-functions.md section 7), or a link that an admin wants instead of it.
    private static func askFunction(_ wanted: ActionCodeRequest, _ sender: CodeSender, _ call: OperationContext)
        async throws
    {
        let kind: GuardedMessage.EmailType
        switch wanted.type {
        case .emailSignIn: kind = .emailSignIn
        case .passwordReset: kind = .passwordReset
        default: return
        }
        guard let function = await call.blockingFunctions().functions[.beforeSendEmail] else { return }
        let target = try await call.read { tx in try wanted.target(tx, call) }
        guard target.suppression == nil,
            let refusal = try await BlockingFunction.refusal(of: .email(target.email, kind), by: function, call)
        else { return }
        try await call.write { tx in
            _ = try sender.withhold(
                target.type, for: target.email, about: target.account, .blocked,
                reason: "beforeSendEmail refused: \(refusal.message(in: call.profile))", tx)
        }
        throw refusal
    }
}

extension SendOobCode.Request {
    fileprivate func actionCode(_ type: OobReqType) -> ActionCodeRequest {
        // An admin who wants the link need not be anybody.
        let isNamedByAddress = returnOobLink == true && idToken?.nonEmpty == nil
        return ActionCodeRequest(
            type, email: email, newEmail: newEmail, subject: isNamedByAddress ? .address : .idToken(idToken),
            settings: settings)
    }

    private var settings: ActionSettings {
        var settings = ActionSettings()
        settings.continueURL = continueUrl
        settings.handlesCodeInApp = canHandleCodeInApp ?? false
        settings.iOSBundleID = iOsBundleId?.stringValue
        settings.androidPackageName = androidPackageName
        settings.linkDomain = linkDomain
        return settings
    }
}
