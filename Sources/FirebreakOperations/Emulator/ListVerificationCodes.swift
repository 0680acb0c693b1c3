import FirebreakStore
import FirebreakWire

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
            try tx.openMessages(channel: .sms, at: call.settings.project.expiryMoment(at: call.now))
        }
        return Response(
            verificationCodes: messages.map {
                Response.Code(code: $0.code ?? "", phoneNumber: $0.recipient, sessionInfo: $0.sessionInfo ?? "")
            })
    }
}
