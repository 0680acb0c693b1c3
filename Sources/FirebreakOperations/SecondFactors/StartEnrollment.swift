import FirebreakCredentials
import FirebreakStore
package import FirebreakWire

/// Starts to enrol a second factor: sends a code to its number, or returns the secret of one-time passwords
/// (phone-mfa.md sections 4.1 and 8).
package enum StartEnrollment: APIOperation {
    package struct Request: Decodable, Sendable {
        package struct Phone: Decodable, Sendable {
            var phoneNumber: String?
        }

        package var idToken: String?
        package var phoneEnrollmentInfo: Phone?
        package var totpEnrollmentInfo: JSON?
    }

    package struct Response: Encodable, Sendable {
        struct PhoneSession: Encodable, Sendable {
            var sessionInfo: String
        }

        struct TOTPSession: Encodable, Sendable {
            /// Base32.
            var sharedSecretKey: String
            var verificationCodeLength: Int
            var hashingAlgorithm: String
            /// Seconds.
            var periodSec: Int
            var sessionInfo: String
            /// RFC 3339.
            var finalizeEnrollmentTime: String
        }

        var phoneSessionInfo: PhoneSession?
        var totpSessionInfo: TOTPSession?
    }

    package static func run(_ request: Request, _ call: Call) async throws -> Response {
        try call.requireEnabled()
        let kind = try SecondFactorCheck.kind(
            phone: request.phoneEnrollmentInfo != nil, totp: request.totpEnrollmentInfo != nil, call)
        if kind == .totp {
            return try await call.write { tx in
                let user = try user(request, tx, call)
                try SecondFactorCheck.checkNewTOTP(in: user.account)
                return Response(totpSessionInfo: try startTOTP(for: user.account, tx, call))
            }
        }
        let session = try await SMSSender(.enrollment, call).send { tx in
            let user = try user(request, tx, call)
            guard let phone = request.phoneEnrollmentInfo else {
                throw WireError.missingMember("phoneEnrollmentInfo")
            }
            let number = try SMSSender.checked(phone.phoneNumber, of: user.account.secondFactors, tx, call)
            try SecondFactorCheck.checkNew(number, in: user.account)
            try SecondFactorCheck.checkRoom(in: user.account, call)
            return SMSSender.Recipient(number: number, account: user.account)
        }
        return Response(phoneSessionInfo: .init(sessionInfo: session))
    }

    /// The user, who must have signed in recently with a verified address.
    private static func user(_ request: Request, _ tx: Transaction, _ call: Call) throws -> AuthenticatedUser {
        let user = try SecondFactorCheck.user(request.idToken, tx, call)
        try SecondFactorCheck.checkFirstFactor(of: user)
        guard user.account.emailVerified == true else { throw WireError.unverifiedEmail }
        try RecentSignIn.check(of: user, call)
        return user
    }

    private static let sessionLength = 226
    /// Milliseconds.
    private static let usualTime: Int64 = 900_000

    private static func startTOTP(
        for account: Account, _ tx: Transaction, _ call: Call
    ) throws -> Response.TOTPSession {
        let secret = Base32.encode(call.random.secret(TOTP.secretBytes))
        let flow = Flow(
            token: call.random.urlSafe(sessionLength), kind: .totpEnrollment,
            content: ["localId": .string(account.id.rawValue), "secret": .string(secret)],
            expiresAt: call.rules.expiry(\.totpEnrollment, from: call.now))
        try tx.insert(flow, at: call.now)
        // Clients get a time even if nothing expires.
        let end = flow.expiresAt ?? call.now.advanced(byMilliseconds: usualTime)
        return Response.TOTPSession(
            sharedSecretKey: secret, verificationCodeLength: TOTP.digits, hashingAlgorithm: TOTP.algorithmName,
            periodSec: Int(TOTP.period), sessionInfo: flow.token, finalizeEnrollmentTime: end.rfc3339Microseconds)
    }
}
