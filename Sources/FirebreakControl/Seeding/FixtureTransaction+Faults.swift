import FirebreakFixtures
import FirebreakOperations
import FirebreakStore
import FirebreakWire

extension FixtureTransaction {
    /// Adds the faults. One that is there already stays as it is, with what it has left to do.
    mutating func applyFaults() throws {
        guard !part.faults.isEmpty else { return }
        var others = try tx.faults()
        var occurrences: [String: Int] = [:]
        for fault in part.faults {
            if let problem = fault.unknownError {
                note(problem.path, problem.message)
                continue
            }
            let text = fault.definition.text
            let occurrence = occurrences[text, default: 0]
            occurrences[text] = occurrence + 1
            // The same on every machine, and for the same fault each time that the document is applied.
            let id = "fault_" + StableName.make(16, from: ["fault", project.id.rawValue, text, String(occurrence)])
            guard try tx.fault(id: id) == nil else {
                if isStrict { note(fault.path, "there is such a fault already") }
                continue
            }
            let record = FaultRecord(fault, id: id)
            do throws(WireError) { try AddFault.checkRoom(for: record, besides: others, project.id) } catch {
                return note(fault.path, error.explanation(in: services.profile))
            }
            others.append(record)
            try tx.insert(record)
        }
    }
}
