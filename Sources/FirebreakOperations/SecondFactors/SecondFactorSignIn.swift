import FirebreakCredentials
import FirebreakStore
import FirebreakWire

/// Sends a code to the second factor chosen by the user (phone-mfa.md section 4.4).
package enum StartSecondFactorSignIn: APIOperation {
    package struct Request: Decodable, Sendable {
        var mfaEnrollmentId: String?
        var mfaPendingCredential: String?
        /// Proofs of the app's identity, which are not checked, and from Apple's SDK the masked number of the first factor's
        /// answer, which does not count: the enrolment has the number (production.md section 12).
        var phoneSignInInfo: JSON?
    }

    package struct Response: Encodable, Sendable {
        struct PhoneSession: Encodable, Sendable {
            var sessionInfo: String
        }

        var phoneResponseInfo: PhoneSession
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        // Production allows factors to be used that existed before they were switched off (production.md section 12).
        guard call.settings.secondFactors.allowsSMS || !call.profile.isReference else {
            throw WireError.smsSecondFactorNotEnabled.because(.setting(.smsFactor))
        }
        guard let credential = request.mfaPendingCredential?.nonEmpty else {
            throw WireError.missingPendingCredential
        }
        guard let id = request.mfaEnrollmentId?.nonEmpty else {
            throw WireError.missingEnrollmentID
        }
        guard request.phoneSignInInfo != nil || call.profile.isReference else { throw WireError.requestArgumentInvalid }
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
}

/// Completes a sign-in with the second factor (phone-mfa.md sections 4.5 and 8).
package enum FinalizeSecondFactorSignIn: APIOperation {
    package struct Request: Decodable, Sendable {
        struct TOTP: Decodable, Sendable {
            var verificationCode: String?
        }

        var mfaEnrollmentId: String?
        var mfaPendingCredential: String?
        var phoneVerificationInfo: PhoneVerification?
        var totpVerificationInfo: TOTP?
    }

    package struct Response: Encodable, Sendable {
        var idToken: String?
        var refreshToken: String?
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        let settings = call.settings.secondFactors
        let isTOTP =
            request.totpVerificationInfo != nil && request.phoneVerificationInfo == nil
            && (settings.totpWindow != nil || call.behavior.knowsOneTimePasswords)
        // In a tenant not even existing factors outlive the switch (production.md section 14.1).
        guard isTOTP || settings.allowsSMS || (!call.profile.isReference && call.tenant == nil) else {
            throw WireError.smsSecondFactorNotEnabled.because(.setting(.smsFactor))
        }
        guard let credential = request.mfaPendingCredential?.nonEmpty else {
            throw WireError.missingCredential
        }
        let outcome: SignInOutcome<Never> = try await call.signIn { tx in
            isTOTP
                ? try identifyByTOTP(credential, request, tx, call) : try identifyBySMS(credential, request, tx, call)
        }
        switch outcome {
        case .signedIn(let completed):
            return Response(idToken: completed.tokens?.idToken, refreshToken: completed.tokens?.refreshToken)
        }
    }

    private static func identifyBySMS(
        _ credential: String, _ request: Request, _ tx: Transaction, _ call: OperationContext
    ) throws -> Identification<Never> {
        guard let phone = request.phoneVerificationInfo else {
            throw WireError.missingVerification
        }
        try PendingCredential.checkPlace(of: credential, tx, call)
        let number: String
        switch try phone.redeem(tx, call) {
        case .success(let proved): number = proved
        case .failure(let error): return .refused(error)
        }
        do {
            let first = try PendingCredential.firstFactor(of: credential, for: .sms, tx, call)
            // Apple's SDK may have verified the number in its obfuscated form.
            let factor = first.account.secondFactors?.first { factor in
                guard let enrolled = factor.phoneNumber else { return false }
                return enrolled == number || PhoneNumber.obfuscated(enrolled) == number
            }
            // Reference: at this point it already counts as a sign-in.
            if call.profile.isReference, factor == nil || first.account.disabled == true {
                var account = first.account
                account.lastLoginAt = String(call.now.milliseconds)
                try tx.save(account)
            }
            guard let factor else {
                throw WireError.otherNumberVerified
            }
            guard first.account.disabled != true else { throw WireError.userDisabled }
            return .identified(pending(first, factor, "phone", call))
        } catch let error as WireError {
            return .refused(error)  // the code is consumed all the same
        }
    }

    /// Production allows an account that was disabled after its first factor to complete (production.md section 12).
    private static func identifyByTOTP(
        _ credential: String, _ request: Request, _ tx: Transaction, _ call: OperationContext
    ) throws -> Identification<Never> {
        guard let id = request.mfaEnrollmentId?.nonEmpty else {
            throw WireError.missingEnrollmentID
        }
        guard let code = request.totpVerificationInfo?.verificationCode?.nonEmpty else {
            throw WireError.missingOneTimePassword
        }
        let first = try PendingCredential.firstFactor(of: credential, for: .totp, tx, call)
        guard let factor = first.account.secondFactor(id), factor.isTOTP,
            var secret = try tx.totpSecret(of: first.account.id, enrollmentID: id)
        else { throw WireError.unknownEnrollmentID }
        let failures = Throttle.totpFailures(of: first.account.id, call)
        try failures?.check(tx)
        let window = call.settings.secondFactors.totpWindowOrDefault
        let step = TOTP.matchingStep(
            code, secret: secret.secret, at: call.now.seconds, window: window, after: secret.lastStep)
        guard let step else {
            try failures?.count(tx)
            return .refused(.invalidCode)
        }
        try failures?.clear(tx)
        secret.lastStep = step
        try tx.save(secret)
        var pending = pending(first, factor, "totp", call)
        pending.mayBeDisabled = true
        return .identified(pending)
    }

    private static func pending(
        _ first: PendingCredential.FirstFactor, _ factor: SecondFactor, _ kind: String, _ call: OperationContext
    ) -> PendingSignIn {
        var signIn = first.signIn
        signIn.secondFactor = ["identifier": factor[.id] ?? "", "provider": .string(kind)]
        var context = SignInContext(method: first.signIn.provider)
        context.secondFactor = kind
        var pending = PendingSignIn(first.account, isNew: false, signIn, context)
        pending.asksForSecondFactor = false
        let id = factor.id ?? ""
        pending.recheck = { account, tx in
            guard account.secondFactor(id) != nil else { throw WireError.enrollmentNotFound }
            guard try first.isCurrent(for: account, tx, call) else { throw WireError.pendingCredentialExpired }
        }
        return pending
    }
}
