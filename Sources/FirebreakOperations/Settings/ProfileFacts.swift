package import FirebreakWire

/// What projects of a profile do differently from others: each difference once, by name (firebreak.md section 3.1).
///
/// An oddity of one place is no fact; that place asks for ``Profile/isReference``.
package struct ProfileFacts: Sendable {
    /// Where a new tenant has its enumeration protection from.
    package enum TenantProtection: Sendable {
        /// From the project, once.
        case copied
        /// From the project, always (tenants-config.md A3).
        case followed
        case off
    }

    package static let local = ProfileFacts(profile: .local)
    package static let emulator = ProfileFacts(profile: .emulator)
    package static let production = ProfileFacts(profile: .production)

    /// One byte, because every request asks, and copies must cost nothing.
    let profile: Profile
    private var isReference: Bool { profile.isReference }
    private var isProduction: Bool { profile == .production }

    // MARK: What a project starts with

    /// The project number follows from the ID; else it is the reference's constant (firebreak.md section 2).
    package var derivesProjectNumber: Bool { !isReference }
    /// A project starts with this machine among its authorized domains (production.md section 2).
    package var authorizesLoopback: Bool { !isProduction }
    /// `*` may be an authorized domain (production.md section 2).
    package var allowsAnyDomain: Bool { !isProduction }
    /// A project starts with every sign-in method, second factor and region on, not as a fresh one of production
    /// (production.md section 14).
    package var startsWithEverythingOn: Bool { !isProduction }
    /// A project starts with e-mail enumeration protection (production.md section 5).
    package var startsProtected: Bool { !isReference }
    /// The protection of a new tenant (production.md section 14.1).
    package var tenantProtection: TenantProtection { isReference ? .followed : isProduction ? .off : .copied }
    /// Rule `providers` (firebreak.md section 3.2), as it is unless somebody sets it.
    package var providers: Rules.Providers { isProduction ? .configured : .any }
    /// Rule `adminOrigins`, likewise.
    package var adminOrigins: Rules.AdminOrigins { isReference ? .any : .authorized }
    /// Rule `expiry`, likewise.
    package var expiry: Rules.Switch { isReference ? .off : .on }
    /// Rule `supersedeCodes`, likewise.
    package var supersedeCodes: Rules.Switch { isReference ? .off : .on }
    /// Rule `takeover`, likewise.
    package var takeover: Rules.Takeover { isReference ? .federated : .on }

    // MARK: Configuration

    /// Methods, second factors, regions, password policy and permissions are as configured; in the reference they are
    /// on and open, whatever is stored (tenants-config.md A2).
    package var settingsDecide: Bool { !isReference }
    /// Configurations and tenants are resources with known members, checked, and shown with what is not stored; the
    /// reference stores and shows what it is given (tenants-config.md A2 and A3, production.md section 14).
    package var modelsConfiguration: Bool { !isReference }
    /// A tenant exists as soon as somebody names it (wire.md section 6).
    package var createsTenantsOnMention: Bool { isReference }
    /// A tenant has a display name of a certain form, from which its ID is made (production.md section 14.1).
    package var namesTenants: Bool { !isReference }

    // MARK: Requests

    /// `null` stands for nothing; else it is a value, and mostly a wrong one (production.md section 9).
    package var nullIsAbsent: Bool { !isReference }
    /// Members that a configuration does not have are errors (production.md section 1).
    package var refusesUnknownMembers: Bool { isProduction }
    /// An empty ID token, URL, password or ID is one that was given, and mostly a wrong one; else it is none
    /// (production.md sections 1 and 2).
    package var emptyCountsAsGiven: Bool { !isReference }
    /// Texts that stand for whole numbers have to be some (production.md section 1).
    package var requiresIntegers: Bool { !isReference }
    /// A `tenantId` that is no text has an error of its own (production.md section 8.1).
    package var tenantMustBeText: Bool { !isReference }
    /// A token refresh may name a tenant, which must be that of the token (tokens.md section 4).
    package var refreshNamesTenant: Bool { isReference }
    /// What the reference has not implemented is refused in its words (accounts.md sections 5 and 8.1, idp.md 1.2).
    package var refusesUnimplemented: Bool { isReference }
    /// Names, lists, factors of an account and wrong codes of a session are limited (production.md section 15).
    package var enforcesLimits: Bool { !isReference }

    // MARK: Answers

    /// Headers, indentation and compression are production's (production.md section 1.2).
    package var formatsAsProduction: Bool { isProduction }
    /// Errors have production's envelope and words (production.md section 1).
    package var wordsErrorsAsProduction: Bool { isProduction }
    /// What is empty or `false` is left out (production.md sections 1 and 14). See ``OmitsDefaults``.
    package var omitsDefaults: Bool { isProduction }
    /// Names of resources have the project's number, and tenants no `tenantId` beside them (production.md section 14).
    package var namesResourcesAsProduction: Bool { isProduction }
    /// `passwordHash` is a constant (production.md section 1).
    package var redactsPasswordHashes: Bool { !isReference }

    // MARK: Links and pages

    /// Page that action links lead to (email-actions.md section 3, production.md section 4).
    package var actionPath: String { isReference ? "/emulator/action" : "/__/auth/action" }
    /// Sign-in page of identity providers (idp.md section 3, production.md section 10).
    package var handlerPath: String { isReference ? "/emulator/auth/handler" : "/__/auth/handler" }
    /// Links for apps stand in a link of a hosting domain (production.md section 4).
    package var hasHostingLinks: Bool { !isReference }
    /// Pages go on to authorized domains only (firebreak.md section 3.3).
    package var checksRedirects: Bool { !isReference }

    // MARK: Tokens and sessions

    /// Refresh tokens and pending credentials stand for what is stored, and end with it; else they say it themselves
    /// (production.md section 6.2, tokens.md section 4).
    package var storesSessions: Bool { !isReference }
    /// `auth_time` is the time of the sign-in, and revocation goes by it; else the account's last login, and by `iat`
    /// (production.md section 6.1, tokens.md sections 2 and 3).
    package var keepsTimeOfSignIn: Bool { !isReference }
    /// An ID token has to be one of the project, and signed where its tokens are (production.md section 6.1).
    package var checksIDTokens: Bool { !isReference }
    /// Sign-in by password or custom token without `returnSecureToken` gives the older token (production.md
    /// section 6.1).
    package var issuesLegacyTokens: Bool { isProduction }
    /// A second factor that comes or goes ends the sessions (production.md section 6.2).
    package var endsSessionsOnFactorChange: Bool { !isReference }
    /// A change of address by a code ends the sessions and the codes for the old address, which is remembered
    /// (production.md sections 3.2 and 3.4).
    package var endsSessionsOnAddressChange: Bool { !isReference }
    /// A new account ends what sessions an earlier one of the same ID has left (production.md section 6.1).
    package var newAccountsEndSessions: Bool { !isReference }

    // MARK: Accounts

    /// An address or number that is the account's own counts as free (production.md section 9).
    package var ownValueIsFree: Bool { !isReference }
    /// Phone numbers are stored in E.164 form; else as they came (production.md section 9).
    package var normalizesPhoneNumbers: Bool { !isReference }
    /// An address that mail is to go to has to be one (production.md section 3.1).
    package var checksRecipients: Bool { !isReference }
    /// Users may set the second factors and provider entries of their accounts (accounts.md section 15).
    package var usersSetFactorsAndLinks: Bool { isReference }
    /// An admin may leave an address verified and a password short (production.md sections 5 and 7).
    package var trustsAdmins: Bool { !isReference }
    /// Enumeration protection also covers changes of address and what is told of other providers (production.md
    /// section 5).
    package var protectionCoversChanges: Bool { !isReference }
    /// An import replaces accounts of the same ID and looks for other owners of addresses and identities only with
    /// `sanityCheck` (production.md section 16.1).
    package var importsReplace: Bool { !isReference }
    /// Password hashes are verified, by settings that the project and its tenants have (production.md section 16.2).
    package var verifiesPasswordHashes: Bool { !isReference }

    // MARK: Codes by e-mail

    /// A code belongs to its account: it ends with it, and keeps to it when the address changes (production.md
    /// sections 3.2 and 3.4).
    package var codesFollowAccounts: Bool { !isReference }
    /// A code does nothing for a disabled account (production.md section 3.4).
    package var codesNeedEnabledAccounts: Bool { !isReference }
    /// A mail offers a way back after a change by code and after a new second factor (production.md section 3.4).
    package var offersWayBack: Bool { !isReference }

    // MARK: Other means

    /// Passkeys are verified (WebAuthn); else taken as they come (phone-mfa.md section 6).
    package var verifiesPasskeys: Bool { !isReference }
    /// One-time passwords are known before they are configured (production.md section 12).
    package var knowsOneTimePasswords: Bool { !isReference }
    /// Second factors can be used after they were switched off (production.md section 12).
    package var factorsOutliveSwitch: Bool { !isReference }
    /// A SAML response is enough for a sign-in and may be XML (production.md section 10.2, idp.md 1.4).
    package var readsSAMLResponses: Bool { !isReference }
    /// The answer of an identity provider must belong to the session and nonce of the request (production.md
    /// section 10).
    package var bindsProviderAnswers: Bool { !isReference }
    /// The name that Apple gives once, beside the token, is kept (production.md section 10.1).
    package var keepsAppleNames: Bool { !isReference }
    /// Apps and blocking functions get the secrets and refresh tokens of providers (blocking-functions.md section 6).
    package var passesOnSecrets: Bool { !isReference }
    /// Milliseconds in which a blocking function has to answer (production.md section 8.2, blocking-functions.md
    /// section 3).
    package var functionDeadline: Int64 { isReference ? 60_000 : 7_000 }
}

extension ProfileFacts {
    /// A stored document as answers show it.
    func shown(_ document: JSON) -> JSON { omitsDefaults ? document.withoutDefaults : document }
}

extension Profile {
    package var facts: ProfileFacts {
        switch self {
        case .local: .local
        case .emulator: .emulator
        case .production: .production
        }
    }
}

extension ProjectSettings {
    package var facts: ProfileFacts { profile.facts }
}

extension Call {
    package var facts: ProfileFacts { profile.facts }
}
