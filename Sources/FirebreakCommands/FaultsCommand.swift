package import ArgumentParser
import FirebreakClient
package import FirebreakModel
import FirebreakWire

/// `firebreak faults`: failures on demand in a project of a running server.
package struct FaultsCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "faults",
        abstract: "Make calls of a running server fail, hang or wait, and messages get lost or late.",
        discussion: """
            \(ServerLocation.rule)

            Examples:
              firebreak faults add accounts.signUp --error QUOTA_EXCEEDED --times 2
              firebreak faults add token --where email=alice@example.test --drop after
              firebreak faults add outbox.email --deliver-after 10m
              firebreak faults remove --all
            """,
        subcommands: [FaultsAdd.self, FaultsList.self, FaultsRemove.self]
    )

    package init() {}
}

/// `firebreak faults add`.
package struct FaultsAdd: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make a failure happen, once unless --times says otherwise.",
        discussion: """
            Operations are accounts.signUp, token, accounts.*, * and so on, messages are outbox.email and \
            outbox.sms; GET /firebreak/v1/info lists all names. A fault has exactly one effect, or only --delay.

            Examples:
              firebreak faults add accounts.signUp --where tenant=blue --error EMAIL_EXISTS
              firebreak faults add token --status 503 --body 'Try later.' --times always
              firebreak faults add 'accounts.*' --delay 2s --probability 0.1 --times always
              firebreak faults add outbox.sms --lose
            """
    )

    @Argument(help: ArgumentHelp("Operations or messages.", valueName: "name"), completion: .faultNames)
    var names: [String]

    @OptionGroup(title: "Which calls or messages")
    var selection: FaultSelection

    @OptionGroup(title: "Effect")
    var effect: FaultEffect

    @OptionGroup(title: "Server")
    var server: ServerOptions

    @Option(help: "How to print the fault.")
    var format: OutputFormat = .table

    package init() {}

    /// The fault that the arguments describe.
    package var definition: FaultDefinition {
        var definition = FaultDefinition(on: names)
        selection.apply(to: &definition)
        effect.apply(to: &definition)
        return definition
    }

    package func run() async throws {
        try await server.show(format, FaultsCommand.line) { try $0.request(FaultsAPI.add, definition) }
    }
}

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
        completion: .known(FaultDefinition.Drop.self))
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

/// `firebreak faults list`.
package struct FaultsList: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the faults, oldest first, with their hits and what they have left.")

    @OptionGroup(title: "Server")
    var server: ServerOptions

    @Option(help: "How to print the faults.")
    var format: OutputFormat = .table

    package init() {}

    package func run() async throws {
        try await server.show(format, FaultsCommand.lines) { try $0.request(FaultsAPI.list, NoMembers()) }
    }
}

/// `firebreak faults remove`.
package struct FaultsRemove: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove faults. Calls that hang stay as they are.")

    @Argument(help: ArgumentHelp("IDs of faults, as faults list prints them.", valueName: "id"))
    var ids: [String] = []

    @Flag(help: "Remove all faults of the project.")
    var all = false

    @OptionGroup(title: "Server")
    var server: ServerOptions

    package init() {}

    package func validate() throws {
        if ids.isEmpty != all { throw ValidationError("Give the IDs of faults, or --all.") }
    }

    package func run() async throws {
        let project = try server.selectedProject()
        if all { try await project.faults.removeAll() }
        for id in ids { try await project.faults.remove(id) }
    }
}

extension FaultsCommand {
    /// One line each.
    package static func lines(_ list: FaultList) -> String { list.faults.map(line).joined() }

    /// One line, the ID first.
    package static func line(_ fault: Fault) -> String {
        let words = [fault.id, "hits \(fault.hits)", "left \(fault.left.words)", fault.definition.words]
        return words.joined(separator: "  ").visible + "\n"
    }
}

extension FaultTimes {
    fileprivate var words: String {
        switch self {
        case .count(let count): String(count)
        case .always: "always"
        }
    }
}

extension FaultDefinition {
    /// Such as `accounts.signUp where email=a@b.test: error EMAIL_EXISTS, delay 2s`.
    fileprivate var words: String {
        let conditions = (condition ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let about = conditions.isEmpty ? "" : " where " + conditions.joined(separator: ", ")
        let effects = [
            error.map { "error \($0)" }, status.map { "status \($0)" }, drop.map { "drop \($0.rawValue)" },
            hang == true ? "hang" : nil, lose == true ? "lose" : nil, deliverAfter.map { "deliver after \($0)" },
            delay.map { "delay \($0)" }, skip.map { "skip \($0)" }, probability.map { "probability \($0)" },
        ].compactMap(\.self)
        return on.joined(separator: ",") + about + ": " + effects.joined(separator: ", ")
    }
}
