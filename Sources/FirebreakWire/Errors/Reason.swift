/// Why a call was answered as it was, where a setting, the clock or the request's form decided it.
///
/// An error carries it (``WireError/because(_:)``), a call that succeeds notes it in its record; the journal words it
/// when it is read (firebreak.md section 12).
package enum Reason: Sendable, Equatable, Codable {
    /// A link would lead to a host that is not among the authorized domains.
    case unauthorizedDomain(host: String, allowed: [String])
    /// A link would lead to an app whose scheme none of those has that the request names.
    case appScheme(String)
    /// Rule `hostingDomains` does not have the domain that a link is wanted with.
    case hostingDomain(String, allowed: [String])
    /// Enumeration protection keeps from the caller what really happened.
    case hidden(Hidden)
    /// The configuration of the project or the tenant decides it.
    case setting(Setting)
    /// The password policy asks for more.
    case passwordPolicy(missing: [String])
    /// The provider is switched off in its configuration, or rule `providers` is `configured` and it has none.
    case provider(id: String, isConfigured: Bool)
    /// A rule has one of its two values.
    case rule(name: String, value: String, other: String)
    /// Rule `takeover` removed what had never been verified of the account.
    case takeover(String)
    /// A setting of `firebreak serve` has one of its values.
    case option(name: String, value: String, other: String)
    /// The server rejects API keys that no project has.
    case unknownKey
    /// A token was made for another project.
    case otherProject(String)
    /// Something has ended by the project's clock; lifetimes are named as in rule `lifetimes`.
    case expired(lifetime: String?, at: Timestamp)
    /// What an identity provider said is good at another time than the project's clock shows, such as this.
    case notNow(Timestamp)
    /// A newer code took the place of this one.
    case superseded(at: Timestamp)
    /// The code was used before.
    case used(at: Timestamp)
    /// A code is none that the link or the request can be followed with.
    case code(Code)
    /// A link of an action mail lacks a parameter, or has one that is not understood.
    case link(parameter: String)
    case unknownTenant(TenantID)
    case deletedTenant(TenantID)
    /// A blocking function refused, or gave no answer that can be used. One that is found is in no configuration: the
    /// Functions emulator has it.
    case blockingFunction(event: String, url: String, isFound: Bool, FunctionOutcome)
    /// Rule `limits` allows so many in so many seconds.
    case limit(name: String, count: Int64, seconds: Int64)
    /// The request's credentials do not suffice.
    case credential(Credential)
    /// A member of the request was not understood; empty for the whole of it.
    case member(String)
    /// A fault made the answer or delayed it, or lost or delayed a message: the effect follows "the fault".
    case fault(id: String, effect: String)

    /// Rule `credentials` asks for what this credential is not.
    package static let credentialsVerified = Reason.rule(name: "credentials", value: "verified", other: "unverified")

    package enum Code: String, Sendable, Codable {
        /// No message has it.
        case unknown
        /// Its message is for something else.
        case otherType
        /// The account that it was for was deleted, or has another address by now.
        case accountGone
    }

    /// How the call of a blocking function ended that let nothing pass.
    package enum FunctionOutcome: Sendable, Equatable, Codable {
        /// It answered with a status that refuses.
        ///
        /// - Parameter message: Its own words.
        case refused(status: Int, message: String? = nil)
        /// Its answer stops the message that it was asked about.
        case blocked
        /// It answered with a status of a failure.
        case failed(status: Int)
        case timedOut(seconds: Int64)
        /// There was no connection, for this reason.
        case unreachable(String)
        /// The connection ended too early, for this reason.
        case interrupted(String)
        /// It answered more than this many bytes.
        case tooLarge(maximum: Int)
        /// It answered no JSON, or nothing that could be an object.
        case notJSON
        /// It answered with changes that cannot be made.
        case notApplicable
    }

    package enum Hidden: String, Sendable, Codable {
        case unknownAddress, wrongPassword, withheldReset, withheldChange, signInMethods, directChange
    }

    /// What a configuration switches on or off.
    package enum Setting: String, Sendable, CaseIterable, Codable {
        case password, emailLink, anonymous, phone, userSignUp, userDeletion, tenants, tenant, smsFactor, totpFactor
        case smsRegions, signUpQuota, duplicateEmails, emailRecaptcha, phoneRecaptcha, dynamicLinks
    }

    package enum Credential: String, Sendable, Codable {
        /// The token that `--admin-token` names, from another machine.
        case adminToken
        /// An admin's token instead of an API key.
        case admin
        /// Another token than an admin's.
        case bearer
        /// An API key.
        case apiKey
    }
}
