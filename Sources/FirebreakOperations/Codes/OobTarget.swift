package import FirebreakStore
import FirebreakWire

/// The recipient of a requested code, after the checks of its type (email-actions.md section 2, production.md section
/// 3.1).
package struct OobTarget: Sendable {
    package var type: ActionCodeType
    /// The address the code is bound to.
    package var email: String
    var newEmail: String?
    package var account: Account?
    /// The address that the mail goes to: for a change of address the new one.
    var recipient: String { newEmail ?? email }
    /// Why nothing may be sent, although the response does not reveal it.
    package var suppression: String?

    private init(_ type: ActionCodeType, email: String, account: Account?) {
        self.type = type
        self.email = email
        self.account = account
    }

    init(_ request: ActionCodeRequest, _ tx: Transaction, _ call: OperationContext) throws {
        switch request.type {
        case .emailSignIn: self = try Self.emailSignIn(request, tx, call)
        case .passwordReset: self = try Self.passwordReset(request, tx, call)
        case .verifyEmail: self = try Self.verifyEmail(request, tx, call)
        case .verifyAndChangeEmail: self = try Self.verifyAndChangeEmail(request, tx, call)
        case .unspecified, .oldEmailAgree, .newEmailAccept, .recoverEmail, .revertSecondFactorAddition:
            throw WireError.unsuitableReqType(request.type.rawValue)
        }
    }

    /// The address that the request names, lower-case, and the account that has it.
    private static func named(
        _ request: ActionCodeRequest, _ tx: Transaction, _ call: OperationContext
    ) throws -> (email: String, account: Account?) {
        guard let email = request.email, !email.isEmpty else { throw WireError.missingEmail }
        guard let email = address(email, call) else { throw WireError.invalidEmail }
        let account = try tx.account(email: email)
        guard account != nil || isGood(email, request, call) else { throw WireError.invalidEmail }
        return (email, account)
    }

    /// Whether an address that no account has can be that of a mail.
    private static func isGood(_ email: String, _ request: ActionCodeRequest, _ call: OperationContext) -> Bool {
        request.takesOldAddresses || EmailAddress.allowsNew(email, call.profile)
    }

    /// An address as it is stored. Its format is checked only outside the reference (production.md section 3.1).
    private static func address(_ text: String, _ call: OperationContext) -> String? {
        call.profile.isReference ? EmailAddress.folded(text) : EmailAddress.normalized(text, call.profile)
    }

    private static func emailSignIn(
        _ request: ActionCodeRequest, _ tx: Transaction, _ call: OperationContext
    ) throws -> OobTarget {
        guard call.settings.allowsEmailLinkSignIn else {
            throw WireError.operationNotAllowed.because(.setting(.emailLink))
        }
        let (email, account) = try named(request, tx, call)
        if !call.profile.isReference {
            guard account != nil || !call.settings.disablesUserSignUp else {
                throw WireError.adminOnlyOperation.because(.setting(.userSignUp))
            }
            guard account?.disabled != true || !call.isAdmin else { throw WireError.userDisabled }
        }
        return OobTarget(.emailSignIn, email: email, account: account)
    }

    private static func passwordReset(
        _ request: ActionCodeRequest, _ tx: Transaction, _ call: OperationContext
    ) throws -> OobTarget {
        let (email, account) = try named(request, tx, call)
        var target = OobTarget(.passwordReset, email: email, account: account)
        if target.account == nil {
            target.suppression = try EnumerationProtection(call).withheldReset()
        }
        return target
    }

    private static func verifyEmail(
        _ request: ActionCodeRequest, _ tx: Transaction, _ call: OperationContext
    ) throws -> OobTarget {
        let account = try subject(of: request, missingToken: .missingIDTokenForVerification, tx, call)
        guard let email = account.email else { throw WireError.missingEmail }
        return OobTarget(.verifyEmail, email: email, account: account)
    }

    private static func verifyAndChangeEmail(
        _ request: ActionCodeRequest, _ tx: Transaction, _ call: OperationContext
    ) throws -> OobTarget {
        guard let newEmail = request.newEmail, !newEmail.isEmpty else { throw WireError.missingNewEmail }
        guard let newEmail = address(newEmail, call), isGood(newEmail, request, call) else {
            throw WireError.invalidNewEmail
        }
        let account = try subject(of: request, missingToken: .missingIDToken, tx, call)
        guard let email = account.email else { throw WireError.missingEmail }
        var target = OobTarget(.verifyAndChangeEmail, email: email, account: account)
        target.newEmail = newEmail
        if try tx.account(email: newEmail) != nil {
            target.suppression = try EnumerationProtection(call).withheldChange()
        }
        return target
    }

    /// The account the mail is about.
    private static func subject(
        of request: ActionCodeRequest, missingToken: WireError, _ tx: Transaction, _ call: OperationContext
    ) throws -> Account {
        if !call.profile.isReference, call.isAdmin, request.type == .verifyAndChangeEmail,
            request.email?.nonEmpty == nil
        {
            throw WireError.missingEmail  // also with a token (production.md section 3.1)
        }
        switch request.subject {
        case .address:
            guard let account = try named(request, tx, call).account else { throw WireError.userNotFound }
            return account
        case .idToken(let given):
            // An empty token is an invalid one in production, and a missing one in the reference.
            guard let idToken = call.behavior.emptyCountsAsGiven ? given : given?.nonEmpty else { throw missingToken }
            let user = try call.authenticate(idToken: idToken, tx)
            if request.type == .verifyAndChangeEmail { try RecentSignIn.check(of: user, call) }
            return user.account
        }
    }
}
