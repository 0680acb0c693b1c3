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
    private let call: Call

    init(_ type: SMSCodeType, _ call: Call) {
        self.type = type
        self.call = call
    }

    /// Determines the recipient of a code, calls beforeSendSms, and sends the code.
    ///
    /// - Parameter recipient: Checks everything about the number; it runs again after the function was called.
    /// - Returns: `sessionInfo`, which must be presented with the code.
    func send(to recipient: @Sendable (Transaction) throws -> Recipient) async throws -> String {
        if call.settings.project.blockingFunctions.functions[.beforeSendSms] != nil {
            let found = try await call.read(recipient)
            // Nothing is sent to a test number, so there is nothing to block.
            if call.settings.phone.testNumbers[found.number] == nil,
                let refusal = try await BlockingFunction.refusal(of: .sms(found.number, type.guarded), call)
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
        message.code = fixedCode ?? call.random.digits(Self.codeLength)
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
        message.displayName = recipient.account?.displayName
        return message
    }

    /// The number as it is stored, if codes may be sent to it. Test numbers, and those that accounts have, need not be
    /// such as their country has.
    ///
    /// - Parameter factors: The second factors of an account whose numbers count as well.
    /// - Throws: `INVALID_PHONE_NUMBER` if it is not a number; `OPERATION_NOT_ALLOWED` for a region that is not
    ///   enabled.
    static func checked(
        _ text: String?, of factors: [SecondFactor]? = nil, _ tx: Transaction, _ call: Call
    ) throws -> String {
        guard let text else { throw WireError.invalidPhoneNumber }
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
    static func checkRegion(of number: String, _ call: Call) throws(WireError) {
        guard call.settings.phone.regions.allows(number) else {
            throw .smsRegionNotEnabled.because(.setting(.smsRegions))
        }
    }
}
