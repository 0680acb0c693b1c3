import FirebreakModel
import FirebreakStore
import FirebreakWire

extension Fault {
    /// A fault as the control API shows it.
    init(_ record: FaultRecord) throws {
        let definition = try WireDecoder(nullIsAbsent: true, readsWideIntegers: true)
            .decode(FaultDefinition.self, from: record.definition)
        self.init(
            id: record.id, definition: definition, hits: record.hits, left: record.left.map(FaultTimes.count) ?? .always
        )
    }
}
