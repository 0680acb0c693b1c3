import ArgumentParser

/// The flags of commands that wait.
package struct WaitFlags: ParsableArguments {
    @Option(help: "How many must match.")
    var count: Int = 1

    @Option(help: ArgumentHelp("How long to wait: seconds, or as 500ms, 1m. (default: 10s)", valueName: "time"))
    var timeout: TimeSpan?

    package init() {}

    package func validate() throws {
        if count < 1 { throw ValidationError("--count must be at least 1") }
    }

    var duration: Duration { timeout?.duration ?? .seconds(10) }
}
