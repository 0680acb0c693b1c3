import FirebreakStore
import FirebreakWire

/// A message as faults compare it.
struct MessageSubject: FaultSubject {
    let message: Message
    let call: Call

    func values(of member: FaultCondition.Member) -> [String] {
        switch member {
        case .email:
            message.channel == .email
                ? [message.recipient] + [message.email, message.newEmail].compactMap(\.self) : []
        case .phoneNumber: message.channel == .sms ? [message.recipient] : []
        case .localID: message.accountID.map { [$0.rawValue] } ?? []
        case .tenant: call.tenant.map { [$0.rawValue] } ?? []
        case .provider: []
        case .apiKey: call.client.apiKey.map { [$0] } ?? []
        case .caller: [call.isAdmin ? "admin" : "app"]
        }
    }
}
