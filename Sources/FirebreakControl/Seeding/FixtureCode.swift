import FirebreakFixtures
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// An action code of a fixture, sent by the rules of `sendOobCode`; its mail is in the outbox like any other.
struct FixtureCode {
    private let code: CodeFixture
    private let isStrict: Bool

    /// - Parameter isStrict: Whether a code of the same text is a conflict.
    init(_ code: CodeFixture, isStrict: Bool) {
        self.code = code
        self.isStrict = isStrict
    }

    /// Sends the code, unless it is there and works.
    ///
    /// - Throws: What `sendOobCode` would answer, or a ``FixtureProblem``.
    func send(_ tx: Transaction, _ call: Call) throws {
        if let known = try tx.openMessage(code: code.oobCode) {
            guard !isStrict else { throw FixtureProblem(code.path / "oobCode", "there is such a code already") }
            let isGood = call.rules.expiry == .off || !known.isExpired(at: call.now)
            guard
                !isGood || known.type != code.type
                    || !EmailAddress.areSame(EmailAddress.folded(code.email), known.email)
            else { return }
            // Two codes of one text would be each other's.
            try tx.supersede(known, at: call.now)
        }
        guard let type = OobReqType(rawValue: code.type) else { throw WireError.invalidReqType }
        var settings = ActionSettings()
        settings.continueURL = code.continueURL
        settings.handlesCodeInApp = code.handlesCodeInApp
        var order = ActionCodeRequest(
            type, email: code.email, newEmail: code.newEmail, subject: .address, settings: settings)
        order.takesOldAddresses = true
        let call = call.speaking(code.locale)
        let target = try order.target(tx, call)
        if let reason = target.suppression { throw FixtureProblem(code.path, "nothing would be sent: \(reason)") }
        try CodeSender(call, settings: settings).send(to: target, code: code.oobCode, tx)
    }
}

extension Call {
    /// The same call by somebody who wants messages in this language.
    fileprivate func speaking(_ locale: String?) -> Call {
        guard let locale else { return self }
        var client = client
        client.locale = locale
        return Call(
            services: services, project: project, settings: settings, caller: caller, client: client, origin: origin)
    }
}
