import FirebreakFixtures
package import FirebreakModel
import FirebreakOperations
import FirebreakStore
package import FirebreakWire

extension ControlMethod {
    /// Failures on demand (firebreak.md section 11).
    static let faults: [ControlMethod] = [
        .init(FaultsAPI.list, ListFaults.self),
        // A fault's members are data: headers, and whatever the body is.
        .init(FaultsAPI.add, AddFault.self, .keepsKeys),
        .init(FaultsAPI.clear, RemoveFaults.self),
        .init(FaultsAPI.remove, RemoveFault.self),
    ]
}

/// Lists the faults of a project, oldest first, those included that have nothing left to do (firebreak.md section 11).
package enum ListFaults: ControlOperation {
    /// - Throws: Only storage errors.
    package static func run(_ request: NoMembers, _ call: ControlCall) async throws -> FaultList {
        FaultList(faults: try await call.project.read { try $0.faults() }.map(Fault.init))
    }
}

/// Makes a failure happen (firebreak.md section 11).
package enum AddFault: ControlOperation {
    /// The definition as received: its names are checked, so that a mistake is not a fault that never acts.
    package struct Request: Decodable, Sendable {
        /// An object.
        var definition: JSON

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

/// Removes one fault (firebreak.md section 11). Calls that it holds stay held.
package enum RemoveFault: ControlOperation {
    /// - Throws: `NOT_FOUND`.
    package static func run(_ request: FaultID, _ call: ControlCall) async throws -> NoMembers {
        let id = request.id
        guard try await call.project.exists,
            try await call.project.write(at: call.now, { try $0.removeFault(id: id) })
        else { throw WireError.notFound("Project \(call.project.id) has no fault \(id.onOneLine).") }
        return NoMembers()
    }
}

/// Removes all faults of a project (firebreak.md section 11).
package enum RemoveFaults: ControlOperation {
    /// - Throws: Only storage errors.
    package static func run(_ request: NoMembers, _ call: ControlCall) async throws -> Deletion {
        guard try await call.project.exists else { return Deletion(deleted: 0) }
        return Deletion(deleted: try await call.project.write(at: call.now) { try $0.removeFaults() })
    }
}

extension Fault {
    /// A fault as the control API shows it.
    init(_ record: FaultRecord) throws {
        self.init(
            id: record.id, definition: try FaultDefinition(record), hits: record.hits,
            left: record.left.map(FaultTimes.count) ?? .always)
    }
}

extension FaultDefinition {
    /// The definition as the control API has it.
    package var json: JSON {
        get throws { try JSON(parsing: WireEncoder().encode(self), keys: .stored) }
    }

    /// The definition as it stands in a fixture, where `${` begins the name of a variable.
    package var fixtureElement: JSON {
        get throws { try json.escapingExpansions }
    }
}

extension FaultFixture {
    /// What is wrong with the error that the fault names, if there is none such.
    var unknownError: FixtureProblem? {
        guard let error, ErrorCatalogue.error(named: error) == nil else { return nil }
        let message = UnknownKey.message(
            "error code", error, among: ErrorCatalogue.codes, listedBy: "GET /firebreak/v1/errors")
        return FixtureProblem(path / "error", message)
    }
}

extension FaultRecord {
    /// A new fault.
    init(_ fault: FaultFixture, id: String) {
        self.init(id: id, definition: fault.definition, left: fault.times, skips: fault.skip)
    }

    /// The definition of a fault that has as much left to do as this one; `nil` if it has nothing.
    var remainder: JSON? {
        guard left != 0 else { return nil }
        var rest = definition
        if let left { rest["times"] = left == 1 ? nil : .int(left) }
        rest["skip"] = skips == 0 ? nil : .int(skips)
        return rest
    }
}
