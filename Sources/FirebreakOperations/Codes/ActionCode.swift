package import FirebreakStore
package import FirebreakWire

/// Action codes that are still valid.
package enum ActionCode {
    /// Why a code cannot be applied.
    package enum Problem: Error, Sendable, Equatable {
        /// There is no such code in the tenant.
        case unknown
        /// It is for something else.
        case otherType
        case used(at: Timestamp)
        /// A newer one took its place.
        case superseded(at: Timestamp)
        /// The account that it was for was deleted.
        case accountGone
        /// - Parameter lifetime: As rule `lifetimes` names it.
        case expired(at: Timestamp, lifetime: String)

        /// As API clients are told.
        package var error: WireError {
            switch self {
            case .unknown: .invalidOobCode.because(.code(.unknown))
            case .otherType: .invalidOobCode.because(.code(.otherType))
            case .accountGone: .invalidOobCode.because(.code(.accountGone))
            case .used(let time): .invalidOobCode.because(.used(at: time))
            case .superseded(let time): .invalidOobCode.because(.superseded(at: time))
            case .expired(let time, let lifetime):
                .expiredOobCode.because(.expired(lifetime: lifetime, at: time))
            }
        }

        /// The problem of a code that does not work any more.
        init(ofEnded message: Message) {
            self =
                message.usedAt.map { .used(at: $0) } ?? message.supersededAt.map { .superseded(at: $0) } ?? .accountGone
        }
    }

    /// The message with a code that was neither used nor superseded.
    ///
    /// - Parameter type: The required type; `nil` for any.
    static func look(
        for code: String, of type: ActionCodeType? = nil, _ tx: Transaction, _ call: OperationContext
    ) throws -> Result<Message, Problem> {
        guard let message = try tx.openMessage(code: code) else {
            return .failure(try tx.endedMessage(code: code).map(Problem.init(ofEnded:)) ?? .unknown)
        }
        guard type == nil || message.type == type?.rawValue else { return .failure(.otherType) }
        if call.behavior.codesFollowAccounts, try hasLostAccount(message, tx) { return .failure(.accountGone) }
        guard !call.isExpired(message) else {
            return .failure(.expired(at: message.expiresAt ?? call.now, lifetime: message.type))
        }
        return .success(message)
    }

    /// Whether the account that a code was made for is gone, or another one has its ID now.
    private static func hasLostAccount(_ message: Message, _ tx: Transaction) throws -> Bool {
        if message.moot == .accountDeleted { return true }
        guard message.type != ActionCodeType.recoverEmail.rawValue else {
            return try CodeRedemption.holder(of: message, tx) == nil
        }
        return try message.accountID.map { try tx.account(id: $0) == nil } ?? false
    }

    /// The same for API clients.
    ///
    /// - Throws: `INVALID_OOB_CODE` for an unknown, used or superseded code, one of another type, or (not in the
    ///   reference) one whose account was deleted; `EXPIRED_OOB_CODE` for an expired one.
    package static func find(
        _ code: String, of type: ActionCodeType? = nil, _ tx: Transaction, _ call: OperationContext
    ) throws -> Message {
        try look(for: code, of: type, tx, call).mapError(\.error).get()
    }

    /// The account that a code acts on: the current owner of its address (production.md section 3.4).
    ///
    /// - Throws: `moved` if the address of the code's original account has changed and no other account has the old
    ///   one; in the reference `INVALID_OOB_CODE`.
    package static func account(of message: Message, moved: WireError, _ tx: Transaction, _ call: OperationContext)
        throws
        -> Account
    {
        if let account = try tx.account(email: message.boundEmail) { return account }
        throw call.profile.isReference || message.accountID == nil ? WireError.invalidOobCode : moved
    }
}

/// What an e-mail action code does.
package enum ActionCodeType: String, Sendable, CaseIterable {
    case passwordReset = "PASSWORD_RESET"
    case verifyEmail = "VERIFY_EMAIL"
    case verifyAndChangeEmail = "VERIFY_AND_CHANGE_EMAIL"
    case emailSignIn = "EMAIL_SIGNIN"
    case recoverEmail = "RECOVER_EMAIL"
    case revertSecondFactorAddition = "REVERT_SECOND_FACTOR_ADDITION"

    /// `mode` in the link (email-actions.md section 1).
    package var mode: String {
        switch self {
        case .emailSignIn: "signIn"
        case .passwordReset: "resetPassword"
        case .verifyEmail: "verifyEmail"
        case .verifyAndChangeEmail: "verifyAndChangeEmail"
        case .recoverEmail: "recoverEmail"
        case .revertSecondFactorAddition: "revertSecondFactorAddition"
        }
    }
}

/// `requestType` of sendOobCode. The order of the cases is the enumeration's index on the wire (wire.md section 7).
package enum OobReqType: String, WireEnumeration {
    case unspecified = "OOB_REQ_TYPE_UNSPECIFIED"
    case passwordReset = "PASSWORD_RESET"
    case oldEmailAgree = "OLD_EMAIL_AGREE"
    case newEmailAccept = "NEW_EMAIL_ACCEPT"
    case verifyEmail = "VERIFY_EMAIL"
    case recoverEmail = "RECOVER_EMAIL"
    case emailSignIn = "EMAIL_SIGNIN"
    case verifyAndChangeEmail = "VERIFY_AND_CHANGE_EMAIL"
    case revertSecondFactorAddition = "REVERT_SECOND_FACTOR_ADDITION"
}

/// Where a mail leads: `ActionCodeSettings` of the SDKs.
package struct ActionSettings: Sendable {
    package var continueURL: String? {
        didSet {
            parsedContinueURL = continueURL.flatMap { AbsoluteURL($0) }
            // What is checked is what the link gets.
            if let parsedContinueURL { continueURL = parsedContinueURL.exact }
        }
    }
    /// `nil` if it is not an absolute URL.
    private(set) var parsedContinueURL: AbsoluteURL?
    package var handlesCodeInApp = false
    var iOSBundleID: String?
    var androidPackageName: String?
    var linkDomain: String?

    package init() {}

    /// The bundle ID and package name that were given.
    var apps: [String] { [iOSBundleID, androidPackageName].compactMap { $0?.nonEmpty } }

    var namesApp: Bool { !apps.isEmpty }
}
