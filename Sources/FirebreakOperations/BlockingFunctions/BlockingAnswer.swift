import FirebreakStore
import FirebreakWire

/// The changes in a blocking function's response (blocking-functions.md section 4).
struct BlockingAnswer: Sendable {
    /// Claims for the tokens of this sign-in only.
    private(set) var sessionClaims: JSON?
    private var changes: [@Sendable (inout Account) -> Void] = []

    /// - Throws: If the response has no update mask, or claims that are not allowed.
    init(_ answer: JSON, _ event: BlockingEvent, _ profile: Profile) throws(WireError) {
        // Reference: it fails on this.
        guard !profile.isReference || !answer.isNull else { throw .functionAnswerNotJSON }
        guard let record = answer["userRecord"], !record.isNull else { return }
        guard let mask = record["updateMask"]?.stringValue?.nonEmpty else { throw .functionAnswerWithoutMask }
        // Of a long mask only names that mean something are looked up, and those once.
        var seen: Set<Substring> = []
        for part in mask.separated(by: ",") where seen.insert(part).inserted {
            let name = String(part)
            switch name {
            case "disabled":
                let isDisabled = record[name]?.isTruthy ?? false
                changes.append { $0.disabled = isDisabled }
            case "emailVerified":
                let isVerified = record[name]?.isTruthy ?? false
                changes.append { $0.emailVerified = isVerified }
            case "customClaims":
                let claims = record[name] ?? .null
                try Self.check(claims, name)
                changes.append { $0.customAttributes = claims.text }
            case "sessionClaims" where event == .beforeSignIn:
                sessionClaims = record[name]
                if profile.isReference {
                    // Reference: session claims are accepted unchecked, but it fails on these.
                    let name = ["iss", "sub", "aud", "exp"].first { sessionClaims?[$0] != nil }
                    if let name { throw .forbiddenClaim(name) }
                } else {
                    try Self.check(sessionClaims, "sessionClaims")
                }
            default:
                guard let member = UserProfile.Member(rawValue: name) else { continue }
                let text = Self.text(record[name])
                changes.append { $0.userProfile[member] = text }
            }
        }
    }

    func apply(to account: inout Account) {
        for change in changes { change(&account) }
    }

    /// The text that JavaScript makes of a primitive; `nil` clears the attribute.
    private static func text(_ value: JSON?) -> String? {
        switch value {
        case .string(let text): text
        case .number(let literal): JSON.text(ofNumber: literal)
        case .bool(let flag): flag ? "true" : "false"
        case nil, .null, .array, .object: nil
        }
    }

    private static func check(_ claims: JSON?, _ name: String) throws(WireError) {
        guard let claims else { return }
        do throws(CustomClaims.Problem) { try CustomClaims.check(text: claims.text, huge: .refused) } catch {
            switch error {
            case .tooLarge: throw .functionClaimsTooLarge(name)
            case .notJSON, .notAnObject: throw .functionClaimsNotObject(name)
            case .reserved(let claim): throw .functionClaimReserved(claim, in: name)
            }
        }
    }
}
