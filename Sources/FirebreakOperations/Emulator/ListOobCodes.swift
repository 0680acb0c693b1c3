import FirebreakStore
import FirebreakWire

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
            try tx.openMessages(channel: .email, at: call.settings.project.expiryMoment(at: call.now))
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
