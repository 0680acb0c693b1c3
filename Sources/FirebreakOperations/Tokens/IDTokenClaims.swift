import FirebreakStore
import FirebreakWire

/// The payload of an ID token (tokens.md section 2).
enum IDTokenClaims {
    /// Claims that always have the server's value, or are absent if the account has none.
    private static let reserved: Set<String> = [
        "iss", "aud", "auth_time", "user_id", "sub", "iat", "exp", "email", "email_verified", "phone_number",
        "provider_id", "firebase",
    ]

    private static let userID = "user_id"

    /// - Parameters:
    ///   - authTime: Seconds since 1970 at which the user signed in.
    ///   - lifetime: Seconds until the token expires.
    /// - Returns: The payload as compact JSON, claims in production's order (production.md section 6.1).
    static func payload(
        of account: Account, _ signIn: SignIn, authTime: Int64, lifetime: Int64, _ call: OperationContext
    ) throws -> [UInt8] {
        var writer = JSONWriter(capacity: 640)
        writer.beginObject()
        if signIn.provider == "anonymous" { writer.member("provider_id", "anonymous") }
        var isUserNamed = false
        for claim in try openClaims(of: account, signIn, call) {
            writer.member(named: claim.key, claim.value)
            isUserNamed = isUserNamed || claim.key == userID
        }
        writer.member("iss", "https://securetoken.google.com/\(call.projectID)")
        writer.member("aud", call.projectID.rawValue)
        writer.member("auth_time", authTime)
        if !isUserNamed { writer.member("user_id", account.id.rawValue) }
        writer.member("sub", account.id.rawValue)
        let issuedAt = issuedAt(signIn, call)
        writer.member("iat", issuedAt)
        writer.member("exp", issuedAt &+ lifetime)
        writer.member("email", account.email)
        writer.member("email_verified", account.emailVerified)
        writer.member("phone_number", account.phoneNumber)
        writer.key("firebase")
        writeFirebase(of: account, signIn, call, to: &writer)
        writer.endObject()
        return writer.bytes
    }

    /// Reference: `iat` among the session claims of a blocking function counts.
    private static func issuedAt(_ signIn: SignIn, _ call: OperationContext) -> Int64 {
        guard call.profile.isReference, let claimed = signIn.extraClaims?["iat"]?.integerValue, claimed != 0 else {
            return call.now.seconds
        }
        return claimed
    }

    /// Profile, custom attributes and extra claims, the later ones taking precedence. An extra claim of the user's ID
    /// has the account's value, in its own place (production.md section 6.1).
    private static func openClaims(of account: Account, _ signIn: SignIn, _ call: OperationContext) throws -> [JSON
        .Member]
    {
        var claims: [JSON.Member] = []
        if let name = account.userProfile.displayName { claims.append(.init("name", .string(name))) }
        if let picture = account.userProfile.photoURL { claims.append(.init("picture", .string(picture))) }
        guard account.customAttributes != nil || signIn.extraClaims != nil else { return claims }

        var merged = JSON.object(claims)
        let attributes = try account.customAttributes.flatMap {
            $0.isEmpty ? nil : try JSON(parsing: $0, keys: .stored)
        }
        for source in [attributes, signIn.extraClaims] {
            for member in source?.objectValue ?? [] where !reserved.contains(member.key) {
                merged[member.key] = member.value
            }
        }
        if call.behavior.ordersIdentitiesAsProduction, let position = position(ofUserIDIn: signIn.extraClaims, merged) {
            var members = merged.objectValue ?? []
            members.insert(.init(userID, .string(account.id.rawValue)), at: position)
            return members
        }
        return merged.objectValue ?? []
    }

    /// Where the user's ID belongs among the claims: before the first one that follows it among the extra ones.
    private static func position(ofUserIDIn extraClaims: JSON?, _ merged: JSON) -> Int? {
        guard let extra = extraClaims?.objectValue, let index = extra.firstIndex(where: { $0.key == userID }) else {
            return nil
        }
        let following = Set(extra[index...].map { ExactText($0.key) })
        let members = merged.objectValue ?? []
        return members.firstIndex { following.contains(ExactText($0.key)) } ?? members.count
    }

    private static func writeFirebase(
        of account: Account, _ signIn: SignIn, _ call: OperationContext, to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.key("identities")
        writer.beginObject()
        // The reference begins with the address and has providers in the account's order; production has federated ones
        // first, then address and number (production.md section 6.1).
        let isProduction = call.behavior.ordersIdentitiesAsProduction
        let email: JSON? = account.email.map { [.string($0)] }
        let phone: JSON? = account.phoneNumber.map { [.string($0)] }
        var hasPhone = false
        if !isProduction { writer.member("email", email) }
        for provider in account.providers ?? [] {
            switch provider {
            case .password: continue
            case .phone:
                hasPhone = true
                if !isProduction { writer.member("phone", phone) }
            case .federated(let identity):
                writer.member(named: provider.providerID, [identity[.rawID] ?? ""])
            }
        }
        if isProduction {
            writer.member("email", email)
            if hasPhone { writer.member("phone", phone) }
        }
        writer.endObject()
        writer.member("sign_in_provider", signIn.provider)
        if let factor = signIn.secondFactor {
            writer.member("sign_in_second_factor", factor["provider"])
            writer.member("second_factor_identifier", factor["identifier"])
        }
        writer.member("sign_in_attributes", signIn.attributes)
        writer.member("tenant", call.tenant?.rawValue)
        writer.endObject()
    }
}
