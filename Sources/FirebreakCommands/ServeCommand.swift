package import ArgumentParser
import Firebreak
import Logging
import ServiceLifecycle
import UnixSignals

/// `firebreak serve`: runs the server until it is told to stop.
package struct ServeCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        // By itself it is not asked for completion scripts, which takes as long as reading its arguments.
        commandName: "serve", _superCommandName: "firebreak",
        abstract: "Run the server.",
        discussion: """
            Once the server answers and fixtures are in, one line of JSON on standard output says where:
              {"event":"ready",...,"url":"http://127.0.0.1:9099",...}

            SDKs find it by FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:9099, or by connectAuthEmulator in an app.

            Every option has an environment variable: --data-dir is FIREBREAK_DATA_DIR, repeatable ones take a list \
            separated by commas. An option wins over its variable.

            SIGTERM, SIGINT, SIGHUP and SIGQUIT finish the requests in flight and exit 0; what cannot be finished is \
            cut off, and the process ends within 9 seconds (60 with --export-on-exit) in any case.

            When standard error is a terminal, it shows the console's address and what else a person needs, then each \
            mail, text message and refused call.

            Examples:
              firebreak serve --project demo-shop
              firebreak serve --fixture fixtures/quick-start.yaml
              firebreak serve --port 0 --ready-file /tmp/firebreak.json
              firebreak serve --profile production --unknown-keys reject
              firebreak serve --api-key web-key=demo-shop --rule expiry=off
              firebreak serve --host 0.0.0.0 --control-token "$TOKEN" --data-dir data
            """
    )

    @OptionGroup
    var options: ServeOptions

    package init() {}

    package func run() async throws {
        let settings = try ServeSettings(options: options, defaults: .serve)
        try options.checkOnly(settings, script: nil)
        try await PreparedServer(settings, isReported: true).serve { line, _ in line + "\n" }
    }
}

extension PreparedServer {
    /// Serves until the process is told to stop.
    ///
    /// - Parameter output: What goes to standard output when the server is ready, made of the ready line.
    func serve(output: @escaping @Sendable (_ line: String, BoundAddress) -> String) async throws {
        defer { readyFile?.remove() }
        var configuration = ServiceGroupConfiguration(
            // Named, because the default name would write the whole configuration into debug logs.
            services: [.init(service: AnnouncedEmulator(server: self, output: output), serviceName: "emulator")],
            // The terminal's end, and Ctrl-\, keep the export. Under nohup the first one is ignored.
            gracefulShutdownSignals: [.sigterm, .sigint] + [UnixSignal.sighup, .sigquit].filter { !$0.isIgnored },
            logger: logger
        )
        // Container runtimes kill after 10 seconds; a request that hangs longer must not turn exit 0 into 137.
        configuration.maximumGracefulShutdownDuration = ShutdownLimits.services
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch is CancellationError {
            // A shutdown that had to cut off requests: still the requested end.
        }
    }
}

/// The emulator, which announces when it is ready.
private struct AnnouncedEmulator: Service {
    let server: PreparedServer
    let output: @Sendable (_ line: String, BoundAddress) -> String

    func run() async throws {
        let deadline = ShutdownDeadline.of(server.configuration)
        try await withGracefulShutdownHandler {
            try await server.run(onReady: announce)
        } onGracefulShutdown: {
            deadline.start()
        }
    }

    private func announce(at address: BoundAddress) {
        let line = server.announce(at: address)
        do {
            try StandardStream.output.write(output(line, address))
        } catch {
            server.logger.warning("The ready line could not be written", metadata: ["error": "\(error)"])
        }
    }
}
