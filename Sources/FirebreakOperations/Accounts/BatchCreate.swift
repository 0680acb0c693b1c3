package import FirebreakCredentials
import FirebreakStore
import FirebreakWire

/// Imports accounts (accounts.md section 13, production.md section 16.1).
package enum BatchCreate: APIOperation {
    package static func isBulk(_ request: Request) -> Bool { true }

    /// How many accounts an import may have: in profile `local` as many as SDKs and CLI send (production.md section 15).
    /// The service took more, the reference takes any number; here what is said of each has to fit an answer.
    private static func maximumCount(_ facts: ProfileFacts) -> Int { facts.limitsListsOfAccounts ? 1000 : largestCount }

    /// In any profile.
    private static let largestCount = 1_000_000

    package struct Request: Decodable, Sendable {
        package var allowOverwrite: Bool?
        /// How the hashes were made; members of the request itself.
        package var hashOptions = PasswordHashOptions()
        package var sanityCheck: Bool?
        package var users: [ImportedAccount]?

        private enum CodingKeys: CodingKey { case allowOverwrite, sanityCheck, users }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            // Before they are read, which takes much more room than the few bytes that each may have in the text.
            if container.contains(.users), try !container.decodeNil(forKey: .users),
                let count = try container.nestedUnkeyedContainer(forKey: .users).count, count > largestCount
            {
                throw WireError.maximumUserCountExceeded
            }
            allowOverwrite = try container.decodeIfPresent(Bool.self, forKey: .allowOverwrite)
            hashOptions = try PasswordHashOptions(from: decoder)
            sanityCheck = try container.decodeIfPresent(Bool.self, forKey: .sanityCheck)
            users = try container.decodeIfPresent([ImportedAccount].self, forKey: .users)
        }
    }

    package struct Response: OmitsDefaults, Sendable {
        package struct Failure: Encodable, Sendable {
            var index: Int
            var message: String
        }

        var kind = "identitytoolkit#UploadAccountResponse"
        var error: [Failure]
    }

    package static func run(_ request: Request, _ call: Call) async throws -> Response {
        try call.requireEnabled()
        let users = request.users ?? []
        guard !users.isEmpty else { throw WireError.missingUserAccount }
        guard users.count <= maximumCount(call.facts) else { throw WireError.maximumUserCountExceeded }
        let passwords = try await ImportedPasswords(request, call)
        try checkList(users, request, call)
        let failures = try await call.write { tx in
            var failures: [Response.Failure] = []
            if call.facts.importsReplace, request.sanityCheck == true { try checkStored(users, tx, call) }
            let options = AccountImport.Options(
                allowsOverwrite: request.allowOverwrite == true, sanityCheck: request.sanityCheck == true,
                acceptsTOTP: false)
            var accounts = try AccountImport(options, among: TakenNames(among: users, call.profile, tx), tx, call)
            for (index, user) in users.enumerated() {
                try Task.checkCancellation()
                if let message = try accounts.store(user, at: index, passwords[index]) {
                    failures.append(.init(index: index, message: message))
                }
            }
            return failures
        }
        return Response(error: failures)
    }

    /// What the list itself may not contain.
    private static func checkList(
        _ users: [ImportedAccount], _ request: Request, _ call: Call
    ) throws(WireError) {
        if request.sanityCheck == true {
            if !call.settings.allowsDuplicateEmails, let email = firstRepeated(users.compactMap(\.email)) {
                throw .duplicateEmail(email).because(.setting(.duplicateEmails))
            }
            let identities = users.flatMap { $0.providerUserInfo ?? [] }.compactMap { entry -> [ExactText]? in
                let identity = FederatedIdentity(document: entry)
                guard let provider = identity.providerID, let rawID = identity.rawID else { return nil }
                return [ExactText(rawValue: provider), ExactText(rawValue: rawID)]
            }
            if let pair = firstRepeated(identities) {
                throw .duplicateRawID(provider: pair[0].rawValue, rawID: pair[1].rawValue)
            }
        }
        // Production takes the last of several with one ID (production.md section 16.1).
        if !call.facts.importsReplace, request.allowOverwrite != true,
            let id = firstRepeated(users.map { $0.localId ?? "" })
        {
            throw .duplicateLocalIDInImport(id)
        }
    }

    private static func firstRepeated(_ values: [String]) -> String? {
        firstRepeated(values.map { ExactText($0) })?.rawValue
    }

    private static func firstRepeated<Value: Hashable>(_ values: [Value]) -> Value? {
        var seen = Set<Value>(minimumCapacity: values.count)
        return values.first { !seen.insert($0).inserted }
    }

    /// Production refuses the whole import when `sanityCheck` finds an address that another account has.
    private static func checkStored(_ users: [ImportedAccount], _ tx: Transaction, _ call: Call) throws {
        guard !call.settings.allowsDuplicateEmails else { return }
        for user in users {
            guard let email = user.email.map(EmailAddress.folded), let owner = try tx.account(email: email),
                !owner.id.isNamed(user.localId)
            else { continue }
            throw WireError.duplicateEmail(email).because(.setting(.duplicateEmails))
        }
    }
}
