import FirebreakStore
package import FirebreakWire

/// The page that an action link leads to (email-actions.md section 7): what the link would do, and doing it.
///
/// Programs get ``run()``, people the two steps ``inspect()`` and ``apply(password:)``. What cannot be done is a
/// ``Refusal``, or an error of the API.
package struct ActionPage: Sendable {
    package struct Query: Sendable {
        /// All parameters in the order of the request.
        package var parameters: [(name: String, value: String)]

        package init(parameters: [(name: String, value: String)]) { self.parameters = parameters }

        /// The first value of that name; `nil` when it is absent or empty.
        package func value(_ name: String) -> String? {
            let value = parameters.first { $0.name == name }?.value
            return value?.isEmpty == false ? value : nil
        }

        /// Why the link cannot be followed whatever it is for; `nil` if it has a key and a code.
        package var refusal: Refusal? {
            ["apiKey", "oobCode"].first { value($0) == nil }.map(Refusal.missing)
        }

        /// The message that the link is from; `nil` if it is not in the outbox, or that cannot be read.
        package func messageID(in project: ProjectID, _ services: Services) async -> String? {
            guard let code = value("oobCode") else { return nil }
            let tenant = value("tenantId").map(TenantID.init(rawValue:))
            // The page is there without it as well.
            let found = try? await services.projects.project(project).read { tx in
                try tx.scoped(to: tenant).messageID(ofCode: code)
            }
            return found ?? nil
        }
    }

    /// Where the page goes on when it is done.
    package struct Target: Sendable, Equatable {
        /// ``AbsoluteURL/exact``; of a hosting link, the link inside.
        package var text: String
        package var url: AbsoluteURL
        /// The hosting link around it, if its domain is the project's own: a phone opens the app by it.
        package var hostingLink: String?
    }

    /// A second factor, as its owner knows it.
    package struct Factor: Sendable, Equatable {
        package var name: String?
        /// With all digits but the last four hidden; `nil` for one-time passwords.
        package var number: String?
    }

    /// One use of a code.
    package struct Action: Sendable, Equatable {
        /// What the link says that it does.
        package var mode: ActionCodeType
        /// What it does: pages about addresses take each other's codes.
        package var type: ActionCodeType
        /// The address that the code was made for.
        package var boundEmail: String
        /// The account's address: for a recovery the one that comes back.
        package var email: String?
        /// For a change of address.
        package var newEmail: String?
        /// The factor that is taken back.
        package var factor: Factor?
        package var target: Target?
    }

    /// What a link would do.
    package enum Inspection: Sendable, Equatable {
        /// It leads to the app, which completes the sign-in; here the code is neither checked nor consumed.
        case handsOn(to: String)
        case applicable(Action)
    }

    /// What a link has done.
    package enum End: Sendable, Equatable {
        case handedOn(to: String)
        case done(Action)
    }

    let query: Query
    let call: OperationContext

    package init(_ query: Query, _ call: OperationContext) {
        self.query = query
        self.call = call
    }

    var code: String { query.value("oobCode") ?? "" }

    /// What the link says that it is for.
    ///
    /// - Throws: ``Refusal`` for a link that lacks something.
    func mode() throws(Refusal) -> ActionCodeType {
        if let refusal = query.refusal { throw refusal }
        guard let mode = ActionCodeType.allCases.first(where: { $0.mode == query.value("mode") }),
            mode != .revertSecondFactorAddition || call.behavior.offersWayBack
        else { throw .invalidMode }
        return mode
    }

    // MARK: The steps

    /// What the link would do, after all checks but those of a password. Nothing is changed.
    package func inspect() async throws -> Inspection {
        let mode = try mode()
        guard mode != .emailSignIn else { return .handsOn(to: try await appURL()) }
        if mode == .passwordReset { try ResetPassword.checkAllowed(call) }
        let target = try await target(of: mode)
        return try await call.read { tx in
            let message = try usableMessage(for: mode, tx)
            let account =
                try mode == .passwordReset
                ? ResetPassword.account(for: message, tx, call) : CodeRedemption.account(for: message, tx, call)
            return Inspection.applicable(Action(mode, message, email: account.email, target))
        }
    }

    /// Does what the link says.
    ///
    /// - Parameter password: For a reset.
    package func apply(password: String?) async throws -> End {
        let mode = try mode()
        return switch mode {
        case .emailSignIn: .handedOn(to: try await appURL())
        case .passwordReset: try await reset(to: password ?? "")
        case .verifyEmail, .verifyAndChangeEmail, .recoverEmail, .revertSecondFactorAddition: try await redeem(mode)
        }
    }

    /// Passes the code to the app, which completes it with signInWithEmailLink; here it is neither checked nor
    /// consumed.
    private func appURL() async throws -> String {
        guard var url = try await target(of: .emailSignIn)?.url else { throw Refusal.noContinueURL }
        let parameters = query.parameters.filter { $0.name != "continueUrl" }
        if call.behavior.keepsQueriesOfApps { url.addQuery(parameters) } else { url.setQuery(parameters) }
        return url.text
    }

    private func reset(to password: String) async throws -> End {
        let message = try await call.read { tx in try usableMessage(for: .passwordReset, tx) }
        let target = try await target(of: .passwordReset)
        do {
            guard !password.isEmpty else { throw WireError.emptyPassword }
            _ = try await ResetPassword.run(.init(oobCode: code, newPassword: password), call)
        } catch let error as WireError where error.field == "password" {
            // The code stays good, and another password may do.
            let missing = Password.requirements(call).filter { !$0.isMet(by: password) }
            throw Refusal.password(error, missing: missing)
        }
        return .done(Action(.passwordReset, message, email: message.email, target))
    }

    private func redeem(_ mode: ActionCodeType) async throws -> End {
        let target = try await target(of: mode)
        let message = try await call.read { tx in try usableMessage(for: mode, tx) }
        do {
            let type = mode == .revertSecondFactorAddition ? mode : nil
            let outcome = try await call.write { tx in try CodeRedemption.redeem(code, of: type, tx, call) }.get()
            return .done(Action(mode, message, email: outcome.account.email, target))
        } catch let error as WireError where error.isUnusableCode {
            call.noteReason(of: error)
            throw Refusal.code(ActionCode.Problem(whenApplied: error), of: mode, isLate: true)
        }
    }

    // MARK: Codes

    /// The pages about addresses accept each other's codes, but none about a second factor.
    private static let ofAddresses: Set<ActionCodeType> = [.verifyEmail, .verifyAndChangeEmail, .recoverEmail]

    /// The message with the link's code, if that is one of the mode.
    func usableMessage(for mode: ActionCodeType, _ tx: Transaction) throws -> Message {
        let isShared = mode == .verifyEmail || mode == .verifyAndChangeEmail
        switch try ActionCode.look(for: code, of: isShared ? nil : mode, tx, call) {
        case .success(let message):
            guard let type = ActionCodeType(rawValue: message.type), !isShared || Self.ofAddresses.contains(type)
            else { throw Refusal.code(.otherType, of: mode, isLate: false) }
            return message
        case .failure(let problem):
            call.noteReason(of: problem.error)
            throw Refusal.code(problem, of: mode, isLate: false)
        }
    }

    // MARK: Where the page goes on

    /// The URL to redirect to, which is checked before anything is changed. It has to be a web page, or the app named
    /// in the code's request; and outside profile `emulator` on an authorized domain (firebreak.md section 3).
    ///
    /// - Returns: `nil` if none is given, and in profile `emulator` for one that is not followed. A recovery goes
    ///   nowhere.
    func target(of mode: ActionCodeType) async throws -> Target? {
        guard mode != .recoverEmail, let given = query.value("continueUrl") else { return nil }
        let hosting = HostingLink.target(of: given, call)
        let text = hosting?.link ?? given
        guard let url = AbsoluteURL(text) else { throw WireError.invalidContinueURL }
        let hostingLink = hosting?.isOwnDomain == true ? AbsoluteURL(given)?.exact : nil
        let target = Target(text: url.exact, url: url, hostingLink: hostingLink)
        let apps = url.isWeb ? [] : try await apps()
        if !call.behavior.checksRedirects { return RedirectScheme.allows(url, apps: apps) ? target : nil }
        guard AuthorizedDomain.allows(url, call.settings.project, apps: apps) else {
            let reason = AuthorizedDomain.reason(url, call.settings.project, apps: apps)
            AuthorizedDomain.logRefusal(of: url, because: reason, call)
            throw WireError.unauthorizedDomain.because(reason)
        }
        return target
    }

    /// The app that the link of the code continues to. Only a request that names the app gets such a link.
    private func apps() async throws -> [String] {
        let text = try await call.read { tx in try tx.continueURL(ofCode: code) }
        guard let url = text.flatMap({ AbsoluteURL($0) }) else { return [] }
        return [url.scheme]
    }
}

