import FirebreakStore
import FirebreakWire

/// Sends a code to a phone number for sign-in (phone-mfa.md section 1, production.md section 11).
///
/// Proofs of the app's identity (reCAPTCHA tokens, APNs receipts, Play Integrity) are accepted unchecked: SDKs omit
/// them or invent them when they talk to an emulator (clients.md section 8).
package enum SendVerificationCode: APIOperation {
    package struct Request: Decodable, Sendable {
        var captchaResponse: String?
        var phoneNumber: String?
        var recaptchaToken: String?
    }

    package struct Response: Encodable, Sendable {
        var sessionInfo: String
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        guard call.tenant == nil else { throw WireError.unsupportedTenantOperation.because(.setting(.phone)) }
        if call.profile == .local, let number = request.phoneNumber, PhoneNumber.isObfuscated(number) {
            return Response(sessionInfo: try await sendToPendingFactor(shownAs: number, call))
        }
        guard call.settings.phone.allowsSignIn else { throw WireError.operationNotAllowed.because(.setting(.phone)) }
        let session = try await SMSSender(.signIn, call).send { tx in
            let number = try SMSSender.checked(request.phoneNumber ?? "", tx, call)
            if call.settings.phone.testNumbers[number] == nil {
                let token = request.captchaResponse?.nonEmpty ?? request.recaptchaToken
                try RecaptchaSettings.check(token, \.phone, call)
            }
            let account = try tx.account(phoneNumber: number)
            guard account?.secondFactors?.isEmpty != false else { throw WireError.phoneOfSecondFactorUser }
            guard account != nil || !call.settings.disablesUserSignUp else {
                throw WireError.adminOnlyOperation.because(.setting(.userSignUp))
            }
            return SMSSender.Recipient(number: number, account: account)
        }
        return Response(sessionInfo: session)
    }

    /// Apple's SDK before 12.18, told of an emulator, has the code for a second factor sent by this method, and knows of
    /// its number only what the first factor's answer showed (phone-mfa.md section 1).
    private static func sendToPendingFactor(shownAs number: String, _ call: OperationContext) async throws -> String {
        try await SMSSender(.secondFactor, call).send { tx in
            guard let recipient = try PendingCredential.recipient(shownAs: number, tx, call) else {
                throw WireError.invalidPhoneNumber
            }
            try SMSSender.checkRegion(of: recipient.number, call)
            return recipient
        }
    }
}
