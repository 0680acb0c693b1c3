package import FirebreakWire

/// The differences between the profiles: each difference once, by name (firebreak.md section 3.1).
///
/// A peculiarity of a single place is not a fact; that place uses ``Profile/isReference``.
package struct ProfileBehavior: Sendable {
    /// The source of a new tenant's enumeration protection.
    package enum TenantProtection: Sendable {
        /// From the project, once.
        case copied
        /// From the project, always (tenants-config.md A3).
        case followed
        case off
    }

    static let local = ProfileBehavior(profile: .local)
    package static let emulator = ProfileBehavior(profile: .emulator)
    static let production = ProfileBehavior(profile: .production)

    /// One byte, because every request reads it, and copies must be free.
    let profile: Profile
    private var isReference: Bool { profile.isReference }
    private var isProduction: Bool { profile == .production }

    // MARK: What a project starts with

    /// The project number is derived from the ID; otherwise it is the reference's constant (firebreak.md section 2).
    var derivesProjectNumber: Bool { !isReference }
    /// Authorized domains are enforced although none were named (firebreak.md section 3.3).
    var enforcesDefaultDomains: Bool { !isReference }
    /// `*` may be an authorized domain (production.md section 2).
    package var allowsAnyDomain: Bool { !isProduction }
    /// A project starts with every sign-in method, second factor and region on, unlike a fresh one of production
    /// (production.md section 14).
    var startsWithEverythingOn: Bool { !isProduction }
    /// A project starts with e-mail enumeration protection (production.md section 5).
    var startsProtected: Bool { !isReference }
    /// The protection of a new tenant (production.md section 14.1).
    package var tenantProtection: TenantProtection { isReference ? .followed : isProduction ? .off : .copied }

    // MARK: Configuration

    /// Methods, second factors, regions, password policy and permissions are as configured; in the reference they are
    /// on and unrestricted, whatever is stored (tenants-config.md A2).
    var settingsDecide: Bool { !isReference }
    /// Configurations and tenants are resources with known members, which are checked, and returned in production's
    /// form with computed members; the reference stores and returns what it is given (tenants-config.md A2 and A3, production.md section
    /// 14).
    package var modelsConfiguration: Bool { !isReference }
    /// A tenant exists as soon as a request names it (wire.md section 6).
    package var createsTenantsOnMention: Bool { isReference }
    /// A tenant needs a display name of a certain form, from which its ID is derived (production.md section 14.1).
    package var namesTenants: Bool { !isReference }

    // MARK: Requests

    /// `null` counts as absent; otherwise it is a value, usually an invalid one (production.md section 9).
    package var nullIsAbsent: Bool { !isReference }
    /// Members that a configuration does not have are errors (production.md section 1).
    package var refusesUnknownMembers: Bool { isProduction }
    /// An empty ID token, URL, password or ID counts as given, and is usually invalid; otherwise it counts as absent
    /// (production.md sections 1 and 2).
    var emptyCountsAsGiven: Bool { !isReference }
    /// Texts in place of whole numbers must be whole numbers (production.md section 1).
    package var requiresIntegers: Bool { !isReference }
    /// What becomes of a number in claims that no double holds: it is refused, as it is in all requests (production.md section
    /// 1); in the reference JavaScript makes infinity of it, and writes `null`.
    var hugeClaims: JSON.HugeNumbers { isReference ? .null : .refused }
    /// A `tenantId` that is not a text has an error of its own (production.md section 8.1).
    package var tenantMustBeText: Bool { !isReference }
    /// What the reference has not implemented is refused with its error (accounts.md sections 5 and 8.1, idp.md 1.2).
    package var refusesUnimplemented: Bool { isReference }
    /// Names, queries, factors of an account and wrong codes of a session are limited (production.md section 15).
    package var enforcesLimits: Bool { !isReference }
    /// A look-up or an import has at most as many accounts as SDKs send; the service takes more (production.md section
    /// 15).
    var limitsListsOfAccounts: Bool { !isReference && !isProduction }

    /// Messages are read as protobuf reads JSON: single values, words and numbers stand for lists, booleans and
    /// numbers, of a oneof only one member can be set, and a body may be a form (production.md section 1).
    package var readsAsProtobuf: Bool { !isReference }

    /// Google's system parameters count: a token in the query, the members of the answer, its form (production.md
    /// section 1.2).
    package var readsSystemParameters: Bool { isProduction }

    // MARK: Answers

    /// Headers, indentation and compression are production's (production.md section 1.2).
    package var formatsAsProduction: Bool { isProduction }
    /// Errors have production's envelope and messages (production.md section 1).
    package var wordsErrorsAsProduction: Bool { isProduction }
    /// Empty and `false` members are omitted also outside of configurations and tenants (production.md section 1). See
    /// ``OmitsDefaults``.
    var omitsDefaults: Bool { isProduction }
    /// Resource names contain the project's number, and tenants have no `tenantId` besides (production.md section 14).
    var namesResourcesAsProduction: Bool { isProduction }
    /// Members of provider entries, and claims and identities of tokens have production's order (production.md sections
    /// 1.1 and 6.1).
    var ordersIdentitiesAsProduction: Bool { !isReference }
    /// `passwordHash` is a constant (production.md section 1).
    var redactsPasswordHashes: Bool { !isReference }

    // MARK: Links and pages

    /// Page that action links lead to (email-actions.md section 3, production.md section 4).
    package var actionPath: String { isReference ? "/emulator/action" : "/__/auth/action" }
    /// Sign-in page of identity providers (idp.md section 3, production.md section 10).
    var handlerPath: String { isReference ? "/emulator/auth/handler" : "/__/auth/handler" }
    /// Links for apps are wrapped in a link of a hosting domain (production.md section 4).
    var hasHostingLinks: Bool { !isReference }
    /// What an app has in its own query stays as it is written where a link leads to it (email-actions.md section 7).
    var keepsQueriesOfApps: Bool { !isReference }
    /// The sign-in page lists people by the names of their accounts where the provider tells none (idp.md section 3.5).
    var listsOwnNames: Bool { !isReference }
    /// Pages redirect to authorized domains only (firebreak.md section 3.3).
    var checksRedirects: Bool { !isReference }

    // MARK: Tokens and sessions

    /// Refresh tokens and pending credentials refer to stored state, and end with it; otherwise they contain it
    /// (production.md section 6.2, tokens.md section 4).
    package var storesSessions: Bool { !isReference }
    /// `auth_time` is the time of the sign-in, and revocation is decided by it; otherwise it is the account's last
    /// login, and revocation is decided by `iat` (production.md section 6.1, tokens.md sections 2 and 3).
    var keepsTimeOfSignIn: Bool { !isReference }
    /// Sign-in by password or custom token without `returnSecureToken` returns the older kind of token (production.md
    /// section 6.1).
    var issuesLegacyTokens: Bool { isProduction }
    /// A change of address by a code ends the sessions and the codes for the old address, which is stored
    /// (production.md sections 3.2 and 3.4).
    var endsSessionsOnAddressChange: Bool { !isReference }
    /// Enrolling a phone number and withdrawing a factor end the other sessions (production.md section 12).
    var factorsEndSessions: Bool { !isReference }
    /// A new account ends the remaining sessions of an earlier one with the same ID (production.md section 6.1).
    var newAccountsEndSessions: Bool { !isReference }

    // MARK: Accounts

    /// An address or number that is the account's own counts as free (production.md section 9).
    var ownValueIsFree: Bool { !isReference }
    /// Phone numbers are stored in E.164 form; otherwise as given (production.md section 9).
    var normalizesPhoneNumbers: Bool { !isReference }
    /// Users may set the second factors and provider entries of their accounts (accounts.md section 15).
    var usersSetFactorsAndLinks: Bool { isReference }
    /// An admin may leave an address verified and a password short (production.md sections 5 and 7).
    var trustsAdmins: Bool { !isReference }
    /// What an admin does is told apart from what users do: no user has signed in to a new account, without an address
    /// nothing is said of its verification, and changes leave no trace of the first address and give no tokens
    /// (production.md sections 1.1, 5 and 9).
    var separatesAdmins: Bool { !isReference }
    /// An import replaces accounts with the same ID and looks for other owners of addresses and identities only with
    /// `sanityCheck` (production.md section 16.1).
    var importsReplace: Bool { !isReference }
    /// Password hashes are verified, with settings of the project and its tenants (production.md section 16.2).
    package var verifiesPasswordHashes: Bool { !isReference }

    /// A new account that was given an empty list of second factors shows it (accounts.md section 4).
    var showsEmptyFactors: Bool { isReference }

    /// Account events describe the user as production does (blocking-functions.md section 8).
    var describesEventsAsProduction: Bool { !isReference }

    // MARK: Codes by e-mail

    /// A code belongs to its account: it ends with it, and stays valid when the address changes (production.md sections
    /// 3.2 and 3.4).
    var codesFollowAccounts: Bool { !isReference }
    /// A code has no effect on a disabled account (production.md section 3.4).
    var codesNeedEnabledAccounts: Bool { !isReference }
    /// A mail offers to undo a change by code and the addition of a second factor (production.md section 3.4).
    var offersWayBack: Bool { !isReference }

    // MARK: Other means

    /// Passkeys are verified (WebAuthn); otherwise accepted unchecked (phone-mfa.md section 6).
    var verifiesPasskeys: Bool { !isReference }
    /// One-time passwords are recognised before they are configured (production.md section 12).
    var knowsOneTimePasswords: Bool { !isReference }
    /// Second factors have production's members and times, and UUIDs where requests give none; an account without any
    /// has no list of them (production.md section 12).
    var formatsFactors: Bool { !isReference }
    /// SAML providers get requests, and their responses in XML are all that counts; otherwise JSON stands in for a
    /// response, beside an ID token (saml.md, idp.md 1.4).
    var speaksSAML: Bool { !isReference }
    /// The response of an identity provider must belong to the session and nonce of the request (production.md section
    /// 10).
    var bindsProviderAnswers: Bool { !isReference }
    /// It depends on the provider whether its word on an address counts (production.md section 9.1).
    package var weighsProviders: Bool { !isReference }
    /// Sign-ins with providers are answered, and refused credentials quoted, as production does (production.md section
    /// 10).
    var answersProvidersAsProduction: Bool { !isReference }
    /// What stands for the access token of GitHub, Facebook or X says who signed in; otherwise it is the same for all (idp.md
    /// 1.5).
    var accessTokensNamePeople: Bool { profile == .local }
    /// Apps and blocking functions get the secrets and refresh tokens of providers (blocking-functions.md section 6).
    var passesOnSecrets: Bool { !isReference }
    /// What another server answers in a function's place counts as the function's answer, and is asked with its token
    /// (blocking-functions.md section 3).
    var followsRedirectsOfFunctions: Bool { isReference }
    /// An account that a custom token makes is announced as others are (blocking-functions.md section 5).
    var customTokensAnnounceAccounts: Bool { isReference }
    /// Milliseconds in which a blocking function must respond (production.md section 8.2, blocking-functions.md section
    /// 3).
    var functionDeadline: Int64 { isReference ? 60_000 : 7_000 }
}

extension ProfileBehavior {
    /// A stored document in the form of responses.
    func shown(_ document: JSON) -> JSON { omitsDefaults ? document.withoutDefaults : document }
}

extension Profile {
    package var behavior: ProfileBehavior {
        switch self {
        case .local: .local
        case .emulator: .emulator
        case .production: .production
        }
    }
}

extension ProjectSettings {
    package var behavior: ProfileBehavior { profile.behavior }
}

extension OperationContext {
    package var behavior: ProfileBehavior { profile.behavior }
}
