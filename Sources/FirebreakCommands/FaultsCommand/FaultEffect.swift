import ArgumentParser
import FirebreakModel

/// The flags that say what a fault does. The server refuses what does not go together.
package struct FaultEffect: ParsableArguments {
    @Option(
        help: "Answer with this error: a code, or a whole message such as 'QUOTA_EXCEEDED : Exceeded quota.'.",
        completion: .errorCodes)
    var error: String?

    @Option(help: "Answer with this HTTP status, as --body and --header say.")
    var status: Int?

    @Option(help: "The body of the answer with --status, as it is.")
    var body: String?

    @Option(
        name: .customLong("header"), parsing: .singleValue,
        help: ArgumentHelp("A header of the answer with --status. May be repeated.", valueName: "name=value"))
    var headers: [Assignment] = []

    @Option(
        help: "Close the connection without an answer: 'before' or 'after' the operation took effect.",
        completion: .names(FaultDefinition.Drop.before, .after))
    var drop: String?

    @Flag(help: "Never answer.")
    var hang = false

    @Option(help: "Wait so long before the effect, or before the operation: 2s, 500ms, 1m.")
    var delay: String?

    @Flag(help: "Lose the message: it is in the outbox as failed, and never delivered.")
    var lose = false

    @Option(help: "Deliver the message later by the project's clock: 90s, 6h1m, 2d.")
    var deliverAfter: String?

    package init() {}

    func apply(to definition: inout FaultDefinition) {
        definition.error = error
        definition.status = status
        definition.body = body.map(JSONValue.string)
        if !headers.isEmpty { definition.headers = Dictionary(headers.map { ($0.name, $0.value) }) { $1 } }
        definition.drop = drop.map(FaultDefinition.Drop.init(rawValue:))
        definition.hang = hang ? true : nil
        definition.delay = delay
        definition.lose = lose ? true : nil
        definition.deliverAfter = deliverAfter
    }
}
