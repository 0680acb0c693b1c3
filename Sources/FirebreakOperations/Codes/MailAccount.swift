import FirebreakStore
import FirebreakWire

/// Mails a person at the request of a person who looks after the accounts, as in the console: what ``SendOobCode`` does
/// for apps, which some types of mail need the person's own ID token for.
package enum MailAccount: APIOperation {
    package struct Request: Decodable, Sendable {
        /// Required for a sign-in link.
        package var continueUrl: String?
        package var email: String?
        var newEmail: String?
        package var requestType: OobReqType?
    }

    package struct Response: Encodable, Sendable {
        /// The message's ID in the outbox.
        package var id: String
        /// Whether it was mailed, rather than withheld, lost or delayed.
        package var isSent: Bool
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        guard let type = request.requestType, type != .unspecified else { throw WireError.missingReqType }
        var settings = ActionSettings()
        settings.continueURL = request.continueUrl?.nonEmpty
        settings.handlesCodeInApp = type == .emailSignIn
        let wanted = ActionCodeRequest(
            type, email: request.email, newEmail: request.newEmail, subject: .address, settings: settings)
        let message = try await SendOobCode.send(wanted, call)
        return Response(id: message.id, isSent: message.initialDelivery == .sent)
    }
}
