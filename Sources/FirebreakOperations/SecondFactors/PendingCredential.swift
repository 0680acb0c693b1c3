import FirebreakStore
import FirebreakWire

/// A verified first factor that waits for the second one (phone-mfa.md section 3).
///
/// In profile `emulator` it is the reference's unsigned JSON, whose form is part of the contract; elsewhere an opaque
/// reference to a stored flow, which expires and ends with the account's sessions, except when it was an admin's new
/// password that ended them (production.md section 12).
struct PendingCredential: Sendable {
    private static let marker = "_AuthEmulatorMfaPendingCredential"
    /// Characters of the random part of a text for the client.
    private static let length = 120

    /// The kind of the second factor: production gives one-time passwords less time.
    enum Use: Sendable { case sms, totp }

    /// The account and its sign-in so far.
    struct FirstFactor: Sendable {
        var account: Account
        var signIn: SignIn

        /// Whether the first factor still counts for the account, which may have changed since.
        func isCurrent(for account: Account, _ tx: Transaction, _ call: OperationContext) throws -> Bool {
            try PendingCredential.isCurrent(stamp: PendingCredential.stamp(of: self.account), for: account, tx, call)
        }
    }

    private let accountID: AccountID
    private let signIn: SignIn
    private let stamp: JSON

    init(_ account: Account, _ signIn: SignIn) {
        accountID = account.id
        self.signIn = signIn
        stamp = Self.stamp(of: account)
    }

    /// Changes when sessions of the account are ended, or another account gets its ID.
    static func stamp(of account: Account) -> JSON {
        [
            "createdAt": .string(account.createdAt ?? ""), "validSince": .string(account.validSince ?? ""),
            "endedSession": .int(account.endedSession),
        ]
    }

    /// The text for the client.
    func issue(_ tx: Transaction, _ call: OperationContext) throws -> String {
        guard call.behavior.storesSessions else {
            var record: JSON = [
                Self.marker: "DO NOT MODIFY", "localId": .string(accountID.rawValue),
                "signInProvider": .string(signIn.provider), "projectId": .string(call.projectID.rawValue),
            ]
            record["tenantId"] = call.tenant.map { .string($0.rawValue) }
            return Base64.encode(record.bytes, .standard)
        }
        var content: JSON = [
            "localId": .string(accountID.rawValue), "provider": .string(signIn.provider),
            "issuedAt": .int(call.now.milliseconds), "stamp": stamp,
        ]
        content["extraClaims"] = signIn.extraClaims
        content["attributes"] = signIn.attributes
        let flow = Flow(
            token: Self.newText(call), kind: .secondFactor, content: content,
            expiresAt: call.rules.expiry(\.smsPendingCredential, from: call.now))
        try tx.insert(flow, at: call.now)
        return flow.token
    }

    /// The first factor for a text from a client.
    static func firstFactor(
        of text: String, for use: Use, _ tx: Transaction, _ call: OperationContext
    ) throws -> FirstFactor {
        call.behavior.storesSessions ? try stored(text, use, tx, call) : try referenceFirstFactor(of: text, tx, call)
    }

    private static func referenceFirstFactor(of text: String, _ tx: Transaction, _ call: OperationContext) throws
        -> FirstFactor
    {
        guard let bytes = Base64.decode(text), let record = try? JSON(parsing: bytes),  // not JSON: not one of ours
            record[marker]?.isTruthy == true
        else { throw WireError.invalidPendingCredentialReference }
        guard call.projectID.isNamed(record["projectId"]?.stringValue),
            call.tenant == nil || record["tenantId"]?.stringValue == call.tenant?.rawValue
        else { throw WireError.pendingCredentialOfOtherProject }
        guard let id = record["localId"]?.stringValue, let account = try tx.account(id: AccountID(rawValue: id)) else {
            throw WireError.pendingCredentialWithoutUser
        }
        return FirstFactor(
            account: account, signIn: SignIn(provider: record["signInProvider"]?.stringValue ?? "password"))
    }

    private static func stored(_ text: String, _ use: Use, _ tx: Transaction, _ call: OperationContext) throws
        -> FirstFactor
    {
        guard let flow = try tx.flow(.secondFactor, token: text) else {
            try checkPlace(of: text, tx, call)
            throw WireError.invalidPendingToken
        }
        let issued = Timestamp(milliseconds: flow.content["issuedAt"]?.integerValue ?? 0)
        switch use {
        case .totp:
            if let end = call.rules.expiry(\.totpPendingCredential, from: issued), call.now >= end {
                throw WireError.totpChallengeTimeout.because(.expired(lifetime: "totpPendingCredential", at: end))
            }
        case .sms:
            try call.checkExpiry(of: flow, "smsPendingCredential", .pendingCredentialExpired)
        }
        let id = flow.content["localId"]?.stringValue ?? ""
        guard let account = try tx.account(id: AccountID(rawValue: id)) else { throw WireError.userNotFound }
        guard let stamp = flow.content["stamp"], try isCurrent(stamp: stamp, for: account, tx, call) else {
            throw WireError.pendingCredentialExpired
        }
        return FirstFactor(
            account: account,
            signIn: SignIn(
                provider: flow.content["provider"]?.stringValue ?? "password",
                extraClaims: flow.content["extraClaims"], attributes: flow.content["attributes"]))
    }
}

