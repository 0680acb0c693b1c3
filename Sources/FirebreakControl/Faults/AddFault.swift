import FirebreakFixtures
package import FirebreakModel
import FirebreakOperations
import FirebreakStore
package import FirebreakWire

/// Makes a failure happen (firebreak.md section 11).
package enum AddFault: ControlOperation {
    /// The definition as received: its names are checked, so that a mistake is no fault that never acts.
    package struct Request: Decodable, Sendable {
        /// An object.
        package var definition: JSON

        /// - Parameter definition: An object.
        package init(definition: JSON) { self.definition = definition }

        package init(from decoder: any Decoder) throws {
            definition = try decoder.singleValueContainer().decode(JSON.self)
        }
    }

    /// - Throws: `FAILED_PRECONDITION` if the project cannot have one more fault of this size: more would slow down every
    ///   call.
    static func checkRoom(for fault: FaultRecord, besides others: [FaultRecord], _ project: ProjectID) throws(WireError)
    {
        for (limit, amount) in [
            (Limit.faults, others.count + 1),
            (.allFaults, (others + [fault]).reduce(0) { $0 + $1.definition.bytes.count }),
        ] where !limit.allows(amount) {
            throw .failedPrecondition("\(limit.sentence); remove some of project \(project) first.")
        }
    }

    /// - Returns: The fault with its ID.
    /// - Throws: `INVALID_ARGUMENT` naming what is unknown or does not go together; `FAILED_PRECONDITION` if there are
    ///   too many faults.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> Fault {
        let fault = try checked(request.definition)
        let record = FaultRecord(fault, id: call.random.faultID())
        try await call.project.write(at: call.now) { tx in
            try checkRoom(for: record, besides: try tx.faults(), call.project.id)
            try tx.insert(record)
        }
        return try Fault(record)
    }

    /// What is wrong with a definition.
    package struct Problem: Sendable, Equatable {
        /// The member, `where.email` for example; empty for the whole definition.
        package var place: String
        /// On one line.
        package var message: String

        package init(place: String, message: String) {
            self.place = place
            self.message = message
        }
    }

    /// - Returns: Nothing for a definition that will do.
    package static func problems(in definition: JSON) -> [Problem] { read(definition).problems }

    private static func checked(_ definition: JSON) throws(WireError) -> FaultFixture {
        let (fault, problems) = read(definition)
        guard let fault else {
            let words = problems.map { ($0.place.isEmpty ? "" : "\($0.place): ") + $0.message }
            throw .invalidArgument(words.joined(separator: "; "))
        }
        return fault
    }

    private static func read(_ definition: JSON) -> (fault: FaultFixture?, problems: [Problem]) {
        var (fault, problems) = FaultFixture.read(definition, FixturePath())
        if let problem = fault?.unknownError {
            fault = nil
            problems.append(problem)
        }
        return (
            fault,
            problems.map { Problem(place: $0.path.steps.joined(separator: "."), message: $0.message.onOneLine) }
        )
    }
}
