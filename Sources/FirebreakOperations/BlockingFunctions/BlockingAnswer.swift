import FirebreakStore
import FirebreakWire

/// The changes in a blocking function's response (blocking-functions.md section 4).
struct BlockingAnswer: Sendable {
    /// Claims for the tokens of this sign-in only.
    private(set) var sessionClaims: JSON?
    private var changes: [(name: String, value: JSON?)] = []
    private var customClaims: JSON?

    /// - Throws: If the response has no update mask, or claims that are not allowed.
    init(_ answer: JSON, _ event: BlockingEvent, _ profile: Profile) throws(WireError) {
        // Reference: it fails on this.
        guard !profile.isReference || !answer.isNull else { throw .functionAnswerNotJSON }
        guard let record = answer["userRecord"], !record.isNull else { return }
        guard let mask = record["updateMask"]?.stringValue?.nonEmpty else { throw .functionAnswerWithoutMask }
        for name in mask.separated(by: ",").map(String.init) {
            switch name {
            case "displayName", "photoUrl", "disabled", "emailVerified": changes.append((name, record[name]))
            case "customClaims":
                customClaims = record[name] ?? .null
                try Self.check(customClaims, "customClaims")
            case "sessionClaims" where event == .beforeSignIn:
                sessionClaims = record[name]
                if profile.isReference {
                    // Reference: session claims are accepted unchecked, but it fails on these.
                    let name = ["iss", "sub", "aud", "exp"].first { sessionClaims?[$0] != nil }
                    if let name { throw .forbiddenClaim(name) }
                } else {
                    try Self.check(sessionClaims, "sessionClaims")
                }
            default: continue
            }
        }
    }

    func apply(to account: inout Account) {
        for change in changes {
            switch change.name {
            case "displayName": account.userProfile.displayName = Self.text(change.value)
            case "photoUrl": account.userProfile.photoURL = Self.text(change.value)
            case "disabled": account.disabled = change.value?.isTruthy ?? false
            default: account.emailVerified = change.value?.isTruthy ?? false
            }
        }
        if let customClaims { account.customAttributes = customClaims.text }
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
