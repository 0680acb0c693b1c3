import FirebreakStore
import FirebreakWire

/// Drops every account of the project or tenant; codes and configuration stay (emulator-api.md).
package enum DeleteAllAccounts: APIOperation {
    package static func isBulk(_ request: NoParameters) -> Bool { true }

    package static func run(_ request: NoParameters, _ call: Call) async throws -> Empty {
        try await call.write { tx in try tx.deleteAllAccounts() }
        return Empty()
    }
}

/// Lists the e-mail codes that still work (emulator-api.md).
package enum ListOobCodes: APIOperation {
    package static func isBulk(_ request: NoParameters) -> Bool { true }

    package struct Response: Encodable, Sendable {
        package struct Code: Encodable, Sendable {
            var email: String
            var newEmail: String?
            var requestType: String
            var oobCode: String
            var oobLink: String
        }

        var oobCodes: [Code]
    }

    package static func run(_ request: NoParameters, _ call: Call) async throws -> Response {
        let messages = try await call.read { tx in
            try tx.openMessages(channel: .email, at: call.scope.project.expiryMoment(at: call.now))
        }
        return Response(
            oobCodes: messages.map { message in
                // `newEmail` of a recovery code is the outbox's own addition.
                let isChange = message.type == ActionCodeType.verifyAndChangeEmail.rawValue
                return Response.Code(
                    email: message.boundEmail, newEmail: isChange ? message.newEmail : nil,
                    requestType: message.type, oobCode: message.code ?? "", oobLink: message.mailedLink ?? "")
            })
    }
}

/// Lists the SMS codes that still work (emulator-api.md).
package enum ListVerificationCodes: APIOperation {
    package static func isBulk(_ request: NoParameters) -> Bool { true }

    package struct Response: Encodable, Sendable {
        package struct Code: Encodable, Sendable {
            var code: String
            var phoneNumber: String
            var sessionInfo: String
        }

        var verificationCodes: [Code]
    }

    package static func run(_ request: NoParameters, _ call: Call) async throws -> Response {
        let messages = try await call.read { tx in
            try tx.openMessages(channel: .sms, at: call.scope.project.expiryMoment(at: call.now))
        }
        return Response(
            verificationCodes: messages.map {
                Response.Code(code: $0.code ?? "", phoneNumber: $0.recipient, sessionInfo: $0.sessionInfo ?? "")
            })
    }
}
