package import ArgumentParser
import Firebreak
import FirebreakProduction
import FirebreakWire
import Foundation

/// `firebreak drift F`: says where a fixture and a real project have drifted apart.
package struct DriftCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "drift",
        abstract: "Compare a fixture with the settings of a real project.",
        discussion: """
            A row for each setting that differs: where, what production has, what a project made of the fixture has, and \
            what that changes for tests. Exits with 0 if nothing differs, else with 1, as a nightly job wants it. What \
            firebreak pull leaves out is not compared.

            \(ServiceOptions.rule)

            Examples:
              firebreak drift shop.yaml
              firebreak drift --project acme-shop --json shop.yaml
            """
    )

    @Argument(help: ArgumentHelp("A document in YAML or JSON.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: "The real project. (default: the one in the document)")
    var project: String?

    @Flag(help: "Write JSON.")
    var json = false

    @OptionGroup(title: "Service")
    var service: ServiceOptions

    package init() {}

    package func run() async throws {
        try await ServiceOptions.reporting {
            let fixture = try FixtureUnderTest(
                path: file, project: project, environment: ProcessInfo.processInfo.environment)
            let production = try service.project(project ?? fixture.project)
            let (differences, gaps) = try await TerminalScreen.standardError.showing("Reading \(production.id)") {
                try await production.differences(from: fixture)
            }
            if !json { try StandardStream.error.write(gaps.map { "\($0)\n" }.joined().visibleLines) }
            if json {
                let rows = differences.map { row -> JSON in
                    [
                        "setting": .string(row.setting), "production": .string(row.production),
                        "here": .string(row.here), "effect": .string(row.effect),
                    ]
                }
                let document: JSON = [
                    "differences": .array(rows), "unread": .array(gaps.map(JSON.string)),
                ]
                try StandardStream.output.write(JSON.indented(document.bytes) + [UInt8(ascii: "\n")])
            } else if differences.isEmpty {
                try StandardStream.output.write("\(file) and project \(production.id) agree\n".visibleLines)
            } else {
                try StandardStream.output.write(Self.text(differences))
            }
            if !differences.isEmpty { throw CommandFailure("", status: .failure) }
        }
    }

    private static func text(_ differences: [SettingDifference]) -> String {
        TextTable<SettingDifference>([
            ("SETTING", { $0.setting }), ("PRODUCTION", { $0.excerpts.production }), ("HERE", { $0.excerpts.here }),
            ("WHAT IT CHANGES", { $0.effect }),
        ]).text(differences)
    }
}
