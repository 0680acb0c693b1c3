import FirebreakDiscovery
package import FirebreakModel
package import FirebreakStore
package import FirebreakWire
import Synchronization

/// The faults of a project, by what they are on. It is made with the settings, once per change; how often faults have
/// acted is counted in the database alone, so that no count is read with them.
package final class FaultTable: Sendable {
    /// Each list in the order in which the faults were added.
    private let byName: [String: [ActiveFault]]

    /// - Returns: `nil` if no fault has anything left to do.
    init?(_ records: [FaultRecord]) {
        var byName: [String: [ActiveFault]] = [:]
        for record in records where record.left != 0 {
            guard let fault = ActiveFault(record) else { continue }
            for name in Set(fault.definition.on.flatMap(OperationName.named)) {
                byName[name, default: []].append(fault)
            }
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
    func act(on message: inout Message, _ tx: Transaction, _ call: OperationContext) throws {
        // Nothing is on its way where a link is only returned, or where nothing is sent to a number.
        let name = "outbox.\(message.channel.rawValue)"
        guard message.initialDelivery == .sent, let faults = byName[name] else { return }
        let subject = MessageSubject(message: message, call: call)
        let fault = try faults.first { fault in
            try fault.concerns(subject) && fault.take(tx, call.random, isCommitted: false)
        }
        guard let fault else { return }
        switch fault.effect {
        case .lose:
            message.initialDelivery = .failed
            message.reason = "the fault \(fault.id) lost it"
        case .deliverAfter:
            let time = fault.definition.deliverAfter.flatMap { try? DurationText.lateArrival.milliseconds($0) }
            message.initialDelivery = .scheduled
            message.deliverAt = call.now.advanced(byMilliseconds: time ?? 0)
        default: return
        }
        call.record.note(fault)
    }
}

/// A failure that happens on demand (firebreak.md section 11), ready to be compared with calls and messages.
package final class ActiveFault: Sendable {
    package let id: String
    package let definition: FaultDefinition
    /// The definition as it was given: what is sent as it stands there, to the letter and in that order.
    package let document: JSON
    package let effect: FaultDefinition.Effect?
    private let condition: FaultCondition
    /// Whether it has taken all that it was to take.
    private let isOver: Atomic<Bool>

    /// - Returns: `nil` for what is not a definition; it was checked before it was stored.
    init?(_ record: FaultRecord) {
        guard let definition = try? FaultDefinition(record) else { return nil }
        id = record.id
        self.definition = definition
        document = record.definition
        effect = definition.effect
        condition = FaultCondition(definition.condition)
        isOver = Atomic(record.left == 0)
    }

    /// Milliseconds before the effect, or before the operation.
    package var delay: Int64? { definition.delay.flatMap { try? DurationText.faultDelay.milliseconds($0) } }
}

extension FaultDefinition {
    /// The definition of a stored fault.
    package init(_ record: FaultRecord) throws {
        self = try WireDecoder(nullIsAbsent: true, readsWideIntegers: true).decode(Self.self, from: record.definition)
    }
}

extension ActiveFault {
    /// Whether a call or message may be the fault's: it is about what the fault asks for, and some are left.
    func concerns(_ subject: some FaultSubject) -> Bool {
        !isOver.load(ordering: .relaxed) && condition.isMet(by: subject)
    }

    /// Takes a call or message if it is the fault's turn, and counts it.
    ///
    /// - Parameter isCommitted: Whether the transaction has not counted for this fault before, so that a fault that is
    ///   over is over for good: then the next calls pass without a look at the database.
    func take(_ tx: Transaction, _ random: RandomSource, isCommitted: Bool) throws -> Bool {
        // It may have been removed in the meantime.
        guard let record = try tx.fault(id: id) else { return false }
        guard record.left != 0 else {
            if isCommitted { isOver.store(true, ordering: .relaxed) }
            return false
        }
        guard record.skips == 0 else {
            try tx.noteSkip(ofFault: id)
            return false
        }
        let probability = definition.probability ?? 1
        guard probability >= 1 || random.fraction() < probability else { return false }
        try tx.noteHit(ofFault: id)
        return true
    }
}

extension RequestRecord {
    /// Notes that a fault takes the call or a message of it; the first one stays.
    package func note(_ fault: ActiveFault) {
        update { record in
            guard record.fault == nil else { return }
            record.fault = fault.id
            record.reason = .fault(id: fault.id, effect: fault.definition.effectInWords)
        }
    }
}
