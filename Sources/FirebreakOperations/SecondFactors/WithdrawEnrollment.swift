import FirebreakStore
import FirebreakWire

/// Removes a second factor of the signed-in user (phone-mfa.md section 4.3).
package enum WithdrawEnrollment: APIOperation {
    package struct Request: Decodable, Sendable {
        package var idToken: String?
        package var mfaEnrollmentId: String?
    }

    package struct Response: Encodable, Sendable {
        var idToken: String
        var refreshToken: String?
        var expiresIn: String?
    }

    package static func run(_ request: Request, _ call: Call) async throws -> Response {
        try call.requireEnabled()
        return try await call.write { tx in
            let user = try SecondFactorCheck.user(request.idToken, acceptsLegacy: true, tx, call)
            try RecentSignIn.check(of: user, call)
            var account = user.account
            guard try account.removeSecondFactor(request.mfaEnrollmentId ?? "", tx, call) else {
                throw WireError.enrollmentNotFound
            }
            try tx.save(account)
            var signIn = user.signIn
            // The session keeps the factor that it used, unless it is the one that goes (production.md section 12).
            let usesOther = signIn.secondFactor?["identifier"]?.stringValue != request.mfaEnrollmentId
            if call.profile.isReference || !usesOther { signIn.secondFactor = nil }
            let tokens = try TokenIssuer(call).reissue(&account, signIn, tx)
            return Response(
                idToken: tokens.idToken, refreshToken: tokens.refreshToken,
                expiresIn: call.profile.isReference ? tokens.expiresIn : nil)
        }
    }
}

extension Account {
    /// Removes a second factor; outside the reference this ends the sessions (production.md section 12).
    ///
    /// - Returns: `false` if the account has no factor with this ID.
    mutating func removeSecondFactor(_ id: String, _ tx: Transaction, _ call: Call) throws -> Bool {
        guard let index = secondFactors?.firstIndex(where: { $0.id == id }) else {
            return false
        }
        secondFactors?.remove(at: index)
        if call.facts.formatsFactors, secondFactors?.isEmpty == true { secondFactors = nil }
        try tx.deleteTOTPSecret(of: self.id, enrollmentID: id)
        if call.facts.endsSessionsOnFactorChange { try endSessions(tx, at: call.now) }
        return true
    }
}
