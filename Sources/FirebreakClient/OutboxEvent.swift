public import FirebreakModel

/// Something that happened in an outbox.
public enum OutboxEvent: Sendable, Equatable {
    /// A new message.
    case message(OutboxMessage)
    /// A known message with its new status.
    case status(OutboxMessage)

    /// - Returns: `nil` for an event of a kind that this version does not know.
    init?(_ event: ServerEvent) throws(FirebreakFailure) {
        switch event.name {
        case "message": self = .message(try Self.message(event))
        case "status": self = .status(try Self.message(event))
        default: return nil
        }
    }

    private static func message(_ event: ServerEvent) throws(FirebreakFailure) -> OutboxMessage {
        try ControlReply(status: 200, body: event.data).decoded(OutboxMessage.self)
    }
}
