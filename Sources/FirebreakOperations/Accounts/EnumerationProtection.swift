import FirebreakWire

/// What email enumeration protection keeps from callers: whether an address has an account, and how its owner signs in
/// (production.md section 5).
///
/// The setting is `emailPrivacyConfig.enableImprovedEmailPrivacy` of the project or the tenant.
struct EnumerationProtection {
    private let isOn: Bool
    /// The reference protects sign-in and password resets only.
    private let coversChanges: Bool
    private let isAdmin: Bool
    private let record: RequestRecord

    init(_ call: OperationContext) {
        isOn = call.settings.hidesEmailAddresses
        coversChanges = !call.profile.isReference
        isAdmin = call.isAdmin
        record = call.record
    }

    /// Whether `createAuthUri` says nothing about an address.
    func hidesSignInMethods() -> Bool {
        if isOn { note(.signInMethods) }
        return isOn
    }

    /// Whether a sign-in that needs confirmation leaves out which providers the account has.
    var hidesOtherProviders: Bool { isOn && coversChanges }

    /// The answer to a sign-in with an address that no account has.
    var unknownAddress: WireError {
        isOn ? .invalidLoginCredentials.because(.hidden(.unknownAddress)) : .emailNotFound
    }

    /// The answer to a sign-in with the wrong password.
    var wrongPassword: WireError {
        isOn ? .invalidLoginCredentials.because(.hidden(.wrongPassword)) : .invalidPassword
    }

    /// What becomes of a password reset for an address that no account has.
    ///
    /// - Returns: Why its mail is withheld; the caller gets the same answer as for any address.
    /// - Throws: `EMAIL_NOT_FOUND` without protection.
    func withheldReset() throws(WireError) -> String {
        guard isOn else { throw .emailNotFound }
        note(.withheldReset)
        return "no account has this address, which enumeration protection hides from the caller"
    }

    /// What becomes of a mail that would change an address to one that an account has.
    ///
    /// - Returns: Why its mail is withheld; the caller gets the same answer as for a free address.
    /// - Throws: `EMAIL_EXISTS` without protection.
    func withheldChange() throws(WireError) -> String {
        guard isOn, coversChanges else { throw .emailExists }
        note(.withheldChange)
        return "the new address is taken, which enumeration protection hides from the caller"
    }

    /// Users change their address by a link to the new one, because a direct change would tell whether it is taken.
    ///
    /// - Throws: `OPERATION_NOT_ALLOWED` for a direct change by anybody but an admin.
    func checkDirectChange() throws(WireError) {
        guard !isOn || !coversChanges || isAdmin else {
            throw .emailChangeNeedsVerification.because(.hidden(.directChange))
        }
    }

    /// For the journal, because the answer does not say it.
    private func note(_ hidden: Reason.Hidden) { record.update { $0.reason = .hidden(hidden) } }
}
