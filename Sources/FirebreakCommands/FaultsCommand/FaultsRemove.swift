package import ArgumentParser
import FirebreakClient

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
        let project = server.selectedProject()
        if all { try await project.faults.removeAll() }
        for id in ids { try await project.faults.remove(id) }
    }
}
