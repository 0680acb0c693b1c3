import FirebreakDiscovery
import FirebreakStore
package import FirebreakWire

/// The faults of a project, by what they are on. It is made with the settings, once per change; how often faults have
/// acted is counted in the database alone, so that no count is read with them.
package final class FaultTable: Sendable {
    /// Each list in the order in which the faults were added.
    private let byName: [String: [ActiveFault]]

    /// - Returns: `nil` if no fault has anything left to do.
    init?(_ records: [FaultRecord]) {
        var byName: [String: [ActiveFault]] = [:]
        for record in records where record.left != 0 {
            let fault = ActiveFault(record)
            for name in Set(fault.names.flatMap(OperationName.named)) { byName[name, default: []].append(fault) }
        }
        guard !byName.isEmpty else { return nil }
        self.byName = byName
    }

    /// Whether a fault is on this operation, so that a call of it has to be looked at.
    package func has(_ operation: String) -> Bool { byName[operation] != nil }

    /// The fault that takes a call: the oldest of those that it concerns and that do not let it through.
    package func fault(
        on operation: String, _ subject: some FaultSubject, in project: Project, at now: Timestamp
    ) async throws -> ActiveFault? {
        guard let faults = byName[operation]?.filter({ $0.concerns(subject) }), !faults.isEmpty else { return nil }
        let random = project.random
        return try await project.write(at: now) { tx in
            try faults.first { try $0.take(tx, random, isCommitted: true) }
        }
    }

    /// Loses or delays a message if a fault takes it.
    ///
    /// - Parameter tx: The transaction that stores the message: with it, the count is taken back.
    func act(on message: inout Message, _ tx: Transaction, _ call: Call) throws {
        // Nothing is on its way where a link is only returned, or where nothing is sent to a number.
        guard message.delivery == .sent, let faults = byName["outbox.\(message.channel.rawValue)"] else { return }
        let subject = MessageSubject(message: message, call: call)
        let fault = try faults.first { fault in
            try fault.concerns(subject) && fault.take(tx, call.random, isCommitted: false)
        }
        guard let fault else { return }
        switch fault.effect {
        case .lose:
            message.delivery = .failed
            message.reason = "the fault \(fault.id) lost it"
        case .deliverLate(let time):
            message.delivery = .scheduled
            message.deliverAt = call.now.advanced(byMilliseconds: time)
        case .error, .answer, .drop, .hang, .delayOnly: return
        }
        call.record.note(fault)
    }
}

extension RequestRecord {
    /// Notes that a fault takes the call or a message of it; the first one stays.
    package func note(_ fault: ActiveFault) {
        update { record in
            guard record.fault == nil else { return }
            record.fault = fault.id
            record.reason = .fault(id: fault.id)
        }
    }
}

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
