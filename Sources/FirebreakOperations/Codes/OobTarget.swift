package import FirebreakStore
import FirebreakWire

/// The recipient of a requested code, after the checks of its type (email-actions.md section 2, production.md section
/// 3.1).
package struct OobTarget: Sendable {
    package var type: ActionCodeType
    /// The address the code is bound to.
    package var email: String
    package var newEmail: String?
    package var account: Account?
    /// Why nothing may be sent, although the response does not reveal it.
    package var suppression: String?

    private init(_ type: ActionCodeType, email: String, account: Account?) {
        self.type = type
        self.email = email
        self.account = account
    }

    package init(
        _ request: SendOobCode.Request, _ type: OobReqType, _ tx: Transaction, _ call: Call
    ) throws {
        switch type {
        case .emailSignIn: self = try Self.emailSignIn(request, tx, call)
        case .passwordReset: self = try Self.passwordReset(request, tx, call)
        case .verifyEmail: self = try Self.verifyEmail(request, tx, call)
        case .verifyAndChangeEmail: self = try Self.verifyAndChangeEmail(request, tx, call)
        case .unspecified, .oldEmailAgree, .newEmailAccept, .recoverEmail, .revertSecondFactorAddition:
            throw WireError.unsuitableReqType(type.rawValue)
        }
    }

    /// The request's address, lower-case.
    private static func email(_ request: SendOobCode.Request, _ call: Call) throws(WireError) -> String {
        guard let email = request.email, !email.isEmpty else { throw .missingEmail }
        guard let email = address(email, call) else { throw .invalidEmail }
        return email
    }

    /// An address as it is stored. Its format is checked only outside the reference.
    private static func address(_ text: String, _ call: Call) -> String? {
        call.facts.checksRecipients ? EmailAddress.normalized(text, call.profile) : EmailAddress.folded(text)
    }

    private static func emailSignIn(
        _ request: SendOobCode.Request, _ tx: Transaction, _ call: Call
    ) throws -> OobTarget {
        guard call.settings.allowsEmailLinkSignIn else { throw WireError.operationNotAllowed }
        let email = try email(request, call)
        let account = try tx.account(email: email)
        if !call.profile.isReference {
            guard account != nil || !call.settings.disablesUserSignUp || call.isAdmin else {
                throw WireError.adminOnlyOperation
            }
            guard account?.disabled != true || !call.isAdmin else { throw WireError.userDisabled }
        }
        return OobTarget(.emailSignIn, email: email, account: account)
    }

    private static func passwordReset(
        _ request: SendOobCode.Request, _ tx: Transaction, _ call: Call
    ) throws -> OobTarget {
        let email = try email(request, call)
        var target = OobTarget(.passwordReset, email: email, account: try tx.account(email: email))
        if target.account == nil {
            guard call.settings.hidesEmailAddresses else { throw WireError.emailNotFound }
            target.suppression = "no account has this address, which enumeration protection hides from the caller"
        }
        return target
    }

    private static func verifyEmail(
        _ request: SendOobCode.Request, _ tx: Transaction, _ call: Call
    ) throws -> OobTarget {
        let account = try subject(of: request, missingToken: .missingIDTokenForVerification, tx, call)
        guard let email = account.email else { throw WireError.missingEmail }
        return OobTarget(.verifyEmail, email: email, account: account)
    }

    private static func verifyAndChangeEmail(
        _ request: SendOobCode.Request, _ tx: Transaction, _ call: Call
    ) throws -> OobTarget {
        guard let newEmail = request.newEmail, !newEmail.isEmpty else { throw WireError.missingNewEmail }
        guard let newEmail = address(newEmail, call) else { throw WireError.invalidNewEmail }
        let account = try subject(of: request, missingToken: .missingIDToken, tx, call)
        guard let email = account.email else { throw WireError.missingEmail }
        var target = OobTarget(.verifyAndChangeEmail, email: email, account: account)
        target.newEmail = newEmail
        if try tx.account(email: newEmail) != nil {
            guard call.facts.protectionCoversChanges, call.settings.hidesEmailAddresses else {
                throw WireError.emailExists
            }
            target.suppression = "the new address is taken, which enumeration protection hides from the caller"
        }
        return target
    }

    /// The account the mail is about: found by address for an admin who wants the link, else by an ID token.
    private static func subject(
        of request: SendOobCode.Request, missingToken: WireError, _ tx: Transaction, _ call: Call
    ) throws -> Account {
        // An empty token is an invalid one in production, and a missing one in the reference.
        let idToken = call.facts.emptyCountsAsGiven ? request.idToken : request.idToken?.nonEmpty
        if !call.profile.isReference, call.isAdmin, request.requestType == .verifyAndChangeEmail,
            request.email?.nonEmpty == nil
        {
            throw WireError.missingEmail  // also with a token (production.md section 3.1)
        }
        if request.returnOobLink == true, idToken?.nonEmpty == nil {
            guard let account = try tx.account(email: try email(request, call)) else { throw WireError.userNotFound }
            return account
        }
        guard let idToken else { throw missingToken }
        return try call.authenticate(idToken: idToken, tx).account
    }
}
