import FirebreakWire

/// Verifies an iOS app by a silent push notification (tenants-config.md B5). No notification can be sent, so the
/// handshake simply succeeds: the app waits the suggested time and continues with the receipt.
package enum VerifyIosClient: APIOperation {
    package struct Request: Decodable, Sendable {
        var appToken: String?
    }

    package struct Response: Encodable, Sendable {
        var receipt: String
        /// Seconds, as text.
        var suggestedTimeout = "5"
    }

    private static let receiptLength = 120

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        guard request.appToken?.isEmpty == false else { throw WireError.missingIOSAppToken }
        return Response(receipt: call.random.urlSafe(receiptLength))
    }
}
