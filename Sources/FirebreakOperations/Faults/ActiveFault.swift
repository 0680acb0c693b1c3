import FirebreakStore
import FirebreakWire
import Synchronization

/// A failure that happens on demand (firebreak.md section 11), ready to be compared with calls and messages.
package final class ActiveFault: Sendable {
    /// What happens to a call or message that the fault takes.
    package enum Effect: Sendable, Equatable {
        /// The call is answered with an error of the catalogue, by its code or its whole message.
        case error(String)
        /// The call is answered with this.
        case answer(FaultAnswer)
        /// The connection is closed without an answer, before or after the operation took effect.
        case drop(isAfter: Bool)
        /// The call is never answered.
        case hang
        /// The call goes on, after a delay.
        case delayOnly
        /// The message does not arrive.
        case lose
        /// The message arrives so many milliseconds later, by the project's clock.
        case deliverLate(Int64)
    }

    package let id: String
    /// Names of operations and messages, as written.
    let names: [String]
    let condition: FaultCondition
    package let effect: Effect
    /// Milliseconds before the effect, or before the operation.
    package let delay: Int64?
    /// From 0 to 1.
    let probability: Double
    /// Whether it has taken all that it was to take.
    private let isOver: Atomic<Bool>

    /// - Parameter record: As it was checked before it was stored.
    init(_ record: FaultRecord) {
        let definition = record.definition
        id = record.id
        names =
            definition["on"]?.stringValue.map { [$0] } ?? definition["on"]?.arrayValue?.compactMap(\.stringValue) ?? []
        condition = FaultCondition(definition["where"])
        effect = Self.effect(of: definition)
        delay = definition["delay"].flatMap { Self.milliseconds($0, .faultDelay) }
        probability = definition["probability"]?.doubleValue ?? 1
        isOver = Atomic(record.left == 0)
    }

    private static func effect(of definition: JSON) -> Effect {
        if let error = definition["error"]?.stringValue { return .error(error) }
        if let status = definition["status"]?.integerValue { return .answer(FaultAnswer(Int(status), definition)) }
        if let point = definition["drop"]?.stringValue { return .drop(isAfter: point == "after") }
        if definition["hang"] == true { return .hang }
        if definition["lose"] == true { return .lose }
        if let time = definition["deliverAfter"].flatMap({ milliseconds($0, .lateArrival) }) {
            return .deliverLate(time)
        }
        return .delayOnly
    }

    /// A duration as a definition has it: a text, or seconds as a number.
    private static func milliseconds(_ value: JSON, _ format: DurationText) -> Int64? {
        try? format.milliseconds(value.stringValue ?? value.text)  // checked before it was stored
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
        guard probability >= 1 || random.fraction() < probability else { return false }
        try tx.noteHit(ofFault: id)
        return true
    }
}

/// What a fault answers in place of the operation, as its definition says it.
package struct FaultAnswer: Error, Sendable, Equatable {
    package struct Header: Sendable, Equatable {
        package var name: String
        package var value: String
    }

    package var status: Int
    package var headers: [Header]
    package var body: [UInt8]
    /// The body's type if ``headers`` has none.
    package var contentType: String?

    /// - Parameter definition: A text in it is the body as it is; any other value is sent as JSON.
    init(_ status: Int, _ definition: JSON) {
        self.status = status
        headers = (definition["headers"]?.objectValue ?? []).compactMap { member in
            member.value.stringValue.map { Header(name: member.key, value: $0) }
        }
        switch definition["body"] {
        case nil: body = []
        case .string(let text)?:
            body = Array(text.utf8)
            contentType = "text/plain; charset=utf-8"
        case let value?:
            body = value.bytes
            contentType = "application/json"
        }
    }
}

/// What a fault does to a connection in place of an answer.
package enum ConnectionFault: Error, Sendable, Equatable {
    /// It is closed.
    case drop
    /// It stays open without an answer, until the client closes it or the server ends.
    case hang
}

/// A call or message as faults compare it. Values are looked for only where a fault asks for them, and never in the
/// database.
package protocol FaultSubject: Sendable {
    /// All values of this kind that the call or message has.
    func values(of member: FaultCondition.Member) -> [String]
}