/// Outside the reference, the text for the client is random and names the project, so that another one can tell it from a
/// text that nothing is known of.
extension PendingCredential {
    private static func newText(_ call: OperationContext) -> String {
        let project = Base64.encode(Array(call.projectID.rawValue.utf8), .urlSafe)
        return "\(call.random.urlSafe(length)).\(project)"
    }

    /// - Throws: `INVALID_PROJECT_ID` for a text of another project or another tenant (production.md section 12); nothing for
    ///   one that nothing is known of.
    static func checkPlace(of text: String, _ tx: Transaction, _ call: OperationContext) throws {
        guard call.behavior.storesSessions, try tx.flow(.secondFactor, token: text) == nil else { return }
        // A text that proves a sign-in is this project's, whichever it names: a fork has its original's.
        guard try !tx.hasFlow(.secondFactor, token: text) else { throw WireError.pendingCredentialOfOtherProject }
        guard let project = project(namedBy: text), project != call.projectID else { return }
        throw WireError.pendingCredentialOfOtherProject.because(.otherProject(project.rawValue))
    }

    /// The project that a text of the right form names. Nothing in it is proved.
    private static func project(namedBy text: String) -> ProjectID? {
        guard let (random, name) = text.parted(atLast: "."), random.utf8.count == length,
            let bytes = Base64.decode(String(name)), let named = String(validating: bytes, as: UTF8.self)
        else { return nil }
        let project = ProjectID(rawValue: named)
        return project.isValid ? project : nil
    }
}

/// Finding a number by what a client was shown of it.
extension PendingCredential {
    /// How many of the latest first factors are looked at.
    private static let searchedCount = 200

    /// Who gets a code for a number of which only four digits are known: the one number of those accounts that wait for a
    /// second factor which is shown so.
    ///
    /// - Returns: `nil` if none of them is shown so, or several are.
    static func recipient(
        shownAs text: String, _ tx: Transaction, _ call: OperationContext
    ) throws -> SMSSender.Recipient? {
        var found: SMSSender.Recipient?
        for flow in try tx.latestFirstFactors(limit: searchedCount) where !flow.isExpired(at: call.now) {
            guard let id = flow.content["localId"]?.stringValue, let stamp = flow.content["stamp"],
                let account = try tx.account(id: AccountID(rawValue: id)),
                try isCurrent(stamp: stamp, for: account, tx, call)
            else { continue }
            let numbers = (account.secondFactors ?? []).compactMap(\.phoneNumber)
            for number in numbers where PhoneNumber.obfuscated(number).hasSameBytes(as: text) {
                guard found?.number.hasSameBytes(as: number) != false else { return nil }
                found = found ?? SMSSender.Recipient(number: number, account: account)
            }
        }
        return found
    }
}

/// An admin's new password ends the sessions of an account, but not its first factors that wait for a second one
/// (production.md section 12).
extension PendingCredential {
    /// How many such changes a first factor outlives, at most.
    private static let rememberedChanges = 10

    /// Keeps the first factors of an account whose password an admin changed.
    static func keep(for before: Account, changedTo after: Account, _ tx: Transaction, _ call: OperationContext) throws
    {
        guard call.behavior.storesSessions, before.secondFactors?.isEmpty == false else { return }
        let stamps = try outlivedStamps(of: before, tx, call) + [stamp(of: before)]
        let content: JSON = ["stamp": stamp(of: after), "outlived": .array(stamps.suffix(rememberedChanges))]
        try tx.insert(
            Flow(
                token: token(of: after, call), kind: .keptFirstFactors, content: content,
                expiresAt: call.rules.expiry(\.smsPendingCredential, from: call.now)),
            at: call.now)
    }

    /// Whether a first factor with this stamp still counts.
    static func isCurrent(stamp: JSON, for account: Account, _ tx: Transaction, _ call: OperationContext) throws -> Bool
    {
        guard stamp != Self.stamp(of: account) else { return true }
        return try outlivedStamps(of: account, tx, call).contains(stamp)
    }

    /// Earlier stamps that are as good as the present one, because only admins' new passwords came in between.
    private static func outlivedStamps(of account: Account, _ tx: Transaction, _ call: OperationContext) throws
        -> [JSON]
    {
        guard let flow = try tx.flow(.keptFirstFactors, token: token(of: account, call)),
            flow.content["stamp"] == stamp(of: account)
        else { return [] }
        return flow.content["outlived"]?.arrayValue ?? []
    }

    /// Tokens are unique in the project; those that clients get have no slashes.
    private static func token(of account: Account, _ call: OperationContext) -> String {
        "keptFirstFactors/\(call.tenant?.rawValue ?? "")/\(account.id.rawValue)"
    }
}