extension ActionPage.Action {
    fileprivate init(_ mode: ActionCodeType, _ message: Message, email: String?, _ target: ActionPage.Target?) {
        let type = ActionCodeType(rawValue: message.type) ?? mode
        self.init(
            mode: mode, type: type, boundEmail: message.boundEmail,
            email: type == .recoverEmail ? message.boundEmail : email,
            newEmail: type == .verifyAndChangeEmail ? message.newEmail : nil,
            factor: message.secondFactor.map { factor in
                ActionPage.Factor(
                    name: factor.displayName, number: factor.phoneNumber.map(PhoneNumber.obfuscated))
            }, target: target)
    }
}

extension ActionCode.Problem {
    /// What an error means for a code that was good shortly before: it was used meanwhile, or acts on no account.
    fileprivate init(whenApplied error: WireError) {
        switch error.reason {
        case .used(let time): self = .used(at: time)
        case .superseded(let time): self = .superseded(at: time)
        case .expired(let lifetime, let time): self = .expired(at: time, lifetime: lifetime ?? "")
        default: self = .accountGone
        }
    }
}

extension WireError {
    /// Unknown, used, expired, or of a type that this page does not apply.
    fileprivate var isUnusableCode: Bool { ["INVALID_OOB_CODE", "EXPIRED_OOB_CODE"].contains(code) }
}

extension ActionPage {
    /// Mails a link for a new password to an address that a recovery brought back: the person who changed the address may
    /// know the password. The link's code has been used for that recovery.
    ///
    /// - Returns: The address.
    package func mailReset() async throws -> String {
        let message = try await call.read { tx in try tx.endedMessage(code: code) }
        guard let message, message.type == ActionCodeType.recoverEmail.rawValue, message.usedAt != nil else {
            throw Refusal.code(.unknown, of: .recoverEmail, isLate: false)
        }
        var request = SendOobCode.Request()
        request.requestType = .passwordReset
        request.email = message.boundEmail
        _ = try await SendOobCode.run(request, call)
        return message.boundEmail
    }

    /// Whether passwords can be reset at all.
    package var offersReset: Bool { call.settings.allowsPasswordSignUp }

    /// What a new password is held to.
    package var passwordRequirements: [PasswordPolicy.Requirement] { Password.requirements(call) }

    /// Whether a browser that merely opens the link applies it: what the reference does, unless a person has to enter
    /// a password first.
    package var appliesWhenOpened: Bool {
        // A link without a mode does nothing anyway.
        guard call.profile.isReference, let mode = try? mode() else { return false }
        return mode != .passwordReset || query.value("newPassword") != nil
    }
}
