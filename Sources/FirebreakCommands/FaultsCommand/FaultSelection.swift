import ArgumentParser
import FirebreakModel

/// The flags that say which calls or messages a fault takes.
package struct FaultSelection: ParsableArguments {
    @Option(
        name: .customLong("where"), parsing: .singleValue,
        help: ArgumentHelp(
            """
            What the call must be about: email, phoneNumber, localId, tenant, provider, apiKey or caller (app, admin). \
            May be repeated; all must match.
            """, valueName: "name=value"))
    var conditions: [Assignment] = []

    @Option(help: "How many it acts on: a number, or 'always'. (default: 1)", completion: .list(["always"]))
    var times: String?

    @Option(help: "How many it lets through first. (default: 0)")
    var skip: Int64?

    @Option(help: "How likely it acts on each: above 0, at most 1. (default: 1)")
    var probability: Double?

    package init() {}

    package func validate() throws {
        // Not a number is neither above nor below one.
        if let probability, !(probability > 0 && probability <= 1) {
            throw ValidationError("--probability must be above 0, and at most 1")
        }
        guard let times, times != "always", Int64(times) == nil else { return }
        throw ValidationError("--times must be a number, or always")
    }

    func apply(to definition: inout FaultDefinition) {
        if !conditions.isEmpty {
            definition.condition = Dictionary(conditions.map { ($0.name, $0.value) }) { $1 }
        }
        definition.times = times.map { Int64($0).map(FaultTimes.count) ?? .always }
        definition.skip = skip
        definition.probability = probability
    }
}
