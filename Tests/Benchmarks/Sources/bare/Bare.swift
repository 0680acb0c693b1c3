import Hummingbird
import Logging
import NIOCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The smallest Hummingbird server: one route, no middleware, nothing logged.
///
/// Its rate is what the framework can do on a machine; the benchmark compares the emulator's empty route with it.
/// `bare [PORT]` listens on 127.0.0.1, on any free port by default, and prints one line of JSON once it answers.
@main
struct Bare {
    static func main() async throws {
        guard let port = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) : 0 else {
            fatalError("usage: bare [PORT]")
        }
        var logger = Logger(label: "bare")
        logger.logLevel = .critical

        let router = Router()
        router.get("/healthz") { _, _ in "ok\n" }

        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                print(#"{"event":"ready","port":\#(channel.localAddress?.port ?? 0)}"#)
                // Without a terminal the line would stay in the buffer.
                fflush(nil)
            },
            logger: logger
        )
        try await application.runService()
    }
}
