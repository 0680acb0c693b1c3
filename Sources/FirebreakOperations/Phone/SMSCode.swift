import FirebreakStore
import FirebreakWire

/// Creates codes for phone numbers and puts their messages into the outbox.
struct SMSSender: Sendable {
    private static let codeLength = 6
    private static let sessionLength = 226

    /// The recipient of a code.
    struct Recipient: Sendable {
        /// As it is stored.
        var number: String
        var account: Account?
    }

    private let type: SMSCodeType
    private let call: OperationContext

    init(_ type: SMSCodeType, _ call: OperationContext) {
        self.type = type
        self.call = call
    }

    /// Determines the recipient of a code, calls beforeSendSms, and sends the code.
    ///
    /// - Parameter recipient: Checks everything about the number; it runs again after the function was called.
    /// - Returns: `sessionInfo`, which must be presented with the code.
    func send(to recipient: @Sendable (Transaction) throws -> Recipient) async throws -> String {
        if let function = await call.blockingFunctions().functions[.beforeSendSms] {
            let found = try await call.read(recipient)
            // Nothing is sent to a test number, so there is nothing to block.
            if call.settings.phone.testNumbers[found.number] == nil,
                let refusal = try await BlockingFunction.refusal(
                    of: .sms(found.number, type.guarded), by: function, call)
            {
                try await call.write { tx in
                    var message = message(to: found, .blocked)
                    message.reason = "beforeSendSms refused: \(refusal.message(in: call.profile))"
                    try tx.insert(message)
                }
                throw refusal
            }
        }
        return try await call.write { tx in try insert(try recipient(tx), tx) }
    }

    private func insert(_ recipient: Recipient, _ tx: Transaction) throws -> String {
        let fixedCode = call.settings.phone.testNumbers[recipient.number]
        if fixedCode == nil { try Throttle.sms(to: recipient.number, call)?.take(tx) }
        var message = message(to: recipient, fixedCode == nil ? .sent : .suppressed)
        let session = call.random.urlSafe(Self.sessionLength)
        message.code = fixedCode ?? call.rules.smsCode ?? call.random.digits(Self.codeLength)
        message.sessionInfo = session
        // The enrolment of a test number does not expire (production.md section 12).
        if fixedCode == nil || type != .enrollment { message.expiresAt = call.rules.expiry(\.smsCode, from: call.now) }
        if let faults = call.settings.project.faults { try faults.act(on: &message, tx, call) }
        // Nothing is sent to a test number: there is a code, but no message.
        if fixedCode == nil { try tx.insert(message) } else { try tx.insertCode(message) }
        return session
    }

    private func message(to recipient: Recipient, _ delivery: Message.Delivery) -> Message {
        var message = Message(
            id: call.random.messageID(), channel: .sms, type: type.rawValue,
            delivery: delivery, recipient: recipient.number, locale: call.messageLocale, createdAt: call.now,
            request: call.client.document)
        message.accountID = recipient.account?.id
        message.displayName = recipient.account?.userProfile.displayName
        message.settings = call.settings.project.messages
        return message
    }

    /// The number as it is stored, if codes may be sent to it. Test numbers, and those that accounts have, need not be
    /// such as their country has.
    ///
    /// - Parameter factors: The second factors of an account whose numbers count as well.
    /// - Throws: `INVALID_PHONE_NUMBER` if it is not a number, outside the reference `MISSING_PHONE_NUMBER` if it is empty;
    ///   `OPERATION_NOT_ALLOWED` for a region that is not enabled.
    static func checked(
        _ text: String?, of factors: [SecondFactor]? = nil, _ tx: Transaction, _ call: OperationContext
    ) throws -> String {
        guard let text else { throw WireError.invalidPhoneNumber }
        guard !text.isEmpty || call.profile.isReference else { throw WireError.missingPhoneNumber }
        let testNumbers = call.settings.phone.testNumbers
        let number = try WireError.ofPhoneNumber {
            try PhoneNumber.checked(
                text,
                unless: { number in
                    try testNumbers[number] != nil || factors?.contains { $0.phoneNumber == number } == true
                        || tx.account(phoneNumber: number) != nil
                }, call.profile)
        }
        try checkRegion(of: number, call)
        return number
    }

    /// - Throws: `OPERATION_NOT_ALLOWED`
    static func checkRegion(of number: String, _ call: OperationContext) throws(WireError) {
        guard call.settings.phone.regions.allows(number) else {
            throw .smsRegionNotEnabled.because(.setting(.smsRegions))
        }
    }
}

/// Codes sent by SMS and returned by their recipients. Codes for sign-in, enrolment and second factors are one pool
/// (phone-mfa.md section 0).
enum SMSCode {
    /// Wrong codes after which a session is invalid, outside profile `emulator` (production.md section 11 says "many").
    private static let maximumAttempts: Int64 = 10

    /// Consumes the code.
    ///
    /// - Returns: The message that contained it; or a failure that was counted, so that the transaction must be
    ///   committed.
    /// - Throws: Failures that change nothing.
    static func redeem(
        _ code: String, sessionInfo: String, _ tx: Transaction, _ call: OperationContext
    ) throws -> Result<Message, WireError> {
        guard let message = try tx.openMessage(sessionInfo: sessionInfo) else {
            guard !call.profile.isReference, let usedAt = try tx.timeOfUse(sessionInfo: sessionInfo) else {
                throw WireError.invalidSessionInfo
            }
            throw WireError.sessionExpired.because(.used(at: usedAt))
        }
        guard !call.isExpired(message) else {
            throw WireError.sessionExpired.because(
                .expired(lifetime: "smsCode", at: message.expiresAt ?? call.now))
        }
        let isLimited = call.behavior.enforcesLimits
        guard !isLimited || message.attempts < maximumAttempts else { throw WireError.quotaExceeded }
        guard message.code == code else {
            if isLimited { try tx.noteFailedAttempt(message) }
            return .failure(.invalidCode)
        }
        // Sessions of test numbers, to which nothing is sent, are not used up (production.md section 11).
        if message.initialDelivery != .suppressed { try tx.markUsed(message, at: call.now) }
        return .success(message)
    }
}

/// What a code sent by SMS is for; the raw value is the message's type in the outbox.
enum SMSCodeType: String, Sendable {
    case signIn = "SMS_SIGN_IN"
    case enrollment = "SMS_MFA_ENROLLMENT"
    case secondFactor = "SMS_MFA_SIGN_IN"

    /// The type passed to beforeSendSms.
    var guarded: GuardedMessage.SMSType {
        switch self {
        case .signIn: .signIn
        case .enrollment: .enrollment
        case .secondFactor: .secondFactor
        }
    }

    /// The line that the reference logs instead of sending (phone-mfa.md section 0).
    func line(number: String, code: String) -> String {
        switch self {
        case .signIn: "To verify the phone number \(number), use the code \(code)."
        case .enrollment: "To enroll MFA with \(number), use the code \(code)."
        case .secondFactor: "To sign in with MFA using \(number), use the code \(code)."
        }
    }
}
