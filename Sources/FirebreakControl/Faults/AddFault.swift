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

    /// More would slow down every call.
    static let maximumCount = 1000

    /// - Returns: The fault with its ID.
    /// - Throws: `INVALID_ARGUMENT` naming what is unknown or does not go together; `FAILED_PRECONDITION` if there are
    ///   too many faults.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> Fault {
        let fault = try checked(request.definition)
        let record = FaultRecord(fault, id: call.random.faultID())
        try await call.project.write(at: call.now) { tx in
            guard try tx.faults().count < maximumCount else {
                throw WireError.failedPrecondition(
                    "Project \(call.project.id) has \(maximumCount) faults; remove some of them first.")
            }
            try tx.insert(record)
        }
        return try Fault(record)
    }

    private static func checked(_ definition: JSON) throws(WireError) -> FaultFixture {
        let (fault, problems) = FaultFixture.read(definition, FixturePath())
        guard let fault else { throw .invalidArgument(words(problems)) }
        if let problem = fault.unknownError { throw .invalidArgument(words([problem])) }
        return fault
    }

    private static func words(_ problems: [FixtureProblem]) -> String {
        problems.map { problem in
            let place = problem.path.steps.joined(separator: ".")
            return (place.isEmpty ? "" : "\(place): ") + problem.message.onOneLine
        }.joined(separator: "; ")
    }
}
