import FirebreakStore
package import FirebreakWire

/// Sends a code to the second factor chosen by the user (phone-mfa.md section 4.4).
package enum StartSecondFactorSignIn: APIOperation {
    package struct Request: Decodable, Sendable {
        package var mfaEnrollmentId: String?
        package var mfaPendingCredential: String?
        /// Proofs of the app's identity, which are not checked.
        package var phoneSignInInfo: JSON?
    }

    package struct Response: Encodable, Sendable {
        struct PhoneSession: Encodable, Sendable {
            var sessionInfo: String
        }

        var phoneResponseInfo: PhoneSession
    }

    package static func run(_ request: Request, _ call: Call) async throws -> Response {
        try call.requireEnabled()
        // Production allows factors to be used that existed before they were switched off (production.md section 12).
        guard call.settings.secondFactors.allowsSMS || call.facts.factorsOutliveSwitch else {
            throw WireError.smsSecondFactorNotEnabled.because(.setting(.smsFactor))
        }
        guard let credential = request.mfaPendingCredential?.nonEmpty else {
            throw WireError.missingPendingCredential
        }
        guard let id = request.mfaEnrollmentId?.nonEmpty else {
            throw WireError.missingEnrollmentID
        }
        guard request.phoneSignInInfo != nil || call.profile.isReference else { throw WireError.requestArgumentInvalid }
        try checkNumber(request.phoneSignInInfo?["phoneNumber"]?.stringValue, call)
        let session = try await SMSSender(.secondFactor, call).send { tx in
            let account = try PendingCredential.firstFactor(of: credential, for: .sms, tx, call).account
            guard let factor = account.secondFactor(id) else { throw WireError.enrollmentNotFound }
            guard let number = factor.phoneNumber else {
                throw WireError.factorWithoutPhone
            }
            try SMSSender.checkRegion(of: number, call)
            return SMSSender.Recipient(number: number, account: account)
        }
        return Response(phoneResponseInfo: .init(sessionInfo: session))
    }

    /// Apple's SDK before 12.18 repeats the number as the first factor's answer had it, with all digits but four masked.
    /// That means the enrolled factor, which `mfaEnrollmentId` names; the service refuses it (production.md section 12).
    private static func checkNumber(_ number: String?, _ call: Call) throws(WireError) {
        guard call.profile == .production, let number = number?.nonEmpty else { return }
        guard PhoneNumber.unjudged(number, call.profile) != nil else { throw .invalidPhoneNumber }
    }
}
