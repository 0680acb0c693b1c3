package import FirebreakStore
package import FirebreakWire

/// An account that is to be made, whoever describes it: a request of an app or an admin, a row of an import, a fixture.
///
/// Its checks are written once; callers choose them and their order, and put a ``Problem`` in their own words.
package struct NewAccountDraft: Sendable {
    package var id: AccountID
    /// Whether it may take the place of an account with its ID, whose names are free for it then.
    package var replaces = false
    /// Whether it is an admin's new account, and not in the reference, where those are like any other.
    var isMadeByAdmin = false
    /// As it is given, and as it is stored once it was checked.
    package var email: String?
    package var emailVerified: Bool?
    /// As it is given, and as it is stored once it was checked.
    package var phoneNumber: String?
    /// Whether phone numbers need not be such as their country has: those of a fixture, which was written before numbers
    /// were judged, or from an export.
    package var keepsNumbers = false
    package var displayName: String?
    package var photoURL: String?
    package var disabled: Bool?
    /// JSON text of the custom claims.
    package var customAttributes: String?
    /// Milliseconds since 1970 as text, as accounts have them.
    package var createdAt: String?
    /// Milliseconds since 1970 as text.
    package var lastLoginAt: String?
    package var password: HashedPassword?
    package var identities: [FederatedIdentity] = []
    package var secondFactors: [SecondFactor] = []
    /// Whether an account without factors shows an empty list, as in the reference if one was given.
    package var showsNoFactors = false

    package init(id: AccountID) { self.id = id }

    /// Gives a new account what the draft says, but for the password, and the providers that follow from it.
    func fill(_ account: inout Account) {
        account.email = email
        account.emailVerified = emailVerified
        account.phoneNumber = phoneNumber
        account.displayName = displayName
        account.photoURL = photoURL
        account.disabled = disabled
        account.customAttributes = customAttributes
        if let createdAt { account.createdAt = createdAt }
        account.lastLoginAt = lastLoginAt
        account.secondFactors = secondFactors.isEmpty && !showsNoFactors ? nil : secondFactors
    }
}

extension NewAccountDraft {
    /// What accounts are found by.
    package enum Name: Sendable { case id, email, phoneNumber }

    /// Why a draft makes no account.
    package enum Problem: Error, Sendable {
        /// - Parameter owner: The account that has the name already; `nil` for what is no such name.
        case name(Name, owner: AccountID?)
        case phoneNumber(PhoneNumber.Problem)
        case claims(CustomClaims.Problem)
        case identity(IdentityProblem)
        case secondFactor(SecondFactorProblem)
    }

    package enum IdentityProblem: Sendable {
        case incomplete(hasFederatedID: Bool)
        case tooLong
        case taken
    }

    package enum SecondFactorProblem: Sendable {
        case withoutEmail
        case withUnverifiedEmail
        case repeatedID
        case unsupported(isTOTP: Bool)
        case malformedNumber
        case repeatedNumber
    }
}
