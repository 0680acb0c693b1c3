import FirebreakFixtures
import FirebreakStore
import FirebreakWire

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
